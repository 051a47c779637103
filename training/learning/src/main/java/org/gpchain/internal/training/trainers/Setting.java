package org.gpchain.internal.training.trainers;

import static org.gpchain.internal.training.trainers.PosteriorFamily.DECOUPLED;
import static org.gpchain.internal.training.trainers.PosteriorFamily.SPARSE;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.data.Task;

/**
 * The declaration of a training setting: its name, type, default, and the families of posteriors
 * that have it.
 *
 * <p>Each setting is declared once: in this class or, if only one family has it, in the module of
 * that family. The command line, the trainer components and the API all refer to the declaration.
 * For example, the option {@code --pairwise-variance} and the parameter {@code pairwiseVariance}
 * both denote the setting {@code pairwise-variance}. The records that hold the values, such as
 * {@link TrainerSettings}, check their ranges.
 *
 * @param <T> type of the values
 */
public final class Setting<T> {
  /** Family of the posterior. */
  public static final Setting<PosteriorFamily> POSTERIOR = of("posterior", DECOUPLED);

  /** Prior variance of the weights of every feature group, before kernel learning. */
  public static final Setting<Double> VARIANCE =
      of("variance", TrainerSettings.DEFAULT.prior().variance());

  /** Prior variance of the transition scores, before kernel learning. */
  public static final Setting<Double> PAIRWISE_VARIANCE =
      of("pairwise-variance", TrainerSettings.DEFAULT.prior().transitionVariance());

  /** Maximum number of rounds of kernel learning; 0 keeps the given variances. */
  public static final Setting<Integer> KERNEL_ROUNDS =
      of("kernel-rounds", TrainerSettings.DEFAULT.prior().learning().rounds());

  /** Minimum number of occurrences of a feature. */
  public static final Setting<Integer> CUTOFF = of("cutoff", Task.DEFAULT_CUTOFF);

  /** Number of threads; the model does not depend on it. */
  public static final Setting<Integer> THREADS =
      of("threads", TrainerSettings.DEFAULT.run().threads());

  /** Seed of all random numbers. */
  public static final Setting<Long> SEED = of("seed", TrainerSettings.DEFAULT.run().seed());

  /** Whether the model reads a document twice. */
  public static final Setting<DocumentContext> DOCUMENT_CONTEXT =
      of("document-context", DocumentContext.AUTO, DECOUPLED)
          .allowingAlways(Set.of(DocumentContext.AUTO, DocumentContext.OFF));

  /** Minimum magnitude of a weight in a model without a covariance; smaller ones are removed. */
  public static final Setting<Double> PRUNING =
      of("pruning", TrainerSettings.DEFAULT.optimization().pruning(), DECOUPLED);

  /**
   * Number of inducing points. With 0, a decoupled posterior has no covariance, and a sparse
   * posterior uses all tokens as inducing points.
   */
  public static final Setting<Integer> INDUCING =
      of("inducing", TrainerSettings.DEFAULT.covariance().inducing(), DECOUPLED, SPARSE);

  /** Number of samples of a sentence for the evidence lower bound, if there is a covariance. */
  public static final Setting<Integer> SAMPLES =
      of("samples", TrainerSettings.DEFAULT.covariance().samples(), DECOUPLED, SPARSE);

  /** Number of rounds of updates of covariance and mean, if there is a covariance. */
  public static final Setting<Integer> ROUNDS =
      of("rounds", TrainerSettings.DEFAULT.covariance().rounds(), DECOUPLED, SPARSE);

  /** Maximum number of passes of the optimizer over the sentences. */
  public static final Setting<Integer> ITERATIONS =
      of("iterations", TrainerSettings.DEFAULT.optimization().iterations(), DECOUPLED, SPARSE);

  /** Number of folds for the calibration of probabilities; 0 for no calibration. */
  public static final Setting<Integer> CALIBRATION_FOLDS =
      of("calibration-folds", TrainerSettings.DEFAULT.calibrationFolds(), DECOUPLED, SPARSE);

  /** The settings that are declared in this class. */
  public static final List<Setting<?>> ALL =
      List.of(
          POSTERIOR,
          VARIANCE,
          PAIRWISE_VARIANCE,
          KERNEL_ROUNDS,
          CUTOFF,
          THREADS,
          SEED,
          DOCUMENT_CONTEXT,
          PRUNING,
          INDUCING,
          SAMPLES,
          ROUNDS,
          ITERATIONS,
          CALIBRATION_FOLDS);

  private final String name;
  private final T usual;
  private final Set<PosteriorFamily> families;

  /** Values that users may give for families that do not have the setting. */
  private final Set<T> allowedAlways;

  /** Setting without which this one must not be given; null for none. */
  private final Setting<?> needed;

  private Setting(
      String name,
      T usual,
      Set<PosteriorFamily> families,
      Set<T> allowedAlways,
      Setting<?> needed) {
    this.name = name;
    this.usual = usual;
    this.families = families;
    this.allowedAlways = allowedAlways;
    this.needed = needed;
  }

  /**
   * Declares a setting.
   *
   * @param name the name, in lower-case words separated by hyphens
   * @param usual default for decoupled posteriors, or for the only family that has the setting;
   *     null for none
   * @param families families that have the setting; all families if none is given
   */
  public static <T> Setting<T> of(String name, T usual, PosteriorFamily... families) {
    Set<PosteriorFamily> familySet = EnumSet.allOf(PosteriorFamily.class);
    if (families.length > 0) {
      familySet.retainAll(Arrays.asList(families));
    }
    return new Setting<>(name, usual, familySet, Set.of(), null);
  }

  /**
   * Returns a copy of this setting with values that users may give even for families that do not
   * have the setting.
   */
  public Setting<T> allowingAlways(Set<T> values) {
    return new Setting<>(name, usual, families, Set.copyOf(values), needed);
  }

  /** Returns a copy of this setting that users may give only together with another setting. */
  public Setting<T> needing(Setting<?> other) {
    return new Setting<>(name, usual, families, allowedAlways, other);
  }

  /** Returns the default, or null if there is none. */
  public T usual() {
    return usual;
  }

  /** Returns the type of the values. */
  public Class<?> type() {
    if (usual instanceof Enum<?> constant) {
      return constant.getDeclaringClass();
    }
    return usual.getClass();
  }

  /** Returns the name of the command-line option, such as {@code --pairwise-variance}. */
  public String option() {
    return "--" + name;
  }

  /** Returns the name of the UIMA parameter, such as {@code pairwiseVariance}. */
  public String parameter() {
    return Pattern.compile("-(.)")
        .matcher(name)
        .replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
  }

  /** Returns whether posteriors of a family have this setting. */
  boolean isOf(PosteriorFamily family) {
    return families.contains(family);
  }

  /** Returns whether users may give a value for families that do not have this setting. */
  boolean allowsAlways(Object value) {
    return allowedAlways.contains(value);
  }

  /** Returns whether this setting needs another setting that the user has not given. */
  boolean lacksNeeded(SettingValues given) {
    return needed != null && !given.has(needed);
  }

  /** Returns the setting without which this one must not be given. There must be one. */
  Setting<?> needed() {
    return Objects.requireNonNull(needed, name);
  }

  @Override
  public String toString() {
    return name;
  }
}
