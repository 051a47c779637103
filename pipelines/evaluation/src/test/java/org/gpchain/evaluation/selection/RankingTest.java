package org.gpchain.evaluation.selection;

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
import org.gpchain.evaluation.selection.Criterion.Measure;
import org.gpchain.evaluation.selection.Ranking.Candidate;
import org.gpchain.evaluation.selection.Ranking.Choice;
import org.gpchain.evaluation.selection.Ranking.Chosen;
import org.junit.jupiter.api.Test;

class RankingTest {
  private static final Ranking RANKING = new Ranking(Criterion.ENTROPY, Measure.WHOLE, 0.5);

  private static Candidate candidate(String text, double entropy) {
    List<String> words = text.isEmpty() ? List.of() : List.of(text.split(" "));
    return new Candidate(
        new Uncertainty(words.size(), entropy, 0, 0, 0, 0, 0), Ranking.shingles(words));
  }

  private static List<Integer> numbers(Choice choice) {
    return choice.texts().stream().map(Chosen::number).toList();
  }

  private static Choice first(int count, Candidate... candidates) {
    return RANKING.choose(List.of(candidates), (texts, tokens) -> texts == count);
  }

  @Test
  void theBestComeFirstAndEqualsInTheirOrder() {
    Choice choice =
        first(
            3,
            candidate("a b c", 1),
            candidate("d e f", 2),
            candidate("g h i", 1),
            candidate("j k l", 3));
    assertThat(numbers(choice)).containsExactly(3, 1, 0);
    assertThat(choice.texts()).extracting(Chosen::score).containsExactly(3.0, 2.0, 1.0);
  }

  @Test
  void nearDuplicatesAreLeftOut() {
    Choice choice =
        first(
            9,
            candidate("the ferry left at noon", 1),
            candidate("The ferry left at noon", 3),
            candidate("the ferry left at night", 2),
            candidate("she stayed", 0.5));
    // Three of five different pairs of words are the same.
    assertThat(numbers(choice)).containsExactly(1, 3);
    assertThat(choice.alike()).isEqualTo(2);
    Ranking all = new Ranking(Criterion.ENTROPY, Measure.WHOLE, 1.1);
    assertThat(
            numbers(
                all.choose(
                    List.of(candidate("x", 1), candidate("x", 1)), (texts, tokens) -> false)))
        .containsExactly(0, 1);
  }

  @Test
  void differentTextsComeFirstAndThenThoseThatAreLeft() {
    Ranking strict = new Ranking(Criterion.ENTROPY, Measure.WHOLE, 0.1);
    List<Candidate> candidates =
        List.of(
            candidate("the ferry left at noon", 3),
            candidate("the ferry sank", 2),
            candidate("she stayed", 1));
    // One of five pairs of words is the same.
    assertThat(numbers(strict.choose(candidates, (texts, tokens) -> texts == 2)))
        .containsExactly(0, 2);
    assertThat(numbers(strict.choose(candidates, (texts, tokens) -> texts == 3)))
        .containsExactly(0, 2, 1);
    assertThat(strict.choose(candidates, (texts, tokens) -> texts == 2).alike()).isEqualTo(1);
    assertThat(strict.choose(candidates, (texts, tokens) -> texts == 9).alike()).isZero();
  }

  @Test
  void sentencesOfOneToken() {
    Choice choice =
        first(9, candidate("Yes", 1), candidate("yes", 2), candidate("No", 1), candidate("?", 0));
    assertThat(numbers(choice)).containsExactly(1, 2, 3);
    assertThat(choice.alike()).isEqualTo(1);
  }

  @Test
  void emptyTextsAreNeverChosen() {
    assertThat(numbers(first(9, candidate("", 0), candidate("a", 0), candidate("", 0))))
        .containsExactly(1);
    assertThat(first(9).texts()).isEmpty();
    assertThat(first(0, candidate("a", 1)).texts()).isEmpty();
  }

  @Test
  void endsWhenThereAreEnoughTokens() {
    List<Candidate> candidates =
        List.of(candidate("a b c", 3), candidate("d e", 2), candidate("f", 1));
    assertThat(numbers(RANKING.choose(candidates, (texts, tokens) -> tokens >= 4)))
        .containsExactly(0, 1);
  }

  /** The same by comparing all pairs. */
  @Test
  void greedyChoiceAgainstAllPairs() {
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
  void theBoundIsPositive() {
    assertThatThrownBy(() -> new Ranking(Criterion.ENTROPY, Measure.TOKEN, 0))
        .hasMessageContaining("maxSimilarity");
  }
}
