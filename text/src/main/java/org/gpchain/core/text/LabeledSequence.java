package org.gpchain.core.text;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A sentence with its gold segments. Immutable. In the scheme {@link TagScheme#TOKEN}, where each
 * token has a label such as its part of speech, every token is a segment whose type is the label.
 *
 * @param tokens tokens of the sentence
 * @param spans gold segments in the order of the sentence, without overlaps
 * @param unknown tokens without annotation, in the order of the sentence, none of them in a gold
 *     segment. All other tokens outside of gold segments are known to be outside. Empty if the
 *     annotation of the sentence is complete.
 * @param document number of the document. Adjacent sentences of a corpus with the same number
 *     belong to the same document.
 */
public record LabeledSequence(
    TokenSequence tokens, List<Span> spans, List<UnknownToken> unknown, int document) {
  /**
   * Creates a labeled sentence; copies the lists.
   *
   * @throws IllegalArgumentException if segments or unknown tokens are not in order, overlap, or
   *     lie outside of the sentence
   */
  public LabeledSequence {
    spans = List.copyOf(spans);
    unknown = List.copyOf(unknown);
    checkSpans(spans, tokens.length());
    checkUnknown(spans, unknown, tokens.length());
  }

  private static void checkSpans(List<Span> spans, int length) {
    int end = 0;
    for (Span span : spans) {
      if (span.start() < end) {
        throw new IllegalArgumentException(
            "segments must be in order and must not overlap, had " + spans);
      }
      end = span.end();
    }
    if (end > length) {
      throw new IllegalArgumentException(
          "a sentence of " + length + " tokens had the segments " + spans);
    }
  }

  private static void checkUnknown(List<Span> spans, List<UnknownToken> unknown, int length) {
    BitSet inside = new BitSet(length);
    for (Span span : spans) {
      inside.set(span.start(), span.end());
    }

    int minimum = 0;
    for (UnknownToken unknownToken : unknown) {
      int token = unknownToken.token();
      if (token < minimum || token >= length || inside.get(token)) {
        throw new IllegalArgumentException(
            "unknown tokens must be in order and outside of segments, of %s had %s"
                .formatted(length, unknown));
      }
      minimum = token + 1;
    }
  }

  /** Creates a sentence of document 0. */
  public LabeledSequence(TokenSequence tokens, List<Span> spans, List<UnknownToken> unknown) {
    this(tokens, spans, unknown, 0);
  }

  /** Creates a sentence of document 0 whose annotation is complete. */
  public LabeledSequence(TokenSequence tokens, List<Span> spans) {
    this(tokens, spans, List.of());
  }

  /** Returns a sentence without any annotation: all of its tokens are unknown. */
  public static LabeledSequence unlabelled(TokenSequence tokens) {
    List<UnknownToken> unknown = new ArrayList<>(tokens.length());
    for (int t = 0; t < tokens.length(); t++) {
      unknown.add(UnknownToken.of(t));
    }
    return new LabeledSequence(tokens, List.of(), unknown);
  }

  /**
   * Returns a sentence whose segments are given as labels. Illegal label sequences are read as
   * leniently as {@link SpanCodec} does.
   *
   * @param labels one label per token, all known
   * @throws IllegalArgumentException if there are more or fewer labels than tokens
   */
  public static LabeledSequence ofLabels(
      TokenSequence tokens, List<String> labels, TagScheme scheme) {
    if (labels.size() != tokens.length()) {
      throw new IllegalArgumentException(
          "a sentence of " + tokens.length() + " tokens had " + labels.size() + " labels");
    }
    return new LabeledSequence(tokens, SpanCodec.of(scheme).decode(labels));
  }

  /**
   * Returns the gold segments as one label per token. The label of an unknown token is its {@link
   * UnknownToken#mark}.
   */
  public List<String> labels(TagScheme scheme) {
    List<String> labels = SpanCodec.of(scheme).encode(spans, length());
    for (UnknownToken unknownToken : unknown) {
      labels.set(unknownToken.token(), unknownToken.mark());
    }
    return labels;
  }

  /** Returns whether every token is in a gold segment or known to be outside. */
  public boolean isComplete() {
    return unknown.isEmpty();
  }

  /**
   * Returns this sentence with other tokens but the same segments.
   *
   * @throws IllegalArgumentException if the number of tokens differs
   */
  public LabeledSequence withTokens(TokenSequence others) {
    if (others.length() != length()) {
      throw new IllegalArgumentException(
          "a sentence of " + length() + " tokens was to have " + others.length());
    }
    return new LabeledSequence(others, spans, unknown, document);
  }

  /** Returns this sentence as a part of another document. */
  public LabeledSequence inDocument(int number) {
    if (number == document) {
      return this;
    }
    return new LabeledSequence(tokens, spans, unknown, number);
  }

  /**
   * Applies a function to the tokens of each document and returns all sentences with the resulting
   * tokens.
   *
   * @param sentences sentences of any number of documents, in order
   * @param function maps the sentences of one document to as many sentences of the same lengths
   */
  public static List<LabeledSequence> eachDocument(
      List<LabeledSequence> sentences, UnaryOperator<List<TokenSequence>> function) {
    List<LabeledSequence> results = new ArrayList<>(sentences.size());
    List<TokenSequence> document = new ArrayList<>();
    for (int n = 0; n < sentences.size(); n++) {
      LabeledSequence sentence = sentences.get(n);
      document.add(sentence.tokens);

      boolean isLastOfDocument =
          n + 1 == sentences.size() || sentences.get(n + 1).document != sentence.document;
      if (isLastOfDocument) {
        for (TokenSequence tokens : function.apply(document)) {
          results.add(sentences.get(results.size()).withTokens(tokens));
        }
        document = new ArrayList<>();
      }
    }
    return results;
  }

  /** Returns the number of tokens, T. */
  public int length() {
    return tokens.length();
  }
}
