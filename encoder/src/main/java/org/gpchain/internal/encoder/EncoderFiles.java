package org.gpchain.internal.encoder;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.gpchain.core.text.Sha256;
import org.gpchain.core.vectors.EncoderException;

/**
 * The files of an encoder: {@code model.onnx}, its vocabulary ({@code vocab.txt} or {@code
 * tokenizer.json}), and {@code encoder.properties}.
 *
 * @param settings content of {@code encoder.properties}
 * @param vocabulary word pieces
 * @param model bytes of {@code model.onnx}, without everything that its layers don't need; not to
 *     be modified
 */
@SuppressWarnings("ArrayRecordComponent") // read once, handed over to ONNX Runtime
public record EncoderFiles(EncoderSettings settings, PieceVocabulary vocabulary, byte[] model) {
  private static final String MODEL = "model.onnx";
  private static final String PROPERTIES = "encoder.properties";
  private static final String VOCABULARY = "vocab.txt";
  private static final String TOKENIZER = "tokenizer.json";

  /**
   * Creates the files of an encoder; a model with other outputs is cut to the layers of the
   * settings.
   *
   * @throws EncoderException if the model is not an ONNX file, or doesn't compute the layers
   */
  public EncoderFiles {
    ModelGraph graph = ModelGraph.read(model);
    if (!graph.outputs().equals(settings.layers())) {
      model = graph.withOutputs(settings.layers());
    }
  }

  /** Opens the files of a folder or of a package of the class path. */
  @FunctionalInterface
  private interface Source {
    /** Returns the content of a file, or null if there is no such file. */
    byte[] read(String name) throws IOException;
  }

  /**
   * Reads an encoder from a folder.
   *
   * @throws EncoderException if a file is missing or malformed
   * @throws IOException if a file can't be read
   */
  public static EncoderFiles ofFolder(Path folder) throws IOException {
    return read(folder.toString(), name -> bytesOf(folder.resolve(name)));
  }

  /**
   * Reads a shipped encoder from the class path.
   *
   * @param name such as {@code en}
   * @throws EncoderException if there is none of this name; the message names the artifact
   * @throws IOException if a file can't be read
   */
  public static EncoderFiles ofClassPath(String name) throws IOException {
    String location = "/org/gpchain/encoder/" + name + "/";
    if (EncoderFiles.class.getResource(location + MODEL) == null) {
      throw new EncoderException(
          "There is no encoder '"
              + name
              + "' on the class path. Add the artifact org.gpchain:gpchain-encoder-"
              + name
              + ", or give the folder of an encoder.");
    }
    return read("the encoder '" + name + "'", file -> resource(location + file));
  }

  /**
   * Returns the name of the encoder and the SHA-256 of its ONNX file, which differs between layers.
   * Settings that aren't the defaults are part of the name, because vectors depend on them too.
   */
  public String id() {
    StringBuilder id = new StringBuilder(settings.name());
    if (settings.pooling() != EncoderSettings.Pooling.MEAN) {
      id.append("+first");
    }
    if (!settings.lowerCase()) {
      id.append("+cased");
    }
    return id.append('@').append(Sha256.hex(model)).toString();
  }

  private static EncoderFiles read(String where, Source source) throws IOException {
    Properties properties = properties(require(source, PROPERTIES, where));
    JsonNode tokenizer = tokenizer(source, where);
    JsonNode lowerCase = tokenizer.path("normalizer").path("lowercase");
    if (lowerCase.isBoolean()) {
      properties.putIfAbsent(EncoderSettings.LOWER_CASE, lowerCase.asText());
    }

    return new EncoderFiles(
        EncoderSettings.of(properties),
        vocabulary(source, tokenizer, where),
        require(source, MODEL, where));
  }

  private static byte[] require(Source source, String name, String where) throws IOException {
    byte[] content = source.read(name);
    if (content == null) {
      throw new EncoderException(where + " has no file " + name + ".");
    }
    return content;
  }

  private static Properties properties(byte[] content) throws IOException {
    Properties properties = new Properties();
    try (InputStreamReader reader =
        new InputStreamReader(new ByteArrayInputStream(content), StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IllegalArgumentException e) {
      throw new EncoderException("encoder.properties is malformed: " + e.getMessage(), e);
    }
    return properties;
  }

  /** Returns the content of {@code tokenizer.json}; a missing node if there is no such file. */
  private static JsonNode tokenizer(Source source, String where) throws IOException {
    byte[] json = source.read(TOKENIZER);
    if (json == null) {
      return MissingNode.getInstance();
    }
    try {
      return new ObjectMapper().readTree(json);
    } catch (JsonProcessingException e) {
      throw new EncoderException(
          where + ": " + TOKENIZER + " is not JSON: " + e.getOriginalMessage(), e);
    }
  }

  private static PieceVocabulary vocabulary(Source source, JsonNode tokenizer, String where)
      throws IOException {
    byte[] lines = source.read(VOCABULARY);
    if (lines != null) {
      return PieceVocabulary.ofLines(new String(lines, StandardCharsets.UTF_8).lines().toList());
    }
    if (tokenizer.isMissingNode()) {
      throw new EncoderException(where + " has neither " + VOCABULARY + " nor " + TOKENIZER + ".");
    }
    return vocabulary(tokenizer.path("model"), where);
  }

  /**
   * Returns the vocabulary of a {@code tokenizer.json}, which must have a WordPiece model.
   *
   * @param model its member {@code model}
   */
  private static PieceVocabulary vocabulary(JsonNode model, String where) {
    if (!model.path("type").asText("WordPiece").equals("WordPiece")
        || !model.path("vocab").isObject()) {
      throw new EncoderException(
          where
              + ": "
              + TOKENIZER
              + " is not a WordPiece tokenizer. Encoders of the BERT family are supported.");
    }

    Map<String, Integer> idByPiece = new HashMap<>();
    for (Map.Entry<String, JsonNode> piece : model.path("vocab").properties()) {
      idByPiece.put(piece.getKey(), piece.getValue().asInt());
    }
    return PieceVocabulary.of(idByPiece);
  }

  private static byte[] bytesOf(Path file) throws IOException {
    try {
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private static byte[] resource(String location) throws IOException {
    try (InputStream in = EncoderFiles.class.getResourceAsStream(location)) {
      return in == null ? null : in.readAllBytes();
    }
  }
}
