package org.gpchain.internal.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.internal.evaluation.RawTextResult.TokenDifference;
import org.junit.jupiter.api.Test;

class TokenDifferencesTest {
  @Test
  void countsDifferencesByPattern() {
    TokenDifferences differences = new TokenDifferences();
    String text = "Ada's and Bo's cannot see U.K. boats well-known";
    differences.add(
        text,
        tokens(text, "Ada 's and Bo 's can not see U.K. boats well-known"),
        tokens(text, "Ada's and Bo's cannot see U.K . boats well - known"));

    assertThat(differences.counts()).isEqualTo(new SpanCounts(11, 11, 3));
    assertThat(differences.total()).isEqualTo(5);
    assertThat(differences.mostFrequent(3))
        .containsExactly(
            new TokenDifference(List.of("…", "'s"), List.of("…'s"), 2, "Ada's"),
            new TokenDifference(List.of("can", "not"), List.of("cannot"), 1, "cannot"),
            new TokenDifference(List.of("U.K."), List.of("U.K", "."), 1, "U.K."));
  }

  @Test
  void countsCrossingBordersAsOneDifference() {
    TokenDifferences differences = new TokenDifferences();
    differences.add("abcd e", List.of(span(0, 2), span(2, 4)), List.of(span(0, 1), span(1, 4)));
    differences.add("ab e", List.of(span(0, 2), span(3, 4)), List.of(span(0, 2)));
    assertThat(differences.mostFrequent(9))
        .containsExactly(
            new TokenDifference(List.of("ab", "cd"), List.of("a", "bcd"), 1, "abcd"),
            new TokenDifference(List.of("e"), List.of(), 1, "e"));
  }

  private static Span span(int begin, int end) {
    return new Span(begin, end, "");
  }

  /** Returns the spans of tokens, which are searched in the text one after the other. */
  private static List<Span> tokens(String text, String tokens) {
    List<Span> found = new ArrayList<>();
    int at = 0;
    for (String token : tokens.split(" ")) {
      int begin = text.indexOf(token, at);
      at = begin + token.length();
      found.add(span(begin, at));
    }
    return found;
  }
}
