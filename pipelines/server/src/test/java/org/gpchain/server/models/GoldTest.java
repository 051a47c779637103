package org.gpchain.server.models;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.documents.Passage;
import org.gpchain.server.models.Gold.Given;
import org.gpchain.training.data.Annotated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two sentences of two letters each. */
class GoldTest {
  private static final List<Passage> PASSAGES =
      List.of(
          new Passage(TokenSequence.ofWords(List.of("a", "b")), new int[] {0, 2}, new int[] {1, 3}),
          new Passage(
              TokenSequence.ofWords(List.of("c", "d")), new int[] {4, 6}, new int[] {5, 7}));

  @ParameterizedTest
  @CsvSource({
    "SEGMENTS, 0, 3, X, 'B-X I-X, O O'",
    "SEGMENTS, 2, 5, X, 'O O, O O'",
    "SEGMENTS, 2, 7, X, 'O O, O O'",
    "SEGMENTS, 4, 7, X, 'O O, B-X I-X'",
    "SEGMENTS, 3, 4, X, 'O O, O O'",
    "SEGMENTS, 2, 3, '', 'O O'",
    "TOKENS, 2, 3, X, 'O B-X, O O'",
    "TOKENS, 0, 3, X, 'O O, O O'"
  })
  void segmentsOfOneSentenceAreLearned(
      Anchoring unit, int begin, int end, String label, String learned) {
    Gold gold = new Gold(List.of(new Given(begin, end, label)), unit, Annotated.ALL);
    List<String> labels =
        gold.of(PASSAGES, true).stream()
            .map(sentence -> String.join(" ", sentence.labels(TagScheme.IOB2)))
            .toList();
    assertThat(String.join(", ", labels)).isEqualTo(learned);
  }
}
