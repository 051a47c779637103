package org.gpchain.internal.encoder;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.gpchain.core.vectors.EncoderException;

/**
 * How the vectors of words are made from the output of an encoder: the content of its {@code
 * encoder.properties}.
 *
 * @param name name of the encoder, such as {@code bge-small-en-v1.5}
 * @param layers names of the tensors {@code [1×P×H]} whose vectors are concatenated
 * @param pooling how the vectors of a word's pieces become one
 * @param lowerCase whether words are lower-cased and lose their accents first
 * @param language ISO 639 code of the language that the encoder is for; empty if unknown or any
 */
public record EncoderSettings(
    String name,
    List<String> layers,
    Pooling pooling,
    boolean lowerCase,
    Optional<String> language) {
  /** Name of the property {@code lower-case}. */
  static final String LOWER_CASE = "lower-case";

  private static final List<String> KEYS =
      List.of("name", "layers", "pooling", LOWER_CASE, "language");

  /** How the vectors of a word's pieces become one. */
  public enum Pooling {
    /** The mean of all pieces. */
    MEAN,
    /** The vector of the first piece. */
    FIRST
  }

  /** Creates settings; the list is copied. */
  public EncoderSettings {
    layers = List.copyOf(layers);
    Objects.requireNonNull(language, "language");
    if (layers.isEmpty()) {
      throw new EncoderException("encoder.properties must name at least one tensor in 'layers'.");
    }
    if (Set.copyOf(layers).size() < layers.size()) {
      throw new EncoderException("encoder.properties names a tensor twice in 'layers'.");
    }
  }

  /**
   * Reads settings.
   *
   * @param properties with {@code name}, {@code layers} (separated by commas), and optionally
   *     {@code pooling} ({@code mean} or {@code first}; mean by default), {@code lower-case} (true
   *     by default) and {@code language}
   * @throws EncoderException if a property is missing, unknown or has a wrong value
   */
  public static EncoderSettings of(Properties properties) {
    for (String key : properties.stringPropertyNames()) {
      if (!KEYS.contains(key)) {
        throw new EncoderException(
            "encoder.properties has an unknown property '"
                + key
                + "'; expected some of "
                + KEYS
                + ".");
      }
    }

    List<String> layers = new ArrayList<>();
    for (String layer : require(properties, "layers").split(",", -1)) {
      layers.add(layer.strip());
    }
    Optional<String> language =
        Optional.ofNullable(properties.getProperty("language"))
            .map(String::strip)
            .filter(code -> !code.isEmpty());
    return new EncoderSettings(
        require(properties, "name"), layers, pooling(properties), lowerCase(properties), language);
  }

  private static Pooling pooling(Properties properties) {
    String value = properties.getProperty("pooling", "mean").strip();
    for (Pooling pooling : Pooling.values()) {
      if (pooling.name().toLowerCase(Locale.ROOT).equals(value)) {
        return pooling;
      }
    }
    throw new EncoderException(
        "'pooling' in encoder.properties must be mean or first, was '" + value + "'.");
  }

  private static boolean lowerCase(Properties properties) {
    String value = properties.getProperty(LOWER_CASE, "true").strip();
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new EncoderException(
              "'lower-case' in encoder.properties must be true or false, was '" + value + "'.");
    };
  }

  private static String require(Properties properties, String key) {
    String value = properties.getProperty(key, "").strip();
    if (value.isEmpty()) {
      throw new EncoderException("encoder.properties has no '" + key + "'. Add it.");
    }
    return value;
  }
}
