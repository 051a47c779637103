package org.gpchain.internal.training.graybox;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.TrainingRun;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.kernel.VectorKernel;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.gp.kernel.EmbeddingKernel;
import org.gpchain.internal.gp.kernel.SumKernel;
import org.gpchain.internal.gp.posterior.SparsePosterior;
import org.gpchain.internal.training.Start;
import org.gpchain.internal.training.Trainer;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.bound.Pathwise;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.graybox.GrayBoxSettings.Method;
import org.gpchain.internal.training.graybox.GrayBoxSettings.Posterior;
import org.gpchain.internal.training.graybox.GrayBoxSettings.RoundSteps;
import org.gpchain.internal.training.graybox.GrayBoxSettings.Schedule;
import org.gpchain.internal.training.hyper.StartLearner;
import org.gpchain.internal.training.inducing.KMeans;
import org.gpchain.training.LearningException;
import org.gpchain.training.Progress;
import org.gpchain.training.Progress.Step;

/**
 * Learns models with a sparse posterior, for any {@link KernelForm} and with or without word
 * vectors and the vectors of an encoder. Kernel learning finds the variances of the linear kernel.
 * Then {@link GrayBoxLearner} with the pathwise estimator learns all other parameters.
 *
 * <p>If the kernels are linear, without word vectors, their variances stay constant in the second
 * step. The hyper-parameters of other kernels are learned by maximizing the evidence lower bound.
 *
 * @param settings settings of the trainer
 * @param sparse settings of the kernel; the vocabulary of the data must be {@link
 *     SparseSettings#extended}
 */
public record GrayBoxTrainer(TrainerSettings settings, SparseSettings sparse) implements Trainer {
  /** Duration of the gradient of one token's likelihood (nanoseconds), see {@link Work}. */
  public static final double NANOSECONDS = 2_000;

  /** Prior variance of transition scores without transition templates; keeps them at zero. */
  private static final double NO_TRANSITIONS = 1e-12;

  @Override
  public Start start(TrainingData data, Progress progress) {
    checkFeatures(data);
    // Fails before training starts if the word vectors do not fit the corpus.
    embeddings(data);
    return new StartLearner(settings).start(data, data.encoded().chain(), null, progress);
  }

  @Override
  public Work work(TrainingData data) {
    double gradients = nanoseconds(data) / NANOSECONDS;
    return new Work(new StartLearner(settings).work(data), gradients / settings.run().threads());
  }

  /**
   * Returns the expected processor time of training a model (nanoseconds). The formula was fitted
   * to runs with 40 to 500 sentences (experiments/docs/kernel-learning.md). It includes
   * projections, gradients of means, covariances of sentences, and hyper-parameters.
   */
  private double nanoseconds(TrainingData data) {
    LabeledRows rows = data.encoded();
    double tokens = rows.tokenCount();
    double squares = 0;
    for (int n = 0; n < rows.sentenceCount(); n++) {
      squares += (double) rows.length(n) * rows.length(n);
    }

    double pairs = data.labels().size() * squares / tokens;
    int inducing = settings.covariance().inducing();
    double points = inducing == 0 ? tokens : Math.min(inducing, tokens);
    double round =
        32 * data.labels().size()
            + 0.6 * pairs
            + schedule(data).steps().hyper() * (2 * points + 1.2 * pairs);
    return tokens * points * (2.3 * points + settings.covariance().rounds() * round);
  }

  private void checkFeatures(TrainingData data) {
    if (data.vectors().isNone() && sparse.encoderKernel() != KernelForm.LINEAR) {
      throw new LearningException(
          "a kernel over the vectors of an encoder needs an encoder; specify one, or"
              + " remove the kernel");
    }
    KMeans.checkCounts(data.encoded().rows());
    if (data.encoded().rows().entryCount() == 0 && data.vectors().isNone()) {
      throw new LearningException(
          "no token of the training corpus has any feature; use a smaller cutoff or"
              + " other templates");
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws LearningException if word vectors do not fit the corpus, no token has a feature,
   *     columns are weighted, or the objective is not a finite number
   */
  @Override
  public Model train(TrainingData data, Start start, Progress progress) {
    checkFeatures(data);
    long begin = System.nanoTime();
    ObjectiveRecorder recorder = new ObjectiveRecorder(progress);
    GrayBoxSettings learnerSettings = grayBox(data, start.prior(), schedule(data));
    GrayBoxLearner learner = new GrayBoxLearner(learnerSettings, recorder, posterior -> {});
    LinearChain chain = new LinearChain(data.labels().size(), data.encoded().partial());
    SparsePosterior posterior =
        learner.learn(data.encoded(), kernel(data, start.prior()), new Pathwise(chain));

    Map<String, String> provenance = settings.asProvenance();
    provenance.putAll(sparse.asProvenance());
    if (!data.vectors().isNone()) {
      provenance.put("encoderKernel", sparse.encoderKernel().toString());
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    double objective = recorder.objective;
    TrainingRun run =
        new TrainingRun(seconds, settings.run().threads(), objective, "SCHEDULE_DONE");
    Model model = data.model(start.prior(), posterior, provenance, settings.run().seed(), run);
    progress.onStep(new Step("done", 0, 0, objective, Double.NaN, () -> model));
    return model;
  }

  /** Reports steps to another observer, and remembers the objective of the last one. */
  private static final class ObjectiveRecorder implements Progress {
    private final Progress observer;
    private double objective = Double.NaN;

    ObjectiveRecorder(Progress observer) {
      this.observer = observer;
    }

    @Override
    public void onStep(Step step) {
      objective = step.objective();
      observer.onStep(step);
    }
  }

  /** Returns the kernel at its initial hyper-parameters. */
  private Kernel kernel(TrainingData data, Prior prior) {
    List<EmbeddingKernel> embeddings = embeddings(data);
    SparseRows rows = data.encoded().rows();
    long seed = settings.run().seed();
    boolean bothLinear =
        sparse.kernel() == KernelForm.LINEAR && sparse.encoderKernel() == KernelForm.LINEAR;
    if (data.vectors().isNone() || bothLinear) {
      return sparse.kernel().over(prior.kernel(data.groupOfFeature()), embeddings, rows, seed);
    }

    double[] variances = prior.groupVariance();
    int groups = data.vocabulary().groupCount();
    AdditiveLinearKernel ofTemplates =
        new AdditiveLinearKernel(
            data.vocabulary().groupOfFeature(), Arrays.copyOf(variances, groups));
    VectorKernel ofVectors =
        new VectorKernel(Arrays.copyOfRange(variances, groups, variances.length));
    return new SumKernel(
        sparse.kernel().over(ofTemplates, embeddings, rows, seed),
        sparse.encoderKernel().over(ofVectors, List.of(), rows, seed));
  }

  private List<EmbeddingKernel> embeddings(TrainingData data) {
    if (!sparse.hasVectors()) {
      return List.of();
    }
    return new WordLines(sparse).kernels(data.vocabulary(), data.encoded().rows());
  }

  private Schedule schedule(TrainingData data) {
    int unary = settings.optimization().iterations();
    int pairwise = data.hasTransitions() ? 1 : 0;
    int hyper = sparse.isLinear() ? 0 : Schedule.PATHWISE.steps().hyper();
    RoundSteps steps = new RoundSteps(unary, pairwise, hyper);
    return new Schedule(settings.covariance().rounds(), steps, 1, false);
  }

  private GrayBoxSettings grayBox(TrainingData data, Prior prior, Schedule schedule) {
    int inducing = Math.min(settings.covariance().inducing(), data.encoded().tokenCount());
    double transitionVariance = data.hasTransitions() ? prior.transitionVariance() : NO_TRANSITIONS;
    return new GrayBoxSettings(
        new Posterior(inducing, 1),
        transitionVariance,
        settings.covariance().samples(),
        Method.NATURAL,
        schedule,
        settings.run());
  }
}
