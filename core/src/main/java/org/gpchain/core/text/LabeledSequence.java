package org.gpchain.core.text;

import java.util.List;

/**
 * A sentence and its gold segments. Immutable. Where labels are those of tokens ({@link
 * TagScheme#TOKEN}), such as parts of speech, each token is a segment whose type is its label.
 *
 * @param tokens the sentence
 * @param spans its segments in the order of the sentence, without overlaps
 */
public record LabeledSequence(TokenSequence tokens, List<Span> spans) {
  /** Copies the segments, and checks that they are in order and inside the sentence. */
  public LabeledSequence {
    spans = List.copyOf(spans);
    int end = 0;
    for (Span span : spans) {
      if (span.start() < end) {
        throw new IllegalArgumentException(
            "segments must be in order and must not overlap, had " + spans);
      }
      end = span.end();
    }
    if (end > tokens.length()) {
      throw new IllegalArgumentException(
          "a sentence of " + tokens.length() + " tokens had the segments " + spans);
    }
  }

  /**
   * A sentence whose segments are written as labels, read leniently as {@link SpanCodec} does.
   *
   * @param labels one label per token
   * @param scheme of the labels
   */
  public static LabeledSequence ofLabels(
      TokenSequence tokens, List<String> labels, TagScheme scheme) {
    if (labels.size() != tokens.length()) {
      throw new IllegalArgumentException(
          "a sentence of " + tokens.length() + " tokens had " + labels.size() + " labels");
    }
    return new LabeledSequence(tokens, SpanCodec.of(scheme).decode(labels));
  }

  /** The segments written as labels, one per token. */
  public List<String> labels(TagScheme scheme) {
    return SpanCodec.of(scheme).encode(spans, length());
  }

  /** The same segments of other tokens, as many as before. */
  public LabeledSequence withTokens(TokenSequence others) {
    if (others.length() != length()) {
      throw new IllegalArgumentException(
          "a sentence of " + length() + " tokens was to have " + others.length());
    }
    return new LabeledSequence(others, spans);
  }

  /** Number of tokens. */
  public int length() {
    return tokens.length();
  }
}
