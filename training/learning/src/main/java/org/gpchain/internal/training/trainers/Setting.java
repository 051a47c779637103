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
 * A setting of training that users can give: its name, its type, its default, and the families of
 * posteriors that have it. A setting is declared here, or in the module of the only family that has
 * it. The command line, the trainer components and the API all refer to this declaration: the
 * option {@code --pairwise-variance} and the parameter {@code pairwiseVariance} are the setting
 * {@code pairwise-variance}. Ranges are checked by the records that hold the values, such as {@link
 * TrainerSettings}.
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

  /** When the model reads the rest of a document. */
  public static final Setting<DocumentContext> DOCUMENT_CONTEXT =
      of("document-context", DocumentContext.AUTO, DECOUPLED)
          .allowingAlways(Set.of(DocumentContext.AUTO, DocumentContext.OFF));

  /** Magnitude below which weights are left out of a model without a covariance. */
  public static final Setting<Double> PRUNING =
      of("pruning", TrainerSettings.DEFAULT.optimization().pruning(), DECOUPLED);

  /** Number of inducing points; 0 for no covariance, or for all tokens in a sparse posterior. */
  public static final Setting<Integer> INDUCING =
      of("inducing", TrainerSettings.DEFAULT.covariance().inducing(), DECOUPLED, SPARSE);

  /** Number of samples of a sentence for the evidence lower bound, if there is a covariance. */
  public static final Setting<Integer> SAMPLES =
      of("samples", TrainerSettings.DEFAULT.covariance().samples(), DECOUPLED, SPARSE);

  /** Rounds of updates of covariance and mean, if there is a covariance. */
  public static final Setting<Integer> ROUNDS =
      of("rounds", TrainerSettings.DEFAULT.covariance().rounds(), DECOUPLED, SPARSE);

  /** Maximum number of passes over the sentences. */
  public static final Setting<Integer> ITERATIONS =
      of("iterations", TrainerSettings.DEFAULT.optimization().iterations(), DECOUPLED, SPARSE);

  /** Number of folds on which probabilities are calibrated; 0 for no calibration. */
  public static final Setting<Integer> CALIBRATION_FOLDS =
      of("calibration-folds", TrainerSettings.DEFAULT.calibrationFolds(), DECOUPLED, SPARSE);

  /** The settings that are declared here. */
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
  private final Set<T> allowedAlways;
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
   * @param name the name: lower-case words with hyphens between them
   * @param usual the default of decoupled posteriors, or of the only family that has the setting;
   *     null for none
   * @param families the families that have the setting; none for all families
   */
  public static <T> Setting<T> of(String name, T usual, PosteriorFamily... families) {
    Set<PosteriorFamily> all = EnumSet.allOf(PosteriorFamily.class);
    if (families.length > 0) {
      all.retainAll(Arrays.asList(families));
    }
    return new Setting<>(name, usual, all, Set.of(), null);
  }

  /** Returns this setting with values that users may give for families that do not have it. */
  public Setting<T> allowingAlways(Set<T> values) {
    return new Setting<>(name, usual, families, Set.copyOf(values), needed);
  }

  /** Returns this setting, which users may give only together with another one. */
  public Setting<T> needing(Setting<?> other) {
    return new Setting<>(name, usual, families, allowedAlways, other);
  }

  /** Returns the default; null if there is none. */
  public T usual() {
    return usual;
  }

  /** Returns the type of the values. */
  public Class<?> type() {
    return usual instanceof Enum<?> constant ? constant.getDeclaringClass() : usual.getClass();
  }

  /** Returns the name of the option of the command line. */
  public String option() {
    return "--" + name;
  }

  /** Returns the name of the parameter of a component. */
  public String parameter() {
    return Pattern.compile("-(.)")
        .matcher(name)
        .replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
  }

  /** Returns whether posteriors of a family have this setting. */
  boolean isOf(PosteriorFamily family) {
    return families.contains(family);
  }

  /** Returns whether a value is no contradiction to any family. */
  boolean allowsAlways(Object value) {
    return allowedAlways.contains(value);
  }

  /** Returns whether users may give this setting only together with another one that is missing. */
  boolean lacksNeeded(SettingValues given) {
    return needed != null && !given.has(needed);
  }

  /** Returns the setting that this one needs. */
  Setting<?> needed() {
    return Objects.requireNonNull(needed, name);
  }

  @Override
  public String toString() {
    return name;
  }
}
