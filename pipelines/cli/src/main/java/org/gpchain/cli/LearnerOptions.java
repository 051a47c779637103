package org.gpchain.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.gpchain.cli.options.MixedOptions;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.corpora.Corpus;
import org.gpchain.corpora.InputException;
import org.gpchain.training.TrainerSettings;
import org.gpchain.training.TrainerSettings.Covariance;
import org.gpchain.training.TrainerSettings.Optimization;
import org.gpchain.training.TrainerSettings.Run;
import org.gpchain.training.calibration.CrossValidation;
import org.gpchain.training.data.Task;
import org.gpchain.training.data.TrainingData;
import org.gpchain.training.graybox.GrayBoxSettings.Schedule;
import org.gpchain.training.graybox.SparseSettings;
import org.gpchain.training.trainers.PosteriorFamily;
import org.gpchain.training.trainers.Trainers;
import picocli.CommandLine.Option;

/** Options of the learner. */
final class LearnerOptions extends MixedOptions {
  static final String INDUCING = "--inducing";
  static final String SAMPLES = "--samples";
  static final String ROUNDS = "--rounds";
  static final String VARIANCE = "--variance";
  static final String PAIRWISE_VARIANCE = "--pairwise-variance";
  static final String KERNEL_ROUNDS = "--kernel-rounds";
  static final String CUTOFF = "--cutoff";
  static final String OPTIMIZER = "--optimizer";
  static final String ITERATIONS = "--iterations";
  static final String PRUNING = "--prune";
  static final String CALIBRATION = "--calibration-folds";
  static final String LANGUAGE = "--language";
  static final String THREADS = "--threads";
  static final String SEED = "--seed";

  private static final String DEFAULT = " Default: ${DEFAULT-VALUE}.";

  @Option(
      names = "--posterior",
      paramLabel = "FAMILY",
      defaultValue = "decoupled",
      description = {
        "Family of the posterior: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.",
        "decoupled: a mean weight for each feature; a covariance in inducing points if --inducing"
            + " is not 0.",
        "sparse: mean and covariance in inducing points, with any --kernel.",
        "samples: samples of the posterior, over which predictions average; for small corpora."
      })
  private PosteriorFamily posterior;

  @Option(
      names = INDUCING,
      paramLabel = "M",
      description =
          "Inducing points of the posterior covariance; 0: no covariance, a MAP estimate, which is"
              + " fast."
              + DEFAULT
              + " Of a sparse posterior: "
              + SparseSettings.INDUCING
              + "; 0: all tokens.")
  private int inducing;

  @Option(
      names = SAMPLES,
      paramLabel = "S",
      description =
          "Monte-Carlo samples per sentence for the evidence lower bound, if there is a covariance."
              + DEFAULT
              + " Of a sparse posterior: "
              + SparseSettings.SAMPLES
              + ".")
  private int samples;

  @Option(
      names = ROUNDS,
      paramLabel = "R",
      description =
          "Rounds of updates of covariance and mean, if there is a covariance."
              + DEFAULT
              + " Of a sparse posterior: "
              + Schedule.PATHWISE_ROUNDS
              + ", each of unary functions, transitions and hyper-parameters.")
  private int rounds;

  @Option(
      names = VARIANCE,
      paramLabel = "σ²",
      description = "Initial prior variance of the weights; smaller is smoother." + DEFAULT)
  private double variance;

  @Option(
      names = PAIRWISE_VARIANCE,
      paramLabel = "σ²",
      description = "Initial prior variance of the label transitions." + DEFAULT)
  private double pairwiseVariance;

  @Option(
      names = KERNEL_ROUNDS,
      paramLabel = "N",
      description =
          "Maximum number of rounds of kernel learning, which finds a variance for each template"
              + " line and one for the transitions by the likelihood of held-out parts of the"
              + " training corpus, starting from those given; 0: keep these."
              + DEFAULT)
  private int kernelRounds;

  @Option(
      names = "--choose-variances",
      paramLabel = "CRITERION",
      description =
          "Instead of kernel learning, choose one variance for all features and one for the"
              + " transitions by five-fold cross-validation inside the training corpus, for the"
              + " best ${COMPLETION-CANDIDATES}: nll for calibrated probabilities, f1 for segments."
              + " For small corpora: trains 40 models.")
  private CrossValidation.Criterion criterion;

  @Option(
      names = CUTOFF,
      paramLabel = "N",
      description = "Leave out features that occur less often." + DEFAULT)
  private int cutoff;

  @Option(
      names = OPTIMIZER,
      paramLabel = "METHOD",
      defaultValue = "saga",
      description =
          "Optimiser of the MAP estimate: saga, stochastic average gradients; or lbfgs." + DEFAULT)
  private Optimization.Method optimizer;

  @Option(
      names = ITERATIONS,
      paramLabel = "N",
      description =
          "Passes over the corpus (saga) or steps (lbfgs) at most."
              + DEFAULT
              + " Of a sparse posterior: "
              + Schedule.PATHWISE_STEPS
              + " on the unary functions in each round, and half as many on transitions.")
  private int iterations;

  @Option(
      names = PRUNING,
      paramLabel = "W",
      description =
          "Drop weights closer to zero than this from the model, unless it has a covariance or a"
              + " sparse posterior; 0: keep all."
              + DEFAULT)
  private double pruning;

  @Option(
      names = CALIBRATION,
      paramLabel = "N",
      description =
          "Calibrate the probabilities on held-out folds: the training corpus is divided into N, of"
              + " which as many are held out as it takes to see enough segments; 0: no calibration,"
              + " as always with --inducing, unless the posterior is sparse."
              + DEFAULT)
  private int calibrationFolds;

  @Option(
      names = LANGUAGE,
      paramLabel = "CODE",
      description = "ISO 639 code of the language, stored in the model." + DEFAULT)
  private String language;

  @Option(
      names = THREADS,
      paramLabel = "N",
      description = "Threads; the model does not depend on it. Default: ${DEFAULT-VALUE}, all.")
  private int threads;

  @Option(names = SEED, paramLabel = "N", description = "Seed of the random numbers." + DEFAULT)
  private long seed;

  /** Whether the posterior is to be a sparse one. */
  boolean isSparse() {
    return posterior == PosteriorFamily.SPARSE;
  }

  /** Whether the posterior is to be samples. */
  boolean isSampled() {
    return posterior == PosteriorFamily.SAMPLES;
  }

  /** Whether the posterior is to have inducing points. */
  boolean hasInducingPoints() {
    return isSparse() || settings().covariance().inducing() > 0;
  }

  /** Checks that options do not contradict each other. */
  void check() {
    if (isSampled()) {
      Stream.of(INDUCING, SAMPLES, ROUNDS, OPTIMIZER, ITERATIONS, PRUNING, CALIBRATION)
          .filter(this::isGiven)
          .findFirst()
          .ifPresent(
              option -> {
                throw wrongUse(
                    option
                        + " is for other posteriors than samples, which have nothing to optimise"
                        + " and average instead of being calibrated");
              });
    }
    if (isSparse() && isGiven(PRUNING)) {
      throw wrongUse(
          PRUNING
              + " is for --posterior decoupled: all features are part of a sparse posterior's"
              + " kernel");
    }
  }

  /** Whether variances are to be chosen by cross-validation. */
  boolean choosesVariances() {
    return criterion != null;
  }

  /** The option that turns kernel learning off; empty if none does. */
  Optional<String> kernelLearningOff() {
    if (choosesVariances()) {
      return Optional.of("--choose-variances");
    }
    return kernelRounds == 0 ? Optional.of(KERNEL_ROUNDS + " 0") : Optional.empty();
  }

  /** Chooses variances by cross-validation, if requested. */
  TrainerSettings chosen(TrainerSettings settings, TrainingData data, Corpus train, PrintWriter log)
      throws InputException {
    if (!choosesVariances()) {
      return settings;
    }
    CrossValidation search =
        new CrossValidation(
            Trainers.ofMeans(settings),
            criterion,
            trial -> {
              log.printf(
                  Locale.ROOT,
                  "cross-validation: variance %s, pairwise variance %s: F1 %.2f, nll %.4f%n",
                  trial.variance(),
                  trial.transitionVariance(),
                  100 * trial.f1(),
                  trial.nll());
              log.flush();
            });
    try {
      return settings.with(search.choose(settings.prior(), data));
    } catch (IllegalArgumentException e) {
      throw train.problemAt(0, 0, e.getMessage(), "give a larger file, or the variances");
    }
  }

  /** The language of the text. */
  String language() {
    return language;
  }

  /** The task that these options describe. */
  Task task(String name, TemplateSet templates) {
    return orWrongUse(() -> Task.of(name, templates).withLanguage(language).withCutoff(cutoff));
  }

  /** The settings that these options describe. */
  TrainerSettings settings() {
    TrainerSettings defaults = posterior.defaults();
    Covariance covariance = defaults.covariance();
    return orWrongUse(
        () ->
            new TrainerSettings(
                defaults.prior().withVariances(variance, pairwiseVariance).withRounds(kernelRounds),
                new Optimization(
                    optimizer,
                    isGiven(ITERATIONS) ? iterations : defaults.optimization().iterations(),
                    pruning),
                new Covariance(
                    isGiven(INDUCING) ? inducing : covariance.inducing(),
                    isGiven(SAMPLES) ? samples : covariance.samples(),
                    isGiven(ROUNDS) ? rounds : covariance.rounds()),
                calibrationFolds,
                run()));
  }

  /** Threads and seed. */
  Run run() {
    return orWrongUse(() -> new Run(threads, seed));
  }
}
