package org.gpchain.experiments.papers;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.likelihood.SequenceLikelihood;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.experiments.data.GpstructData;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.posterior.LatentSamples;
import org.gpchain.internal.gp.posterior.JointGaussian;
import org.gpchain.internal.gp.posterior.SparsePosterior;
import org.gpchain.internal.training.TrainerSettings.Run;
import org.gpchain.internal.training.bound.JointEstimator;
import org.gpchain.internal.training.bound.Pathwise;
import org.gpchain.internal.training.bound.ScoreFunction;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.graybox.GrayBoxLearner;
import org.gpchain.internal.training.graybox.GrayBoxSettings;
import org.gpchain.internal.training.graybox.GrayBoxSettings.Method;
import org.gpchain.internal.training.graybox.GrayBoxSettings.Posterior;
import org.gpchain.internal.training.graybox.GrayBoxSettings.RoundSteps;
import org.gpchain.internal.training.graybox.GrayBoxSettings.Schedule;
import org.gpchain.internal.training.graybox.SparseSettings;
import org.gpchain.training.Progress;

/**
 * The papers' gray-box learner of a linear chain.
 *
 * @param method how the bound is maximised
 * @param pathwise whether the gradient of the chain's own likelihood is used, not values alone
 */
record GrayBoxFoldLearner(Likelihood likelihood, Method method, boolean pathwise, Schedule schedule)
    implements FoldLearner {
  /** Posterior samples that predictions are averaged over. */
  private static final int PREDICTION_SAMPLES = 200;

  /** The likelihood that a chain is learned with; predictions are by the chain of all factors. */
  enum Likelihood {
    /** Its own likelihood. */
    CHAIN,
    /**
     * The piecewise pseudo-likelihood, which is linear in the number of labels, with transitions
     * relative to labels' frequencies.
     */
    PIECEWISE,
    /** The papers' own, with which predictions count labels' frequencies three times. */
    PIECEWISE_UNCORRECTED;

    SequenceLikelihood of(LabeledRows train) {
      return switch (this) {
        case CHAIN -> new LinearChain(train.labelCount());
        case PIECEWISE -> new PiecewisePseudoLikelihood(logFrequencies(train));
        case PIECEWISE_UNCORRECTED -> new PiecewisePseudoLikelihood(new double[train.labelCount()]);
      };
    }

    /** Of labels of tokens, each counted once more than it occurs. */
    private static double[] logFrequencies(LabeledRows train) {
      double[] out = new double[train.labelCount()];
      Arrays.fill(out, 1);
      for (int label : train.labels()) {
        out[label]++;
      }
      for (int v = 0; v < out.length; v++) {
        out[v] = Math.log(out[v] / (train.tokenCount() + out.length));
      }
      return out;
    }
  }

  @Override
  public double[][] marginals(
      GpstructData data,
      int fold,
      PaperRow row,
      FoldBench bench,
      Consumer<Supplier<double[][]>> stages) {
    LabeledRows train = data.fold(fold).train();
    LabeledRows test = data.fold(fold).test();
    Prior prior = FoldLearners.prior(data, fold, row, bench);
    Kernel kernel = FoldLearners.kernel(data, train, row, prior, bench.run().seed());
    boolean fixed = row.form().kernel().isFixed() && data.embeddings().isEmpty();
    GrayBoxSettings settings = settings(row, prior, fixed, bench.run());
    Consumer<Supplier<SparsePosterior>> watcher =
        stage -> stages.accept(() -> predict(stage.get(), test, settings.run()));
    JointEstimator estimator =
        pathwise
            ? new Pathwise(new LinearChain(train.labelCount()))
            : new ScoreFunction(likelihood.of(train), row.form().controlVariate(), false);
    SparsePosterior learned =
        new GrayBoxLearner(settings, Progress.NONE, watcher).learn(train, kernel, estimator);
    return predict(learned, test, settings.run());
  }

  private GrayBoxSettings settings(PaperRow row, Prior prior, boolean fixed, Run run) {
    GrayBoxForm form = row.form();
    RoundSteps steps = schedule.steps();
    if (fixed) {
      steps = new RoundSteps(steps.unary(), steps.pairwise(), 0);
    }
    return new GrayBoxSettings(
        new Posterior(form.inducing(), form.components()),
        prior.transitionVariance(),
        pathwise ? SparseSettings.SAMPLES : row.samples(),
        method,
        new Schedule(form.rounds(), steps, schedule.batchSize(), schedule.freshNoise()),
        run);
  }

  /**
   * The marginals of the labels of sentences, by forward–backward over the chain, averaged over
   * samples of the posterior with what the inducing points leave open.
   */
  private static double[][] predict(SparsePosterior posterior, LabeledRows test, Run run) {
    LinearChain chain = new LinearChain(test.labelCount());
    double[][] marginals = new double[test.sentenceCount()][];
    long[] own = RandomSource.XO_SHI_RO_256_PP.create(run.seed()).longs(marginals.length).toArray();
    try (Parallel parallel = new Parallel(run.threads())) {
      parallel.loop(
          marginals.length,
          1,
          (worker, from, to) -> {
            Workspace workspace = new Workspace();
            for (int n = from; n < to; n++) {
              int length = test.length(n);
              int start = test.sentenceStart()[n];
              UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(own[n]);
              marginals[n] = new double[length * test.labelCount()];
              for (int k = 0; k < posterior.weights().length; k++) {
                addMarginals(
                    chain,
                    posterior.latent(k, test.rows(), start, length, true),
                    posterior.weights()[k] / PREDICTION_SAMPLES,
                    rng,
                    workspace,
                    marginals[n]);
              }
            }
          });
    }
    return marginals;
  }

  /** Adds the marginals of each sample of a Gaussian, times a weight. */
  private static void addMarginals(
      LinearChain chain,
      JointGaussian q,
      double weight,
      UniformRandomProvider rng,
      Workspace workspace,
      double[] marginalsInOut) {
    LatentSamples drawn = q.draw(rng, PREDICTION_SAMPLES);
    double[] unary = new double[marginalsInOut.length];
    double[] pairwise = new double[q.pairwiseMean().length];
    double[] marginals = new double[marginalsInOut.length];
    for (int s = 0; s < PREDICTION_SAMPLES; s++) {
      for (int i = 0; i < unary.length; i++) {
        unary[i] = q.unaryMean()[i] + drawn.unary()[s][i];
      }
      for (int i = 0; i < pairwise.length; i++) {
        pairwise[i] = q.pairwiseMean()[i] + drawn.pairwise()[s][i];
      }
      chain.lattice(unary, pairwise, q.length(), workspace).marginals(marginals);
      for (int i = 0; i < marginals.length; i++) {
        marginalsInOut[i] += weight * marginals[i];
      }
    }
  }
}
