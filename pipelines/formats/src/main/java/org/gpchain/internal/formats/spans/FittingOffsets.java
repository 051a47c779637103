package org.gpchain.internal.formats.spans;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the offsets of a text's spans count. Tools that are written in Python count code points,
 * those in JavaScript UTF-16 units, and in a browser CR and LF may count as one; few say which.
 * Where spans come with their text, it shows.
 *
 * @param unit what they count
 * @param isProved whether a span gives its text; otherwise the unit is the usual one of the tool
 */
record FittingOffsets(TextOffsets offsets, TextOffsets.Unit unit, boolean isProved) {
  /**
   * Returns offsets in the unit that fits all spans. The usual unit of the tool is tried first; if
   * no unit fits, it is the result.
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

    Optional<FittingOffsets> fitting =
        candidates.stream()
            .filter(candidate -> spans.stream().allMatch(s -> s.fits(text, candidate.offsets)))
            .findFirst();
    return fitting.orElse(candidates.get(0));
  }

  private static List<Boolean> lineEnds(String text) {
    return text.contains("\r\n") ? List.of(false, true) : List.of(false);
  }

  private static List<TextOffsets.Unit> units(String text, TextOffsets.Unit usual) {
    return TextOffsets.hasPairs(text) ? List.of(usual, usual.other()) : List.of(usual);
  }
}
