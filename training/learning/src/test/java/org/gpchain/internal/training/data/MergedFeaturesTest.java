package org.gpchain.internal.training.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.doubles;
import static org.gpchain.core.Tolerances.OPTIMUM;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.SINGLE;
import static org.gpchain.core.Tolerances.assertClose;
import static org.gpchain.core.decode.TaggerCase.marginals;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.internal.training.objective.Corpora;
import org.gpchain.internal.training.objective.MapObjective;
import org.gpchain.internal.training.optim.ChainCase;
import org.gpchain.internal.training.optim.Lbfgs.Result;
import org.junit.jupiter.api.Test;

/** Merging features that always occur together changes nothing but the work. */
class MergedFeaturesTest {
  private static final double PAIRWISE_SCALE = 0.9;

  private final List<LabeledSequence> train = ToyCorpus.sentences(5, 5);
  private final TrainingData data = ToyCorpus.settings().data(train);
  private final int features = data.vocabulary().featureCount();
  private final int labels = data.labels().size();

  /** Another prior variance for each group, so that merged features have unlike ones. */
  private final AdditiveLinearKernel kernel =
      new AdditiveLinearKernel(
          data.vocabulary().groupOfFeature(), new double[] {0.3, 0.5, 0.2, 1, 0.7, 2});

  private MapObjective objective(LabeledRows corpus, double[] scale) {
    return new MapObjective(corpus, scale, PAIRWISE_SCALE, new LinearChain(labels));
  }

  private double[] originalScale() {
    return IntStream.range(0, features)
        .mapToDouble(d -> Math.sqrt(kernel.featureVariance(d)))
        .toArray();
  }

  private Tagger tagger(float[] weights, double[] pairwise) {
    return new Tagger(
        data.vocabulary(),
        new DecoupledPosterior(labels, weights, pairwise, new double[labels * labels], null),
        new LinearChain(labels),
        data.labels(),
        data.task().scheme(),
        Calibration.NONE,
        null,
        null,
        null,
        DecodingOptions.DEFAULT);
  }

  @Test
  void optimumIsThatOfTheUnmergedProblem() {
    MergedFeatures merged = new MergedFeatures(data.encoded(), kernel);
    assertThat(merged.scale().length).isLessThan(features * 3 / 4);
    MapObjective unmergedObjective = objective(data.encoded(), originalScale());
    MapObjective mergedObjective = objective(merged.corpus(), merged.scale());
    Result expected = ChainCase.minimum(unmergedObjective);
    Result actual = ChainCase.minimum(mergedObjective);
    assertClose("value", actual.value(), expected.value(), ROUNDING);
    double[] weights = unmergedObjective.weights(expected.parameters());
    float[] expanded = merged.expand(mergedObjective.weights(actual.parameters()));
    double[] pairwise = unmergedObjective.pairwise(expected.parameters());
    assertThat(expanded).hasSize(weights.length);
    float[] single = new float[weights.length];
    for (int i = 0; i < weights.length; i++) {
      assertClose("weight " + i, expanded[i], weights[i], OPTIMUM);
      single[i] = (float) weights[i];
    }
    assertClose("g", mergedObjective.pairwise(actual.parameters()), pairwise, OPTIMUM);
    comparePredictions(
        tagger(expanded, mergedObjective.pairwise(actual.parameters())), tagger(single, pairwise));
  }

  private void comparePredictions(Tagger actual, Tagger expected) {
    for (LabeledSequence sentence : ToyCorpus.sentences(10, 6)) {
      Prediction merged = actual.tag(sentence.tokens());
      Prediction unmerged = expected.tag(sentence.tokens());
      assertThat(merged.labels()).isEqualTo(unmerged.labels());
      assertClose("p", marginals(merged), marginals(unmerged), OPTIMUM);
    }
  }

  /** Weights of the same feature sums, and of the least norm in the prior's metric. */
  @Test
  void expandedWeightsGiveTheSameScoresAndTheSamePrior() {
    MergedFeatures merged = new MergedFeatures(data.encoded(), kernel);
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
