package org.gpchain.core.decode;

import java.util.List;
import org.gpchain.core.likelihood.Lattice;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.Span;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.Entropy;
import org.gpchain.internal.core.math.LogSumExp;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.LatentGaussian;
import org.gpchain.internal.core.posterior.LatentSamples;
import org.gpchain.internal.core.posterior.Posterior;
import org.gpchain.internal.core.segments.KnownSegments;
import org.gpchain.internal.core.segments.LegalInference;

/**
 * A tagger that averages probabilities over samples of the posterior q(f, g).
 *
 * @param posterior posterior of the latent scores
 * @param labels labels of the model
 * @param distribution inference over label sequences
 * @param decoder chooses segments
 * @param options number of samples and their seed
 */
record SampledTagger(
    Posterior posterior,
    LabelSet labels,
    LegalInference distribution,
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
    Scratch scratch = workspace.scratch(Scratch.class, Scratch::new);
    scratch.unary = Workspace.ensure(scratch.unary, length * v);
    LatentGaussian latent = posterior.latent(rows, first, length, options.residual());
    LatentSamples samples = latent.deviations().draw(options.seed(), options.samples());
    scratch.marginals = Workspace.ensure(scratch.marginals, length * v);
    scratch.pairwise = new double[v * v];

    double[] mean = known.apply(latent.unaryMean().clone());
    double share = 1.0 / samples.count();
    double[] marginals = new double[length * v];
    double[] entropies = new double[length];
    for (int s = 0; s < samples.count(); s++) {
      lattice(latent, mean, samples, s, scratch, workspace).marginals(scratch.marginals);
      ScaledSums.add(share, scratch.marginals, marginals.length, marginals);
      for (int t = 0; t < length; t++) {
        entropies[t] += share * Entropy.of(scratch.marginals, t * v, v);
      }
    }

    SentenceDecoder.Choice decoding = decoder.new Choice(marginals, mean, length, known, workspace);
    for (int s = 0; s < samples.count(); s++) {
      decoding.weigh(lattice(latent, mean, samples, s, scratch, workspace), share);
    }
    List<Span> spans = decoding.spans();
    int[] path = decoding.path(spans);

    double[] logProbabilities = new double[samples.count()];
    for (int s = 0; s < samples.count(); s++) {
      logProbabilities[s] =
          lattice(latent, mean, samples, s, scratch, workspace).logProbability(path);
    }
    double logProbability = LogSumExp.of(logProbabilities, 0, samples.count()) + Math.log(share);
    return new Prediction(
        labels, path, marginals, entropies, logProbability, decoding.scored(spans), null);
  }

  /**
   * Runs forward–backward on the scores of a sample.
   *
   * @param mean mean of the unary scores, constraints included, {@code [T×V]}; not modified
   * @param sample index of the sample
   */
  private Lattice lattice(
      LatentGaussian latent,
      double[] mean,
      LatentSamples samples,
      int sample,
      Scratch scratch,
      Workspace workspace) {
    addDeviation(mean, samples.unary()[sample], scratch.unary);
    addDeviation(latent.pairwiseMean(), samples.pairwise()[sample], scratch.pairwise);
    return distribution.lattice(
        scratch.unary, scratch.pairwise, mean.length / labels.size(), workspace);
  }

  private static void addDeviation(double[] mean, float[] deviation, double[] out) {
    for (int i = 0; i < deviation.length; i++) {
      out[i] = mean[i] + deviation[i];
    }
  }
}
