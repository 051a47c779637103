package org.gpchain.training.uima;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.uima.fit.component.JCasConsumer_ImplBase;
import org.apache.uima.fit.descriptor.ConfigurationParameter;
import org.dkpro.core.api.parameter.ComponentParameters;
import org.gpchain.annotator.EnumParameter;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.training.Progress;
import org.gpchain.training.Trainer;
import org.gpchain.training.TrainerSettings;
import org.gpchain.training.TrainerSettings.Covariance;
import org.gpchain.training.TrainerSettings.Optimization;
import org.gpchain.training.TrainerSettings.PriorSettings;
import org.gpchain.training.TrainerSettings.Run;
import org.gpchain.training.data.LearningException;
import org.gpchain.training.data.Task;
import org.gpchain.training.data.TrainingData;
import org.gpchain.training.decoupled.Update;
import org.gpchain.training.graybox.KernelForm;
import org.gpchain.training.graybox.SparseSettings;
import org.gpchain.training.mcmc.SampleSettings;
import org.gpchain.training.trainers.PosteriorFamily;
import org.gpchain.training.trainers.Trainers;

/**
 * The parameters of the learner, and what they mean. Their defaults are those of {@link
 * PosteriorFamily#defaults}.
 */
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
   * {@link SparseSettings#trainerDefaults}.
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

  /**
   * Find the most probable weights by this optimiser: SAGA, stochastic average gradients, or LBFGS.
   * In upper or lower case.
   */
  public static final String PARAM_OPTIMIZER = "optimizer";

  @ConfigurationParameter(name = PARAM_OPTIMIZER, mandatory = true, defaultValue = "SAGA")
  private String optimizer;

  /** Maximum number of passes (SAGA) or steps (LBFGS). */
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
   * Keep in the model how precisely it knows its weights, so that {@link #PARAM_UPDATE} can go on
   * from it; the file gets larger, and nothing is pruned.
   */
  public static final String PARAM_UPDATABLE = "updatable";

  @ConfigurationParameter(name = PARAM_UPDATABLE, mandatory = true, defaultValue = "false")
  private boolean updatable;

  /**
   * Go on from the model at this location, or of this name on the class path, which was trained
   * with {@link #PARAM_UPDATABLE} or updated before: it learns from the documents alone, new tags
   * and features among them. Features, variances, calibration, tag scheme and language are the
   * model's; parameters about them cannot be given.
   */
  public static final String PARAM_UPDATE = "update";

  @ConfigurationParameter(name = PARAM_UPDATE, mandatory = false)
  private String update;

  /** Where a learner comes from: what the parameters say, checked. */
  interface Learner {
    /** A model of a corpus. */
    Model learn(List<LabeledSequence> sentences, Task task, Progress progress);
  }

  /**
   * The learner that the parameters describe.
   *
   * @throws IllegalArgumentException if they do not fit together
   */
  final Learner learner() {
    PosteriorFamily family = EnumParameter.parse(PosteriorFamily.class, PARAM_POSTERIOR, posterior);
    TrainerSettings settings = settings(family.defaults());
    check(
        !updatable || (family == PosteriorFamily.DECOUPLED && !hasInducingPoints()),
        PARAM_UPDATABLE + " is for models without inducing points and samples");
    if (family == PosteriorFamily.DECOUPLED) {
      check(kernel == null, PARAM_KERNEL + " needs a sparse posterior");
      Trainer trainer = updatable ? Trainers.updatable(settings) : Trainers.of(settings);
      return (sentences, task, progress) ->
          trainer.train(TrainingData.of(sentences, task), progress);
    }
    if (family == PosteriorFamily.SAMPLES) {
      check(kernel == null, PARAM_KERNEL + " needs a sparse posterior");
      return (sentences, task, progress) ->
          Trainers.samples(settings, SampleSettings.DEFAULT)
              .train(TrainingData.of(sentences, task), progress);
    }
    check(
        pruning == null,
        PARAM_PRUNING
            + " is for decoupled posteriors: all features are part of a sparse posterior's kernel");
    SparseSettings sparse =
        SparseSettings.of(
            kernel == null
                ? KernelForm.LINEAR
                : EnumParameter.parse(KernelForm.class, PARAM_KERNEL, kernel));
    return (sentences, task, progress) ->
        Trainers.sparse(settings, sparse)
            .train(TrainingData.of(sentences, task, sparse::extended), progress);
  }

  /** Whether a model is to go on learning. */
  final boolean isUpdate() {
    return update != null;
  }

  /**
   * The model that is to go on learning.
   *
   * @throws IOException if it cannot be read
   */
  final Model earlier() throws IOException {
    return NamedModel.load(update, Contents.EVERYTHING);
  }

  /**
   * The learner that goes on from a model.
   *
   * @throws LearningException if the model cannot be updated
   */
  final Learner updating(Model earlier) {
    Update from = new Update(earlier, settings(TrainerSettings.DEFAULT).run());
    return (sentences, task, progress) -> from.with(sentences, task);
  }

  /**
   * Checks that no parameter is given that an update cannot follow.
   *
   * @param others names of such parameters, and whether they are given
   * @throws IllegalArgumentException if one is
   */
  final void checkUpdate(Map<String, Boolean> others) {
    Map<String, Boolean> given = new TreeMap<>(others);
    given.put(PARAM_UPDATABLE, updatable);
    given.put(PARAM_CUTOFF, cutoff != null);
    given.put(PARAM_VARIANCE, variance != null);
    given.put(PARAM_PAIRWISE_VARIANCE, pairwiseVariance != null);
    given.put(PARAM_KERNEL_ROUNDS, kernelRounds != null);
    given.put(PARAM_POSTERIOR, !posterior.equalsIgnoreCase("decoupled"));
    given.put(PARAM_KERNEL, kernel != null);
    given.put(PARAM_INDUCING, inducing != null);
    given.put(PARAM_SAMPLES, samples != null);
    given.put(PARAM_ROUNDS, rounds != null);
    given.put(PARAM_OPTIMIZER, !optimizer.equalsIgnoreCase("SAGA"));
    given.put(PARAM_ITERATIONS, iterations != null);
    given.put(PARAM_PRUNING, pruning != null);
    given.put(PARAM_CALIBRATION_FOLDS, calibrationFolds != null);
    given.values().removeIf(one -> !one);
    check(
        given.isEmpty(),
        PARAM_UPDATE
            + " keeps features, variances and calibration of the model: "
            + String.join(", ", given.keySet())
            + " cannot be given with it");
  }

  /** Whether the parameters describe a posterior in inducing points. */
  final boolean hasInducingPoints() {
    PosteriorFamily family = EnumParameter.parse(PosteriorFamily.class, PARAM_POSTERIOR, posterior);
    return family == PosteriorFamily.SPARSE
        || settings(family.defaults()).covariance().inducing() > 0;
  }

  /** The task with the cut-off that the parameters describe. */
  final Task withCutoff(Task task) {
    return cutoff == null ? task : task.withCutoff(cutoff);
  }

  private TrainerSettings settings(TrainerSettings defaults) {
    PriorSettings prior = defaults.prior();
    Covariance covariance = defaults.covariance();
    Optimization optimization = defaults.optimization();
    return new TrainerSettings(
        prior
            .withVariances(
                orElse(variance, prior.variance()),
                orElse(pairwiseVariance, prior.transitionVariance()))
            .withRounds(orElse(kernelRounds, prior.learning().rounds())),
        new Optimization(
            EnumParameter.parse(Optimization.Method.class, PARAM_OPTIMIZER, optimizer),
            orElse(iterations, optimization.iterations()),
            orElse(pruning, optimization.pruning())),
        new Covariance(
            orElse(inducing, covariance.inducing()),
            orElse(samples, covariance.samples()),
            orElse(rounds, covariance.rounds())),
        orElse(calibrationFolds, defaults.calibrationFolds()),
        new Run(
            ComponentParameters.computeNumThreads(numThreads),
            orElse(seed, defaults.run().seed())));
  }

  private static <T> T orElse(T given, T otherwise) {
    return given == null ? otherwise : given;
  }

  private static void check(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
