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
 * How a model is to be learned. The command line, the trainer components and the API build a plan
 * from the {@link Setting}s that a user has given; the rules about them are checked here.
 *
 * @param family family of the posterior
 * @param settings the settings that all families share
 * @param cutoff minimum number of occurrences of a feature
 * @param posterior the settings of the family alone
 * @param context when the model reads the rest of a document
 */
public record TrainingPlan(
    PosteriorFamily family,
    TrainerSettings settings,
    int cutoff,
    PosteriorSettings posterior,
    DocumentContext context) {
  public TrainingPlan {
    Checks.atLeast("cutoff", cutoff, 1);
  }

  /**
   * Returns a builder of a plan whose settings have their defaults.
   *
   * @param names returns the name by which the user knows a setting, for messages
   */
  public static Builder builder(Function<Setting<?>, String> names) {
    return new Builder(names);
  }

  /** Collects settings, and makes a plan of them. Not for concurrent use. */
  public static final class Builder {
    private final SettingValues given = new SettingValues();
    private final Function<Setting<?>, String> names;

    private Builder(Function<Setting<?>, String> names) {
      this.names = names;
    }

    /**
     * Sets a value; the last one counts.
     *
     * @param value the value; null leaves the setting as it is
     */
    public <T> Builder set(Setting<T> setting, T value) {
      given.put(setting, value);
      return this;
    }

    /**
     * Returns the plan.
     *
     * @throws IllegalArgumentException if settings contradict each other, one is out of its range,
     *     or no trainer of the posterior is on the class path
     */
    public TrainingPlan build() {
      PosteriorFamily family = given.get(Setting.POSTERIOR);
      for (Setting<?> setting : given.given()) {
        checkFamily(setting, family);
      }
      checkDecoupled(family);

      if (family == PosteriorFamily.DECOUPLED) {
        if (given.get(Setting.INDUCING) > 0) {
          // Fails now, not after kernel learning, if there is no trainer of such posteriors.
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

    private String misplaced(Setting<?> setting, PosteriorFamily family) {
      if (setting == Setting.DOCUMENT_CONTEXT) {
        return " on is for models with calibration, and without inducing points and samples";
      }
      if (setting == Setting.PRUNING && family == PosteriorFamily.SPARSE) {
        return " is for decoupled posteriors: all features are part of a sparse posterior's kernel";
      }
      for (PosteriorFamily other : List.of(PosteriorFamily.SPARSE, PosteriorFamily.SAMPLES)) {
        if (setting.isOf(other) && !setting.isOf(PosteriorFamily.DECOUPLED)) {
          return " needs " + name(Setting.POSTERIOR) + " " + other;
        }
      }
      return " is for other posteriors than samples, which have nothing to optimise and average"
          + " instead of being calibrated";
    }

    /** Checks the settings that not all decoupled posteriors have. */
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
            name(Setting.CALIBRATION_FOLDS) + " is not for inducing points; leave one of them out");
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
   * How many parts of speech of a token are learned from; inducing points have no weights.
   *
   * @param best whether the user wants the best one alone
   */
  public PosTags posTags(boolean best) {
    return best || hasInducingPoints() ? PosTags.BEST : PosTags.POSSIBLE;
  }

  /** Returns this plan with other settings that all families share. */
  public TrainingPlan with(TrainerSettings other) {
    return new TrainingPlan(family, other, cutoff, posterior, context);
  }

  /** Returns this plan with other settings of its family. */
  public TrainingPlan with(PosteriorSettings other) {
    return new TrainingPlan(family, settings, cutoff, other, context);
  }

  /** Returns sentences made ready for learning. */
  public TrainingData data(List<LabeledSequence> sentences, Task task) {
    return TrainingData.of(sentences, task, posterior::extended);
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
        : posterior.trainer(settings).train(data, progress);
  }

  /**
   * Returns the approximate processor time of learning, in seconds; 0 where it is short.
   *
   * @param data the training sentences
   */
  public double seconds(TrainingData data) {
    // What several threads do at once counts once in the work of a trainer, but not here.
    TrainerSettings onOneThread = settings.with(new Run(1, settings.run().seed()));
    Trainer.Work work = posterior.trainer(onOneThread).work(data);
    double nanoseconds = posterior.nanosecondsPerGradient(data.labels().size());
    return (work.start() + work.training()) * nanoseconds * 1e-9;
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
}
