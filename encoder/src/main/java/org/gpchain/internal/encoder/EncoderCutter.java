package org.gpchain.internal.encoder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.gpchain.core.text.Sha256;
import org.gpchain.core.vectors.EncoderException;

/**
 * Makes a shipped encoder from a downloaded one: checks the download and removes the layers that
 * aren't used.
 */
public final class EncoderCutter {
  private EncoderCutter() {}

  /**
   * Cuts an encoder. The build of {@code gpchain-encoder-en} calls it.
   *
   * @param arguments the downloaded ONNX file; its SHA-256; {@code encoder.properties}, whose
   *     layers remain; the ONNX file to write
   * @throws EncoderException if the SHA-256 is another one, or a layer doesn't exist
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 4) {
      throw new EncoderException(
          "Usage: EncoderCutter MODEL.onnx SHA256 encoder.properties OUTPUT.onnx");
    }
    byte[] downloaded = Files.readAllBytes(Path.of(arguments[0]));
    requireHash(arguments[0], downloaded, arguments[1]);

    EncoderSettings settings = settings(Path.of(arguments[2]));
    byte[] cut = ModelGraph.read(downloaded).withOutputs(settings.layers());

    Path output = Path.of(arguments[3]);
    Files.createDirectories(output.getParent());
    Files.write(output, cut);
  }

  private static EncoderSettings settings(Path file) throws IOException {
    Properties properties = new Properties();
    try (var reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(reader);
    }
    return EncoderSettings.of(properties);
  }

  private static void requireHash(String file, byte[] content, String expected) {
    String actual = Sha256.hex(content);
    if (!actual.equals(expected)) {
      throw new EncoderException(
          file + " has the SHA-256 " + actual + "; expected " + expected + ". Download it again.");
    }
  }
}
