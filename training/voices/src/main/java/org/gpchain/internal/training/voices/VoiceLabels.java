package org.gpchain.internal.training.voices;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.WeightedValue;

/**
 * What the labels of a source are called by a voice.
 *
 * @param map types by those of the source; {@code *} stands for all, and as the name of a type for
 *     that of the source
 */
public record VoiceLabels(Map<String, String> map) {
  /** Stands for all types. */
  public static final String ALL = "*";

  /**
   * Reads a type, or FROM=TO with commas between, or {@code *}.
   *
   * @param hasTypes whether what the source finds has types; if not, there must be one to give it
   * @throws IllegalArgumentException if it cannot be used; it says so, and what to write
   */
  public static VoiceLabels parse(String text, boolean hasTypes) {
    Map<String, String> map = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      int equals = part.indexOf('=');
      String from = equals < 0 ? ALL : part.substring(0, equals);
      String to = part.substring(equals + 1);
      boolean isNone = from.isEmpty() || to.isEmpty() || (equals >= 0 && to.equals(ALL));
      if (isNone || map.put(from, to) != null) {
        throw new IllegalArgumentException(
            "'"
                + text
                + "' says not what a voice calls its labels; write a type, or FROM=TO with commas"
                + " between, each once, or * for all as they are");
      }
    }
    if (!hasTypes && (map.size() > 1 || map.getOrDefault(ALL, ALL).equals(ALL))) {
      throw new IllegalArgumentException(
          "what this voice finds has no value to take for a type; name one type as its label, or"
              + " for annotations a feature: TYPE/FEATURE");
    }
    return new VoiceLabels(map);
  }

  /**
   * What is said by labels of segments, {@code [T]}; null for nothing.
   *
   * @param written in the scheme IOB2 or IOBES; without a type they need a single one that the
   *     voice gives them. Anything else says nothing
   * @param saysOutside whether O says that a token is outside
   */
  public List<WeightedValue> said(List<String> written, boolean saysOutside) {
    return written.stream()
        .map(label -> label.equals(SpanCodec.OUTSIDE) && !saysOutside ? null : of(label))
        .map(called -> called == null ? null : new WeightedValue(called, 1))
        .toList();
  }

  /** A label of segments, or outside, as the voice calls it in IOB2; null if it says nothing. */
  public String of(String label) {
    if (label.equals(SpanCodec.OUTSIDE)) {
      return label;
    }
    String type = label.length() > 2 ? label.substring(2) : "";
    String to = map.getOrDefault(type, map.get(ALL));
    if (to == null || !label.matches("[BIES](-.*)?") || (to.equals(ALL) && type.isEmpty())) {
      return null;
    }
    String called = to.equals(ALL) ? type : to;
    boolean isFirst = label.startsWith("B") || label.startsWith("S");
    return called.equals(SpanCodec.OUTSIDE) ? called : (isFirst ? "B-" : "I-") + called;
  }
}
