package org.gpchain.training.learn;

import org.gpchain.core.gp.InducingProjection;
import org.gpchain.core.kernel.AdditiveLinearKernel;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.core.likelihood.SequenceLikelihood;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.PrincipalAxes;
import org.gpchain.core.math.SparseRows;
import org.gpchain.core.posterior.SparsePosterior;
import org.gpchain.training.optim.AdamGradient;
import org.gpchain.training.optim.GradientRule;
import org.gpchain.training.optim.Lbfgs;
import org.gpchain.training.optim.OptimizationResult;
import org.gpchain.training.optim.PlainGradient;
import org.gpchain.training.optim.ProgressListener;
import org.gpchain.training.optim.Range;
import org.gpchain.training.optim.RestrictedObjective;
import org.gpchain.training.optim.SagaGradient;
import org.gpchain.training.optim.StepSizeSearch;
import org.gpchain.training.optim.StepSizes;
import org.gpchain.training.optim.StochasticDescent;
import org.gpchain.training.optim.StopRule;
import org.gpchain.training.vi.EvidenceLowerBound;
import org.gpchain.training.vi.JointEstimator;
import org.gpchain.training.vi.LabeledRows;
import org.gpchain.training.vi.ParameterLayout;
import org.gpchain.training.vi.Pathwise;
import org.gpchain.training.vi.ProjectedSentences;
import org.gpchain.training.vi.ScoreFunction;

/** The gray-box learner of the papers. */
public final class GrayBoxLearner {
  private final GrayBoxSettings settings;

  public GrayBoxLearner(GrayBoxSettings settings) {
    this.settings = settings;
  }

  private JointEstimator estimator(SequenceLikelihood likelihood) {
    var e = settings.estimation();
    if (e.estimator() != GrayBoxSettings.Estimator.SCORE_FUNCTION
        && likelihood instanceof DifferentiableLikelihood d) {
      return new Pathwise(d);
    }
    return new ScoreFunction(likelihood, e.controlVariate(), e.antithetic());
  }

  public SparsePosterior learn(
      LabeledRows train, int[] groupOfFeature, int groups, SequenceLikelihood likelihood) {
    try (Parallel parallel = new Parallel(settings.threads())) {
      int v = train.labelCount();
      double[] gv = new double[groups];
      java.util.Arrays.fill(gv, settings.variance());
      AdditiveLinearKernel kernel = AdditiveLinearKernel.of(groupOfFeature, gv);
      SparseRows rows = train.rows();
      int wanted = settings.posterior().inducing();
      long t0 = System.nanoTime();
      KMeans.Clusters clusters =
          KMeans.cluster(
              rows,
              wanted == 0 ? rows.rowCount() : wanted,
              wanted == 0 ? 1 : 20,
              settings.seed(),
              parallel);
      SparseRows z = rows.select(clusters.medoid());
      InducingProjection raw = InducingProjection.of(kernel, z);
      int m = raw.size();
      ProjectedSentences first = ProjectedSentences.of(train, raw, parallel);
      double[] scatter = first.scatter(parallel);
      double[] axes = PrincipalAxes.of(scatter, m);
      InducingProjection projection = raw.turned(axes);
      ProjectedSentences sentences = ProjectedSentences.of(train, projection, parallel);
      var p = settings.posterior();
      ParameterLayout layout = new ParameterLayout(p.components(), v, m, p.unary(), p.pairwise());
      EvidenceLowerBound bound =
          new EvidenceLowerBound(
              sentences,
              layout,
              Math.sqrt(settings.pairwiseVariance()),
              estimator(likelihood),
              settings.estimation().samples(),
              parallel);
      double[] fractions = KMeans.labelFractions(clusters.assignment(), m, train.labels(), v);
      projection.whiten(fractions, v);
      double[] mean = new double[v * m];
      for (int i = 0; i < m; i++)
        for (int a = 0; a < v; a++) mean[a * m + i] = fractions[i * v + a];
      double[] x = bound.start(mean, 0.1, settings.seed());
      System.err.printf("setup %.1fs M=%d%n", (System.nanoTime() - t0) / 1e9, m);
      double sh = Double.parseDouble(System.getProperty("shrink", "0"));
      for (int i = layout.unaryCovariance().from(); i < layout.parameterCount(); i++)
        if (i < layout.unaryCovariance().to() - 1 || i >= layout.pairwiseCovariance().from())
          x[i] -= sh;
      this.train = train;
      kernels =
          t ->
              AdditiveLinearKernel.of(
                  groupOfFeature, java.util.Arrays.stream(t).map(Math::exp).toArray());
      theta = new double[groups + 1];
      java.util.Arrays.fill(theta, Math.log(settings.variance()));
      theta[groups] = Math.log(settings.pairwiseVariance());
      this.bound = bound;
      x =
          settings.method() == GrayBoxSettings.Method.BATCH
              ? batch(bound, layout, x, parallel)
              : stochastic(bound, layout, x, parallel);
      return this.bound.posterior(x);
    }
  }

  private double[] batch(
      EvidenceLowerBound first, ParameterLayout layout, double[] start, Parallel parallel) {
    double[] x = start;
    var s = settings.schedule();
    bound = first;
    for (int r = 0; r < s.rounds(); r++) {
      x =
          block(
              bound,
              Boolean.getBoolean("freeze") ? layout.unaryMean() : layout.allUnary(),
              x,
              s.unary(),
              parallel,
              "unary");
      x =
          block(
              bound,
              Boolean.getBoolean("freeze") ? layout.pairwiseMean() : layout.allPairwise(),
              x,
              s.pairwise(),
              parallel,
              "pairwise");
      if (s.hyper() > 0) hyper(x, parallel);
    }
    return x;
  }

  private EvidenceLowerBound bound;
  private double[] theta;
  private java.util.function.Function<double[], org.gpchain.core.kernel.Kernel> kernels;
  private LabeledRows train;

  private void hyper(double[] x, Parallel parallel) {
    long t0 = System.nanoTime();
    var h = new org.gpchain.training.vi.HyperObjective(bound, x, kernels, parallel);
    OptimizationResult r =
        new Lbfgs(10, settings.seed(), parallel)
            .minimize(
                h,
                theta,
                StopRule.afterIterations(settings.schedule().hyper()),
                ProgressListener.SILENT);
    theta = r.parameters();
    int n = theta.length - 1;
    InducingProjection p =
        bound
            .posterior(x)
            .projection()
            .withKernel(kernels.apply(java.util.Arrays.copyOf(theta, n)));
    bound = bound.at(ProjectedSentences.of(train, p, parallel), Math.exp(theta[n] / 2));
    StringBuilder sb = new StringBuilder();
    for (double t : theta) sb.append(String.format("%.3g ", Math.exp(t)));
    System.err.printf(
        "  hyper %.3f it=%d ev=%d %s %.1fs: %s%n",
        r.value(), r.iterations(), r.evaluations(), r.reason(), (System.nanoTime() - t0) / 1e9, sb);
  }

  private double[] block(
      EvidenceLowerBound bound, Range range, double[] x, int it, Parallel parallel, String name) {
    long t0 = System.nanoTime();
    RestrictedObjective f = new RestrictedObjective(bound, x, range);
    double[] part = java.util.Arrays.copyOfRange(x, range.from(), range.to());
    OptimizationResult r =
        new Lbfgs(10, settings.seed(), parallel)
            .minimize(f, part, StopRule.afterIterations(it), ProgressListener.SILENT);
    System.err.printf(
        "  %s %.3f it=%d ev=%d %s %.1fs%n",
        name,
        r.value(),
        r.iterations(),
        r.evaluations(),
        r.reason(),
        (System.nanoTime() - t0) / 1e9);
    return f.expand(r.parameters());
  }

  private double[] stochastic(
      EvidenceLowerBound bound, ParameterLayout layout, double[] start, Parallel parallel) {
    var s = settings.schedule();
    long t0 = System.nanoTime();
    StochasticDescent descent =
        new StochasticDescent(
            s.batchSize(),
            s.freshNoise(),
            p -> layout.covarianceIsWithin(p, 10, 20),
            settings.seed());
    StepSizes sizes =
        StepSizes.of(
            java.util.List.of(
                layout.unaryMean(),
                layout.unaryCovariance(),
                layout.pairwiseMean(),
                layout.pairwiseCovariance()),
            0.01,
            0.005,
            0.01,
            0.005);
    EvidenceLowerBound cheap = bound.withSamples(Math.max(4, bound.samples() / 10));
    sizes =
        new StepSizeSearch(descent, settings.seed())
            .search(cheap, cheap, new PlainGradient(), start, sizes);
    System.err.printf(
        "  sizes %g %g %g %g  %.1fs%n",
        sizes.size(0), sizes.size(1), sizes.size(2), sizes.size(3), (System.nanoTime() - t0) / 1e9);
    GradientRule rule =
        switch (settings.method()) {
          case SAGA -> new SagaGradient();
          case ADAM -> new AdamGradient();
          default -> new PlainGradient();
        };
    StochasticDescent.State state = StochasticDescent.State.start(start, 0);
    int per = descent.stepsPerEpoch(bound);
    for (int r = 0; r < s.rounds(); r++) {
      StochasticDescent.Outcome o = descent.run(bound, rule, sizes, state, per * s.unary());
      state = o.state();
      if (r % 5 == 4) {
        double[] g = new double[bound.parameterCount()];
        double value =
            cheap.valueAndGradient(
                state.parameters(),
                java.util.stream.IntStream.range(0, bound.size()).toArray(),
                7,
                g);
        System.err.printf(
            "  round %d value %.3f retries %d skipped %d returns %d %.1fs%n",
            r, value, o.retries(), o.skipped(), o.returns(), (System.nanoTime() - t0) / 1e9);
      }
    }
    return state.parameters();
  }
}
