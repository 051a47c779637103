package org.gpchain.internal.training.trainers;

import static org.gpchain.internal.training.trainers.Setting.CALIBRATION_FOLDS;
import static org.gpchain.internal.training.trainers.Setting.CUTOFF;
import static org.gpchain.internal.training.trainers.Setting.DOCUMENT_CONTEXT;
import static org.gpchain.internal.training.trainers.Setting.EMBEDDINGS;
import static org.gpchain.internal.training.trainers.Setting.EMBEDDING_WORDS;
import static org.gpchain.internal.training.trainers.Setting.INDUCING;
import static org.gpchain.internal.training.trainers.Setting.ITERATIONS;
import static org.gpchain.internal.training.trainers.Setting.KERNEL;
import static org.gpchain.internal.training.trainers.Setting.KERNEL_ROUNDS;
import static org.gpchain.internal.training.trainers.Setting.MCMC_CHAINS;
import static org.gpchain.internal.training.trainers.Setting.MCMC_MEGABYTES;
import static org.gpchain.internal.training.trainers.Setting.MCMC_SAMPLES;
import static org.gpchain.internal.training.trainers.Setting.MCMC_STEPS;
import static org.gpchain.internal.training.trainers.Setting.PAIRWISE_VARIANCE;
import static org.gpchain.internal.training.trainers.Setting.POSTERIOR;
import static org.gpchain.internal.training.trainers.Setting.PRUNING;
import static org.gpchain.internal.training.trainers.Setting.ROUNDS;
import static org.gpchain.internal.training.trainers.Setting.SAMPLES;
import static org.gpchain.internal.training.trainers.Setting.SEED;
import static org.gpchain.internal.training.trainers.Setting.THREADS;
import static org.gpchain.internal.training.trainers.Setting.VARIANCE;
import static org.gpchain.internal.training.trainers.Setting.WORD_LINES;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.document.DocumentWindow;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.training.Trainer;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.TrainerSettings.Covariance;
import org.gpchain.internal.training.TrainerSettings.Optimization;
import org.gpchain.internal.training.TrainerSettings.Run;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.graybox.GrayBoxTrainer;
import org.gpchain.internal.training.graybox.KernelForm;
import org.gpchain.internal.training.graybox.SparseSettings;
import org.gpchain.internal.training.graybox.WordVectors;
import org.gpchain.internal.training.mcmc.SampleSettings;
import org.gpchain.internal.training.mcmc.SampleTrainer;
import org.gpchain.internal.training.trainers.Setting.DocumentContext;
import org.gpchain.internal.training.trainers.Setting.PosteriorFamily;
import org.gpchain.training.LearningException;
import org.gpchain.training.Progress;

/**
 * How a model is to be learned, as the command line and the trainer components describe it: both
 * collect the {@link Setting}s that a user has given, and the rules about them stand here.
 *
 * @param sparse settings of sparse posteriors; others do not use them
 * @param sampling settings of samples; other posteriors do not use them
 * @param context whether the model reads the rest of a document
 */
public record TrainingPlan(
    PosteriorFamily family,
    TrainerSettings settings,
    int cutoff,
    SparseSettings sparse,
    SampleSettings sampling,
    DocumentContext context) {
  /** Time of a token's gradient for each label, with the default templates. */
  private static final double NANOSECONDS_PER_LABEL = 80;

  private static final Set<Object> OF_ALL =
      Set.of(KernelForm.LINEAR, DocumentContext.AUTO, DocumentContext.OFF);

  public TrainingPlan {
    Checks.atLeast("cutoff", cutoff, 1);
  }

  /**
   * The plan with these settings, and defaults for the others.
   *
   * @param given values of settings, of the types that {@link #defaults} has
   * @param names what the user calls a setting, for messages
   * @throws IllegalArgumentException if they contradict each other, or one is out of its range
   */
  public static TrainingPlan of(Map<Setting, ?> given, Function<Setting, String> names) {
    List<String> violations = violations(given, names);
    if (!violations.isEmpty()) {
      throw new IllegalArgumentException(violations.get(0));
    }
    Map<Setting, Object> all = defaults(familyIn(given));
    all.putAll(given);
    return of(all);
  }

  /**
   * The contradictions among settings that a user has given, a sentence for each.
   *
   * @param names what the user calls a setting
   */
  public static List<String> violations(Map<Setting, ?> given, Function<Setting, String> names) {
    PosteriorFamily family = familyIn(given);
    List<String> all = new ArrayList<>();
    for (Setting setting : given.keySet()) {
      // What all families have is no contradiction.
      if (!setting.isOf(family) && !OF_ALL.contains(given.get(setting))) {
        all.add(names.apply(setting) + misplaced(setting, family, names.apply(POSTERIOR)));
      }
      if ((setting == WORD_LINES || setting == EMBEDDING_WORDS) && !given.containsKey(EMBEDDINGS)) {
        all.add(names.apply(setting) + " needs " + names.apply(EMBEDDINGS));
      }
    }
    boolean hasPoints = given.get(INDUCING) instanceof Integer count && count > 0;
    if (given.get(DOCUMENT_CONTEXT) == DocumentContext.ON
        && family == PosteriorFamily.DECOUPLED
        && (hasPoints || Integer.valueOf(0).equals(given.get(CALIBRATION_FOLDS)))) {
      all.add(names.apply(DOCUMENT_CONTEXT) + misplaced(DOCUMENT_CONTEXT, family, ""));
    }
    boolean isUncalibrated = hasPoints && family == PosteriorFamily.DECOUPLED;
    if (isUncalibrated && given.get(CALIBRATION_FOLDS) instanceof Integer folds && folds > 0) {
      all.add(
          names.apply(CALIBRATION_FOLDS) + " is not for inducing points; leave one of them out");
    }
    return all;
  }

  private static String misplaced(Setting setting, PosteriorFamily family, String posterior) {
    if (setting == DOCUMENT_CONTEXT) {
      return " on is for models with calibration, and without inducing points and samples";
    }
    if (setting == PRUNING && family == PosteriorFamily.SPARSE) {
      return " is for decoupled posteriors: all features are part of a sparse posterior's kernel";
    }
    for (PosteriorFamily other : List.of(PosteriorFamily.SPARSE, PosteriorFamily.SAMPLES)) {
      if (setting.isOf(other) && !setting.isOf(PosteriorFamily.DECOUPLED)) {
        return " needs " + posterior + " " + other;
      }
    }
    return " is for other posteriors than samples, which have nothing to optimise and average"
        + " instead of being calibrated";
  }

  private static PosteriorFamily familyIn(Map<Setting, ?> given) {
    return given.get(POSTERIOR) instanceof PosteriorFamily family
        ? family
        : PosteriorFamily.DECOUPLED;
  }

  /** The values that a family has if the user gives no others. */
  public static Map<Setting, Object> defaults(PosteriorFamily family) {
    TrainerSettings settings =
        family == PosteriorFamily.SPARSE
            ? SparseSettings.trainerDefaults()
            : TrainerSettings.DEFAULT;
    SampleSettings sampling = SampleSettings.DEFAULT;
    Map<Setting, Object> all = new EnumMap<>(Setting.class);
    all.put(POSTERIOR, family);
    all.put(VARIANCE, settings.prior().variance());
    all.put(PAIRWISE_VARIANCE, settings.prior().transitionVariance());
    all.put(KERNEL_ROUNDS, settings.prior().learning().rounds());
    all.put(CUTOFF, Task.DEFAULT_CUTOFF);
    all.put(THREADS, settings.run().threads());
    all.put(SEED, settings.run().seed());
    all.put(DOCUMENT_CONTEXT, DocumentContext.AUTO);
    all.put(INDUCING, settings.covariance().inducing());
    all.put(SAMPLES, settings.covariance().samples());
    all.put(ROUNDS, settings.covariance().rounds());
    all.put(ITERATIONS, settings.optimization().iterations());
    all.put(CALIBRATION_FOLDS, settings.calibrationFolds());
    all.put(PRUNING, settings.optimization().pruning());
    all.put(KERNEL, KernelForm.LINEAR);
    all.put(EMBEDDING_WORDS, SparseSettings.EXTRA_WORDS);
    all.put(WORD_LINES, List.<String>of());
    all.put(MCMC_STEPS, sampling.steps());
    all.put(MCMC_SAMPLES, sampling.kept());
    all.put(MCMC_CHAINS, sampling.chains());
    all.put(MCMC_MEGABYTES, sampling.megabytes());
    return all;
  }

  public boolean hasInducingPoints() {
    return family == PosteriorFamily.SPARSE || settings.covariance().inducing() > 0;
  }

  /**
   * How many parts of speech of a token are learned from; inducing points have no weights.
   *
   * @param best whether the user wants the best one alone
   */
  public PosTags posTags(boolean best) {
    return best || hasInducingPoints() ? PosTags.BEST : PosTags.POSSIBLE;
  }

  public TrainingPlan with(TrainerSettings other) {
    return new TrainingPlan(family, other, cutoff, sparse, sampling, context);
  }

  public TrainingPlan with(WordVectors words) {
    return new TrainingPlan(family, settings, cutoff, sparse.withVectors(words), sampling, context);
  }

  public TrainingData data(List<LabeledSequence> sentences, Task task) {
    return family == PosteriorFamily.SPARSE
        ? TrainingData.of(sentences, task, sparse::extended)
        : TrainingData.of(sentences, task);
  }

  /**
   * Learns a model; if voices have labelled some of the sentences, from the others alone where that
   * is better.
   *
   * @param data of {@link #data}
   * @param sentences the same
   */
  public Model learn(TrainingData data, List<LabeledSequence> sentences, Progress progress) {
    Model all = learnAll(data, sentences, progress);
    return WithoutVoices.ifBetter(
        all, sentences, some -> learnAll(data(some, data.task()), some, progress));
  }

  private Model learnAll(TrainingData data, List<LabeledSequence> sentences, Progress progress) {
    return readsDocuments(data, sentences)
        ? new TwoPassTrainer(settings).train(sentences, data, progress)
        : trainer(settings).train(data, progress);
  }

  /**
   * Processor time of learning a sparse posterior, or anything of many labels, about, in seconds; 0
   * for all others.
   */
  public double seconds(TrainingData data) {
    // What several threads do at once counts once, and here it counts.
    Trainer.Work work = trainer(settings.with(new Run(1, settings.run().seed()))).work(data);
    double gradients = work.start() + work.training();
    int labels = data.labels().size();
    double ofLabels = labels > LabeledRows.MANY_LABELS ? labels * NANOSECONDS_PER_LABEL : 0;
    return gradients * (isSparse() ? GrayBoxTrainer.NANOSECONDS : ofLabels) * 1e-9;
  }

  /** Whether its models are calibrated, in one pass unless documents turn out to be worth two. */
  public boolean isCalibrated() {
    return settings.calibrationFolds() > 0
        && context != DocumentContext.ON
        && family != PosteriorFamily.SAMPLES
        && (isSparse() || !hasInducingPoints());
  }

  public boolean isSparse() {
    return family == PosteriorFamily.SPARSE;
  }

  private boolean readsDocuments(TrainingData data, List<LabeledSequence> sentences) {
    List<String> columns = sentences.get(0).tokens().columnNames();
    boolean isPossible =
        columns.contains(TokenSequence.WORD)
            && Collections.disjoint(columns, DocumentWindow.COLUMNS)
            && data.sentenceCount() >= settings.calibrationFolds();
    if (context == DocumentContext.ON && !isPossible) {
      throw new LearningException(
          "what a document says elsewhere can be learned from a column word, if no column is called"
              + " "
              + String.join(" or ", DocumentWindow.COLUMNS)
              + ", and from a sentence for each calibration fold");
    }
    boolean isUsual =
        family == PosteriorFamily.DECOUPLED
            && !hasInducingPoints()
            && settings.corpora().isEmpty()
            && settings.calibrationFolds() >= 2
            && data.task().name().equals("ne")
            && sentences.stream().mapToInt(LabeledSequence::document).distinct().count() > 1;
    return context == DocumentContext.ON
        || (context == DocumentContext.AUTO && isPossible && isUsual);
  }

  private Trainer trainer(TrainerSettings own) {
    return switch (family) {
      case DECOUPLED -> Trainers.of(own);
      case SPARSE -> Trainers.sparse(own, sparse);
      case SAMPLES -> new SampleTrainer(own, sampling);
    };
  }

  private static TrainingPlan of(Map<Setting, Object> all) {
    return new TrainingPlan(
        (PosteriorFamily) all.get(POSTERIOR),
        settings(all),
        integer(all, CUTOFF),
        new SparseSettings(
            (KernelForm) all.get(KERNEL),
            null,
            integer(all, EMBEDDING_WORDS),
            ((List<?>) all.get(WORD_LINES)).stream().map(Object::toString).toList()),
        new SampleSettings(
            integer(all, MCMC_STEPS),
            integer(all, MCMC_SAMPLES),
            integer(all, MCMC_CHAINS),
            integer(all, MCMC_MEGABYTES)),
        (DocumentContext) all.get(DOCUMENT_CONTEXT));
  }

  private static TrainerSettings settings(Map<Setting, Object> all) {
    return new TrainerSettings(
        TrainerSettings.DEFAULT
            .prior()
            .withVariances((Double) all.get(VARIANCE), (Double) all.get(PAIRWISE_VARIANCE))
            .withRounds(integer(all, KERNEL_ROUNDS)),
        new Optimization(integer(all, ITERATIONS), (Double) all.get(PRUNING)),
        new Covariance(integer(all, INDUCING), integer(all, SAMPLES), integer(all, ROUNDS)),
        integer(all, CALIBRATION_FOLDS),
        List.of(),
        new Run(integer(all, THREADS), (Long) all.get(SEED)));
  }

  private static int integer(Map<Setting, Object> all, Setting setting) {
    return (Integer) all.get(setting);
  }
}
