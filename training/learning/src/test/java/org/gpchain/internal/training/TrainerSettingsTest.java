package org.gpchain.internal.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.function.UnaryOperator;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.training.TrainerSettings.Hyperprior;
import org.gpchain.internal.training.TrainerSettings.KernelLearning;
import org.gpchain.internal.training.TrainerSettings.RoundLimits;
import org.junit.jupiter.api.Test;

class TrainerSettingsTest {
  private static final ToySettings TOY = ToySettings.of("ne", ToyCorpus.TEMPLATES);

  @Test
  void kernelLearningNeedsASentenceForEachFold() {
    KernelLearning learning = TrainerSettings.DEFAULT.prior().learning();
    assertThat(learning.isDone(learning.folds())).isTrue();
    assertThat(learning.isDone(learning.folds() - 1)).isFalse();
    assertThat(learning.with(0, learning.tokens()).isDone(learning.folds())).isFalse();
  }

  @Test
  void allGroupsHaveTheInitialVariance() {
    assertThat(TOY.withVariances(2, 3).trainer().prior().given(2, true))
        .isEqualTo(new Prior(new double[] {2, 2}, 3));
    assertThat(TOY.withVariances(2, 3).trainer().prior().given(1, false))
        .isEqualTo(new Prior(new double[] {2}, 0));
  }

  @Test
  void invalidSettingsAreRejected() {
    assertRejected(s -> s.withCutoff(0), "cutoff must be at least 1, was 0");
    assertRejected(
        s -> s.withVariances(0, 1), "variance must be a positive finite number, was 0.0");
    assertRejected(
        s -> s.withVariances(Double.NaN, 1), "variance must be a positive finite number");
    assertRejected(
        s -> s.withVariances(1e31, 1), "variance must be between 1e-29 and 1e29, was 1.0E31");
    assertRejected(
        s -> s.withVariances(1, -1), "transition variance must be a positive finite number");
    assertRejected(
        s -> s.withVariances(1, 1e-31), "transition variance must be between 1e-29 and 1e29");
    assertRejected(s -> s.withKernelRounds(-1), "kernelRounds must be at least 0, was -1");
    assertRejected(s -> s.withInducing(-1, 1, 1), "inducing must be at least 0, was -1");
    assertRejected(s -> s.withInducing(1, 0, 1), "samples must be at least 1, was 0");
    assertRejected(s -> s.withInducing(1, 1, 0), "rounds must be at least 1, was 0");
    assertRejected(s -> s.withIterations(0), "iterations must be at least 1, was 0");
    assertRejected(
        s -> s.withPruning(-1), "pruning must be a finite number of at least 0, was -1.0");
    assertRejected(s -> s.withPruning(Double.NaN), "pruning must be a finite number of at least 0");
    assertRejected(s -> s.withThreads(0), "threads must be at least 1, was 0");
    assertRejected(s -> s.withCalibrationFolds(1), "one fold leaves nothing");
    assertRejected(s -> s.withCalibrationFolds(-1), "calibrationFolds");
  }

  private static void assertRejected(UnaryOperator<ToySettings> change, String message) {
    assertRefused(() -> change.apply(TOY), message);
  }

  private static KernelLearning kernel(int[] counts, double spread, double transitionSpread) {
    RoundLimits limits = new RoundLimits(counts[4], counts[5]);
    Hyperprior hyperprior = new Hyperprior(counts[3], spread, transitionSpread);
    return new KernelLearning(counts[0], counts[1], counts[2], limits, hyperprior);
  }

  @Test
  void invalidSettingsOfKernelLearningAreRejected() {
    int[] minimum = {0, 2, 1, 0, 1, 1};
    String[] names = {
      "kernelRounds", "folds", "tokens", "evidenceRounds", "passes", "adjointSteps"
    };
    assertThat(kernel(minimum, 1, 1).folds()).isEqualTo(2);

    for (int i = 0; i < minimum.length; i++) {
      int[] counts = minimum.clone();
      counts[i]--;
      assertRefused(() -> kernel(counts, 1, 1), names[i]);
    }
    for (double wrong : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertRefused(() -> kernel(minimum, wrong, 1), "spread must");
      assertRefused(() -> kernel(minimum, 1, wrong), "transition spread must");
    }
  }

  /** The number of threads does not influence the model, and is not part of its provenance. */
  @Test
  void provenanceHasTheSettingsThatInfluenceTheModel() {
    assertThat(TOY.withThreads(7).trainer().asProvenance()).isEqualTo(TOY.trainer().asProvenance());

    for (ToySettings other :
        new ToySettings[] {
          TOY.withVariances(2, 1),
          TOY.withVariances(1, 2),
          TOY.withKernelRounds(3),
          TOY.withInducing(1, 4, 2),
          TOY.withInducing(0, 9, 2),
          TOY.withInducing(0, 4, 4),
          TOY.withIterations(9)
        }) {
      assertThat(other.trainer().asProvenance()).isNotEqualTo(TOY.trainer().asProvenance());
    }
  }

  @Test
  void laterMeanStepsHaveAFifthOfTheIterations() {
    assertThat(TOY.withIterations(100).trainer().optimization().laterIterations()).isEqualTo(20);
    assertThat(TOY.withIterations(3).trainer().optimization().laterIterations()).isEqualTo(1);
  }
}
