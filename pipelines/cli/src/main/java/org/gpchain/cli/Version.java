package org.gpchain.cli;

import org.gpchain.training.data.LibraryVersion;
import picocli.CommandLine.IVersionProvider;

/** The version that is also written into models. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"gpchain " + LibraryVersion.get()};
  }
}
