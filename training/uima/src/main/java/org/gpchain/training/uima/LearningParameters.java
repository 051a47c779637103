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

/** The parameters of the learner. Each has the default of its {@link Setting}. */
public abstract class LearningParameters extends JCasConsumer_ImplBase {
  /**
   * Number of threads. 0 stands for the number of processors, and -n for n fewer than that. The
   * model does not depend on the number of threads.
   */
  public static final String PARAM_NUM_THREADS = ComponentParameters.PARAM_NUM_THREADS;

  @ConfigurationParameter(
      name = PARAM_NUM_THREADS,
      mandatory = true,
      defaultValue = ComponentParameters.AUTO_NUM_THREADS)
  private int numThreads;

  /** Seed of all random numbers. */
  public static final String PARAM_SEED = "seed";

  @ConfigurationParameter(name = PARAM_SEED, mandatory = false)
  private Long seed;

  /** Minimum number of occurrences of a feature; rarer features are left out. */
  public static final String PARAM_CUTOFF = "cutoff";

  @ConfigurationParameter(name = PARAM_CUTOFF, mandatory = false)
  private Integer cutoff;

  /**
   * Prior variance of the weights of each feature group. A smaller variance gives a smoother model.
   */
  public static final String PARAM_VARIANCE = "variance";

  @ConfigurationParameter(name = PARAM_VARIANCE, mandatory = false)
  private Double variance;

  /** Prior variance of the scores of label transitions. */
  public static final String PARAM_PAIRWISE_VARIANCE = "pairwiseVariance";

  @ConfigurationParameter(name = PARAM_PAIRWISE_VARIANCE, mandatory = false)
  private Double pairwiseVariance;

  /**
   * Number of rounds of kernel learning, which finds a variance for each template line. With 0, the
   * given variances are kept.
   */
  public static final String PARAM_KERNEL_ROUNDS = "kernelRounds";

  @ConfigurationParameter(name = PARAM_KERNEL_ROUNDS, mandatory = false)
  private Integer kernelRounds;

  /**
   * Family of the posterior: decoupled has a mean weight for each feature and, if there are
   * inducing points, a covariance in these; sparse has a mean and a covariance in inducing points,
   * with any kernel; samples consists of samples of the posterior, for small corpora. The defaults
   * of a sparse posterior for inducing, samples, rounds and iterations are listed in
   * SparseSettings.trainerDefaults.
   */
  public static final String PARAM_POSTERIOR = "posterior";

  @ConfigurationParameter(name = PARAM_POSTERIOR, mandatory = true, defaultValue = "decoupled")
  private String posterior;

  /**
   * Kernel of a sparse posterior over the features: {@code linear}, {@code rbf}, {@code cosine} or
   * {@code linear+rbf}. Kernels of word vectors can only be learned on the command line.
   */
  public static final String PARAM_KERNEL = "kernel";

  @ConfigurationParameter(name = PARAM_KERNEL, mandatory = false)
  private String kernel;

  /**
   * Kernel of a sparse posterior over the vectors of an encoder, which is added to the kernel over
   * the features: {@code linear}, {@code rbf}, {@code cosine} or {@code linear+rbf}.
   */
  public static final String PARAM_ENCODER_KERNEL = "encoderKernel";

  @ConfigurationParameter(name = PARAM_ENCODER_KERNEL, mandatory = false)
  private String encoderKernel;

  /**
   * Number of inducing points of the posterior covariance. With 0, a decoupled posterior has no
   * covariance: learning is fast, but no samples can be drawn from the model. With 0, the inducing
   * points of a sparse posterior are all tokens.
   */
  public static final String PARAM_INDUCING = "inducing";

  @ConfigurationParameter(name = PARAM_INDUCING, mandatory = false)
  private Integer inducing;

  /** Number of samples of each sentence for the evidence lower bound, if there is a covariance. */
  public static final String PARAM_SAMPLES = "samples";

  @ConfigurationParameter(name = PARAM_SAMPLES, mandatory = false)
  private Integer samples;

  /** Number of rounds of updates of covariance and mean, if there is a covariance. */
  public static final String PARAM_ROUNDS = "rounds";

  @ConfigurationParameter(name = PARAM_ROUNDS, mandatory = false)
  private Integer rounds;

  /** Maximum number of passes over the sentences. */
  public static final String PARAM_ITERATIONS = "iterations";

  @ConfigurationParameter(name = PARAM_ITERATIONS, mandatory = false)
  private Integer iterations;

  /**
   * Minimum absolute value of a weight; smaller weights are left out of the model, unless it has a
   * covariance. With 0, all weights are kept.
   */
  public static final String PARAM_PRUNING = "pruning";

  @ConfigurationParameter(name = PARAM_PRUNING, mandatory = false)
  private Double pruning;

  /**
   * Number of held-out parts of the corpus on which probabilities are calibrated. With 0, there is
   * no calibration.
   */
  public static final String PARAM_CALIBRATION_FOLDS = "calibrationFolds";

  @ConfigurationParameter(name = PARAM_CALIBRATION_FOLDS, mandatory = false)
  private Integer calibrationFolds;

  /**
   * Let the model use the other occurrences of a word in the document, in a second pass over the
   * document. ON: if held-out tokens are more probable with it; AUTO: under the same condition, but
   * only for names in several documents; OFF: never. Case is ignored.
   */
  public static final String PARAM_DOCUMENT_CONTEXT = "documentContext";

  @ConfigurationParameter(name = PARAM_DOCUMENT_CONTEXT, mandatory = true, defaultValue = "auto")
  private String documentContext;

  /** Returns the training plan that the parameters specify. */
  final TrainingPlan plan() {
    PosteriorFamily family = constant(PosteriorFamily.class, PARAM_POSTERIOR, posterior);
    DocumentContext context =
        constant(DocumentContext.class, PARAM_DOCUMENT_CONTEXT, documentContext);
    KernelForm kernelForm = constant(KernelForm.class, PARAM_KERNEL, kernel);
    KernelForm encoderForm = constant(KernelForm.class, PARAM_ENCODER_KERNEL, encoderKernel);

    return TrainingPlan.builder(Setting::parameter)
        .set(Setting.POSTERIOR, family)
        .set(Setting.VARIANCE, variance)
        .set(Setting.PAIRWISE_VARIANCE, pairwiseVariance)
        .set(Setting.KERNEL_ROUNDS, kernelRounds)
        .set(Setting.CUTOFF, cutoff)
        .set(Setting.THREADS, ComponentParameters.computeNumThreads(numThreads))
        .set(Setting.SEED, seed)
        .set(Setting.DOCUMENT_CONTEXT, context)
        .set(Setting.PRUNING, pruning)
        .set(Setting.INDUCING, inducing)
        .set(Setting.SAMPLES, samples)
        .set(Setting.ROUNDS, rounds)
        .set(Setting.ITERATIONS, iterations)
        .set(Setting.CALIBRATION_FOLDS, calibrationFolds)
        .set(SparseSettings.KERNEL, kernelForm)
        .set(SparseSettings.ENCODER_KERNEL, encoderForm)
        .build();
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String parameter, String value) {
    return value == null ? null : EnumParameter.parse(type, parameter, value);
  }

  /** Throws an IllegalArgumentException with the message if the condition is false. */
  static void check(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
