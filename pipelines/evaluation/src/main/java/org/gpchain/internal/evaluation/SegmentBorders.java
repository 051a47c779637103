package org.gpchain.internal.evaluation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.core.text.Span;

/** The offsets of a text at which segments can begin and end, which are the borders of tokens. */
final class SegmentBorders {
  /** Sentence number of each token, keyed by the begin offset of the token. */
  private final Map<Integer, Integer> sentenceByBegin = new HashMap<>();

  /** Sentence number of each token, keyed by the end offset of the token. */
  private final Map<Integer, Integer> sentenceByEnd = new HashMap<>();

  /**
   * Collects the borders of tokens.
   *
   * @param sentences character spans of the tokens of each sentence
   */
  SegmentBorders(List<List<Span>> sentences) {
    for (int s = 0; s < sentences.size(); s++) {
      for (Span token : sentences.get(s)) {
        sentenceByBegin.put(token.start(), s);
        sentenceByEnd.put(token.end(), s);
      }
    }
  }

  /** Returns whether a segment begins and ends with tokens of the same sentence. */
  boolean allow(Span segment) {
    Integer sentence = sentenceByBegin.get(segment.start());
    return sentence != null && sentence.equals(sentenceByEnd.get(segment.end()));
  }
}
