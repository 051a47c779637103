package org.gpchain.training;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.math.Checks;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.TagScheme;
import org.gpchain.training.hyper.KernelSettings;

/**
 * What a learner is told. A default stands in {@link #of} and nowhere else.
 *
 * @param task name of the task, kept in the model
 * @param language ISO 639 code, kept in the model
 * @param templates feature templates
 * @param cutoff a feature must occur this often to be used
 * @param variance prior variance σ² of the weights of every feature group
 * @param groupVariances in its place, one for each feature group; empty if they are all the same
 * @param pairwiseVariance prior variance σ_b² of transition scores
 * @param kernelRounds rounds of learning a variance for each feature group and one for the
 *     transitions, which begins at those given; 0 to take these as they are
 * @param inducing number of inducing points M; 0 for the plug-in mean without covariance
 * @param samples Monte-Carlo samples S of the expected log-likelihood, when there is a covariance
 * @param rounds outer rounds of a covariance step and a mean step
 * @param iterations L-BFGS steps of the first mean step; later ones take a fifth of it
 * @param pruning weights nearer to zero than this are left out of the model, if it has no
 *     covariance
 * @param calibrationFolds folds of the corpus in which models are compared with the truth, for
 *     honest probabilities of segments, if there is no covariance; 0 for no calibration
 * @param threads number of threads; the model does not depend on it
 * @param seed of all randomness
 * @param scheme how the model writes segments as labels
 */
public record LearnerSettings(
    String task,
    String language,
    TemplateSet templates,
    int cutoff,
    double variance,
    List<Double> groupVariances,
    double pairwiseVariance,
    int kernelRounds,
    int inducing,
    int samples,
    int rounds,
    int iterations,
    double pruning,
    int calibrationFolds,
    int threads,
    long seed,
    TagScheme scheme) {
  /** What the provenance calls the prior variance of transitions that was learned. */
  public static final String LEARNED_PAIRWISE_VARIANCE = "learnedPairwiseVariance";

  /** Checks the numbers. */
  public LearnerSettings {
    Checks.atLeast("cutoff", cutoff, 1);
    Checks.positive("variance", variance);
    groupVariances = List.copyOf(groupVariances);
    groupVariances.forEach(one -> Checks.positive("variance of a feature group", one));
    Checks.positive("pairwise variance", pairwiseVariance);
    Checks.atLeast("kernelRounds", kernelRounds, 0);
    Checks.atLeast("inducing", inducing, 0);
    Checks.atLeast("samples", samples, 1);
    Checks.atLeast("rounds", rounds, 1);
    Checks.atLeast("iterations", iterations, 1);
    Checks.notNegative("pruning", pruning);
    Checks.atLeast("calibrationFolds", calibrationFolds, 0);
    if (calibrationFolds == 1) {
      throw new IllegalArgumentException("one fold leaves nothing to train on: 0 or at least 2");
    }
    Checks.atLeast("threads", threads, 1);
    Objects.requireNonNull(scheme, "scheme");
  }

  /** The defaults for a task. */
  public static LearnerSettings of(String task, TemplateSet templates) {
    return new LearnerSettings(
        task,
        "x-unspecified",
        templates,
        1,
        1.0,
        List.of(),
        1.0,
        16,
        0,
        4,
        2,
        100,
        1e-3,
        5,
        Runtime.getRuntime().availableProcessors(),
        1,
        TagScheme.IOB2);
  }

  /** Whether variances are learned from so many sentences: each fold needs one at least. */
  public boolean learnsVariances(int sentences) {
    return kernelRounds > 0 && sentences >= kernelSettings().folds();
  }

  /** Steps of the progress that learning variances from so many sentences takes at most. */
  public int variancesSteps(int sentences) {
    return learnsVariances(sentences) ? kernelRounds : 0;
  }

  /** How the variances are learned. */
  public KernelSettings kernelSettings() {
    return KernelSettings.of(threads, seed)
        .withVariances(variance, pairwiseVariance)
        .withRounds(Math.max(1, kernelRounds));
  }

  /** L-BFGS steps of a mean step after the first one, which begins near its end. */
  public int laterIterations() {
    return Math.max(1, iterations / 5);
  }

  /** Settings that are being changed. */
  private static final class Draft {
    private final LearnerSettings old;
    private String language;
    private int cutoff;
    private double variance;
    private List<Double> groupVariances;
    private double pairwiseVariance;
    private int kernelRounds;
    private int inducing;
    private int samples;
    private int rounds;
    private int iterations;
    private double pruning;
    private int calibrationFolds;
    private int threads;
    private long seed;
    private TagScheme scheme;

    Draft(LearnerSettings old) {
      this.old = old;
      this.language = old.language;
      this.cutoff = old.cutoff;
      this.variance = old.variance;
      this.groupVariances = old.groupVariances;
      this.pairwiseVariance = old.pairwiseVariance;
      this.kernelRounds = old.kernelRounds;
      this.inducing = old.inducing;
      this.samples = old.samples;
      this.rounds = old.rounds;
      this.iterations = old.iterations;
      this.pruning = old.pruning;
      this.calibrationFolds = old.calibrationFolds;
      this.threads = old.threads;
      this.seed = old.seed;
      this.scheme = old.scheme;
    }

    LearnerSettings settings() {
      return new LearnerSettings(
          old.task,
          language,
          old.templates,
          cutoff,
          variance,
          groupVariances,
          pairwiseVariance,
          kernelRounds,
          inducing,
          samples,
          rounds,
          iterations,
          pruning,
          calibrationFolds,
          threads,
          seed,
          scheme);
    }
  }

  /** These settings for a language. */
  public LearnerSettings withLanguage(String value) {
    Draft draft = new Draft(this);
    draft.language = value;
    return draft.settings();
  }

  /** These settings with a frequency cut-off. */
  public LearnerSettings withCutoff(int value) {
    Draft draft = new Draft(this);
    draft.cutoff = value;
    return draft.settings();
  }

  /**
   * The settings of a model's training, with the variances that it ended with: for a model of the
   * same kind from other sentences, without posterior covariance or calibration. What its
   * provenance does not say is as {@link #of} has it.
   */
  public static LearnerSettings like(Model model) {
    Map<String, String> settings = of(model.task(), model.vocabulary().templates()).asProvenance();
    settings.putAll(model.provenance().settings());
    Draft draft = new Draft(of(model.task(), model.vocabulary().templates()));
    draft.language = model.language();
    draft.cutoff = Integer.parseInt(settings.get("cutoff"));
    draft.groupVariances = Arrays.stream(model.groupVariance()).boxed().toList();
    String given = settings.get("pairwiseVariance");
    boolean transitions = model.vocabulary().templates().transitions();
    draft.pairwiseVariance =
        Double.parseDouble(
            transitions ? settings.getOrDefault(LEARNED_PAIRWISE_VARIANCE, given) : given);
    draft.kernelRounds = 0;
    draft.calibrationFolds = 0;
    draft.iterations = Integer.parseInt(settings.get("iterations"));
    draft.pruning = Double.parseDouble(settings.get("pruning"));
    draft.seed = model.provenance().seed();
    draft.scheme = model.scheme();
    return draft.settings();
  }

  /** These settings with other prior variances, the same for all feature groups. */
  public LearnerSettings withVariances(double unary, double pairwise) {
    Draft draft = new Draft(this);
    draft.variance = unary;
    draft.groupVariances = List.of();
    draft.pairwiseVariance = pairwise;
    return draft.settings();
  }

  /** These settings with another number of rounds of kernel learning; 0 for none. */
  public LearnerSettings withKernelRounds(int value) {
    Draft draft = new Draft(this);
    draft.kernelRounds = value;
    return draft.settings();
  }

  /** These settings with a posterior covariance in inducing points; 0 for none. */
  public LearnerSettings withInducing(int points, int sampleCount, int outerRounds) {
    Draft draft = new Draft(this);
    draft.inducing = points;
    draft.samples = sampleCount;
    draft.rounds = outerRounds;
    return draft.settings();
  }

  /** These settings with another number of L-BFGS steps. */
  public LearnerSettings withIterations(int value) {
    Draft draft = new Draft(this);
    draft.iterations = value;
    return draft.settings();
  }

  /** These settings with another threshold of weights; 0 to keep all that are not zero. */
  public LearnerSettings withPruning(double value) {
    Draft draft = new Draft(this);
    draft.pruning = value;
    return draft.settings();
  }

  /** These settings with another number of folds for the calibration of segments; 0 for none. */
  public LearnerSettings withCalibrationFolds(int value) {
    Draft draft = new Draft(this);
    draft.calibrationFolds = value;
    return draft.settings();
  }

  /** These settings on another number of threads. */
  public LearnerSettings withThreads(int value) {
    Draft draft = new Draft(this);
    draft.threads = value;
    return draft.settings();
  }

  /** These settings with another seed. */
  public LearnerSettings withSeed(long value) {
    Draft draft = new Draft(this);
    draft.seed = value;
    return draft.settings();
  }

  /** These settings for a model whose labels have another scheme. */
  public LearnerSettings withScheme(TagScheme value) {
    Draft draft = new Draft(this);
    draft.scheme = value;
    return draft.settings();
  }

  /** What the model's provenance keeps: all that can influence the model, by name. */
  public Map<String, String> asProvenance() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("posterior", "decoupled");
    settings.put("cutoff", Integer.toString(cutoff));
    settings.put(
        "variance",
        groupVariances.isEmpty() ? Double.toString(variance) : groupVariances.toString());
    settings.put("pairwiseVariance", Double.toString(pairwiseVariance));
    settings.put("kernelRounds", Integer.toString(kernelRounds));
    settings.put("inducing", Integer.toString(inducing));
    settings.put("samples", Integer.toString(samples));
    settings.put("rounds", Integer.toString(rounds));
    settings.put("iterations", Integer.toString(iterations));
    settings.put("pruning", Double.toString(pruning));
    settings.put("calibrationFolds", Integer.toString(calibrationFolds));
    return settings;
  }
}
