package org.gpchain.internal.encoder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.gpchain.core.text.Sha256;
import org.gpchain.core.vectors.EncoderException;

/**
 * Makes a shipped encoder from a downloaded one: checks the download, removes the layers that
 * aren't used, and writes the vocabulary as {@code vocab.txt}, which is read in much less time than
 * {@code tokenizer.json}.
 */
public final class EncoderCutter {
  private EncoderCutter() {}

  /**
   * Cuts an encoder. The build of {@code gpchain-encoder-en} calls it.
   *
   * @param arguments the downloaded ONNX file; its SHA-256; the downloaded {@code tokenizer.json};
   *     the folder of the new encoder with {@code encoder.properties}, whose layers remain
   * @throws EncoderException if the SHA-256 is another one, a layer doesn't exist, or the
   *     vocabulary cannot be written as {@code vocab.txt}
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 4) {
      throw new EncoderException("Usage: EncoderCutter MODEL.onnx SHA256 tokenizer.json FOLDER");
    }
    byte[] downloaded = Files.readAllBytes(Path.of(arguments[0]));
    requireHash(arguments[0], downloaded, arguments[1]);
    byte[] tokenizer = Files.readAllBytes(Path.of(arguments[2]));
    Path folder = Path.of(arguments[3]);

    EncoderSettings settings = settings(folder.resolve(EncoderFiles.PROPERTIES));
    byte[] cut = ModelGraph.read(downloaded).withOutputs(settings.layers());
    List<String> pieces = EncoderFiles.vocabulary(tokenizer).lines();

    Files.write(folder.resolve(EncoderFiles.MODEL), cut);
    Files.write(folder.resolve(EncoderFiles.VOCABULARY), pieces);
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
