package org.gpchain.internal.training.mcmc;

import static org.gpchain.core.text.Numbers.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ProvenanceEntry;
import org.gpchain.core.model.TrainingRun;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.Seeds;
import org.gpchain.internal.gp.posterior.SampledPosterior;
import org.gpchain.internal.training.Mean;
import org.gpchain.internal.training.Start;
import org.gpchain.internal.training.Trainer;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.hyper.StartLearner;
import org.gpchain.internal.training.mcmc.Convergence.Mixing;
import org.gpchain.internal.training.mcmc.PosteriorSampler.SampleTrace;
import org.gpchain.internal.training.mcmc.WeightSpacePrior.WeightSample;
import org.gpchain.training.LearningException;
import org.gpchain.training.Progress;
import org.gpchain.training.Progress.Step;

/**
 * Learns models whose posterior is represented by samples, which are drawn by elliptical slice
 * sampling in weight space. Apart from the finite length of the chains, the posterior is not
 * approximated. This is affordable for small corpora. The prior variances come from kernel
 * learning, or they are given.
 *
 * @param settings settings of the trainer; the settings of the optimization and of the covariance
 *     are not used
 * @param sampling settings of the sampler
 */
public record SampleTrainer(TrainerSettings settings, SampleSettings sampling) implements Trainer {
  /** Provenance: the largest R-hat of the scores that are followed. */
  public static final ProvenanceEntry<Double> R_HAT =
      ProvenanceEntry.of("rHat", value -> format("%.3f", value), Double::valueOf);

  /** Provenance: the smallest number of effective samples of these scores. */
  public static final ProvenanceEntry<Double> EFFECTIVE_SAMPLES =
      ProvenanceEntry.of("effectiveSamples", value -> format("%.0f", value), Double::valueOf);

  /**
   * Work of a step, in gradients. A step evaluates the likelihood about five times, but most
   * evaluations end early.
   */
  private static final double STEP = 2;

  /** Number of progress reports per chain. */
  private static final int REPORTS = 200;

  @Override
  public Start start(TrainingData data, Progress progress) {
    sampling.perChain(weights(data));
    return new StartLearner(settings).start(data, data.encoded().chain(), null, progress);
  }

  private static long weights(TrainingData data) {
    return (long) data.vocabulary().featureCount() * data.labels().size();
  }

  @Override
  public Work work(TrainingData data) {
    return new Work(
        new StartLearner(settings).work(data),
        STEP * sampling.steps() * sampling.chains() * data.encoded().tokenCount());
  }

  /**
   * {@inheritDoc}
   *
   * @throws LearningException if the maximum size is too small for the samples
   */
  @Override
  public Model train(TrainingData data, Start start, Progress progress) {
    long begin = System.nanoTime();
    int labels = data.labels().size();
    PosteriorSampler sampler =
        PosteriorSampler.of(
            data.encoded(),
            start.prior().kernel(data.groupOfFeature()),
            start.prior().transitionVariance(),
            new LinearChain(labels, data.encoded().partial()));
    Chains chains = new Chains(sampler, start, sampling.perChain(weights(data)), progress);
    chains.run();

    Map<String, String> provenance = settings.asProvenance();
    provenance.putAll(sampling.asProvenance());
    Mixing mixing = Mixing.of(chains.traces);
    provenance.put(R_HAT.name(), R_HAT.write(mixing.rHat()));
    provenance.put(EFFECTIVE_SAMPLES.name(), EFFECTIVE_SAMPLES.write(mixing.effectiveSamples()));

    double[] logLikelihood = chains.traces[0].logLikelihood();
    double objective = -logLikelihood[logLikelihood.length - 1];
    double seconds = (System.nanoTime() - begin) / 1e9;
    TrainingRun run = new TrainingRun(seconds, settings.run().threads(), objective, "STEPS_DONE");
    Model model =
        data.model(start.prior(), chains.posterior(labels), provenance, settings.run().seed(), run);
    progress.onStep(new Step("done", 0, 0, objective, Double.NaN, () -> model));
    return model;
  }

  /** The chains of a model, with their samples. */
  private final class Chains {
    private final PosteriorSampler sampler;
    private final Start start;
    private final int samplesPerChain;
    private final Progress progress;
    private final List<List<WeightSample>> samples = new ArrayList<>();
    private final SampleTrace[] traces = new SampleTrace[sampling.chains()];

    Chains(PosteriorSampler sampler, Start start, int samplesPerChain, Progress progress) {
      this.sampler = sampler;
      this.start = start;
      this.samplesPerChain = samplesPerChain;
      this.progress = progress;
      for (int chain = 0; chain < sampling.chains(); chain++) {
        samples.add(new ArrayList<>());
      }
    }

    void run() {
      int threads = Math.min(settings.run().threads(), sampling.chains());
      try (Parallel parallel = new Parallel(threads)) {
        parallel.loop(sampling.chains(), 1, (worker, chain, next) -> run(chain, worker));
      }
    }

    private void run(int chain, int worker) {
      McmcSettings chainSettings =
          sampling.chain(samplesPerChain, Seeds.mix(settings.run().seed(), chain));
      DoubleConsumer listener = logLikelihood -> {};
      // Only the calling thread, which is worker 0, may report.
      if (worker == 0) {
        listener = new ChainListener(chain, chainSettings.steps());
      }
      List<WeightSample> ofChain = samples.get(chain);
      traces[chain] =
          sampler.run(
              chainSettings,
              mean(start, chain),
              sample -> ofChain.add((WeightSample) sample),
              listener);
    }

    SampledPosterior posterior(int labels) {
      List<WeightSample> joined = samples.stream().flatMap(List::stream).toList();
      return SampledPosterior.of(
          labels,
          joined.stream().map(WeightSample::weights).toList(),
          joined.stream().map(WeightSample::pairwise).toList());
    }

    /** Reports the progress of a chain at regular intervals. */
    private final class ChainListener implements DoubleConsumer {
      private final int chain;
      private final long steps;
      private final long interval;
      private long step;

      ChainListener(int chain, long steps) {
        this.chain = chain;
        this.steps = steps;
        this.interval = Math.max(1, steps / REPORTS);
      }

      @Override
      public void accept(double logLikelihood) {
        step++;
        if (step % interval == 0) {
          double done = (chain + (double) step / steps) / sampling.chains();
          progress.onStep(new Step("samples", done, 1 - done, -logLikelihood));
        }
      }
    }
  }

  /**
   * Returns the start of a chain: the mean of a fold of kernel learning, which differs between
   * chains. If there are no folds, returns the mean of the start; null stands for a draw from the
   * prior.
   */
  private static Mean mean(Start start, int chain) {
    List<Mean> means = start.withoutFold();
    return means.isEmpty() ? start.mean() : means.get(chain % means.size());
  }
}
