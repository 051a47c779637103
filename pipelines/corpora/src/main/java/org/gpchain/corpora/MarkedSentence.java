package org.gpchain.corpora;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.UnknownToken;

/**
 * A sentence as written in the file, without the marks of its unknown tokens.
 *
 * @param sentence with the label O in their place
 * @param unknown tokens
 */
record MarkedSentence(RawSentence sentence, List<UnknownToken> unknown) {
  /**
   * Takes the marks out of sentences.
   *
   * @param areMarks whether there are any; if not, what looks like one is a label
   */
  static List<MarkedSentence> all(List<RawSentence> raw, boolean areMarks) {
    return raw.stream()
        .map(one -> areMarks ? of(one) : new MarkedSentence(one, List.of()))
        .toList();
  }

  private static MarkedSentence of(RawSentence raw) {
    List<UnknownToken> unknown = new ArrayList<>();
    List<String> labels = new ArrayList<>(raw.labels());
    for (int t = 0; t < labels.size(); t++) {
      if (UnknownToken.isMark(labels.get(t))) {
        unknown.add(UnknownToken.ofMark(t, labels.get(t)));
        labels.set(t, SpanCodec.OUTSIDE);
      }
    }
    return unknown.isEmpty()
        ? new MarkedSentence(raw, unknown)
        : new MarkedSentence(
            new RawSentence(raw.tokens(), labels, raw.line(), raw.document()), unknown);
  }

  boolean hasUnknown() {
    return !unknown.isEmpty();
  }

  /**
   * Marks the unknown tokens of the decoded sentence. Where each token has its own label, what
   * stands in place of theirs is left out.
   */
  LabeledSequence mark(LabeledSequence decoded) {
    return unknown.isEmpty()
        ? decoded
        : new LabeledSequence(
            decoded.tokens(),
            decoded.spans().stream()
                .filter(span -> unknown.stream().noneMatch(one -> one.token() == span.start()))
                .toList(),
            unknown);
  }
}
