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
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.Seeds;
import org.gpchain.internal.training.TrainerSettings.Run;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.mcmc.Convergence;
import org.gpchain.internal.training.mcmc.Convergence.Mixing;
import org.gpchain.internal.training.mcmc.McmcSettings;
import org.gpchain.internal.training.mcmc.PosteriorSampler;
import org.gpchain.internal.training.mcmc.PosteriorSampler.LatentSample;
import org.gpchain.internal.training.mcmc.PosteriorSampler.SampleTrace;

/**
 * GP-ESS: averages the marginals over samples of the posterior (eq. 10 of the first paper). The
 * scores of a test sentence are their conditional mean given a sample. Additive linear kernels are
 * sampled in weight space and other kernels in function space, also as parts of a sum.
 */
final class EssLearner implements FoldLearner {
  /** Number of samples between two stages. */
  private static final int STAGE = 10;

  @Override
  public double[][] marginals(
      GpstructData data,
      int fold,
      PaperRow row,
      FoldBench bench,
      Consumer<Supplier<double[][]>> stages) {
    int chains = row.ess().chains();
    LabeledRows test = data.fold(fold).test();
    List<Average> averages = new ArrayList<>();
    for (int chain = 0; chain < chains; chain++) {
      averages.add(new Average(test, chains == 1 ? stages : stage -> {}));
    }
    SampleTrace[] traces =
        sample(sampler(data, fold, row, bench), row.ess(), averages, bench.run());
    bench.remarks().accept(remark(data, fold, traces));

    Average total = averages.get(0);
    averages.subList(1, chains).forEach(total::add);
    return total.over((double) traces[0].logLikelihood().length * traces.length);
  }

  /** Runs the chains in parallel, and adds the samples of each to its average. */
  private static SampleTrace[] sample(
      PosteriorSampler sampler, EssForm form, List<Average> averages, Run run) {
    SampleTrace[] traces = new SampleTrace[form.chains()];
    try (Parallel parallel = new Parallel(Math.min(run.threads(), form.chains()))) {
      parallel.each(
          form.chains(),
          chain -> {
            McmcSettings settings = form.settings(Seeds.mix(run.seed(), chain));
            Average average = averages.get(chain);
            traces[chain] = sampler.run(settings, null, average::add, likelihood -> {});
          });
    }
    return traces;
  }

  private static PosteriorSampler sampler(
      GpstructData data, int fold, PaperRow row, FoldBench bench) {
    LabeledRows train = data.fold(fold).train();
    Prior prior = FoldLearners.prior(data, fold, row, bench);
    Kernel kernel = FoldLearners.kernel(data, train, row, prior, bench.run().seed());
    LinearChain chain = new LinearChain(train.labelCount());
    return PosteriorSampler.of(train, kernel, prior.transitionVariance(), chain);
  }

  /** Returns a message on the mixing of the chains. */
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

  /** Sums of the marginals of the test sentences over samples. */
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

    void add(Average other) {
      for (int n = 0; n < sums.length; n++) {
        for (int i = 0; i < sums[n].length; i++) {
          sums[n][i] += other.sums[n][i];
        }
      }
    }

    /** Returns the sums divided by a number of samples. */
    private double[][] over(double count) {
      double[][] means = new double[sums.length][];
      for (int n = 0; n < means.length; n++) {
        means[n] = Arrays.stream(sums[n]).map(sum -> sum / count).toArray();
      }
      return means;
    }
  }
}
