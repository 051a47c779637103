package org.gpchain.training.graybox;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.gpchain.core.gp.InducingProjection;
import org.gpchain.core.kernel.Kernel;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.core.likelihood.SequenceLikelihood;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.PrincipalAxes;
import org.gpchain.core.math.SparseRows;
import org.gpchain.core.posterior.SparsePosterior;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.data.LearningException;
import org.gpchain.training.inducing.KMeans;
import org.gpchain.training.objective.EvidenceLowerBound;
import org.gpchain.training.objective.HyperObjective;
import org.gpchain.training.objective.JointEstimator;
import org.gpchain.training.objective.ParameterLayout;
import org.gpchain.training.objective.Pathwise;
import org.gpchain.training.objective.ProjectedSentences;
import org.gpchain.training.objective.ScoreFunction;

/** The fixed part of learning: data, inducing points, likelihood; and the bound over it. */
public final class GrayBoxProblem {
  /** Noise on the initial means that breaks the symmetry between the components of a mixture. */
  private static final double SPREAD = 0.1;

  private final GrayBoxSettings settings;
  private final LabeledRows train;
  private final Kernel kernel;
  private final SequenceLikelihood likelihood;
  private final Parallel parallel;
  private final InducingProjection projection;
  private final KMeans.Clusters clusters;
  private final ParameterLayout layout;
  private final EvidenceLowerBound firstBound;

  /**
   * @param settings of the learner
   * @param train the training sentences; not modified
   * @param kernel at the initial hyper-parameters
   * @param likelihood the likelihood of a sentence's labels
   * @param parallel for tokens, sentences and labels
   * @throws IllegalArgumentException if these do not go together
   */
  public GrayBoxProblem(
      GrayBoxSettings settings,
      LabeledRows train,
      Kernel kernel,
      SequenceLikelihood likelihood,
      Parallel parallel) {
    this.settings = settings;
    this.train = train;
    this.kernel = kernel;
    this.likelihood = likelihood;
    this.parallel = parallel;
    this.clusters = clusters();
    InducingProjection plain =
        InducingProjection.of(kernel, train.rows().select(clusters.medoid()));
    double[] scatter = ProjectedSentences.of(train, plain, parallel).scatter(parallel);
    this.projection = plain.rotated(PrincipalAxes.of(scatter, plain.size()));
    GrayBoxSettings.Posterior form = settings.posterior();
    this.layout =
        new ParameterLayout(
            form.components(),
            train.labelCount(),
            projection.size(),
            form.unary(),
            form.pairwise());
    this.firstBound =
        new EvidenceLowerBound(
            ProjectedSentences.of(train, projection, parallel),
            layout,
            Math.sqrt(settings.prior().transitionVariance()),
            estimator(),
            settings.estimation().samples(),
            parallel);
  }

  /** Inducing points by k-means (supplement, §6.1), or all different tokens. */
  private KMeans.Clusters clusters() {
    SparseRows rows = train.rows();
    int wanted = settings.posterior().inducing();
    if (wanted > rows.rowCount()) {
      throw new IllegalArgumentException(
          "there are more inducing points than tokens: "
              + wanted
              + " and "
              + rows.rowCount()
              + "; use fewer, or 0 for all tokens");
    }
    KMeans.Clusters found =
        wanted == 0
            ? KMeans.cluster(rows, rows.rowCount(), 1, settings.run().seed(), parallel)
            : KMeans.cluster(
                rows, wanted, KMeans.DEFAULT_ITERATIONS, settings.run().seed(), parallel);
    if (found.count() == 0) {
      throw new IllegalArgumentException("no token of the training sentences has any feature");
    }
    if (found.count() > InducingProjection.MAX_POINTS) {
      throw new LearningException(
          "the training sentences have "
              + found.count()
              + " different tokens, and there can be "
              + InducingProjection.MAX_POINTS
              + " inducing points; choose a smaller number of them, or take fewer sentences");
    }
    return found;
  }

  private JointEstimator estimator() {
    GrayBoxSettings.Estimation e = settings.estimation();
    boolean knowsGradient = likelihood instanceof DifferentiableLikelihood;
    return switch (e.estimator()) {
      case SCORE_FUNCTION -> scoreFunction();
      case AUTO ->
          knowsGradient ? new Pathwise((DifferentiableLikelihood) likelihood) : scoreFunction();
      case PATHWISE -> {
        if (!knowsGradient) {
          throw new IllegalArgumentException(
              "the pathwise estimator needs a likelihood that knows its gradient; "
                  + likelihood.getClass().getSimpleName()
                  + " gives values only: use the score function, or auto");
        }
        yield new Pathwise((DifferentiableLikelihood) likelihood);
      }
    };
  }

  private JointEstimator scoreFunction() {
    GrayBoxSettings.Estimation e = settings.estimation();
    return new ScoreFunction(likelihood, e.controlVariate(), e.antithetic());
  }

  /** The kernel's hyper-parameters, then {@code log σ_b²}. */
  private double[] firstHyper() {
    double[] hyper = Arrays.copyOf(kernel.hyperParameters(), kernel.hyperParameterCount() + 1);
    hyper[hyper.length - 1] = Math.log(settings.prior().transitionVariance());
    return hyper;
  }

  /** The initial state: means are the clusters' label fractions (supplement, §6.1). */
  public GrayBoxState start() {
    int v = train.labelCount();
    int m = projection.size();
    double[] fractions = KMeans.labelFractions(clusters.assignment(), m, train.labels(), v);
    projection.whiten(fractions, v);
    double[] mean = new double[v * m];
    for (int i = 0; i < m; i++) {
      for (int label = 0; label < v; label++) {
        mean[label * m + i] = fractions[i * v + label];
      }
    }
    return GrayBoxState.start(firstBound.start(mean, SPREAD, settings.run().seed()), firstHyper());
  }

  ParameterLayout layout() {
    return layout;
  }

  /** The bound at hyper-parameters, see {@link GrayBoxState#hyper}. */
  public EvidenceLowerBound bound(double[] hyper) {
    return Arrays.equals(hyper, firstHyper())
        ? firstBound
        : firstBound.at(project(train, hyper), pairwiseDeviation(hyper));
  }

  private ProjectedSentences project(LabeledRows sentences, double[] hyper) {
    Kernel moved = kernel.withHyperParameters(Arrays.copyOf(hyper, hyper.length - 1));
    return ProjectedSentences.of(sentences, projection.withKernel(moved), parallel);
  }

  private static double pairwiseDeviation(double[] hyper) {
    return Math.exp(hyper[hyper.length - 1] / 2);
  }

  /** The bound as a function of hyper-parameters. */
  HyperObjective hyperObjective(GrayBoxState state) {
    return new HyperObjective(
        bound(state.hyper()), state.parameters(), kernel::withHyperParameters, parallel);
  }

  /** The expected log-likelihood of sentences that are not learned from. */
  double expectedLogLikelihood(LabeledRows sentences, GrayBoxState state) {
    EvidenceLowerBound over =
        firstBound.at(project(sentences, state.hyper()), pairwiseDeviation(state.hyper()));
    int[] all = IntStream.range(0, sentences.sentenceCount()).toArray();
    return -over.members(state.parameters(), all, settings.run().seed()).value();
  }

  /**
   * The posterior that parameters stand for.
   *
   * @param parameters see {@link GrayBoxState#parameters}; not modified
   * @param hyper see {@link GrayBoxState#hyper}; not modified
   */
  public SparsePosterior posterior(double[] parameters, double[] hyper) {
    return bound(hyper).posterior(parameters);
  }
}
