package org.gpchain.internal.training.hyper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.training.Mean;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.TrainerSettings.Hyperprior;
import org.gpchain.internal.training.TrainerSettings.KernelLearning;
import org.gpchain.internal.training.TrainerSettings.RoundLimits;
import org.gpchain.internal.training.TrainerSettings.Run;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.decoupled.MeanFit;
import org.gpchain.internal.training.hyper.KernelLearner.LearnedPrior;
import org.gpchain.internal.training.objective.Corpora;
import org.gpchain.training.Progress;
import org.junit.jupiter.api.Test;

/** Tests that the blocks of dense columns are feature groups like any others. */
class DenseGroupsTest {
  private static final int BLOCKS = 3;

  private static final LabeledRows DENSE = Corpora.withDense(TwoGroups.corpus(96), new Draws(3), 4);

  private static final LabeledRows ENTRIES = Corpora.withEntries(DENSE);

  /** Returns the groups of the sparse columns, and one group for each block. */
  private static int[] groups() {
    int[] groups = Arrays.copyOf(TwoGroups.groups(), DENSE.rows().columnCount());
    for (int d = TwoGroups.FEATURES; d < groups.length; d++) {
      groups[d] = 2 + (d - TwoGroups.FEATURES) % BLOCKS;
    }
    return groups;
  }

  private static LearnedPrior learn(LabeledRows corpus) {
    KernelLearning settings =
        new KernelLearning(6, 4, 1_000_000, new RoundLimits(40, 25), new Hyperprior(2, 2, 3));
    KernelLearner learner = new KernelLearner(settings, new Run(1, 1), Progress.NONE);
    Prior start = Prior.of(2 + BLOCKS, 1, 1);
    return learner.learn(corpus, groups(), start, new LinearChain(corpus.labelCount()));
  }

  @Test
  void variancesAreThoseOfEntries() {
    LearnedPrior dense = learn(DENSE);
    LearnedPrior entries = learn(ENTRIES);

    assertThat(dense.validationLoss()).isCloseTo(entries.validationLoss(), withinPercentage(0.1));
    double[] variances = dense.prior().groupVariance();
    double[] expected = entries.prior().groupVariance();
    for (int g = 0; g < expected.length; g++) {
      assertThat(variances[g]).as("group " + g).isCloseTo(expected[g], withinPercentage(5));
    }
  }

  @Test
  void mostProbableWeightsAreThoseOfEntries() {
    Prior prior = new Prior(new double[] {1, 0.5, 0.2, 0.1, 0.3}, 1);
    Mean dense =
        MeanFit.mostProbable(DENSE, groups(), prior, TrainerSettings.DEFAULT.optimization(), 1);
    Mean entries =
        MeanFit.mostProbable(ENTRIES, groups(), prior, TrainerSettings.DEFAULT.optimization(), 1);

    double[] weights = dense.weights().get();
    double[] expected = entries.weights().get();
    double error = 0;
    double size = 0;
    for (int i = 0; i < expected.length; i++) {
      error += (weights[i] - expected[i]) * (weights[i] - expected[i]);
      size += expected[i] * expected[i];
    }
    assertThat(Math.sqrt(error / size)).isLessThan(0.05);
  }
}
