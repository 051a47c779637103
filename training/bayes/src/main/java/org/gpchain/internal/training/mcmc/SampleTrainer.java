package org.gpchain.internal.training.mcmc;

import static org.gpchain.core.text.Numbers.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import java.util.stream.Stream;
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
 * Learns models whose posterior is samples of it, by elliptical slice sampling in weight space: for
 * small corpora, where it is affordable, no approximation of the posterior but the length of the
 * chains. The variances are those of kernel learning, or the given ones.
 *
 * @param settings how to learn; the optimisation and the covariance are not used
 * @param sampling how to sample
 */
public record SampleTrainer(TrainerSettings settings, SampleSettings sampling) implements Trainer {
  /** Provenance: the largest R-hat of the scores that are followed. */
  public static final ProvenanceEntry<Double> R_HAT =
      ProvenanceEntry.of("rHat", value -> format("%.3f", value), Double::valueOf);

  /** Provenance: the smallest number of effective samples of these scores. */
  public static final ProvenanceEntry<Double> EFFECTIVE_SAMPLES =
      ProvenanceEntry.of("effectiveSamples", value -> format("%.0f", value), Double::valueOf);

  /**
   * Work of a step, in gradients: some five evaluations of the likelihood, most of them in part.
   */
  private static final double STEP = 2;

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
   * @throws LearningException if the samples do not fit into the memory that they may take
   */
  @Override
  public Model train(TrainingData data, Start start, Progress progress) {
    long begin = System.nanoTime();
    int v = data.labels().size();
    int each = sampling.perChain(weights(data));
    PosteriorSampler sampler =
        PosteriorSampler.of(
            data.encoded(),
            start.prior().kernel(data.groupOfFeature()),
            start.prior().transitionVariance(),
            new LinearChain(v, data.encoded().partial()));
    List<List<WeightSample>> kept =
        Stream.<List<WeightSample>>generate(ArrayList::new).limit(sampling.chains()).toList();
    SampleTrace[] traces = new SampleTrace[sampling.chains()];
    try (Parallel parallel = new Parallel(Math.min(settings.run().threads(), sampling.chains()))) {
      parallel.loop(
          sampling.chains(),
          1,
          (worker, chain, next) -> {
            McmcSettings own = sampling.chain(each, Seeds.mix(settings.run().seed(), chain));
            List<WeightSample> samples = kept.get(chain);
            // Only the calling thread, which is worker 0, may report.
            DoubleConsumer listener =
                worker == 0 ? listener(chain, own, progress) : logLikelihood -> {};
            traces[chain] =
                sampler.run(
                    own,
                    mean(start, chain),
                    sample -> samples.add((WeightSample) sample),
                    listener);
          });
    }
    List<WeightSample> all = kept.stream().flatMap(List::stream).toList();
    Map<String, String> origin = settings.asProvenance();
    origin.putAll(sampling.asProvenance());
    Mixing mixing = Mixing.of(traces);
    origin.put(R_HAT.name(), R_HAT.write(mixing.rHat()));
    origin.put(EFFECTIVE_SAMPLES.name(), EFFECTIVE_SAMPLES.write(mixing.effectiveSamples()));
    double[] last = traces[0].logLikelihood();
    Model model =
        data.model(
            start.prior(),
            SampledPosterior.of(
                v,
                all.stream().map(WeightSample::weights).toList(),
                all.stream().map(WeightSample::pairwise).toList()),
            origin,
            settings.run().seed(),
            new TrainingRun(
                (System.nanoTime() - begin) / 1e9,
                settings.run().threads(),
                -last[last.length - 1],
                "STEPS_DONE"));
    progress.onStep(new Step("done", 0, 0, -last[last.length - 1], Double.NaN, () -> model));
    return model;
  }

  /**
   * The start of a chain: the mean of a fold of kernel learning, each chain at another one, or a
   * draw from the prior if there is none.
   */
  private static Mean mean(Start start, int chain) {
    List<Mean> means = start.withoutFold();
    return means.isEmpty() ? start.mean() : means.get(chain % means.size());
  }

  private DoubleConsumer listener(int chain, McmcSettings own, Progress progress) {
    long every = Math.max(1, own.steps() / REPORTS);
    long[] step = {0};
    return logLikelihood -> {
      if (++step[0] % every == 0) {
        double done = (chain + (double) step[0] / own.steps()) / sampling.chains();
        progress.onStep(new Step("samples", done, 1 - done, -logLikelihood));
      }
    };
  }
}
