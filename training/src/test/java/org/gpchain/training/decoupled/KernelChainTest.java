package org.gpchain.training.decoupled;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpchain.core.Draws;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.math.SparseRows;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.hyper.KernelLearner;
import org.gpchain.training.hyper.KernelListener;
import org.gpchain.training.hyper.KernelSettings;
import org.gpchain.training.hyper.LearnedVariances;
import org.gpchain.training.objective.Corpora;
import org.junit.jupiter.api.Test;

class KernelChainTest {
  private static final KernelSettings SETTINGS =
      new KernelSettings(2, 1000, 0, 3, 20, 20, 1, 1, 2, 3, KernelSettings.Criterion.TOKENS, 1, 1);

  @Test
  void learnsTheVariancesOfEveryGroupForAChain() {
    int[] groups = {0, 2, 2, 0, 1};
    LabeledRows corpus = Corpora.random(new Draws(1), 3, 5, 3, 1, 4, 2);
    LearnedVariances learned =
        KernelChain.learn(corpus, groups, 3, SETTINGS, KernelListener.SILENT);
    assertThat(learned.groups()).hasSize(3);
    assertThat(learned)
        .usingRecursiveComparison()
        .isEqualTo(
            new KernelLearner(SETTINGS, KernelListener.SILENT)
                .learn(corpus, groups, 3, new LinearChain(3)));
  }

  @Test
  void withoutFeaturesThereAreTransitions() {
    LabeledRows corpus =
        new LabeledRows(
            SparseRows.of(0, new int[7], new int[0]),
            new int[] {0, 3, 6},
            new int[] {0, 1, 1, 0, 1, 1},
            2);
    LearnedVariances learned =
        KernelChain.learn(corpus, new int[0], 1, SETTINGS, KernelListener.SILENT);
    assertThat(learned.groups()).containsExactly(1);
    assertThat(learned.pairwise()).isGreaterThan(1);
  }
}
