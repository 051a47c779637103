package org.gpchain.internal.encoder;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.ByteArrayInputStream;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
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
 * tokenizer.json}), and {@code encoder.properties}. Immutable.
 */
public final class EncoderFiles {
  /** Name of the file with the ONNX model. */
  static final String MODEL = "model.onnx";

  /** Name of the file with the settings. */
  static final String PROPERTIES = "encoder.properties";

  /** Name of the file with the word pieces, one on each line. */
  static final String VOCABULARY = "vocab.txt";

  private static final String TOKENIZER = "tokenizer.json";

  private final EncoderSettings settings;
  private final PieceVocabulary vocabulary;
  private final byte[] model;
  private final String id;

  /** Opens the files of a folder or of a package of the class path. */
  @FunctionalInterface
  private interface Source {
    /** Returns the content of a file, or null if there is no such file. */
    byte[] read(String name) throws IOException;
  }

  /**
   * Creates the files of an encoder.
   *
   * @param settings content of {@code encoder.properties}
   * @param vocabulary word pieces
   * @param onnx bytes of {@code model.onnx}; kept, not to be modified afterwards
   * @throws EncoderException if the model is damaged, or has other inputs or layers
   */
  public EncoderFiles(EncoderSettings settings, PieceVocabulary vocabulary, byte[] onnx) {
    this.settings = settings;
    this.vocabulary = vocabulary;

    ModelGraph graph = ModelGraph.read(onnx);
    graph.requireInputs(OnnxEncoder.REQUIRED_INPUT, OnnxEncoder.INPUTS);
    boolean isCut = graph.outputs().equals(settings.layers());
    this.model = isCut ? onnx : graph.withOutputs(settings.layers());
    this.id = id(settings, model);
  }

  private static String id(EncoderSettings settings, byte[] model) {
    StringBuilder id = new StringBuilder(settings.name());
    if (settings.pooling() == EncoderSettings.Pooling.FIRST) {
      id.append("+first");
    }
    if (!settings.lowerCase()) {
      id.append("+cased");
    }
    return id.append('@').append(Sha256.hex(model)).toString();
  }

  /**
   * Reads an encoder from a folder.
   *
   * @throws EncoderException if a file is missing or malformed
   * @throws IOException if a file can't be read
   */
  public static EncoderFiles ofFolder(Path folder) throws IOException {
    return read(name -> bytesOf(folder.resolve(name)));
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
          String.format(
              "There is neither such a folder nor an encoder '%1$s' on the class path. Give the folder"
                  + " of an encoder, or add the artifact org.gpchain:gpchain-encoder-%1$s.",
              name));
    }
    return read(file -> resource(location + file));
  }

  /** Returns the content of {@code encoder.properties}. */
  public EncoderSettings settings() {
    return settings;
  }

  /** Returns the word pieces. */
  public PieceVocabulary vocabulary() {
    return vocabulary;
  }

  /** Returns the bytes of the ONNX model, cut to the layers of the settings; not to be modified. */
  public byte[] model() {
    return model;
  }

  /**
   * Returns the name of the encoder, its settings if they are not the defaults, and the SHA-256 of
   * its model, which is cut to its layers. Encoders with other vectors have another id, unless only
   * their vocabularies differ.
   */
  public String id() {
    return id;
  }

  private static EncoderFiles read(Source source) throws IOException {
    Properties properties = properties(require(source, PROPERTIES));
    JsonNode tokenizer = tokenizer(source);
    JsonNode lowerCase = tokenizer.path("normalizer").path("lowercase");
    if (lowerCase.isBoolean()) {
      properties.putIfAbsent(EncoderSettings.LOWER_CASE, lowerCase.asText());
    }

    return new EncoderFiles(
        EncoderSettings.of(properties), vocabulary(source, tokenizer), require(source, MODEL));
  }

  private static byte[] require(Source source, String name) throws IOException {
    byte[] content = source.read(name);
    if (content == null) {
      throw new EncoderException("The file " + name + " is missing.");
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
  private static JsonNode tokenizer(Source source) throws IOException {
    byte[] json = source.read(TOKENIZER);
    return json == null ? MissingNode.getInstance() : parse(json);
  }

  private static JsonNode parse(byte[] json) throws IOException {
    try {
      return new ObjectMapper().readTree(json);
    } catch (JsonProcessingException e) {
      throw new EncoderException(TOKENIZER + " is not JSON: " + e.getOriginalMessage(), e);
    } catch (CharConversionException e) {
      throw new EncoderException(TOKENIZER + " is not JSON in UTF-8: " + e.getMessage(), e);
    }
  }

  private static PieceVocabulary vocabulary(Source source, JsonNode tokenizer) throws IOException {
    byte[] lines = source.read(VOCABULARY);
    if (lines != null) {
      return PieceVocabulary.ofLines(new String(lines, StandardCharsets.UTF_8).lines().toList());
    }
    if (tokenizer.isMissingNode()) {
      throw new EncoderException(
          "The vocabulary is missing: add " + VOCABULARY + " or " + TOKENIZER + ".");
    }
    return vocabulary(tokenizer.path("model"));
  }

  /**
   * Returns the vocabulary of a {@code tokenizer.json}.
   *
   * @param json bytes of the file
   * @throws EncoderException if it is not JSON, or has no WordPiece model
   */
  static PieceVocabulary vocabulary(byte[] json) throws IOException {
    return vocabulary(parse(json).path("model"));
  }

  /**
   * Returns the vocabulary of a {@code tokenizer.json}, which must have a WordPiece model.
   *
   * @param model its member {@code model}
   */
  private static PieceVocabulary vocabulary(JsonNode model) {
    if (!model.path("type").asText("WordPiece").equals("WordPiece")
        || !model.path("vocab").isObject()) {
      throw new EncoderException(
          TOKENIZER + " is not a WordPiece tokenizer. Encoders of the BERT family are supported.");
    }

    Map<String, Integer> idByPiece = new HashMap<>();
    for (Map.Entry<String, JsonNode> piece : model.path("vocab").properties()) {
      if (!piece.getValue().isInt()) {
        throw new EncoderException(
            String.format(
                "%s gives the piece '%s' the number %s; expected an integer.",
                TOKENIZER, piece.getKey(), piece.getValue()));
      }
      idByPiece.put(piece.getKey(), piece.getValue().asInt());
    }
    return PieceVocabulary.of(idByPiece);
  }

  private static byte[] bytesOf(Path file) throws IOException {
    try {
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      return null;
    } catch (AccessDeniedException e) {
      throw new EncoderException("The file " + file.getFileName() + " may not be read.", e);
    }
  }

  private static byte[] resource(String location) throws IOException {
    try (InputStream in = EncoderFiles.class.getResourceAsStream(location)) {
      return in == null ? null : in.readAllBytes();
    }
  }
}
