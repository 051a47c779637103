package org.gpchain.training.hyper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.gpchain.training.hyper.KernelSettings.Criterion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelSettingsTest {
  private static KernelSettings of(int[] counts, double[] sizes) {
    return new KernelSettings(
        counts[0],
        counts[5],
        counts[6],
        counts[1],
        counts[2],
        counts[3],
        sizes[0],
        sizes[1],
        sizes[2],
        sizes[3],
        Criterion.TOKENS,
        counts[4],
        1);
  }

  @Test
  void defaultsAreAllowed() {
    KernelSettings settings = KernelSettings.of(3, 7);
    assertThat(settings.threads()).isEqualTo(3);
    assertThat(settings.seed()).isEqualTo(7);
    assertThat(settings.criterion()).isEqualTo(Criterion.TOKENS);
  }

  @Test
  void countsHaveLeastValues() {
    int[] least = {2, 1, 1, 1, 1, 1, 0};
    double[] sizes = {1, 1, 1, 1};
    String[] names = {
      "folds", "rounds", "meanSteps", "adjointSteps", "threads", "tokens", "evidenceRounds"
    };
    assertThat(of(least, sizes).folds()).isEqualTo(2);
    for (int i = 0; i < least.length; i++) {
      int[] counts = least.clone();
      counts[i]--;
      assertThatThrownBy(() -> of(counts, sizes))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(names[i]);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void sizesMustBePositive(double wrong) {
    String[] names = {"variance", "pairwise variance", "spread", "pairwise spread"};
    for (int i = 0; i < names.length; i++) {
      double[] sizes = {1, 1, 1, 1};
      sizes[i] = wrong;
      assertThatThrownBy(() -> of(new int[] {2, 1, 1, 1, 1, 1, 0}, sizes))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith(names[i]);
    }
  }

  @Test
  void eachChangeLeavesTheRestAlone() {
    KernelSettings settings = KernelSettings.of(3, 7);
    assertThat(settings.withRounds(4).withVariances(5, 6))
        .isEqualTo(
            new KernelSettings(
                settings.folds(),
                settings.tokens(),
                settings.evidenceRounds(),
                4,
                settings.meanSteps(),
                settings.adjointSteps(),
                5,
                6,
                settings.spread(),
                settings.pairwiseSpread(),
                settings.criterion(),
                3,
                7));
  }
}
