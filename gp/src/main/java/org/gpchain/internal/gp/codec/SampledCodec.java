package org.gpchain.internal.gp.codec;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.internal.core.file.ArrayBytes;
import org.gpchain.internal.core.file.ArrayInput;
import org.gpchain.internal.core.file.ArrayOutput;
import org.gpchain.internal.core.file.DecoupledCodec;
import org.gpchain.internal.core.file.PosteriorCodec;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.core.posterior.Posterior;
import org.gpchain.internal.gp.posterior.SampledPosterior;

/**
 * Posteriors of samples in model files: the mean, then the transitions and weights of all samples.
 */
public final class SampledCodec implements PosteriorCodec {
  private static final String SAMPLE_WEIGHTS = ArrayBytes.PREFIX + "sample-weights";

  @Override
  public Kind kind() {
    return Kind.SAMPLES;
  }

  @Override
  public boolean writes(Posterior posterior) {
    return posterior instanceof SampledPosterior;
  }

  @Override
  public Entry write(Posterior posterior, ArrayOutput arrays) {
    SampledPosterior sampled = (SampledPosterior) posterior;
    List<DecoupledPosterior> samples = sampled.samples();
    int size = sampled.mean().weights().length;
    int square = sampled.mean().pairwiseMean().length;

    float[] weights = new float[Math.multiplyExact(samples.size(), size)];
    double[] pairwise = new double[Math.multiplyExact(samples.size(), square)];
    for (int s = 0; s < samples.size(); s++) {
      System.arraycopy(samples.get(s).weights(), 0, weights, s * size, size);
      System.arraycopy(samples.get(s).pairwiseMean(), 0, pairwise, s * square, square);
    }

    DecoupledCodec.writeMean(sampled.mean(), arrays);
    arrays.add(DecoupledCodec.SAMPLE_PAIRWISE, pairwise);
    arrays.add(SAMPLE_WEIGHTS, weights);
    return Entry.NONE;
  }

  /** {@inheritDoc} All samples are read, since predictions average over them. */
  @Override
  public Posterior read(Source source) throws IOException {
    DecoupledPosterior mean = DecoupledCodec.readMean(source);
    ArrayInput arrays = source.arrays();
    int size = mean.weights().length;
    int square = mean.pairwiseMean().length;

    double[] pairwise = arrays.doubles(DecoupledCodec.SAMPLE_PAIRWISE, ArrayInput.ANY);
    Checks.length(DecoupledCodec.SAMPLE_PAIRWISE, pairwise.length % square, 0, "modulo [V×V]");
    int count = pairwise.length / square;
    float[] weights = arrays.floats(SAMPLE_WEIGHTS, (long) count * size, false);

    List<DecoupledPosterior> samples = new ArrayList<>();
    for (int s = 0; s < count; s++) {
      samples.add(
          DecoupledPosterior.plugIn(
              mean.labelCount(),
              Arrays.copyOfRange(weights, s * size, (s + 1) * size),
              Arrays.copyOfRange(pairwise, s * square, (s + 1) * square)));
    }
    return new SampledPosterior(mean, samples);
  }
}
