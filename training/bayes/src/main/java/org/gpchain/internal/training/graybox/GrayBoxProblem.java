package org.gpchain.internal.training.graybox;

import java.util.Arrays;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.gp.algebra.PrincipalAxes;
import org.gpchain.internal.gp.inducing.InducingPoints;
import org.gpchain.internal.gp.inducing.InducingProjection;
import org.gpchain.internal.gp.posterior.SparsePosterior;
import org.gpchain.internal.training.bound.EvidenceLowerBound;
import org.gpchain.internal.training.bound.HyperObjective;
import org.gpchain.internal.training.bound.JointEstimator;
import org.gpchain.internal.training.bound.ParameterLayout;
import org.gpchain.internal.training.bound.ProjectedSentences;
import org.gpchain.internal.training.bound.SampledExpectation;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.inducing.KMeans;
import org.gpchain.training.LearningException;

/**
 * The fixed parts of a learning problem (data, inducing points, estimator) and the bound over them.
 * In its methods, {@code hyper} holds the kernel's hyper-parameters, then {@code log σ_b²}.
 */
final class GrayBoxProblem {
  /** Noise on the initial means that breaks the symmetry between the components of a mixture. */
  private static final double SPREAD = 0.1;

  private final GrayBoxSettings settings;
  private final LabeledRows train;
  private final Kernel kernel;
  private final Parallel parallel;
  private final InducingProjection projection;
  private final KMeans.Clusters clusters;
  final ParameterLayout layout;
  private final EvidenceLowerBound firstBound;

  GrayBoxProblem(
      GrayBoxSettings settings,
      LabeledRows train,
      Kernel kernel,
      JointEstimator estimator,
      Parallel parallel) {
    this.settings = settings;
    this.train = train;
    this.kernel = kernel;
    this.parallel = parallel;
    this.clusters = clusters();
    InducingProjection plain =
        InducingProjection.of(kernel, InducingPoints.of(train.rows(), clusters.medoid()));
    double[] scatter = ProjectedSentences.of(train, plain, parallel).scatter(parallel);
    this.projection = plain.rotated(PrincipalAxes.of(scatter, plain.size()));
    this.layout =
        new ParameterLayout(
            settings.posterior().components(), train.labelCount(), projection.size());
    this.firstBound =
        new EvidenceLowerBound(
            ProjectedSentences.of(train, projection, parallel),
            layout,
            Math.sqrt(settings.transitionVariance()),
            new SampledExpectation(estimator, settings.samples()),
            parallel);
  }

  /** Returns inducing points by k-means (supplement, §6.1), or all different tokens. */
  private KMeans.Clusters clusters() {
    SparseRows rows = train.rows();
    int count = settings.posterior().inducing();
    if (count > rows.rowCount()) {
      throw new IllegalArgumentException(
          "there are more inducing points than tokens: %s and %s; use fewer, or 0 for all tokens"
              .formatted(count, rows.rowCount()));
    }

    int iterations = KMeans.DEFAULT_ITERATIONS;
    if (count == 0) {
      count = rows.rowCount();
      iterations = 1;
    }
    KMeans.Clusters points =
        KMeans.cluster(rows, count, iterations, settings.run().seed(), parallel);
    if (points.count() == 0) {
      throw new IllegalArgumentException("no token of the training sentences has any feature");
    }
    if (points.count() > InducingProjection.MAX_POINTS) {
      throw new LearningException(
          ("the training sentences have %s different tokens, and there can be %s inducing points;"
                  + " choose a smaller number of them, or take fewer sentences")
              .formatted(points.count(), InducingProjection.MAX_POINTS));
    }
    return points;
  }

  /** Returns the initial hyper-parameters; a new array. */
  double[] firstHyper() {
    double[] hyper = Arrays.copyOf(kernel.hyperParameters(), kernel.hyperParameterCount() + 1);
    hyper[hyper.length - 1] = Math.log(settings.transitionVariance());
    return hyper;
  }

  /** Returns initial parameters, with the clusters' label fractions as means (supplement, §6.1). */
  double[] start() {
    int v = train.labelCount();
    int m = projection.size();
    double[] fractions = KMeans.labelFractions(clusters.assignment(), m, train.labels(), v);
    projection.whiten(fractions, v);
    double[] mean = SparsePosterior.transposed(fractions, m, v);
    return firstBound.start(mean, SPREAD, settings.run().seed());
  }

  /** Returns the bound at the given hyper-parameters. */
  EvidenceLowerBound bound(double[] hyper) {
    if (Arrays.equals(hyper, firstHyper())) {
      return firstBound;
    }
    Kernel moved = kernel.withHyperParameters(Arrays.copyOf(hyper, hyper.length - 1));
    return firstBound.at(
        ProjectedSentences.of(train, projection.withKernel(moved), parallel),
        Math.exp(hyper[hyper.length - 1] / 2));
  }

  /** Returns the bound as a function of hyper-parameters, with the posterior fixed. */
  HyperObjective hyperObjective(double[] hyper, double[] parameters) {
    EvidenceLowerBound bound = bound(hyper);
    return new HyperObjective(
        bound, bound.posterior(parameters), kernel::withHyperParameters, parallel);
  }
}
