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

/** Merging features that always occur together changes nothing but the work. */
class MergedFeaturesTest {
  private final List<LabeledSequence> train = ToyCorpus.sentences(5, 5);
  private final TrainingData data = ToyCorpus.settings().data(train);
  private final int features = data.vocabulary().featureCount();
  private final int labels = data.labels().size();

  /** Another prior variance for each group, so that merged features have unlike ones. */
  private final AdditiveLinearKernel kernel =
      new AdditiveLinearKernel(
          data.vocabulary().groupOfFeature(), new double[] {0.3, 0.5, 0.2, 1, 0.7, 2});

  /** Weights of the same feature sums, and of the least norm in the prior's metric. */
  @Test
  void expandedWeightsGiveTheSameScoresAndTheSamePrior() {
    MergedFeatures merged = new MergedFeatures(data.encoded(), kernel);
    assertThat(merged.scale().length).isLessThan(features * 3 / 4);
    double[] weights = new double[merged.scale().length * labels];
    Arrays.setAll(weights, i -> Math.sin(i));
    float[] expanded = merged.expand(weights);
    double[] wide = doubles(expanded);
    double prior = 0;
    for (int i = 0; i < wide.length; i++) {
      prior += wide[i] * wide[i] / kernel.featureVariance(i / labels);
    }
    double mergedPrior = 0;
    for (int i = 0; i < weights.length; i++) {
      mergedPrior += Math.pow(weights[i] / merged.scale()[i / labels], 2);
    }
    assertClose("prior", prior, mergedPrior, SINGLE);
    assertSameScores(wide, merged.corpus(), weights);
  }

  /** A mean of the original features that becomes a start, and comes back. */
  @Test
  void weightsAreMergedToTheirSums() {
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
