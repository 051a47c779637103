package org.gpchain.internal.training.mcmc;

import java.util.Arrays;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.data.MergedFeatures;
import org.gpchain.internal.training.mcmc.PosteriorSampler.LatentSample;

/**
 * The prior of an additive linear kernel in weight space: {@code f = X S z}, where S holds the
 * prior standard deviations of the weights. A draw costs the active features of the corpus, not the
 * square of its tokens. Features that the same tokens have are one ({@link MergedFeatures}): their
 * scores need only the sum of their weights.
 *
 * <p>The hyper-parameters are the variances of the feature groups.
 */
final class WeightSpacePrior implements WhitenedPrior {
  private final LabeledRows original;
  private final AdditiveLinearKernel kernel;
  private final MergedFeatures merged;
  private final double[] scale;

  /**
   * @param kernel with the prior variances of the groups' weights
   */
  WeightSpacePrior(LabeledRows corpus, AdditiveLinearKernel kernel) {
    this.original = corpus;
    this.kernel = kernel;
    this.merged = new MergedFeatures(corpus, kernel);
    this.scale = merged.scale();
  }

  @Override
  public LabeledRows corpus() {
    return original;
  }

  @Override
  public int whiteCount() {
    return scale.length;
  }

  @Override
  public void scores(double[] white, double[] unaryOut) {
    int v = original.labelCount();
    double[] weights = scaled(white);
    Arrays.fill(unaryOut, 0, original.tokenCount() * v, 0);
    for (int n = 0; n < original.tokenCount(); n++) {
      merged.corpus().rows().addSelected(n, weights, v, unaryOut, n * v);
    }
  }

  private double[] scaled(double[] white) {
    int v = original.labelCount();
    Checks.length("white", white.length, (long) scale.length * v, "[C×V]");
    double[] weights = new double[white.length];
    Arrays.setAll(weights, i -> scale[i / v] * white[i]);
    return weights;
  }

  /**
   * {@inheritDoc}
   *
   * <p>It has the most probable weights of all features given those of merged ones: with them a
   * test token gets the mean of f* given what was sampled.
   */
  @Override
  public WeightSample sample(double[] white, double[] pairwise) {
    return new WeightSample(merged.expand(scaled(white)), pairwise);
  }

  /**
   * White noise that weights belong to: those of a {@link #sample}, on merged features.
   *
   * @param weights {@code [D×V]}; not modified
   */
  double[] white(double[] weights) {
    int v = original.labelCount();
    double[] white = merged.merge(weights);
    Arrays.setAll(white, i -> white[i] / scale[i / v]);
    return white;
  }

  @Override
  public WhitenedPrior withHyper(double[] logHyper) {
    return new WeightSpacePrior(original, kernel.withHyperParameters(logHyper));
  }

  @Override
  public double[] logHyper() {
    return kernel.hyperParameters();
  }

  /**
   * @param weights {@code [D×V]}
   * @param pairwise {@code [V×V]}
   */
  record WeightSample(float[] weights, double[] pairwise) implements LatentSample {
    @Override
    public void unary(LabeledRows corpus, int sentence, double[] out) {
      int v = corpus.labelCount();
      SparseRows rows = corpus.rows();
      int first = corpus.sentenceStart()[sentence];
      for (int t = 0; t < corpus.length(sentence); t++) {
        for (int a = 0; a < v; a++) {
          double sum = 0;
          for (int i = rows.start(first + t); i < rows.start(first + t + 1); i++) {
            sum += (double) rows.value(i) * weights[rows.column(i) * v + a];
          }
          out[t * v + a] = sum;
        }
      }
    }
  }
}
