package org.gpchain.internal.server.inception;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.server.annotations.Suggestion;
import org.junit.jupiter.api.Test;

class WholeTokensTest {
  /** The tokens of "Ada Miller's cat". */
  private static final Passage PASSAGE =
      new Passage(
          TokenSequence.ofWords(List.of("Ada", "Miller's", "cat")),
          new int[] {0, 4, 13},
          new int[] {3, 12, 16});

  private static Suggestion suggestion(int begin, int end, Suggestion... alternatives) {
    return new Suggestion(begin, end, "PER", 0.9, List.of(), List.of(alternatives), "");
  }

  @Test
  void widensSuggestionsAndAlternatives() {
    Suggestion divided = suggestion(0, 10, suggestion(4, 10));
    assertThat(WholeTokens.of(List.of(PASSAGE)).widen(List.of(divided)))
        .containsExactly(suggestion(0, 12, suggestion(4, 12)));
  }

  @Test
  void keepsSuggestionsOfWholeTokens() {
    Suggestion outside = suggestion(3, 4);
    List<Suggestion> suggestions = List.of(suggestion(0, 3), outside, suggestion(4, 16));
    assertThat(WholeTokens.of(List.of(PASSAGE)).widen(suggestions)).isEqualTo(suggestions);
  }
}
