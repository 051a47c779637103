package org.gpchain.core.text;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * A sentence and its gold segments. Immutable. Where labels are those of tokens ({@link
 * TagScheme#TOKEN}), such as parts of speech, each token is a segment whose type is its label.
 *
 * @param spans its segments in the order of the sentence, without overlaps
 * @param unknown tokens that are in no segment as far as anybody has said, in their order; all
 *     others outside of segments are known to be outside. Empty in a sentence whose annotation is
 *     complete.
 * @param document number of its document in the corpus: neighbours with the same number are of the
 *     same one
 */
public record LabeledSequence(
    TokenSequence tokens, List<Span> spans, List<UnknownToken> unknown, int document) {
  /** Copies the lists, and checks that they are in order and inside the sentence. */
  public LabeledSequence {
    spans = List.copyOf(spans);
    unknown = List.copyOf(unknown);
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
    checkUnknown(spans, unknown, tokens.length());
  }

  private static void checkUnknown(List<Span> spans, List<UnknownToken> unknown, int length) {
    BitSet inside = new BitSet(length);
    spans.forEach(span -> inside.set(span.start(), span.end()));
    int least = 0;
    for (UnknownToken one : unknown) {
      int token = one.token();
      if (token < least || token >= length || inside.get(token)) {
        throw new IllegalArgumentException(
            "unknown tokens must be in order and outside of segments, of %s had %s"
                .formatted(length, unknown));
      }
      least = token + 1;
    }
  }

  /** A sentence of the first document. */
  public LabeledSequence(TokenSequence tokens, List<Span> spans, List<UnknownToken> unknown) {
    this(tokens, spans, unknown, 0);
  }

  /** A sentence of the first document whose annotation is complete. */
  public LabeledSequence(TokenSequence tokens, List<Span> spans) {
    this(tokens, spans, List.of());
  }

  /** A sentence of which nobody has said anything. */
  public static LabeledSequence unlabelled(TokenSequence tokens) {
    return new LabeledSequence(
        tokens, List.of(), IntStream.range(0, tokens.length()).mapToObj(UnknownToken::of).toList());
  }

  /** A sentence whose segments are written as labels, read leniently as {@link SpanCodec} does. */
  public static LabeledSequence ofLabels(
      TokenSequence tokens, List<String> labels, TagScheme scheme) {
    if (labels.size() != tokens.length()) {
      throw new IllegalArgumentException(
          "a sentence of " + tokens.length() + " tokens had " + labels.size() + " labels");
    }
    return new LabeledSequence(tokens, SpanCodec.of(scheme).decode(labels));
  }

  /**
   * The segments written as labels, one per token; where they are not known, the {@link
   * UnknownToken#mark}.
   */
  public List<String> labels(TagScheme scheme) {
    List<String> labels = SpanCodec.of(scheme).encode(spans, length());
    unknown.forEach(one -> labels.set(one.token(), one.mark()));
    return labels;
  }

  /** Whether every token is in a segment or known to be outside. */
  public boolean isComplete() {
    return unknown.isEmpty();
  }

  /** The same segments of other tokens, as many as before. */
  public LabeledSequence withTokens(TokenSequence others) {
    if (others.length() != length()) {
      throw new IllegalArgumentException(
          "a sentence of " + length() + " tokens was to have " + others.length());
    }
    return new LabeledSequence(others, spans, unknown, document);
  }

  /** This sentence in a document. */
  public LabeledSequence inDocument(int number) {
    return number == document ? this : new LabeledSequence(tokens, spans, unknown, number);
  }

  /**
   * Sentences with other tokens.
   *
   * @param work takes those of one document after the other, and gives as many, as long as before
   */
  public static List<LabeledSequence> eachDocument(
      List<LabeledSequence> sentences, UnaryOperator<List<TokenSequence>> work) {
    List<LabeledSequence> all = new ArrayList<>(sentences.size());
    int first = 0;
    for (int n = 1; n <= sentences.size(); n++) {
      if (n == sentences.size() || sentences.get(n).document != sentences.get(first).document) {
        work.apply(sentences.subList(first, n).stream().map(LabeledSequence::tokens).toList())
            .forEach(tokens -> all.add(sentences.get(all.size()).withTokens(tokens)));
        first = n;
      }
    }
    return all;
  }

  public int length() {
    return tokens.length();
  }
}
