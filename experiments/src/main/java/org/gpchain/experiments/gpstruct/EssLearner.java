package org.gpchain.experiments.gpstruct;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.kernel.Kernel;
import org.gpchain.core.kernel.Prior;
import org.gpchain.core.kernel.SumKernel;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.Seeds;
import org.gpchain.core.math.Workspace;
import org.gpchain.experiments.data.GpstructData;
import org.gpchain.experiments.gpstruct.GrayBoxForm.GrayBoxKernel;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.mcmc.Convergence;
import org.gpchain.training.mcmc.McmcSettings;
import org.gpchain.training.mcmc.Mixing;
import org.gpchain.training.mcmc.PosteriorSampler;
import org.gpchain.training.mcmc.PosteriorSampler.LatentSample;
import org.gpchain.training.mcmc.SampleTrace;
import org.gpchain.training.mcmc.SamplerState;

/**
 * GP-ESS: marginals averaged over samples of the posterior (eq. 10 of the first paper), the scores
 * of a test sentence being their mean given each sample. Additive linear kernels are sampled in
 * weight space, others in function space, parts of a sum each in its own.
 */
final class EssLearner implements FoldLearner {
  /** Nanoseconds between two checkpoints at least. */
  private static final long INTERVAL = 60_000_000_000L;

  /** Samples between two stages. */
  private static final int STAGE = 10;

  @Override
  public double[][] marginals(GpstructData data, int fold, GpstructSettings settings, Stages stages)
      throws IOException {
    EssForm form = settings.ess();
    LabeledRows test = data.fold(fold).test();
    PosteriorSampler sampler = sampler(data, fold, settings);
    List<Average> averages = new ArrayList<>();
    for (int chain = 0; chain < form.chains(); chain++) {
      averages.add(new Average(test, form.chains() == 1 ? stages : Stages.NONE));
    }
    SampleTrace[] traces = new SampleTrace[form.chains()];
    try (Parallel parallel = new Parallel(Math.min(settings.run().threads(), form.chains()))) {
      parallel.loop(
          form.chains(),
          1,
          (worker, from, to) -> {
            for (int chain = from; chain < to; chain++) {
              McmcSettings own = form.settings(Seeds.mix(settings.run().seed(), chain));
              Optional<EssCheckpoint> checkpoint =
                  settings
                      .control()
                      .of(data.task(), fold, chain, told(own, settings, test.tokenCount()));
              traces[chain] =
                  run(sampler, own, averages.get(chain), checkpoint, settings.control().resume());
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    if (settings.control().checkpoints() != null) {
      EssTraces.write(settings.control().checkpoints(), data.task(), fold, traces);
    }
    settings.remarks().accept(remark(data, fold, traces));
    Average all = averages.get(0);
    for (Average other : averages.subList(1, averages.size())) {
      for (int n = 0; n < all.sums.length; n++) {
        for (int i = 0; i < all.sums[n].length; i++) {
          all.sums[n][i] += other.sums[n][i];
        }
      }
    }
    return all.over((double) traces[0].length() * traces.length);
  }

  /** All that the samples of a chain depend on, beside the data. */
  private static String told(McmcSettings chain, GpstructSettings settings, int testTokens) {
    return chain + ", " + settings.form() + ", large " + settings.large() + ", " + testTokens;
  }

  private static SampleTrace run(
      PosteriorSampler sampler,
      McmcSettings settings,
      Average average,
      Optional<EssCheckpoint> checkpoint,
      boolean resume) {
    try {
      Optional<EssCheckpoint.Saved> saved = Optional.empty();
      if (resume && checkpoint.isPresent()) {
        saved = checkpoint.get().load();
      }
      saved.ifPresent(found -> average.set(found.sums()));
      long[] last = {System.nanoTime()};
      return sampler.run(
          settings,
          saved.map(EssCheckpoint.Saved::state).orElse(null),
          average::add,
          state -> {
            boolean due = System.nanoTime() - last[0] > INTERVAL;
            if (checkpoint.isPresent() && (due || state.steps() == settings.steps())) {
              save(checkpoint.get(), state, average);
              last[0] = System.nanoTime();
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void save(EssCheckpoint checkpoint, SamplerState state, Average average) {
    try {
      checkpoint.save(state, average.sums);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static PosteriorSampler sampler(GpstructData data, int fold, GpstructSettings settings) {
    LabeledRows train = data.fold(fold).train();
    LinearChain likelihood = new LinearChain(train.labelCount());
    GrayBoxKernel kernel = settings.form().kernel();
    int[] groups = data.features().groupOfFeature();
    Prior prior =
        kernel == GrayBoxKernel.LEARNED
            ? FoldLearners.learned(data, fold, settings)
            : FoldLearners.PRIOR;
    boolean isLinear = kernel.form() == GrayBoxKernel.LINEAR.form() && data.embeddings().isEmpty();
    if (isLinear) {
      var linear = kernel.base(groups, prior.groupVariance());
      return PosteriorSampler.inWeightSpace(
          train,
          linear.groupOfFeature(),
          new Prior(linear.groupVariance(), prior.transitionVariance()),
          likelihood);
    }
    Kernel composed =
        kernel
            .form()
            .over(
                kernel.base(groups, prior.groupVariance()),
                data.embeddings(),
                train.rows(),
                settings.run().seed());
    return composed instanceof SumKernel sum
        ? PosteriorSampler.ofSum(train, sum, prior.transitionVariance(), likelihood)
        : PosteriorSampler.inFunctionSpace(train, composed, prior.transitionVariance(), likelihood);
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
    return String.format(
        Locale.ROOT,
        "gp-ess: %s fold %d: %d samples of each of %d chains in %.0f s, %.1f million evaluations;"
            + " R-hat of the log-likelihood %.3f, of 20 scores at most %.3f, effective samples of"
            + " these at least %.0f; last h_p %.3g",
        data.task(),
        fold,
        traces[0].length(),
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
    private final Stages stages;
    private final double[][] sums;
    private int samples;

    Average(LabeledRows test, Stages stages) {
      this.test = test;
      this.stages = stages;
      this.chain = new LinearChain(test.labelCount());
      this.sums = new double[test.sentenceCount()][];
      for (int n = 0; n < sums.length; n++) {
        sums[n] = new double[test.length(n) * test.labelCount()];
      }
    }

    /** Goes on from the sums of an earlier run. */
    void set(double[][] earlier) {
      Checks.length("sums of a checkpoint", earlier.length, sums.length, "[sentences]");
      for (int n = 0; n < sums.length; n++) {
        Checks.length("sums of a sentence", earlier[n].length, sums[n].length, "[T×V]");
        System.arraycopy(earlier[n], 0, sums[n], 0, sums[n].length);
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
        stages.reached(() -> over(samples));
      }
    }

    private double[][] over(double count) {
      return Arrays.stream(sums)
          .map(sentence -> Arrays.stream(sentence).map(sum -> sum / count).toArray())
          .toArray(double[][]::new);
    }
  }
}
