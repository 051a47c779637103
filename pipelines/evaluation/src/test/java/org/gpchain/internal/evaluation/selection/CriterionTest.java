package org.gpchain.internal.evaluation.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.FINITE_DIFFERENCE;
import static org.gpchain.core.Tolerances.STEP;
import static org.gpchain.core.Tolerances.assertClose;

import org.gpchain.core.Draws;
import org.gpchain.internal.evaluation.selection.Criterion.Measure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CriterionTest {
  private static Uncertainty random(Draws draws) {
    int tokens = draws.between(1, 40);
    return new Uncertainty(
        tokens,
        draws.between(0.0, tokens),
        draws.between(0.0, tokens / 2.0),
        -draws.between(0.0, 5),
        draws.between(0.0, 9),
        draws.between(0.0, 9),
        draws.between(0.0, 9));
  }

  /** Returns F1 = 2 TP / (P + G) of a pool after people have annotated a share of a text. */
  private static double f1(Uncertainty pool, Uncertainty text, double share) {
    double right = pool.found() + share * text.missed();
    double predicted = pool.found() + pool.wrong() + share * (text.missed() - text.wrong());
    double gold = pool.found() + pool.missed();
    return 2 * right / (predicted + gold);
  }

  @Test
  void f1ScoreIsTheDerivativeOfTheExpectedF1() {
    for (int seed = 0; seed < 40; seed++) {
      Draws draws = new Draws(seed);
      Uncertainty text = random(draws);
      Uncertainty pool = text.plus(random(draws));
      double derivative = (f1(pool, text, STEP) - f1(pool, text, -STEP)) / (2 * STEP);
      double segments = 2 * pool.found() + pool.wrong() + pool.missed();
      assertClose("F1", pool.expectedF1(), f1(pool, text, 0), ALGEBRA);
      assertClose(
          "gain",
          Criterion.F1.score(text, Measure.WHOLE, pool.expectedF1()),
          segments * derivative,
          FINITE_DIFFERENCE);
    }
  }

  @Test
  void scoresMatchValuesComputedByHand() {
    Uncertainty uncertainty = new Uncertainty(4, 2, 0.5, Math.log(0.000729), 1, 2, 3);
    assertThat(Criterion.ENTROPY.score(uncertainty, Measure.WHOLE, 1)).isEqualTo(2);
    assertThat(Criterion.ENTROPY.score(uncertainty, Measure.TOKEN, 1)).isEqualTo(2 / 6.0);
    assertClose(
        "1 − p", Criterion.SEQUENCE.score(uncertainty, Measure.WHOLE, 1), 1 - 0.000729, ALGEBRA);
    // The geometric mean over six tokens, including two of overhead: 0.3⁶ = 0.000729.
    assertClose("1 − 0.3", Criterion.SEQUENCE.score(uncertainty, Measure.TOKEN, 1), 0.7, ALGEBRA);
    assertThat(Criterion.MUTUAL_INFORMATION.score(uncertainty, Measure.TOKEN, 1))
        .isEqualTo(0.5 / 6);
    assertThat(Criterion.F1.score(uncertainty, Measure.WHOLE, 0.5)).isEqualTo(1.5 * 3 + 0.5 * 2);
    assertThat(Uncertainty.NONE.expectedF1()).isEqualTo(1);
  }

  /** Without the overhead, two uncertain words would be ranked before a whole sentence. */
  @Test
  void ranksASentenceBeforeAFragment() {
    Uncertainty fragment = new Uncertainty(2, 0.6, 0.3, Math.log(0.7), 0.4, 0.3, 0.3);
    Uncertainty sentence = new Uncertainty(10, 2, 1, Math.log(0.3), 1, 1, 1);
    for (Criterion criterion : Criterion.values()) {
      assertThat(criterion.score(sentence, Measure.TOKEN, 0.5))
          .as(criterion.name())
          .isGreaterThan(criterion.score(fragment, Measure.TOKEN, 0.5));
    }
  }

  @ParameterizedTest
  @EnumSource
  void scoresAreNotNegativeAndZeroWithoutTokens(Criterion criterion) {
    for (Measure measure : Measure.values()) {
      assertThat(criterion.score(Uncertainty.NONE, measure, 0.5)).isZero();
      // A rounding error makes the probability larger than 1.
      Uncertainty certain = new Uncertainty(1, 0, 0, 1e-17, 1, -1e-17, 0);
      assertThat(criterion.score(certain, measure, 0.5)).isZero();
      assertThat(criterion.score(random(new Draws(3)), measure, 0.5)).isNotNegative();
    }
  }
}
