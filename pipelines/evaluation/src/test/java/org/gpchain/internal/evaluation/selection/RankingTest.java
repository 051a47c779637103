package org.gpchain.internal.evaluation.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.internal.evaluation.selection.Criterion.Measure;
import org.gpchain.internal.evaluation.selection.Ranking.Candidate;
import org.gpchain.internal.evaluation.selection.Ranking.Choice;
import org.gpchain.internal.evaluation.selection.Ranking.Chosen;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RankingTest {
  private static Candidate candidate(String text, double entropy) {
    List<String> words = text.isEmpty() ? List.of() : List.of(text.split(" "));
    return new Candidate(
        new Uncertainty(words.size(), entropy, 0, 0, 0, 0, 0), Ranking.shingles(words));
  }

  private static List<Integer> numbers(Choice choice) {
    return choice.texts().stream().map(Chosen::number).toList();
  }

  /** Columns: bound; number of texts; texts = entropies; chosen texts; number of skipped texts. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        // The best texts come first, and texts with equal scores stay in their order.
        "0.5; 3; a b c = 1/d e f = 2/g h i = 1/j k l = 3; [3, 1, 0]; 0",
        // Three of five distinct pairs of words are shared.
        "0.5; 9; the ferry left at noon = 1/The ferry left at noon = 3/the ferry left at night = 2"
            + "/she stayed = 0.5; [1, 3]; 2",
        "1.1; 9; x = 1/x = 1; [0, 1]; 0",
        // One of five pairs of words is shared: dissimilar texts come first, then the others.
        "0.1; 2; the ferry left at noon = 3/the ferry sank = 2/she stayed = 1; [0, 2]; 1",
        "0.1; 3; the ferry left at noon = 3/the ferry sank = 2/she stayed = 1; [0, 2, 1]; 0",
        "0.1; 9; the ferry left at noon = 3/the ferry sank = 2/she stayed = 1; [0, 2, 1]; 0",
        // Sentences of one token.
        "0.5; 9; Yes = 1/yes = 2/No = 1/? = 0; [1, 2, 3]; 1",
        // Empty texts are never chosen.
        "0.5; 9; ' = 0/a = 0/ = 0'; [1]; 0",
        "0.5; 9; ; []; 0",
        "0.5; 0; a = 1; []; 0"
      })
  void choosesDiverseTexts(double similarity, int count, String texts, String chosen, int alike) {
    List<Candidate> candidates = new ArrayList<>();
    for (String text : texts == null ? new String[0] : texts.split("/")) {
      String[] parts = text.split(" = ", -1);
      candidates.add(candidate(parts[0], Double.parseDouble(parts[1])));
    }

    Choice choice =
        new Ranking(Criterion.ENTROPY, Measure.WHOLE, similarity)
            .choose(candidates, (number, tokens) -> number == count);

    assertThat(numbers(choice)).hasToString(chosen);
    assertThat(choice.texts())
        .allMatch(t -> t.score() == candidates.get(t.number()).uncertainty().entropy());
    assertThat(choice.alike()).isEqualTo(alike);
  }

  @Test
  void stopsWhenThereAreEnoughTokens() {
    List<Candidate> candidates =
        List.of(candidate("a b c", 3), candidate("d e", 2), candidate("f", 1));
    Ranking ranking = new Ranking(Criterion.ENTROPY, Measure.WHOLE, 0.5);
    assertThat(numbers(ranking.choose(candidates, (texts, tokens) -> tokens >= 4)))
        .containsExactly(0, 1);
  }

  /** Compares with a greedy choice that compares all pairs. */
  @Test
  void matchesGreedyChoiceOverAllPairs() {
    for (int seed = 0; seed < 50; seed++) {
      Draws draws = new Draws(seed);
      List<Candidate> candidates = new ArrayList<>();
      for (int n = 0; n < 30; n++) {
        int length = draws.between(1, 5);
        String text =
            String.join(
                " ", IntStream.range(0, length).mapToObj(t -> draws.oneOf("a", "b")).toList());
        candidates.add(candidate(text, draws.index(4)));
      }
      double bound = draws.between(0.1, 1.0);
      List<Integer> expected = new ArrayList<>();
      for (double similarity = bound; ; similarity = Math.min(0.5, 2 * similarity)) {
        double allowed = similarity;
        IntStream.range(0, candidates.size())
            .boxed()
            .filter(n -> !expected.contains(n))
            .sorted(Comparator.comparingDouble(n -> -candidates.get(n).uncertainty().entropy()))
            .filter(n -> expected.stream().noneMatch(m -> similarity(candidates, n, m) >= allowed))
            .forEach(expected::add);
        if (similarity >= 0.5) {
          break;
        }
      }
      Ranking ranking = new Ranking(Criterion.ENTROPY, Measure.WHOLE, bound);
      assertThat(numbers(ranking.choose(candidates, (texts, tokens) -> false))).isEqualTo(expected);
    }
  }

  private static double similarity(List<Candidate> candidates, int n, int m) {
    Set<Integer> both = new HashSet<>(Arrays.stream(candidates.get(n).shingles()).boxed().toList());
    Set<Integer> all = new HashSet<>(both);
    List<Integer> others = Arrays.stream(candidates.get(m).shingles()).boxed().toList();
    both.retainAll(others);
    all.addAll(others);
    return both.size() / (double) all.size();
  }

  @Test
  void rejectsNonpositiveBounds() {
    assertThatThrownBy(() -> new Ranking(Criterion.ENTROPY, Measure.TOKEN, 0))
        .hasMessageContaining("maxSimilarity");
  }
}
