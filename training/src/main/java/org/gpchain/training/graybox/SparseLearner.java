package org.gpchain.training.graybox;

import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.kernel.AdditiveLinearKernel;
import org.gpchain.core.kernel.EmbeddingKernel;
import org.gpchain.core.kernel.Kernel;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.TrainingRun;
import org.gpchain.core.posterior.SparsePosterior;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.training.LearnerSettings;
import org.gpchain.training.LearningException;
import org.gpchain.training.LearningListener;
import org.gpchain.training.Progress;
import org.gpchain.training.data.TrainingData;
import org.gpchain.training.decoupled.PriorVariances;
import org.gpchain.training.graybox.GrayBoxSettings.Estimation;
import org.gpchain.training.graybox.GrayBoxSettings.Estimator;
import org.gpchain.training.graybox.GrayBoxSettings.Method;
import org.gpchain.training.graybox.GrayBoxSettings.Posterior;
import org.gpchain.training.graybox.GrayBoxSettings.Schedule;
import org.gpchain.training.graybox.GrayBoxSettings.Stopping;
import org.gpchain.training.hyper.LearnedVariances;
import org.gpchain.training.objective.ControlVariate;
import org.gpchain.training.objective.CovarianceForm;

/**
 * Learns a model with a sparse posterior, under any {@link KernelForm} and with word vectors: the
 * variances of the linear kernel by kernel learning, then all else by {@link GrayBoxLearner} with
 * the pathwise estimator. A linear kernel by itself keeps its variances; other hyper-parameters are
 * learned with the evidence lower bound.
 */
public final class SparseLearner {
  /** Prior variance of transition scores if the templates have none: they stay at zero. */
  private static final double NO_TRANSITIONS = 1e-12;

  private final LearnerSettings settings;
  private final SparseSettings sparse;
  private final LearningListener listener;

  /**
   * @param settings what to do; see {@link SparseSettings#learner}
   * @param sparse under which kernel
   * @param listener is told how it gets on
   */
  public SparseLearner(LearnerSettings settings, SparseSettings sparse, LearningListener listener) {
    this.settings = settings;
    this.sparse = sparse;
    this.listener = listener;
  }

  /**
   * Learns.
   *
   * @param train training sentences, labels in one tag scheme
   * @param heldOut sentences to report phrase F1 on when learning is done; they do not influence
   *     the model; may be empty
   * @throws IllegalArgumentException if there is nothing to learn from
   * @throws LearningException if word vectors do not go with the corpus, no token has a feature, or
   *     the objective is not a finite number
   */
  public Model learn(List<LabeledSequence> train, List<LabeledSequence> heldOut) {
    long start = System.nanoTime();
    WordLines words = sparse.hasVectors() ? new WordLines(sparse) : null;
    TrainingData data =
        TrainingData.of(
            train, settings, words == null ? UnaryOperator.identity() : words::extended);
    if (data.encoded().rows().entryCount() == 0) {
      throw new LearningException(
          "no token of the training corpus has any feature; give a smaller cut-off or other"
              + " templates");
    }
    List<EmbeddingKernel> embeddings =
        words == null ? List.of() : words.kernels(data.vocabulary(), data.encoded().rows());
    Schedule schedule = schedule(embeddings);
    Progress progress =
        new Progress(stepsAtMost(schedule, data.encoded().sentenceCount()), listener, heldOut);
    LearnedVariances variances = PriorVariances.of(data, settings, progress);
    Kernel kernel =
        sparse
            .kernel()
            .over(
                AdditiveLinearKernel.of(data.vocabulary().groupOfFeature(), variances.groups()),
                embeddings,
                data.encoded().rows(),
                settings.seed());
    Steps steps = new Steps(schedule, progress);
    SparsePosterior posterior =
        new GrayBoxLearner(grayBox(data, variances, schedule), steps)
            .learn(data.encoded(), kernel, new LinearChain(data.labels().size()));
    double seconds = (System.nanoTime() - start) / 1e9;
    Model model =
        model(
            data,
            variances,
            posterior,
            new TrainingRun(seconds, settings.threads(), steps.objective, "SCHEDULE_DONE"));
    progress.finish(steps.objective, model::tagger);
    return model;
  }

  private Schedule schedule(List<EmbeddingKernel> embeddings) {
    boolean onlyLinear = sparse.kernel() == KernelForm.LINEAR && embeddings.isEmpty();
    return new Schedule(
        settings.rounds(),
        settings.iterations(),
        settings.templates().transitions() ? (settings.iterations() + 1) / 2 : 0,
        onlyLinear ? 0 : Schedule.PATHWISE.hyper(),
        1,
        false);
  }

  private int stepsAtMost(Schedule schedule, int sentences) {
    return settings.variancesSteps(sentences)
        + schedule.rounds() * (schedule.unary() + schedule.pairwise() + schedule.hyper());
  }

  private GrayBoxSettings grayBox(
      TrainingData data, LearnedVariances variances, Schedule schedule) {
    return new GrayBoxSettings(
        new Posterior(
            Math.min(settings.inducing(), data.encoded().tokenCount()),
            1,
            CovarianceForm.DIAGONAL,
            CovarianceForm.DIAGONAL),
        Arrays.stream(variances.groups()).boxed().toList(),
        settings.templates().transitions() ? variances.pairwise() : NO_TRANSITIONS,
        new Estimation(Estimator.PATHWISE, settings.samples(), ControlVariate.SPLIT, false),
        Method.BATCH,
        schedule,
        Stopping.NEVER,
        settings.threads(),
        settings.seed());
  }

  private Model model(
      TrainingData data, LearnedVariances variances, SparsePosterior posterior, TrainingRun run) {
    return new Model(
        settings.task(),
        settings.language(),
        data.tagset(),
        data.scheme(),
        data.labels(),
        data.vocabulary(),
        variances.groups(),
        posterior,
        data.provenance(
            PriorVariances.provenance(
                sparse.asProvenance(settings),
                settings.templates().transitions() ? variances.pairwise() : 0,
                data,
                settings),
            settings.seed()),
        run);
  }

  /** Counts the steps of gray-box learning, and keeps the last value. */
  private static final class Steps implements GrayBoxListener {
    private final int[] planned;
    private final Progress progress;
    private double objective = Double.NaN;

    Steps(Schedule schedule, Progress progress) {
      this.planned = new int[] {schedule.unary(), schedule.pairwise(), schedule.hyper()};
      this.progress = progress;
    }

    @Override
    public void onStep(String phase, double value) {
      objective = value;
      progress.onStep(phase, value);
    }

    @Override
    public void onPhase(String phase, GrayBoxState state) {
      progress.endPhase(planned[(state.phase() - 1) % planned.length]);
    }
  }
}
