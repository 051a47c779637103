package org.gpchain.internal.training.trainers;

import static org.gpchain.internal.training.trainers.Setting.PosteriorFamily.DECOUPLED;
import static org.gpchain.internal.training.trainers.Setting.PosteriorFamily.SPARSE;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The settings of a {@link TrainingPlan} that users can give, each with the families of posteriors
 * that have it; without any it is one of all. An option of the command line and a parameter of a
 * component have the same name: {@code --pairwise-variance} and {@code pairwiseVariance}.
 */
public enum Setting {
  POSTERIOR,
  VARIANCE,
  PAIRWISE_VARIANCE,
  KERNEL_ROUNDS,
  CUTOFF,
  THREADS,
  SEED,
  DOCUMENT_CONTEXT(DECOUPLED),
  PRUNING(DECOUPLED),
  INDUCING(DECOUPLED, SPARSE),
  SAMPLES(DECOUPLED, SPARSE),
  ROUNDS(DECOUPLED, SPARSE),
  ITERATIONS(DECOUPLED, SPARSE),
  CALIBRATION_FOLDS(DECOUPLED, SPARSE),
  KERNEL(SPARSE),
  EMBEDDINGS(SPARSE),
  EMBEDDING_WORDS(SPARSE),
  WORD_LINES(SPARSE),
  MCMC_STEPS(PosteriorFamily.SAMPLES),
  MCMC_SAMPLES(PosteriorFamily.SAMPLES),
  MCMC_CHAINS(PosteriorFamily.SAMPLES),
  MCMC_MEGABYTES(PosteriorFamily.SAMPLES);

  @SuppressWarnings("ImmutableEnumChecker") // nobody else has it
  private final Set<PosteriorFamily> families;

  Setting(PosteriorFamily... families) {
    this.families =
        families.length == 0
            ? EnumSet.allOf(PosteriorFamily.class)
            : EnumSet.copyOf(Arrays.asList(families));
  }

  public static Optional<Setting> ofOption(String name) {
    return Arrays.stream(values()).filter(setting -> setting.option().equals(name)).findFirst();
  }

  public String option() {
    return "--" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public String parameter() {
    return Pattern.compile("_(.)")
        .matcher(name().toLowerCase(Locale.ROOT))
        .replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
  }

  boolean isOf(PosteriorFamily family) {
    return families.contains(family);
  }

  /** Whether a model reads the rest of a document. */
  public enum DocumentContext {
    /** If it pays, of names in a corpus of several documents. */
    AUTO,
    /** If it pays. */
    ON,
    OFF;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The families of posteriors, by the names that users write. */
  public enum PosteriorFamily {
    /** A mean weight for each feature, and a covariance in inducing points if there are any. */
    DECOUPLED,
    /** Mean and covariance in inducing points, with any kernel. */
    SPARSE,
    /** Samples of the posterior. */
    SAMPLES;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
