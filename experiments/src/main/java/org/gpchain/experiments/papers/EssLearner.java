package org.gpchain.experiments.papers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.experiments.data.GpstructData;
import org.gpchain.experiments.lab.Tables;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.Seeds;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.mcmc.Convergence;
import org.gpchain.internal.training.mcmc.Convergence.Mixing;
import org.gpchain.internal.training.mcmc.PosteriorSampler;
import org.gpchain.internal.training.mcmc.PosteriorSampler.LatentSample;
import org.gpchain.internal.training.mcmc.PosteriorSampler.SampleTrace;

/**
 * GP-ESS: marginals averaged over samples of the posterior (eq. 10 of the first paper), the scores
 * of a test sentence being their mean given each sample. Additive linear kernels are sampled in
 * weight space, others in function space, parts of a sum each in its own.
 */
final class EssLearner implements FoldLearner {
  /** Samples between two stages. */
  private static final int STAGE = 10;

  @Override
  public double[][] marginals(
      GpstructData data,
      int fold,
      PaperRow row,
      FoldBench bench,
      Consumer<Supplier<double[][]>> stages) {
    EssForm form = row.ess();
    LabeledRows test = data.fold(fold).test();
    PosteriorSampler sampler = sampler(data, fold, row, bench);
    List<Average> averages = new ArrayList<>();
    for (int chain = 0; chain < form.chains(); chain++) {
      averages.add(new Average(test, form.chains() == 1 ? stages : nobody -> {}));
    }
    SampleTrace[] traces = new SampleTrace[form.chains()];
    try (Parallel parallel = new Parallel(Math.min(bench.run().threads(), form.chains()))) {
      parallel.each(
          form.chains(),
          chain -> {
            long seed = Seeds.mix(bench.run().seed(), chain);
            traces[chain] =
                sampler.run(form.settings(seed), null, averages.get(chain)::add, likelihood -> {});
          });
    }
    bench.remarks().accept(remark(data, fold, traces));
    Average all = averages.get(0);
    for (Average other : averages.subList(1, averages.size())) {
      for (int n = 0; n < all.sums.length; n++) {
        for (int i = 0; i < all.sums[n].length; i++) {
          all.sums[n][i] += other.sums[n][i];
        }
      }
    }
    return all.over((double) traces[0].logLikelihood().length * traces.length);
  }

  private static PosteriorSampler sampler(
      GpstructData data, int fold, PaperRow row, FoldBench bench) {
    LabeledRows train = data.fold(fold).train();
    Prior prior = FoldLearners.prior(data, fold, row, bench);
    return PosteriorSampler.of(
        train,
        FoldLearners.kernel(data, train, row, prior, bench.run().seed()),
        prior.transitionVariance(),
        new LinearChain(train.labelCount()));
  }

  private static String remark(GpstructData data, int fold, SampleTrace[] traces) {
    double[][] logLikelihood = new double[traces.length][];
    double seconds = 0;
    double evaluations = 0;
    for (int c = 0; c < traces.length; c++) {
      logLikelihood[c] = traces[c].logLikelihood();
      seconds = Math.max(seconds, traces[c].seconds());
      evaluations += (double) traces[c].evaluations() / traces.length;
    }
    Mixing mixing = Mixing.of(traces);
    double[] last = traces[0].transitionVariance();
    return Tables.format(
        "gp-ess: %s fold %d: %d samples of each of %d chains in %.0f s, %.1f million evaluations;"
            + " R-hat of the log-likelihood %.3f, of 20 scores at most %.3f, effective samples of"
            + " these at least %.0f; last h_p %.3g",
        data.task(),
        fold,
        traces[0].logLikelihood().length,
        traces.length,
        seconds,
        evaluations / 1e6,
        Convergence.rHat(logLikelihood),
        mixing.rHat(),
        mixing.effectiveSamples(),
        last[last.length - 1]);
  }

  /** Adds up the marginals of the test sentences. */
  private static final class Average {
    private final LabeledRows test;
    private final LinearChain chain;
    private final Workspace workspace = new Workspace();
    private final Consumer<Supplier<double[][]>> stages;
    private final double[][] sums;
    private int samples;

    Average(LabeledRows test, Consumer<Supplier<double[][]>> stages) {
      this.test = test;
      this.stages = stages;
      this.chain = new LinearChain(test.labelCount());
      this.sums = new double[test.sentenceCount()][];
      for (int n = 0; n < sums.length; n++) {
        sums[n] = new double[test.length(n) * test.labelCount()];
      }
    }

    void add(LatentSample sample) {
      for (int n = 0; n < sums.length; n++) {
        double[] unary = new double[sums[n].length];
        double[] marginals = new double[sums[n].length];
        sample.unary(test, n, unary);
        chain.lattice(unary, sample.pairwise(), test.length(n), workspace).marginals(marginals);
        for (int i = 0; i < marginals.length; i++) {
          sums[n][i] += marginals[i];
        }
      }
      samples++;
      if (samples % STAGE == 1) {
        stages.accept(() -> over(samples));
      }
    }

    private double[][] over(double count) {
      return Arrays.stream(sums)
          .map(sentence -> Arrays.stream(sentence).map(sum -> sum / count).toArray())
          .toArray(double[][]::new);
    }
  }
}
