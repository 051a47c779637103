package org.gpchain.internal.training.decoupled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.doubles;
import static org.gpchain.core.NaiveAlgebra.filled;
import static org.gpchain.core.NaiveAlgebra.rowMajor;
import static org.gpchain.core.Tolerances.SINGLE;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.List;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.gp.posterior.InducingCovariance;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.internal.training.ToySettings;
import org.gpchain.internal.training.bound.CovarianceStep;
import org.gpchain.internal.training.bound.Covariances;
import org.gpchain.internal.training.bound.LatentCovariance;
import org.gpchain.internal.training.bound.MeanObjective;
import org.gpchain.internal.training.bound.Pathwise;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.inducing.KMeans;
import org.gpchain.internal.training.objective.Corpora;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Checks that the reported objective belongs to the returned model. */
class CovarianceObjectiveTest {
  @AutoClose private final Parallel parallel = new Parallel(1);
  private final List<LabeledSequence> train = ToyCorpus.sentences(20, 1);

  /** Returns the objective over the original features, without merging. */
  private MeanObjective objective(ToySettings settings) {
    TrainingData data = settings.data(train);
    return new MeanObjective(
        data.encoded(),
        filled(data.vocabulary().featureCount(), Math.sqrt(settings.variance())),
        Math.sqrt(settings.trainer().prior().transitionVariance()),
        new Pathwise(new LinearChain(data.labels().size())),
        parallel);
  }

  /** Returns the parameters for the model's weights. */
  private static double[] parameters(MeanObjective objective, DecoupledPosterior posterior) {
    double[][] values = {doubles(posterior.weights()), posterior.pairwiseMean()};
    double[] parameters = rowMajor(values);
    objective.divideByScale(parameters);
    return parameters;
  }

  private static double value(MeanObjective objective, double[] at) {
    return objective.valueAndGradient(at, 1, new double[at.length]);
  }

  @Test
  void isTheNegativeLogPosteriorWithoutCovariance() {
    ToySettings settings = ToyCorpus.settings();
    Model model = settings.learn(train);
    MeanObjective objective = objective(settings);
    double expected = value(objective, parameters(objective, ToyCorpus.decoupled(model)));
    assertClose("objective", model.run().objective(), expected, SINGLE);
  }

  /** Compares with {@code −Σ E[log p] + KL(q(f) ‖ p(f)) + KL(q(g) ‖ p(g))} for the same noise. */
  @Test
  void isTheNegativeEvidenceLowerBoundWithACovariance() {
    ToySettings settings = ToyCorpus.withCovariance().withVariances(0.4, 0.9);
    Model model = settings.learn(train);
    InducingCovariance covariance = ToyCorpus.covariance(model);
    double[] pairwiseVariance = ToyCorpus.decoupled(model).pairwiseVariance();
    MeanObjective objective =
        objective(settings)
            .withSamples(
                new LatentCovariance(settings.data(train).encoded(), covariance, pairwiseVariance),
                settings.trainer().covariance().samples(),
                settings.trainer().run().seed());
    double divergence = CovarianceStep.pairwiseDivergence(pairwiseVariance, 0.9);

    for (int v = 0; v < model.labels().size(); v++) {
      divergence += Covariances.divergence(Covariances.inducing(covariance, v));
    }

    assertThat(divergence).isGreaterThan(1);
    double expected =
        value(objective, parameters(objective, ToyCorpus.decoupled(model))) + divergence;
    assertClose("objective", model.run().objective(), expected, SINGLE);
  }

  /** The inducing points of the model are the medoids of k-means. */
  @Test
  void inducingPointsAreTokensOfTheCorpus() {
    ToySettings settings = ToyCorpus.withCovariance();
    Model model = settings.learn(train);
    SparseRows inducing = ToyCorpus.covariance(model).projection().inducing();
    SparseRows rows = settings.data(train).encoded().rows();
    int[] medoids = KMeans.cluster(rows, 12, KMeans.DEFAULT_ITERATIONS, 1, parallel).medoid();
    assertThat(medoids).hasSize(12);
    assertThat(Corpora.dense(inducing, 0, 12))
        .isDeepEqualTo(Corpora.dense(rows.select(medoids), 0, 12));
  }
}
