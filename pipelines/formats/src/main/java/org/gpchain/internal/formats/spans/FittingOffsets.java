package org.gpchain.internal.formats.spans;

import java.util.ArrayList;
import java.util.List;

/**
 * The offsets of a text in the unit that fits its spans. Tools in Python count code points, tools
 * in JavaScript count UTF-16 units, and in a browser CR and LF may count as one. Few tools declare
 * their unit, but if spans come with their texts, these reveal it.
 *
 * @param offsets offsets in the text
 * @param unit unit of the offsets
 * @param isProved whether a span has its text; if not, the unit is the usual one of the tool
 */
record FittingOffsets(TextOffsets offsets, TextOffsets.Unit unit, boolean isProved) {
  /**
   * Returns offsets in the unit that fits all spans. The usual unit of the tool is tried first, and
   * is the result if no unit fits.
   */
  static FittingOffsets of(String text, TextOffsets.Unit usual, List<RawSpan> spans) {
    boolean isProved = spans.stream().anyMatch(span -> span.text() != null);
    List<FittingOffsets> candidates = new ArrayList<>();
    for (boolean joinsLineEnds : lineEnds(text)) {
      for (TextOffsets.Unit unit : units(text, usual)) {
        TextOffsets offsets = TextOffsets.of(text, unit, joinsLineEnds);
        candidates.add(new FittingOffsets(offsets, unit, isProved));
      }
    }

    for (FittingOffsets candidate : candidates) {
      if (candidate.fits(text, spans)) {
        return candidate;
      }
    }
    return candidates.get(0);
  }

  private boolean fits(String text, List<RawSpan> spans) {
    return spans.stream().allMatch(span -> span.fits(text, offsets));
  }

  /** Returns the possible values of {@code joinsLineEnds} for a text. */
  private static List<Boolean> lineEnds(String text) {
    if (text.contains("\r\n")) {
      return List.of(false, true);
    }
    return List.of(false);
  }

  private static List<TextOffsets.Unit> units(String text, TextOffsets.Unit usual) {
    if (TextOffsets.hasPairs(text)) {
      return List.of(usual, usual.other());
    }
    return List.of(usual);
  }
}
