package org.gpchain.training.uima;

import org.apache.uima.fit.component.JCasConsumer_ImplBase;
import org.apache.uima.fit.descriptor.ConfigurationParameter;
import org.dkpro.core.api.parameter.ComponentParameters;
import org.gpchain.annotator.EnumParameter;
import org.gpchain.internal.training.graybox.KernelForm;
import org.gpchain.internal.training.graybox.SparseSettings;
import org.gpchain.internal.training.trainers.DocumentContext;
import org.gpchain.internal.training.trainers.PosteriorFamily;
import org.gpchain.internal.training.trainers.Setting;
import org.gpchain.internal.training.trainers.TrainingPlan;

/** The parameters of the learner. Each is a {@link Setting}, which has its default. */
public abstract class LearningParameters extends JCasConsumer_ImplBase {
  /**
   * Number of threads; 0 for as many as there are processors, a negative number for that many
   * fewer. The model does not depend on it.
   */
  public static final String PARAM_NUM_THREADS = ComponentParameters.PARAM_NUM_THREADS;

  @ConfigurationParameter(
      name = PARAM_NUM_THREADS,
      mandatory = true,
      defaultValue = ComponentParameters.AUTO_NUM_THREADS)
  private int numThreads;

  /** Seed of all randomness. */
  public static final String PARAM_SEED = "seed";

  @ConfigurationParameter(name = PARAM_SEED, mandatory = false)
  private Long seed;

  /** Leave out features that occur less often than this. */
  public static final String PARAM_CUTOFF = "cutoff";

  @ConfigurationParameter(name = PARAM_CUTOFF, mandatory = false)
  private Integer cutoff;

  /** Prior variance of the weights of every feature group; a smaller one makes a smoother model. */
  public static final String PARAM_VARIANCE = "variance";

  @ConfigurationParameter(name = PARAM_VARIANCE, mandatory = false)
  private Double variance;

  /** Prior variance of the scores of label transitions. */
  public static final String PARAM_PAIRWISE_VARIANCE = "pairwiseVariance";

  @ConfigurationParameter(name = PARAM_PAIRWISE_VARIANCE, mandatory = false)
  private Double pairwiseVariance;

  /**
   * Rounds of kernel learning, which finds a variance for each template line; with 0 the given
   * variances are kept.
   */
  public static final String PARAM_KERNEL_ROUNDS = "kernelRounds";

  @ConfigurationParameter(name = PARAM_KERNEL_ROUNDS, mandatory = false)
  private Integer kernelRounds;

  /**
   * Family of the posterior: {@code decoupled}, a mean weight for each feature, and a covariance in
   * inducing points if there are any; or {@code sparse}, mean and covariance in inducing points,
   * with any kernel; or {@code samples} of the posterior, for small corpora. The defaults of a
   * sparse one are {@code inducing}, {@code samples}, {@code rounds} and {@code iterations} of
   * {@link org.gpchain.internal.training.graybox.SparseSettings#trainerDefaults}.
   */
  public static final String PARAM_POSTERIOR = "posterior";

  @ConfigurationParameter(name = PARAM_POSTERIOR, mandatory = true, defaultValue = "decoupled")
  private String posterior;

  /**
   * Kernel of a sparse posterior over the features: {@code linear}, {@code rbf}, {@code cosine} or
   * {@code linear+rbf}. Kernels of word vectors are learned on the command line only.
   */
  public static final String PARAM_KERNEL = "kernel";

  @ConfigurationParameter(name = PARAM_KERNEL, mandatory = false)
  private String kernel;

  /**
   * Number of inducing points of the posterior covariance. With 0 a decoupled posterior has none:
   * learning is fast, but the model cannot be sampled from; a sparse one has all tokens.
   */
  public static final String PARAM_INDUCING = "inducing";

  @ConfigurationParameter(name = PARAM_INDUCING, mandatory = false)
  private Integer inducing;

  /** Number of samples of a sentence for the evidence lower bound, if there is a covariance. */
  public static final String PARAM_SAMPLES = "samples";

  @ConfigurationParameter(name = PARAM_SAMPLES, mandatory = false)
  private Integer samples;

  /** Rounds of updates of covariance and mean, if there is a covariance. */
  public static final String PARAM_ROUNDS = "rounds";

  @ConfigurationParameter(name = PARAM_ROUNDS, mandatory = false)
  private Integer rounds;

  /** Maximum number of passes over the sentences. */
  public static final String PARAM_ITERATIONS = "iterations";

  @ConfigurationParameter(name = PARAM_ITERATIONS, mandatory = false)
  private Integer iterations;

  /**
   * Leave weights nearer to zero than this out of the model, unless it has a covariance; 0 keeps
   * them all.
   */
  public static final String PARAM_PRUNING = "pruning";

  @ConfigurationParameter(name = PARAM_PRUNING, mandatory = false)
  private Double pruning;

  /**
   * Calibrate the probabilities on held-out parts of the corpus, of which this is the number; 0 for
   * no calibration.
   */
  public static final String PARAM_CALIBRATION_FOLDS = "calibrationFolds";

  @ConfigurationParameter(name = PARAM_CALIBRATION_FOLDS, mandatory = false)
  private Integer calibrationFolds;

  /**
   * Let the model read what the rest of a document says of a word, by a second pass over it. ON: if
   * held-out tokens are likelier with it; AUTO: the same for names in several documents; OFF:
   * never. In upper or lower case.
   */
  public static final String PARAM_DOCUMENT_CONTEXT = "documentContext";

  @ConfigurationParameter(name = PARAM_DOCUMENT_CONTEXT, mandatory = true, defaultValue = "auto")
  private String documentContext;

  /** Returns the plan that the parameters describe. */
  final TrainingPlan plan() {
    return TrainingPlan.builder(Setting::parameter)
        .set(Setting.POSTERIOR, constant(PosteriorFamily.class, PARAM_POSTERIOR, posterior))
        .set(Setting.VARIANCE, variance)
        .set(Setting.PAIRWISE_VARIANCE, pairwiseVariance)
        .set(Setting.KERNEL_ROUNDS, kernelRounds)
        .set(Setting.CUTOFF, cutoff)
        .set(Setting.THREADS, ComponentParameters.computeNumThreads(numThreads))
        .set(Setting.SEED, seed)
        .set(
            Setting.DOCUMENT_CONTEXT,
            constant(DocumentContext.class, PARAM_DOCUMENT_CONTEXT, documentContext))
        .set(Setting.PRUNING, pruning)
        .set(Setting.INDUCING, inducing)
        .set(Setting.SAMPLES, samples)
        .set(Setting.ROUNDS, rounds)
        .set(Setting.ITERATIONS, iterations)
        .set(Setting.CALIBRATION_FOLDS, calibrationFolds)
        .set(SparseSettings.KERNEL, constant(KernelForm.class, PARAM_KERNEL, kernel))
        .build();
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String parameter, String value) {
    return value == null ? null : EnumParameter.parse(type, parameter, value);
  }

  static void check(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
