package org.gpchain.corpora;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.UnknownToken;

/**
 * A sentence as written in the file.
 *
 * @param tokens its tokens
 * @param labels one label per token, as written; empty if labels are not read
 * @param unknown tokens whose labels were marks, and are O now
 * @param line of its first token; the others follow line by line
 * @param document number of its document in the file, from 0
 */
record RawSentence(
    TokenSequence tokens, List<String> labels, List<UnknownToken> unknown, int line, int document) {
  /** Returns this sentence with O in the place of the marks of unknown tokens. */
  RawSentence withoutMarks() {
    List<UnknownToken> marked = new ArrayList<>();
    List<String> others = new ArrayList<>(labels);
    for (int t = 0; t < labels.size(); t++) {
      if (UnknownToken.isMark(labels.get(t))) {
        marked.add(UnknownToken.ofMark(t, labels.get(t)));
        others.set(t, SpanCodec.OUTSIDE);
      }
    }
    return marked.isEmpty() ? this : new RawSentence(tokens, others, marked, line, document);
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
