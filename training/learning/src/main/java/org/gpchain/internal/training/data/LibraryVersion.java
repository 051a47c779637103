package org.gpchain.internal.training.data;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of GPChain, read from a resource that the build generates. */
public final class LibraryVersion {
  private LibraryVersion() {}

  /** Returns the version, such as {@code 0.1.0}. */
  public static String get() {
    try (InputStream in = LibraryVersion.class.getResourceAsStream("version.properties")) {
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
