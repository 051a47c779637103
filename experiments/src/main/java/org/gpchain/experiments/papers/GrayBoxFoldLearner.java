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
 * The papers' gray-box learner for linear chains.
 *
 * @param likelihood the likelihood for learning
 * @param method optimizer of the bound
 * @param pathwise whether to use gradients of the likelihood (pathwise estimator) instead of values
 *     (score function estimator)
 * @param schedule schedule of the optimizer
 */
record GrayBoxFoldLearner(Likelihood likelihood, Method method, boolean pathwise, Schedule schedule)
    implements FoldLearner {
  /** Number of posterior samples for predictions. */
  private static final int PREDICTION_SAMPLES = 200;

  /** The likelihood for learning. Predictions always use the linear chain with all factors. */
  enum Likelihood {
    /** The likelihood of the linear chain. */
    CHAIN,
    /** The piecewise pseudo-likelihood, with transitions relative to label frequencies. */
    PIECEWISE,
    /** The papers' pseudo-likelihood, in which predictions count label frequencies three times. */
    PIECEWISE_UNCORRECTED;

    SequenceLikelihood of(LabeledRows train) {
      return switch (this) {
        case CHAIN -> new LinearChain(train.labelCount());
        case PIECEWISE -> new PiecewisePseudoLikelihood(logFrequencies(train));
        case PIECEWISE_UNCORRECTED -> new PiecewisePseudoLikelihood(new double[train.labelCount()]);
      };
    }

    /** Returns the logarithms of the label frequencies with add-one smoothing, {@code [V]}. */
    private static double[] logFrequencies(LabeledRows train) {
      double[] counts = new double[train.labelCount()];
      Arrays.fill(counts, 1);
      for (int label : train.labels()) {
        counts[label]++;
      }

      double total = train.tokenCount() + counts.length;
      return Arrays.stream(counts).map(count -> Math.log(count / total)).toArray();
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
    GrayBoxLearner learner = new GrayBoxLearner(settings, Progress.NONE, watcher);
    SparsePosterior learned = learner.learn(train, kernel, estimator(row, train));

    return predict(learned, test, settings.run());
  }

  private JointEstimator estimator(PaperRow row, LabeledRows train) {
    if (pathwise) {
      return new Pathwise(new LinearChain(train.labelCount()));
    }
    return new ScoreFunction(likelihood.of(train), row.form().controlVariate(), false);
  }

  private GrayBoxSettings settings(PaperRow row, Prior prior, boolean fixed, Run run) {
    GrayBoxForm form = row.form();
    RoundSteps steps = schedule.steps();
    if (fixed) {
      steps = new RoundSteps(steps.unary(), steps.pairwise(), 0);
    }
    int samples = pathwise ? SparseSettings.SAMPLES : row.samples();

    return new GrayBoxSettings(
        new Posterior(form.inducing(), form.components()),
        prior.transitionVariance(),
        samples,
        method,
        new Schedule(form.rounds(), steps, schedule.batchSize(), schedule.freshNoise()),
        run);
  }

  /**
   * Returns the marginals of sentences by the forward–backward algorithm, averaged over samples of
   * the posterior. The samples include the variance that inducing points do not explain.
   */
  private static double[][] predict(SparsePosterior posterior, LabeledRows test, Run run) {
    int sentences = test.sentenceCount();
    long[] seeds = RandomSource.XO_SHI_RO_256_PP.create(run.seed()).longs(sentences).toArray();
    double[][] marginals = new double[sentences][];
    try (Parallel parallel = new Parallel(run.threads())) {
      parallel.loop(
          sentences,
          1,
          (worker, from, to) -> {
            for (int n = from; n < to; n++) {
              marginals[n] = predict(posterior, test, n, seeds[n]);
            }
          });
    }
    return marginals;
  }

  /** Returns the marginals of a sentence, {@code [T×V]}, row-major. */
  private static double[] predict(
      SparsePosterior posterior, LabeledRows test, int sentence, long seed) {
    int length = test.length(sentence);
    int start = test.sentenceStart()[sentence];
    UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(seed);
    double[] marginals = new double[length * test.labelCount()];
    for (int k = 0; k < posterior.weights().length; k++) {
      JointGaussian latent = posterior.latent(k, test.rows(), start, length, true);
      double weight = posterior.weights()[k] / PREDICTION_SAMPLES;
      addMarginals(latent, weight, rng, marginals);
    }
    return marginals;
  }

  /** Adds the marginals of each sample of a Gaussian, times a weight. */
  private static void addMarginals(
      JointGaussian q, double weight, UniformRandomProvider rng, double[] marginalsInOut) {
    LatentSamples drawn = q.draw(rng, PREDICTION_SAMPLES);
    LinearChain chain = new LinearChain(q.labelCount());
    Workspace workspace = new Workspace();
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
