package org.gpchain.internal.training.decoupled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Tolerances.OPTIMUM;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.List;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.training.Mean;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.internal.training.ToySettings;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.objective.Corpora;
import org.gpchain.training.LearningException;
import org.junit.jupiter.api.Test;

class MeanFitTest {
  private static final ToySettings SETTINGS = ToyCorpus.settings();

  private final List<LabeledSequence> train = ToyCorpus.sentences(20, 1);
  private final TrainingData data = SETTINGS.data(train);

  private Mean learn() {
    return MeanFit.mostProbable(
        data.encoded(),
        data.groupOfFeature(),
        Prior.of(data.groupCount(), 1, 1),
        SETTINGS.trainer().optimization(),
        1);
  }

  private static Mean learn(LabeledRows rows, double variance, int iterations) {
    return MeanFit.mostProbable(
        rows,
        new int[rows.rows().columnCount()],
        Prior.of(1, variance, 1),
        SETTINGS.withIterations(iterations).trainer().optimization(),
        1);
  }

  /** Compares with a trainer whose initial means are zero as well. */
  @Test
  void estimateEqualsTheMeansOfTheTrainer() {
    ToySettings settings = SETTINGS.withPruning(0).withCalibrationFolds(0);
    DecoupledPosterior expected = ToyCorpus.decoupled(settings.learn(train));
    Mean mean = learn();
    double[] weights = mean.weights().get();
    for (int i = 0; i < weights.length; i++) {
      assertThat((float) weights[i]).isEqualTo(expected.weights()[i]);
    }
    assertThat(mean.transitions()).isEqualTo(expected.pairwiseMean());
  }

  private static LabeledRows oneToken(int features, int label, int... active) {
    return Corpora.of(features, active, 2, new int[] {label}, 1);
  }

  /**
   * For one token with one feature, {@code p = w_0 − w_1} solves {@code p = 2 s² (1 − σ(p))}, since
   * the difference of two weights has twice the variance of a weight. Average gradients stop when
   * the objective {@code −log σ(p) + p² / 4 s²} is within 0.1 % of its minimum.
   */
  @Test
  void oneTokenHasTheLogisticOptimum() {
    double variance = 0.7;
    double difference = 0;
    for (int i = 0; i < 200; i++) {
      double next = 2 * variance / (1 + Math.exp(difference));
      difference = 0.5 * (difference + next);
    }

    LabeledRows token = oneToken(1, 0, 0);
    Mean exact = LbfgsMean.of(token, new int[1], Prior.of(1, variance, 1));

    assertClose("L-BFGS", difference(exact), difference, OPTIMUM);

    double fitted = difference(learn(token, variance, 100));
    assertThat(objective(fitted, variance)).isLessThan(1.001 * objective(difference, variance));
    assertThat(objective(0, variance)).isGreaterThan(1.1 * objective(difference, variance));
  }

  private static double difference(Mean mean) {
    return mean.weights().get()[0] - mean.weights().get()[1];
  }

  private static double objective(double difference, double variance) {
    return Math.log1p(Math.exp(-difference)) + difference * difference / (4 * variance);
  }

  /** The prior is so wide that the weights overflow. */
  @Test
  void objectiveThatIsNotFiniteIsReported() {
    assertFails(
        LearningException.class,
        () -> learn(oneToken(2, 0, 0, 1), Double.MAX_VALUE, 10),
        "smaller variance");
  }
}
