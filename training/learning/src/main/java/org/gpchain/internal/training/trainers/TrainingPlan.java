package org.gpchain.internal.training.trainers;

import java.util.Collections;
import java.util.List;
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
import org.gpchain.internal.training.TrainerSettings.PriorSettings;
import org.gpchain.internal.training.TrainerSettings.Run;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.training.LearningException;
import org.gpchain.training.Progress;

/**
 * A plan for learning a model. The command line, the trainer components and the API build a plan
 * from the {@link Setting}s that a user has given. The builder checks that the settings fit
 * together.
 *
 * @param family family of the posterior
 * @param settings the settings that all families share
 * @param cutoff minimum number of occurrences of a feature
 * @param posterior the settings that only the family has
 * @param context whether the model reads a document twice
 */
public record TrainingPlan(
    PosteriorFamily family,
    TrainerSettings settings,
    int cutoff,
    PosteriorSettings posterior,
    DocumentContext context) {
  /**
   * Additional time of learning for each dense column, as a share of the time without dense
   * columns: with the 384 columns of an encoder by default, learning takes about 1.5 times as long.
   */
  private static final double TIME_PER_DENSE_COLUMN = 0.5 / 384;

  /** Number of tokens that the encoder for English encodes in a second of processor time. */
  private static final double ENCODED_PER_SECOND = 4_000;

  /** Creates a plan; checks the range of the cutoff. */
  public TrainingPlan {
    Checks.atLeast("cutoff", cutoff, 1);
  }

  /**
   * Returns a builder whose settings all have their defaults.
   *
   * @param names returns the name of a setting for messages to the user, such as the option
   */
  public static Builder builder(Function<Setting<?>, String> names) {
    return new Builder(names);
  }

  /** A builder that collects settings. Not safe for concurrent use. */
  public static final class Builder {
    private final SettingValues given = new SettingValues();
    private final Function<Setting<?>, String> names;

    private Builder(Function<Setting<?>, String> names) {
      this.names = names;
    }

    /**
     * Sets a value, which replaces an earlier value of the setting.
     *
     * @param value the value; if it is null, nothing changes
     */
    public <T> Builder set(Setting<T> setting, T value) {
      given.put(setting, value);
      return this;
    }

    /**
     * Returns the plan.
     *
     * @throws IllegalArgumentException if settings contradict each other, if a value is out of
     *     range, or if no trainer of the posterior is on the class path
     */
    public TrainingPlan build() {
      PosteriorFamily family = given.get(Setting.POSTERIOR);
      for (Setting<?> setting : given.given()) {
        checkFamily(setting, family);
      }
      checkDecoupled(family);

      if (family == PosteriorFamily.DECOUPLED) {
        if (given.get(Setting.INDUCING) > 0) {
          // If there is no trainer for inducing points, fail now, not after kernel learning.
          PosteriorTrainer.of(family);
        }
        return plan(TrainerSettings.DEFAULT, new DecoupledSettings());
      }

      PosteriorTrainer trainer = PosteriorTrainer.of(family);
      return plan(trainer.defaults(), trainer.settings(given));
    }

    private void checkFamily(Setting<?> setting, PosteriorFamily family) {
      if (!setting.isOf(family) && !setting.allowsAlways(given.get(setting))) {
        throw new IllegalArgumentException(name(setting) + misplaced(setting, family));
      }
      if (setting.lacksNeeded(given)) {
        throw new IllegalArgumentException(name(setting) + " needs " + name(setting.needed()));
      }
    }

    /** Returns the end of a message that says which posteriors a setting is for. */
    private String misplaced(Setting<?> setting, PosteriorFamily family) {
      if (setting == Setting.DOCUMENT_CONTEXT) {
        return " on needs calibration, and no inducing points or samples";
      }
      if (setting == Setting.PRUNING && family == PosteriorFamily.SPARSE) {
        return " is for decoupled posteriors: all features are part of a sparse posterior's kernel";
      }
      for (PosteriorFamily other : List.of(PosteriorFamily.SPARSE, PosteriorFamily.SAMPLES)) {
        if (setting.isOf(other) && !setting.isOf(PosteriorFamily.DECOUPLED)) {
          return " needs " + name(Setting.POSTERIOR) + " " + other;
        }
      }
      return " is for other posteriors than samples, which have nothing to optimize and average"
          + " instead of being calibrated";
    }

    /** Checks the settings that not all decoupled posteriors have, if the family is decoupled. */
    private void checkDecoupled(PosteriorFamily family) {
      if (family != PosteriorFamily.DECOUPLED) {
        return;
      }

      boolean hasPoints = given.get(Setting.INDUCING) > 0;
      int folds = given.get(Setting.CALIBRATION_FOLDS);
      boolean readsDocuments = given.get(Setting.DOCUMENT_CONTEXT) == DocumentContext.ON;
      if (readsDocuments && (hasPoints || folds == 0)) {
        throw new IllegalArgumentException(
            name(Setting.DOCUMENT_CONTEXT) + misplaced(Setting.DOCUMENT_CONTEXT, family));
      }
      if (hasPoints && given.has(Setting.CALIBRATION_FOLDS) && folds > 0) {
        throw new IllegalArgumentException(
            name(Setting.CALIBRATION_FOLDS)
                + " cannot be combined with inducing points; remove one of them");
      }
    }

    private String name(Setting<?> setting) {
      return names.apply(setting);
    }

    private TrainingPlan plan(TrainerSettings defaults, PosteriorSettings posterior) {
      return new TrainingPlan(
          given.get(Setting.POSTERIOR),
          settings(defaults),
          given.get(Setting.CUTOFF),
          posterior,
          given.get(Setting.DOCUMENT_CONTEXT));
    }

    private TrainerSettings settings(TrainerSettings defaults) {
      PriorSettings prior =
          defaults
              .prior()
              .withVariances(given.get(Setting.VARIANCE), given.get(Setting.PAIRWISE_VARIANCE))
              .withRounds(given.get(Setting.KERNEL_ROUNDS));
      Optimization optimization =
          new Optimization(
              given.get(Setting.ITERATIONS, defaults.optimization().iterations()),
              given.get(Setting.PRUNING));
      Covariance covariance =
          new Covariance(
              given.get(Setting.INDUCING, defaults.covariance().inducing()),
              given.get(Setting.SAMPLES, defaults.covariance().samples()),
              given.get(Setting.ROUNDS, defaults.covariance().rounds()));

      return defaults
          .with(prior)
          .with(optimization)
          .with(covariance)
          .withCalibrationFolds(given.get(Setting.CALIBRATION_FOLDS))
          .with(new Run(given.get(Setting.THREADS), given.get(Setting.SEED)));
    }
  }

  /** Returns whether the posterior has inducing points. */
  public boolean hasInducingPoints() {
    return family == PosteriorFamily.SPARSE || settings.covariance().inducing() > 0;
  }

  /**
   * Returns which parts of speech of a token to learn from. Posteriors with inducing points use
   * only the best one, because inducing points cannot have weighted parts of speech.
   *
   * @param best whether the user wants to use only the best part of speech
   */
  public PosTags posTags(boolean best) {
    if (best || hasInducingPoints()) {
      return PosTags.BEST;
    }
    return PosTags.POSSIBLE;
  }

  /** Returns a copy of this plan with other settings that all families share. */
  public TrainingPlan with(TrainerSettings other) {
    return new TrainingPlan(family, other, cutoff, posterior, context);
  }

  /** Returns a copy of this plan with other settings of its family. */
  public TrainingPlan with(PosteriorSettings other) {
    return new TrainingPlan(family, settings, cutoff, other, context);
  }

  /** Returns the training data of sentences, with the features that the family adds. */
  public TrainingData data(List<LabeledSequence> sentences, Task task) {
    return TrainingData.of(sentences, task, posterior::extended);
  }

  /**
   * Learns a model. If voices have labeled some of the sentences, a model is also learned from the
   * other sentences alone, and the better model is returned.
   *
   * @param data training data of the sentences, as returned by {@link #data}
   * @param sentences the training sentences
   * @throws LearningException if learning fails, or if the plan demands to read documents but the
   *     sentences do not allow it
   */
  public Model learn(TrainingData data, List<LabeledSequence> sentences, Progress progress) {
    Model model = learnFrom(data, sentences, progress);
    return WithoutVoices.ifBetter(
        model,
        sentences,
        annotated -> learnFrom(data(annotated, data.task()), annotated, progress));
  }

  private Model learnFrom(TrainingData data, List<LabeledSequence> sentences, Progress progress) {
    if (readsDocuments(data, sentences)) {
      return new TwoPassTrainer(settings).train(sentences, data, progress);
    }
    return posterior.trainer(settings).train(data, progress);
  }

  /**
   * Returns the approximate processor time of learning (seconds), or 0 if it is short. With an
   * encoder, {@link #encodingSeconds} come before.
   *
   * @param data the training sentences
   */
  public double seconds(TrainingData data) {
    // A trainer's estimate of work counts parallel threads once. Processor time is their sum.
    TrainerSettings onOneThread = settings.with(new Run(1, settings.run().seed()));
    Trainer.Work work = posterior.trainer(onOneThread).work(data);
    double nanoseconds = posterior.nanosecondsPerGradient(data.labels().size());
    double denseColumns = 1 + TIME_PER_DENSE_COLUMN * data.vectors().columnCount();
    return (work.start() + work.training()) * nanoseconds * denseColumns * 1e-9;
  }

  /**
   * Returns the approximate processor time that {@link #data} takes for the vectors of an encoder
   * (seconds), or 0 if the task has none. {@link #seconds} does not include this time.
   */
  public static double encodingSeconds(List<LabeledSequence> sentences, Task task) {
    if (task.encoderUse() == null) {
      return 0;
    }
    return sentences.stream().mapToInt(LabeledSequence::length).sum() / ENCODED_PER_SECOND;
  }

  /**
   * Returns whether the models are calibrated. Plans that demand two passes over documents are
   * excluded.
   */
  public boolean isCalibrated() {
    return settings.calibrationFolds() > 0
        && context != DocumentContext.ON
        && family != PosteriorFamily.SAMPLES
        && (isSparse() || !hasInducingPoints());
  }

  /** Returns whether the posterior is sparse. */
  public boolean isSparse() {
    return family == PosteriorFamily.SPARSE;
  }

  /**
   * Returns whether to try a second pass over documents.
   *
   * @throws LearningException if the plan demands it, but the sentences do not allow it
   */
  private boolean readsDocuments(TrainingData data, List<LabeledSequence> sentences) {
    if (context == DocumentContext.OFF) {
      return false;
    }

    List<String> columns = sentences.get(0).tokens().columnNames();
    boolean isPossible =
        columns.contains(TokenSequence.WORD)
            && Collections.disjoint(columns, DocumentWindow.COLUMNS)
            && data.sentenceCount() >= settings.calibrationFolds();
    if (context == DocumentContext.ON) {
      if (!isPossible) {
        throw new LearningException(
            "a model that reads documents needs a column word, no column with the name "
                + String.join(" or ", DocumentWindow.COLUMNS)
                + ", and at least one sentence for each calibration fold");
      }
      return true;
    }
    return isPossible && isUsualForDocuments(data, sentences);
  }

  /**
   * Returns whether a second pass is tried by default: for names, in several documents, with a
   * calibrated decoupled posterior.
   */
  private boolean isUsualForDocuments(TrainingData data, List<LabeledSequence> sentences) {
    return family == PosteriorFamily.DECOUPLED
        && !hasInducingPoints()
        && settings.corpora().isEmpty()
        && settings.calibrationFolds() >= 2
        && data.task().name().equals("ne")
        && sentences.stream().mapToInt(LabeledSequence::document).distinct().count() > 1;
  }
}
