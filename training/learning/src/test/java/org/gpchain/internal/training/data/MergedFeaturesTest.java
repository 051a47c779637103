package org.gpchain.internal.training.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.doubles;
import static org.gpchain.core.Tolerances.SINGLE;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import java.util.List;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.internal.training.objective.Corpora;
import org.junit.jupiter.api.Test;

/** Tests that merging identical features changes neither the scores nor the prior density. */
class MergedFeaturesTest {
  private final List<LabeledSequence> train = ToyCorpus.sentences(5, 5);
  private final TrainingData data = ToyCorpus.settings().data(train);
  private final int features = data.vocabulary().featureCount();
  private final int labels = data.labels().size();

  /**
   * Kernel with different variances for all groups, so that merged features have different ones.
   */
  private final AdditiveLinearKernel kernel =
      new AdditiveLinearKernel(
          data.vocabulary().groupOfFeature(), new double[] {0.3, 0.5, 0.2, 1, 0.7, 2});

  /** Expanded weights must have the smallest prior norm among all weights with the same sums. */
  @Test
  void expandedWeightsGiveTheSameScoresAndTheSamePrior() {
    MergedFeatures merged = new MergedFeatures(data.encoded(), kernel);
    assertThat(merged.scale().length).isLessThan(features * 3 / 4);

    double[] weights = new double[merged.scale().length * labels];
    Arrays.setAll(weights, i -> Math.sin(i));
    float[] expanded = merged.expand(weights);
    double[] expandedWeights = doubles(expanded);
    double prior = 0;
    for (int i = 0; i < expandedWeights.length; i++) {
      prior += expandedWeights[i] * expandedWeights[i] / kernel.featureVariance(i / labels);
    }

    double mergedPrior = 0;
    for (int i = 0; i < weights.length; i++) {
      mergedPrior += Math.pow(weights[i] / merged.scale()[i / labels], 2);
    }

    assertClose("prior", prior, mergedPrior, SINGLE);
    assertSameScores(expandedWeights, merged.corpus(), weights);
  }

  /** Means of original features become the start of a fit, and are expanded again afterwards. */
  @Test
  void weightsAreMergedIntoTheirSums() {
    MergedFeatures merged = new MergedFeatures(data.encoded(), kernel);
    double[] weights = new double[features * labels];
    Arrays.setAll(weights, i -> Math.cos(i));
    double[] sums = merged.merge(weights);
    assertSameScores(weights, merged.corpus(), sums);
    assertClose("sums", merged.merge(doubles(merged.expand(sums))), sums, SINGLE);
  }

  private void assertSameScores(double[] original, LabeledRows merged, double[] weights) {
    for (int n = 0; n < train.size(); n++) {
      double[] f = Corpora.unary(merged, n, weights);
      assertClose("f", Corpora.unary(data.encoded(), n, original), f, SINGLE);
    }
  }
}
