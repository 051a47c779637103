package org.gpchain.internal.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.gpchain.core.NaiveAlgebra.filled;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.OPTIMUM;
import static org.gpchain.core.Tolerances.SINGLE;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.objective.Corpora;
import org.gpchain.internal.training.objective.SentenceLoss;
import org.gpchain.internal.training.optim.ChainCase.Optimum;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where it ends, against L-BFGS. */
class AverageGradientsTest {
  /** Number of passes that reach the optimum. */
  private static final int MANY = 300;

  private static void passes(AverageGradients average, int count) {
    for (int i = 0; i < count; i++) {
      average.pass();
    }
  }

  /** Returns the optimizer after some passes with seed 1. */
  private static AverageGradients after(int passes, ChainCase problem) {
    AverageGradients average = problem.average(1);
    passes(average, passes);
    return average;
  }

  /** Returns the distance of the objective from its minimum, relative to the minimum. */
  private static double excess(AverageGradients average, Optimum optimum) {
    return (average.objective() - optimum.value()) / optimum.value();
  }

  /** Checks that the optimizer has reached the optimum within single precision. */
  private static void assertAtOptimum(AverageGradients average, Optimum optimum) {
    assertThat(excess(average, optimum)).isBetween(-SINGLE, SINGLE);
    assertClose("weights", average.weights(), optimum.weights(), 10 * OPTIMUM);
    assertClose("shared", average.shared(), optimum.shared(), 10 * OPTIMUM);
  }

  @Test
  void passesAreRejectedAfterTheGradientsAreReleased() {
    ChainCase toy = ChainCase.toy(20, 10);
    AverageGradients average = after(3, toy);
    double[] weights = average.weights();
    double objective = average.objective();
    average.giveBackGradients();
    assertThat(average.weights()).isEqualTo(weights);
    assertThat(average.objective()).isEqualTo(objective);
    assertFails(IllegalStateException.class, average::pass, "given back");
  }

  @ParameterizedTest
  @CsvSource({"1, false", "10, false", "1, true", "10, true"})
  void fewPassesApproachTheOptimum(double precision, boolean weighted) {
    for (int sentences : new int[] {60, 200}) {
      ChainCase counts = ChainCase.toy(sentences, precision);
      ChainCase toy = weighted ? counts.withValues() : counts;
      assertThat(excess(after(15, toy), toy.optimum())).isBetween(0.0, 1e-3);
    }
  }

  @ParameterizedTest
  @CsvSource({"10, 0.01", "30, 0.001"})
  void smallTransitionPrecisionDoesNotSlowTheFit(double precision, double transitionPrecision) {
    ChainCase toy = ChainCase.toy(200, precision);
    ChainCase free = toy.with(new Precision(toy.precision().columns(), transitionPrecision));
    assertThat(excess(after(15, free), free.optimum())).isBetween(0.0, 5e-3);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0.1, false",
    "2, 0.1, false",
    "3, 0.1, false",
    "2, 1, false",
    "3, 1, false",
    "2, 30, false",
    "3, 30, false",
    "1, 0.1, true",
    "3, 0.1, true",
    "3, 1, true",
    "2, 30, true"
  })
  void reachesTheOptimum(int labels, double precision, boolean weighted) {
    ChainCase counts = ChainCase.random(labels, labels, 25, precision);
    ChainCase random = weighted ? counts.withValues() : counts;
    AverageGradients average = random.average(labels);
    passes(average, MANY);
    if (labels == 1) {
      assertThat(average.objective()).isZero();
    } else {
      assertAtOptimum(average, random.optimum());
    }
  }

  /** Gradients with eight bits are accurate enough. Powers of two are exact. */
  @Test
  void roundedGradientsSuffice() {
    ChainCase toy = ChainCase.toy(200, 1);
    GradientTable table = new GradientTable(2, true);
    AverageGradients rounded = new AverageGradients(toy.sum(), toy.precision(), 1, true);
    passes(rounded, 15);

    assertThat(excess(rounded, toy.optimum())).isBetween(0.0, 1e-3);

    for (double gradient : new double[] {0, 1, -0.25, 0x1p-14, 48, -0x1.cp11}) {
      assertThat(table.put(0, gradient)).isEqualTo((float) gradient).isEqualTo(table.get(0));
    }

    for (double gradient : new Draws(3).uniforms(1000, -2, 2)) {
      assertThat(table.put(1, gradient)).isCloseTo((float) gradient, withinPercentage(12.6));
    }

    assertThat(table.put(0, 1e9)).isEqualTo(0x1.cp11f);
    assertThat(table.put(0, 1e-6)).isZero();
  }

  /** The results are bitwise equal. */
  @Test
  void valuesOfOneAreEquivalentToNoValues() {
    ChainCase toy = ChainCase.toy(40, 1);
    SparseRows rows = toy.corpus().rows();
    float[] ones = new float[rows.entryCount()];
    Arrays.fill(ones, 1);
    LabeledRows weighted = Corpora.with(toy.corpus(), rows.columnCount(), ones);
    AverageGradients expected = after(6, toy);
    AverageGradients actual = after(6, new ChainCase(weighted, toy.precision()));
    assertThat(actual.weights()).containsExactly(expected.weights());
    assertThat(actual.shared()).containsExactly(expected.shared());
    assertThat(actual.estimate()).isEqualTo(expected.estimate());
    assertThat(actual.inverseCurvature()).containsExactly(expected.inverseCurvature());
  }

  /** Under these priors, the line search alone would take steps that are too long. */
  @ParameterizedTest
  @CsvSource({"40, 0.01", "10, 0.1", "10, 1e4", "40, 1e13"})
  void reachesTheOptimumUnderExtremePriors(int sentences, double precision) {
    ChainCase random = ChainCase.random(2, 3, sentences, precision);
    assertThat(excess(after(2 * MANY, random), random.optimum())).isBetween(-1e-6, 1e-6);
  }

  @Test
  void resultsDependOnlyOnTheSeed() {
    ChainCase toy = ChainCase.toy(40, 1);
    AverageGradients first = toy.average(7);
    AverageGradients same = toy.average(7);
    AverageGradients other = toy.average(8);
    for (AverageGradients average : new AverageGradients[] {first, same, other}) {
      passes(average, 6);
    }

    assertThat(same.weights()).containsExactly(first.weights());
    assertThat(same.shared()).containsExactly(first.shared());
    assertThat(other.weights()).isNotEqualTo(first.weights());

    passes(other, MANY);
    assertAtOptimum(other, toy.optimum());
  }

  @Test
  void startsAtGivenParameters() {
    ChainCase toy = ChainCase.toy(40, 1);
    Optimum optimum = toy.optimum();
    AverageGradients average = toy.average(1);
    average.startAt(optimum::weights, optimum.shared());
    assertClose("weights", average.weights(), optimum.weights(), SINGLE);
    assertThat(average.estimate().gap()).isLessThan(1e-9 * optimum.value());
    passes(average, 3);
    assertAtOptimum(average, optimum);
  }

  /** A new start replaces the parameters and gradients of a run. */
  @Test
  void canBeRestarted() {
    ChainCase toy = ChainCase.toy(40, 1);
    AverageGradients average = after(3, toy);
    int v = toy.corpus().labelCount();
    average.startAt(
        () -> new Draws(3).normals(average.weights().length, 2), new Draws(4).normals(v * v, 2));
    passes(average, MANY);
    assertAtOptimum(average, toy.optimum());
  }

  @Test
  void followsChangesOfThePrior() {
    ChainCase random = ChainCase.random(6, 3, 40, 1);
    AverageGradients average = random.average(1);
    Draws draws = new Draws(8);
    for (int change = 0; change < 3; change++) {
      passes(average, change == 0 ? 2 : MANY);
      double[] before = average.weights().clone();
      Precision next =
          new Precision(draws.uniforms(before.length / 3, 0.3, 30), draws.between(0.3, 9));
      average.setPrecision(next);
      assertThat(average.weights()).as("weights stay").containsExactly(before);
      passes(average, MANY);
      assertAtOptimum(average, random.with(next).optimum());
    }
  }

  @Test
  void objectiveIsTheSumOfPenaltyAndLosses() {
    ChainCase random = ChainCase.random(9, 3, 20, 2);
    AverageGradients average = after(2, random);
    SparseSum sum = random.sum();
    double losses =
        sum.valueAndGradient(
            average.weights(),
            average.shared(),
            new double[average.weights().length + average.shared().length]);
    double penalty = ChainCase.penalty(random.precision(), average.weights(), average.shared());
    assertThat(penalty).isPositive();
    assertClose("objective", average.objective(), losses + penalty, SINGLE);
  }

  /** The order of magnitude of the gap is enough for deciding when to stop. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 3, 10})
  void gapIsOfTheRightOrderOfMagnitude(double precision) {
    ChainCase toy = ChainCase.toy(100, precision);
    Optimum optimum = toy.optimum();
    AverageGradients average = after(5, toy);
    double first = average.estimate().gap();
    for (int pass = 6; pass <= 16; pass++) {
      average.pass();
      double gap = average.objective() - optimum.value();
      double rounding = SINGLE * optimum.value();
      assertThat(average.estimate().gap())
          .as("pass " + pass)
          .isBetween(gap / 25 - rounding, gap * 25 + rounding);
    }

    assertThat(average.estimate().gap()).isLessThan(1e-2 * first);
  }

  @Test
  void scoreGradientsConvergeToThoseAtTheOptimum() {
    ChainCase random = ChainCase.random(10, 3, 20, 2);
    AverageGradients average = after(MANY, random);
    SparseSum sum = random.sum();
    int v = sum.width();
    double[] pairwise = new double[v * v];
    for (int n = 0; n < sum.memberCount(); n++) {
      double[] scores = new double[sum.length(n) * v];
      double[] slope = new double[scores.length];
      sum.scores(n, average.weights(), scores);
      sum.loss().valueAndGradient(n, scores, average.shared(), new Workspace(), slope, pairwise);
      for (int i = 0; i < slope.length; i++) {
        assertClose("row", average.scoreGradients().get(sum.start()[n] * v + i), slope[i], OPTIMUM);
      }
    }
  }

  @Test
  void singleMemberIsFitted() {
    ChainCase one = ChainCase.of(Corpora.random(new Draws(1), 3, 6, 7), 1);
    assertAtOptimum(after(3 * MANY, one), one.optimum());
  }

  @Test
  void membersOfOneRowAreFitted() {
    int[] lengths = IntStream.generate(() -> 1).limit(50).toArray();
    ChainCase rows = ChainCase.of(Corpora.random(new Draws(2), 3, 8, lengths), 1);
    AverageGradients average = after(MANY, rows);
    assertAtOptimum(average, rows.optimum());
    assertThat(average.shared()).containsOnly(0);
  }

  @Test
  void columnWithoutRowsHasZeroWeight() {
    LabeledRows corpus = ChainCase.random(3, 2, 20, 1).corpus();
    int d = corpus.rows().columnCount();
    ChainCase wider = ChainCase.of(Corpora.with(corpus, d + 1, null), 3);
    AverageGradients average = after(20, wider);
    assertThat(average.weights()[2 * d]).isZero();
    average.startAt(() -> filled(2 * (d + 1), 1), new double[4]);
    passes(average, MANY);
    assertAtOptimum(average, wider.optimum());
    assertThat(average.weights()[2 * d]).isBetween(-SINGLE, SINGLE);
  }

  /** Without transitions, the rows of a member are independent. */
  @Test
  void lossesMayHaveNoSharedParameters() {
    ChainCase random = ChainCase.random(5, 3, 20, 1);
    SentenceLoss chain = new SentenceLoss(random.corpus(), new LinearChain(3));
    SparseSum.Loss tokens =
        new SparseSum.Loss() {
          @Override
          public double value(int member, double[] scores, double[] shared, Workspace workspace) {
            return chain.value(member, scores, new double[9], workspace);
          }

          @Override
          public double valueAndGradient(
              int member,
              double[] scores,
              double[] shared,
              Workspace workspace,
              double[] scoreGradientOut,
              double[] sharedGradientOut) {
            return chain.valueAndGradient(
                member, scores, new double[9], workspace, scoreGradientOut, new double[9]);
          }
        };
    LabeledRows corpus = random.corpus();
    SparseSum sum = new SparseSum(corpus.rows(), corpus.sentenceStart(), 3, 0, tokens);
    AverageGradients average = new AverageGradients(sum, random.precision(), 1);
    passes(average, MANY);
    Optimum optimum = random.optimum(0);
    assertThat(average.shared()).isEmpty();
    assertThat(excess(average, optimum)).isBetween(-SINGLE, SINGLE);
    assertClose("weights", average.weights(), optimum.weights(), 10 * OPTIMUM);
  }

  /**
   * A loss of one token with two labels, whose value is inconsistent with its gradient.
   *
   * @param here value of the loss where the gradient is computed
   * @param elsewhere value of the loss where only the value is computed
   */
  private record Inconsistent(double here, double elsewhere) implements SparseSum.Loss {
    @Override
    public double value(int member, double[] scores, double[] shared, Workspace workspace) {
      return elsewhere;
    }

    @Override
    public double valueAndGradient(
        int member,
        double[] scores,
        double[] shared,
        Workspace workspace,
        double[] scoreGradientOut,
        double[] sharedGradientOut) {
      scoreGradientOut[0] = -0.5;
      scoreGradientOut[1] = 0.5;
      return here;
    }

    AverageGradients average() {
      SparseRows rows = SparseRows.of(1, new int[] {0, 1, 2}, new int[] {0, 0});
      SparseSum sum = new SparseSum(rows, new int[] {0, 1, 2}, 2, 0, this);
      return new AverageGradients(sum, new Precision(new double[] {1}, 1), 1);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, Infinity", "-Infinity, 1", "1, 2"})
  @Timeout(60)
  void lossThatNeverDecreasesIsRejected(double here, double elsewhere) {
    AverageGradients average = new Inconsistent(here, elsewhere).average();
    assertFails(
        ArithmeticException.class,
        average::pass,
        "is " + here + " and does not fall along its gradient");
  }

  /** Comparisons with NaN or with infinity do not lead to an endless search. */
  @ParameterizedTest
  @CsvSource({"NaN, NaN", "1, NaN", "NaN, 1", "Infinity, Infinity"})
  @Timeout(60)
  void passesEndForAnyLoss(double here, double elsewhere) {
    AverageGradients average = new Inconsistent(here, elsewhere).average();
    passes(average, 5);
    assertThat(average.estimate().objective()).matches(it -> !(it < 2));
  }

  @Test
  void shapesAreChecked() {
    AverageGradients average = ChainCase.random(5, 3, 4, 1).average(1);
    assertRefused(() -> average.setPrecision(new Precision(new double[] {1}, 1)), "precisions");
    assertRefused(() -> average.startAt(() -> new double[1], new double[9]), "startWeights");
    assertRefused(() -> average.startAt(() -> new double[36], new double[1]), "startShared");
  }
}
