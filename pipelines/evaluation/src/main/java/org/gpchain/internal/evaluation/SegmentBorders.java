package org.gpchain.internal.evaluation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.core.text.Span;

/** The places of a text where segments can begin and end: at the borders of tokens. */
final class SegmentBorders {
  /** The number of the sentence of each token, by the begin and by the end of the token. */
  private final Map<Integer, Integer> begins = new HashMap<>();

  private final Map<Integer, Integer> ends = new HashMap<>();

  /**
   * @param sentences offsets of the tokens of each sentence
   */
  SegmentBorders(List<List<Span>> sentences) {
    for (int s = 0; s < sentences.size(); s++) {
      for (Span token : sentences.get(s)) {
        begins.put(token.start(), s);
        ends.put(token.end(), s);
      }
    }
  }

  /** Returns whether a segment begins and ends with tokens of one sentence. */
  boolean allow(Span segment) {
    Integer first = begins.get(segment.start());
    return first != null && first.equals(ends.get(segment.end()));
  }
}
