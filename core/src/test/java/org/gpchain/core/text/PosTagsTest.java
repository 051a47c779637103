package org.gpchain.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which tags are possible for a token. */
class PosTagsTest {
  private static List<WeightedValue> possible(double... probabilities) {
    return PosTags.possible(
        List.of("DT", "NN", "VB", "JJ").subList(0, probabilities.length), i -> probabilities[i]);
  }

  @Test
  void thoseFromTheThresholdOnInTheirOrder() {
    assertThat(possible(0.03, 0.6, 0.0299, 0.3401))
        .containsExactly(
            new WeightedValue("DT", 0.03),
            new WeightedValue("NN", 0.6),
            new WeightedValue("JJ", 0.3401));
    assertThat(possible(0, 0, 1, 0)).containsExactly(new WeightedValue("VB", 1));
  }

  @Test
  void aRoundingErrorAboveOneIsNone() {
    assertThat(possible(1e-17, 1 + 1e-12)).containsExactly(new WeightedValue("NN", 1));
  }

  @Test
  void theMostProbableOneHoweverImprobable() {
    assertThat(possible(0.01, 0.02, 0.02, 0)).containsExactly(new WeightedValue("NN", 0.02));
    List<String> many = IntStream.range(0, 50).mapToObj(i -> "T" + i).toList();
    assertThat(PosTags.possible(many, Collections.nCopies(50, 0.02)::get))
        .containsExactly(new WeightedValue("T0", 0.02));
  }
}
