package org.gpchain.training.decoupled;

import java.util.Arrays;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.model.Model;
import org.gpchain.core.posterior.DecoupledPosterior;
import org.gpchain.training.Progress;
import org.gpchain.training.Start;
import org.gpchain.training.Trainer;
import org.gpchain.training.data.TrainingData;
import org.gpchain.training.objective.Curvature;

/**
 * Keeps with a trainer's models how precisely they know their means, so that {@link Update} can go
 * on from there: the precision of the prior and the curvature of the likelihood.
 *
 * @param trainer learns models with a decoupled posterior
 * @param threads for the curvature; it does not depend on them
 */
public record UpdatableTrainer(Trainer trainer, int threads) implements Trainer {
  @Override
  public Start start(TrainingData data, Progress progress) {
    return trainer.start(data, progress);
  }

  @Override
  public Work work(TrainingData data) {
    return trainer.work(data);
  }

  @Override
  public Model train(TrainingData data, Start start, Progress progress) {
    Model model = trainer.train(data, start, progress);
    DecoupledPosterior posterior = (DecoupledPosterior) model.posterior();
    int v = posterior.labelCount();
    double[] variance = model.prior().groupVariance();
    int[] groupOf = data.groupOfFeature();
    double[] prior = new double[posterior.weights().length];
    Arrays.setAll(prior, i -> 1 / variance[groupOf[i / v]]);
    double[] transitions = new double[v * v];
    if (data.hasTransitions()) {
      Arrays.fill(transitions, 1 / model.prior().transitionVariance());
    }
    try (Parallel parallel = new Parallel(threads)) {
      return model.with(posterior.with(sum(prior, transitions, data, posterior, parallel)));
    }
  }

  /** The given precisions, and what the curvature of the data adds to them. */
  static DecoupledPosterior.WeightPrecision sum(
      double[] weights,
      double[] transitions,
      TrainingData data,
      DecoupledPosterior at,
      Parallel parallel) {
    double[] mean = new double[at.weights().length];
    Arrays.setAll(mean, i -> at.weights()[i]);
    Curvature curvature =
        Curvature.of(
            data.encoded(),
            new LinearChain(at.labelCount(), data.encoded().partial()),
            mean,
            at.pairwiseMean(),
            parallel);
    float[] sums = new float[mean.length];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = (float) Math.min(LARGEST, weights[i] + curvature.weights()[i]);
    }
    double[] ofTransitions = new double[transitions.length];
    Arrays.setAll(ofTransitions, i -> transitions[i] + curvature.transitions()[i]);
    return new DecoupledPosterior.WeightPrecision(sums, ofTransitions);
  }

  /** Vanishing variances would not be finite in 32 bits. */
  private static final float LARGEST = 1e20f;
}
