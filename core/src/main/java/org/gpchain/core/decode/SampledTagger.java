package org.gpchain.core.decode;

import java.util.List;
import org.gpchain.core.likelihood.Lattice;
import org.gpchain.core.text.Span;
import org.gpchain.core.vectors.VectorFeatures;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.Entropy;
import org.gpchain.internal.core.math.LogSumExp;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.LatentGaussian;
import org.gpchain.internal.core.posterior.LatentSamples;
import org.gpchain.internal.core.posterior.Posterior;
import org.gpchain.internal.core.segments.KnownSegments;
import org.gpchain.internal.core.segments.SegmentLabels;

/**
 * A tagger that averages probabilities over samples of the posterior q(f, g).
 *
 * @param posterior posterior of the latent scores
 * @param labels labels of the model
 * @param vectors dense features of the model
 * @param decoder chooses segments
 * @param options number of samples and their seed
 */
record SampledTagger(
    Posterior posterior,
    SegmentLabels labels,
    VectorFeatures vectors,
    SentenceDecoder decoder,
    DecodingOptions options) {
  /** Buffers for the scores and marginals of a sample. */
  private static final class Scratch {
    private double[] unary = {};
    private double[] marginals = {};
    private double[] pairwise = {};
  }

  /**
   * Tags a sentence.
   *
   * @param rows feature rows; not modified
   * @param first index of the sentence's first row
   * @param length number of tokens T, at least 1
   * @param known constraints on the segments
   */
  Prediction tag(SparseRows rows, int first, int length, KnownSegments known, Workspace workspace) {
    int v = labels.size();
    LatentGaussian latent = posterior.latent(rows, first, length, options.residual());
    LatentSamples samples = latent.deviations().draw(options.seed(), options.samples());
    double[] mean = known.apply(latent.unaryMean().clone());
    SampledScores scores = new SampledScores(latent, mean, samples, workspace);
    double share = 1.0 / samples.count();

    double[] marginals = new double[length * v];
    double[] entropies = new double[length];
    for (int s = 0; s < samples.count(); s++) {
      double[] ofSample = scores.marginals(s);
      ScaledSums.add(share, ofSample, marginals.length, marginals);
      for (int t = 0; t < length; t++) {
        entropies[t] += share * Entropy.of(ofSample, t * v, v);
      }
    }

    SentenceDecoder.Choice decoding = decoder.new Choice(marginals, mean, length, known, workspace);
    for (int s = 0; s < samples.count(); s++) {
      decoding.weigh(scores.lattice(s), share);
    }
    List<Span> spans = decoding.spans();
    int[] path = decoding.path(spans);

    double[] logProbabilities = new double[samples.count()];
    for (int s = 0; s < samples.count(); s++) {
      logProbabilities[s] = scores.lattice(s).logProbability(path);
    }
    double logProbability = LogSumExp.of(logProbabilities, 0, samples.count()) + Math.log(share);
    return new Prediction(
        labels.names(),
        path,
        marginals,
        entropies,
        logProbability,
        decoding.scored(spans),
        null,
        vectors.novelty(rows.dense(), first, length));
  }

  /** The scores of a sentence under each of several samples. Uses the buffers of a workspace. */
  private final class SampledScores {
    private final LatentGaussian latent;
    private final double[] mean;
    private final LatentSamples samples;
    private final Workspace workspace;
    private final Scratch scratch;

    /**
     * Creates the scores of a sentence.
     *
     * @param mean mean of the unary scores, constraints included, {@code [T×V]}; not modified
     * @param samples deviations from the means
     */
    SampledScores(
        LatentGaussian latent, double[] mean, LatentSamples samples, Workspace workspace) {
      this.latent = latent;
      this.mean = mean;
      this.samples = samples;
      this.workspace = workspace;
      this.scratch = workspace.scratch(Scratch.class, Scratch::new);
      scratch.unary = Workspace.ensure(scratch.unary, mean.length);
      scratch.marginals = Workspace.ensure(scratch.marginals, mean.length);
      scratch.pairwise = new double[labels.size() * labels.size()];
    }

    /** Runs forward–backward on the scores of a sample. The lattice belongs to the workspace. */
    Lattice lattice(int sample) {
      addDeviation(mean, samples.unary()[sample], scratch.unary);
      addDeviation(latent.pairwiseMean(), samples.pairwise()[sample], scratch.pairwise);
      int length = mean.length / labels.size();
      return labels.inference().lattice(scratch.unary, scratch.pairwise, length, workspace);
    }

    /** Returns the marginals under a sample, {@code [T×V]}. The array belongs to the workspace. */
    double[] marginals(int sample) {
      lattice(sample).marginals(scratch.marginals);
      return scratch.marginals;
    }

    private static void addDeviation(double[] mean, float[] deviation, double[] out) {
      for (int i = 0; i < deviation.length; i++) {
        out[i] = mean[i] + deviation[i];
      }
    }
  }
}
