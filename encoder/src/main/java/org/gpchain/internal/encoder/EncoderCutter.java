package org.gpchain.internal.encoder;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Properties;

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
    try (OutputStream out = Files.newOutputStream(output)) {
      out.write(cut);
    }
  }

  private static EncoderSettings settings(Path file) throws IOException {
    Properties properties = new Properties();
    try (var reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(reader);
    }
    return EncoderSettings.of(properties);
  }

  private static void requireHash(String file, byte[] content, String expected) {
    String actual = sha256(content);
    if (!actual.equals(expected)) {
      throw new EncoderException(
          file + " has the SHA-256 " + actual + "; expected " + expected + ". Download it again.");
    }
  }

  /** Returns the SHA-256 of some bytes in hexadecimal digits. */
  static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
