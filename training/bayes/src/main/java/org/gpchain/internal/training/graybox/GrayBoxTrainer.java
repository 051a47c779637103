package org.gpchain.internal.training.graybox;

import java.util.List;
import java.util.Map;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.TrainingRun;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.gp.kernel.EmbeddingKernel;
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
 * Learns models with a sparse posterior, under any {@link KernelForm} and with word vectors: the
 * variances of the linear kernel by kernel learning, then all else by {@link GrayBoxLearner} with
 * the pathwise estimator. A linear kernel by itself keeps its variances; other hyper-parameters are
 * learned with the evidence lower bound.
 *
 * @param settings how to learn
 * @param sparse under which kernel; the vocabulary of the data is {@link SparseSettings#extended}
 */
public record GrayBoxTrainer(TrainerSettings settings, SparseSettings sparse) implements Trainer {
  /** What the gradient of the likelihood of one token takes, see {@link Work}. */
  public static final double NANOSECONDS = 2_000;

  /** Prior variance of transition scores if the templates have none: they stay at zero. */
  private static final double NO_TRANSITIONS = 1e-12;

  @Override
  public Start start(TrainingData data, Progress progress) {
    checkFeatures(data);
    // Vectors that do not fit are found before anything is learned.
    embeddings(data);
    return new StartLearner(settings).start(data, data.encoded().chain(), null, progress);
  }

  @Override
  public Work work(TrainingData data) {
    double gradients = nanoseconds(data) / NANOSECONDS;
    return new Work(new StartLearner(settings).work(data), gradients / settings.run().threads());
  }

  /**
   * Processor time of one model, fitted to runs of 40 to 500 sentences
   * (experiments/docs/kernel-learning.md): of projections, gradients of means, covariances of
   * sentences, and hyper-parameters.
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

  private static void checkFeatures(TrainingData data) {
    KMeans.checkCounts(data.encoded().rows());
    if (data.encoded().rows().entryCount() == 0) {
      throw new LearningException(
          "no token of the training corpus has any feature; give a smaller cut-off or other"
              + " templates");
    }
  }

  /**
   * @throws LearningException if word vectors do not fit the corpus, no token has a feature,
   *     columns are weighted, or the objective is not a finite number
   */
  @Override
  public Model train(TrainingData data, Start start, Progress progress) {
    checkFeatures(data);
    long begin = System.nanoTime();
    Schedule schedule = schedule(data);
    double[] objective = {Double.NaN};
    Progress steps =
        step -> {
          objective[0] = step.objective();
          progress.onStep(step);
        };
    SparsePosterior posterior =
        new GrayBoxLearner(grayBox(data, start.prior(), schedule), steps, nobody -> {})
            .learn(
                data.encoded(),
                kernel(data, start.prior()),
                new Pathwise(new LinearChain(data.labels().size(), data.encoded().partial())));
    Map<String, String> origin = settings.asProvenance();
    origin.putAll(sparse.asProvenance());
    Model model =
        data.model(
            start.prior(),
            posterior,
            origin,
            settings.run().seed(),
            new TrainingRun(
                (System.nanoTime() - begin) / 1e9,
                settings.run().threads(),
                objective[0],
                "SCHEDULE_DONE"));
    progress.onStep(new Step("done", 0, 0, objective[0], Double.NaN, () -> model));
    return model;
  }

  private Kernel kernel(TrainingData data, Prior prior) {
    return sparse
        .kernel()
        .over(
            prior.kernel(data.groupOfFeature()),
            embeddings(data),
            data.encoded().rows(),
            settings.run().seed());
  }

  private List<EmbeddingKernel> embeddings(TrainingData data) {
    return sparse.hasVectors()
        ? new WordLines(sparse).kernels(data.vocabulary(), data.encoded().rows())
        : List.of();
  }

  private Schedule schedule(TrainingData data) {
    boolean onlyLinear = sparse.kernel() == KernelForm.LINEAR && !sparse.hasVectors();
    int unary = settings.optimization().iterations();
    int pairwise = data.hasTransitions() ? 1 : 0;
    int hyper = onlyLinear ? 0 : Schedule.PATHWISE.steps().hyper();
    RoundSteps steps = new RoundSteps(unary, pairwise, hyper);
    return new Schedule(settings.covariance().rounds(), steps, 1, false);
  }

  private GrayBoxSettings grayBox(TrainingData data, Prior prior, Schedule schedule) {
    return new GrayBoxSettings(
        new Posterior(Math.min(settings.covariance().inducing(), data.encoded().tokenCount()), 1),
        data.hasTransitions() ? prior.transitionVariance() : NO_TRANSITIONS,
        settings.covariance().samples(),
        Method.NATURAL,
        schedule,
        settings.run());
  }
}
