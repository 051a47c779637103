package org.gpchain;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** The encoder of the artifact {@code gpchain-encoder-en}. */
final class ShippedEncoder {
  private static final String LOCATION = "/org/gpchain/encoder/en/";
  private static final List<String> FILES =
      List.of("model.onnx", "vocab.txt", "encoder.properties");

  private ShippedEncoder() {}

  /** Skips the test if the encoder was not built, for example because Maven runs offline. */
  static void assumeIsThere() {
    Assumptions.assumeTrue(
        ShippedEncoder.class.getResource(LOCATION + FILES.get(0)) != null,
        "gpchain-encoder-en is not on the class path");
  }

  /** Copies the files of the encoder into a new folder. */
  static void copyTo(Path folder) throws IOException {
    Files.createDirectory(folder);
    for (String file : FILES) {
      try (InputStream in = ShippedEncoder.class.getResourceAsStream(LOCATION + file)) {
        Files.copy(in, folder.resolve(file));
      }
    }
  }
}
