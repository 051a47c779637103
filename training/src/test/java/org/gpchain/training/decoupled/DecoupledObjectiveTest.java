package org.gpchain.training.decoupled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.inverse;
import static org.gpchain.core.NaiveAlgebra.logDeterminant;
import static org.gpchain.core.NaiveAlgebra.matrix;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.trace;
import static org.gpchain.core.NaiveAlgebra.transposed;
import static org.gpchain.core.Tolerances.SINGLE;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.SparseRows;
import org.gpchain.core.model.Model;
import org.gpchain.core.posterior.DecoupledPosterior;
import org.gpchain.core.posterior.InducingCovariance;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.training.ToyCorpus;
import org.gpchain.training.ToySettings;
import org.gpchain.training.data.TrainingData;
import org.gpchain.training.inducing.KMeans;
import org.gpchain.training.objective.CovarianceStep;
import org.gpchain.training.objective.MeanObjective;
import org.gpchain.training.objective.Pathwise;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The objective that the learner reports is the one of the model that it returns. */
class DecoupledObjectiveTest {
  private final Parallel parallel = new Parallel(1);
  private final List<LabeledSequence> train = ToyCorpus.sentences(20, 1);

  @AfterEach
  void close() {
    parallel.close();
  }

  private static Model learn(ToySettings settings, List<LabeledSequence> train) {
    return settings.learn(train);
  }

  /** The objective over the features as they are, without any merging. */
  private MeanObjective objective(ToySettings settings) {
    TrainingData data = settings.data(train);
    double[] scale = new double[data.vocabulary().featureCount()];
    Arrays.fill(scale, Math.sqrt(settings.variance()));
    return new MeanObjective(
        data.encoded(),
        scale,
        Math.sqrt(settings.trainer().prior().transitionVariance()),
        new Pathwise(new LinearChain(data.labels().size())),
        parallel);
  }

  /** The parameters that stand for the model's weights. */
  private static double[] parameters(MeanObjective objective, DecoupledPosterior posterior) {
    double[] parameters = new double[objective.parameterCount()];
    Arrays.fill(parameters, 1);
    double[] weightOfOne = objective.weights(parameters);
    double[] pairwiseOfOne = objective.pairwise(parameters);
    int weights = weightOfOne.length;
    for (int i = 0; i < parameters.length; i++) {
      parameters[i] =
          i < weights
              ? posterior.weights()[i] / weightOfOne[i]
              : posterior.pairwiseMean()[i - weights] / pairwiseOfOne[i - weights];
    }
    return parameters;
  }

  private static double value(MeanObjective objective, double[] at) {
    int[] all = IntStream.range(0, objective.size()).toArray();
    return objective.valueAndGradient(at, all, 1, new double[at.length]);
  }

  @Test
  void atThePlugInMeanItIsTheNegativeLogPosterior() {
    ToySettings settings = ToyCorpus.settings();
    Model model = learn(settings, train);
    MeanObjective objective = objective(settings);
    double expected = value(objective, parameters(objective, ToyCorpus.decoupled(model)));
    assertClose("objective", model.run().objective(), expected, SINGLE);
  }

  /** {@code −ELBO = −Σ E[log p] + KL(q(f) ‖ p(f)) + KL(q(g) ‖ p(g))}, with the same noise. */
  @Test
  void withACovarianceItIsTheNegativeEvidenceLowerBound() {
    ToySettings settings = ToyCorpus.withCovariance().withVariances(0.4, 0.9);
    Model model = learn(settings, train);
    InducingCovariance covariance = ToyCorpus.decoupled(model).covariance().orElseThrow();
    double[] pairwiseVariance = ToyCorpus.decoupled(model).pairwiseVariance();
    MeanObjective objective =
        objective(settings)
            .withSamples(
                settings.data(train).encoded(),
                covariance,
                pairwiseVariance,
                settings.trainer().covariance().samples(),
                settings.trainer().run().seed());
    double divergence = CovarianceStep.pairwiseDivergence(pairwiseVariance, 0.9);
    for (int v = 0; v < model.labels().size(); v++) {
      divergence += divergence(covariance, v);
    }
    assertThat(divergence).isGreaterThan(1);
    double expected =
        value(objective, parameters(objective, ToyCorpus.decoupled(model))) + divergence;
    assertClose("objective", model.run().objective(), expected, SINGLE);
  }

  /** {@code ½ [tr S − log |S| − M]}. */
  private static double divergence(InducingCovariance covariance, int label) {
    int m = covariance.projection().size();
    double[][] factor = matrix(covariance.precision(label).lower(), m);
    double[][] precision = product(factor, transposed(factor));
    return 0.5 * (trace(inverse(precision)) + logDeterminant(precision) - m);
  }

  /** The model's inducing points are the tokens that k-means chooses. */
  @Test
  void covarianceLivesInTokensOfTheCorpus() {
    ToySettings settings = ToyCorpus.withCovariance();
    Model model = learn(settings, train);
    SparseRows inducing =
        ToyCorpus.decoupled(model).covariance().orElseThrow().projection().inducing();
    SparseRows rows = settings.data(train).encoded().rows();
    int[] medoids = KMeans.cluster(rows, 12, KMeans.DEFAULT_ITERATIONS, 1, parallel).medoid();
    assertThat(medoids).hasSize(12);
    SparseRows expected = rows.select(medoids);
    assertThat(inducing.entryCount()).isEqualTo(expected.entryCount());
    for (int i = 0; i < expected.entryCount(); i++) {
      assertThat(inducing.column(i)).isEqualTo(expected.column(i));
    }
  }
}
