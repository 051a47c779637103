package org.gpchain.internal.training.voices;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.WeightedValue;

/**
 * The mapping from the labels of a source, such as a dictionary or a model, to the labels of a
 * voice.
 *
 * @param map types of the voice by types of the source. As a key, {@code *} stands for all types
 *     without an entry; as a value, it stands for the type of the source.
 */
public record VoiceLabels(Map<String, String> map) {
  /** Wildcard for all types. */
  public static final String ALL = "*";

  /**
   * Parses a type, a comma-separated list of {@code FROM=TO}, or {@code *}.
   *
   * @param hasTypes whether the segments of the source have types; if not, the text must be a type
   * @throws IllegalArgumentException if the text is invalid; the message says what to write
   */
  public static VoiceLabels parse(String text, boolean hasTypes) {
    Map<String, String> map = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      int equals = part.indexOf('=');
      String to = part.substring(equals + 1);
      String from = ALL;
      if (equals >= 0) {
        from = part.substring(0, equals);
      }
      boolean isInvalid = from.isEmpty() || to.isEmpty() || (equals >= 0 && to.equals(ALL));
      if (isInvalid || map.put(from, to) != null) {
        throw new IllegalArgumentException(
            "'"
                + text
                + "' does not specify the labels of a voice; write a type, or FROM=TO pairs with"
                + " different FROM, separated by commas, or * to keep all types");
      }
    }

    if (!hasTypes && (map.size() > 1 || map.getOrDefault(ALL, ALL).equals(ALL))) {
      throw new IllegalArgumentException(
          "the segments of this voice have no value to take for a type; name one type as its label,"
              + " or for annotations a feature: TYPE/FEATURE");
    }
    return new VoiceLabels(map);
  }

  /**
   * Returns the labels of the voice for the tokens of a sentence, {@code [T]}, each with the
   * probability 1. Tokens for which the voice is silent are null.
   *
   * @param written labels of the source in the scheme IOB2 or IOBES. The voice is silent for labels
   *     without a type, unless it maps all types to a single one, and for invalid labels.
   * @param saysOutside whether O means that a token is outside; if not, the voice is silent
   */
  public List<WeightedValue> labels(List<String> written, boolean saysOutside) {
    WeightedValue[] labels = new WeightedValue[written.size()];
    for (int t = 0; t < labels.length; t++) {
      String label = written.get(t);
      boolean isSilent = label.equals(SpanCodec.OUTSIDE) && !saysOutside;
      String voiceLabel = isSilent ? null : labelOf(label);
      if (voiceLabel != null) {
        labels[t] = new WeightedValue(voiceLabel, 1);
      }
    }
    return Arrays.asList(labels);
  }

  /**
   * Returns the label of the voice for a label of the source.
   *
   * @param label label in the scheme IOB2 or IOBES, or {@code O}
   * @return label in the scheme IOB2; null if the voice is silent
   */
  public String labelOf(String label) {
    if (label.equals(SpanCodec.OUTSIDE)) {
      return label;
    }

    String type = label.length() > 2 ? label.substring(2) : "";
    String voiceType = map.getOrDefault(type, map.get(ALL));
    if (voiceType == null || !label.matches("[BIES](-.*)?")) {
      return null;
    }
    if (voiceType.equals(ALL)) {
      if (type.isEmpty()) {
        return null;
      }
      voiceType = type;
    }

    if (voiceType.equals(SpanCodec.OUTSIDE)) {
      return voiceType;
    }
    boolean isFirst = label.startsWith("B") || label.startsWith("S");
    return (isFirst ? "B-" : "I-") + voiceType;
  }
}
