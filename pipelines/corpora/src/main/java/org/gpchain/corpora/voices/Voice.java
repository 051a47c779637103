package org.gpchain.corpora.voices;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.corpora.InputException;

/** Something that labels tokens, rightly or not. For one thread. */
interface Voice {
  /**
   * What it says of each token: a label in the scheme IOB2 with its probability, 1 if it knows
   * none; null for nothing.
   *
   * @throws InputException if it cannot say anything, with the place of its line
   */
  List<WeightedValue> say(TokenSequence sentence) throws InputException;

  /** What is said by someone who says nothing of tokens outside of segments. */
  static List<WeightedValue> said(List<Span> spans, int length) {
    List<WeightedValue> said = new ArrayList<>(Collections.nCopies(length, null));
    List<String> labels = SpanCodec.of(TagScheme.IOB2).encode(spans, length);
    for (Span span : spans) {
      for (int t = span.start(); t < span.end(); t++) {
        boolean outside = span.type().equals(SpanCodec.OUTSIDE);
        said.set(t, new WeightedValue(outside ? SpanCodec.OUTSIDE : labels.get(t), 1));
      }
    }
    return said;
  }
}
