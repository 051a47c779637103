package org.gpchain.internal.server.inception;

import java.util.Arrays;
import java.util.List;
import org.gpchain.internal.core.math.Ascending;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.server.annotations.Suggestion;

/**
 * The offsets of a document's tokens, to which suggestions are widened. A model may divide tokens:
 * its suggestion {@code Miller} in the token {@code Miller's} becomes {@code Miller's}.
 *
 * @param begins offsets of the first characters, ascending, {@code [tokens]}; not copied
 * @param ends offsets after the last characters, ascending, {@code [tokens]}; not copied
 */
record WholeTokens(int[] begins, int[] ends) {
  /** Returns the tokens, or sentences, of a document's passages, which must be in order. */
  static WholeTokens of(List<Passage> passages) {
    return new WholeTokens(
        passages.stream().map(Passage::begins).flatMapToInt(Arrays::stream).toArray(),
        passages.stream().map(Passage::ends).flatMapToInt(Arrays::stream).toArray());
  }

  /** Returns suggestions and their alternatives widened to whole tokens. */
  List<Suggestion> widen(List<Suggestion> suggestions) {
    return suggestions.stream().map(this::widen).toList();
  }

  private Suggestion widen(Suggestion suggestion) {
    int first = Ascending.first(suggestion.begin() + 1, ends, 0, ends.length);
    int end = Ascending.first(suggestion.end(), begins, 0, begins.length);
    if (first >= end) {
      return suggestion;
    }
    return new Suggestion(
        Math.min(suggestion.begin(), begins[first]),
        Math.max(suggestion.end(), ends[end - 1]),
        suggestion.type(),
        suggestion.probability(),
        suggestion.reasons(),
        widen(suggestion.alternatives()),
        suggestion.shippedModel());
  }
}
