package org.gpchain.pipelines.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import org.gpchain.training.decoupled.Learner;
import picocli.CommandLine.IVersionProvider;

/** The version that the learner also writes into models. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() throws IOException {
    try (InputStream in = Learner.class.getResourceAsStream("version.properties")) {
      Properties properties = new Properties();
      properties.load(in);
      return new String[] {"gpchain " + properties.getProperty("version")};
    }
  }
}
