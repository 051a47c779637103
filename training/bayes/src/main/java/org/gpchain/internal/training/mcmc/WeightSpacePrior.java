package org.gpchain.internal.training.mcmc;

import java.util.Arrays;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.DoubleTable;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.data.MergedFeatures;
import org.gpchain.internal.training.mcmc.PosteriorSampler.LatentSample;

/**
 * The prior of an additive linear kernel in weight space: {@code f = X S z}, where S contains the
 * prior standard deviations of the weights. The cost of a draw is proportional to the number of
 * active features in the corpus instead of the square of the number of tokens. Features that occur
 * at the same tokens are merged ({@link MergedFeatures}), because scores depend only on the sum of
 * their weights.
 *
 * <p>The hyper-parameters are the variances of the feature groups.
 */
final class WeightSpacePrior implements WhitenedPrior {
  private final LabeledRows original;
  private final AdditiveLinearKernel kernel;
  private final MergedFeatures merged;

  /** Prior standard deviation of the weight of each merged feature, {@code [C]}. */
  private final double[] scale;

  /**
   * Creates the prior.
   *
   * @param corpus the N tokens
   * @param kernel kernel with the prior variances of the weights of each feature group
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
    SparseRows rows = merged.corpus().rows();
    for (int n = 0; n < original.sentenceCount(); n++) {
      int first = original.sentenceStart()[n];
      rows.addProducts(first, original.length(n), weights, new DoubleTable(unaryOut, first * v, v));
    }
  }

  /** Returns the weights of the merged features, {@code [C×V]}. */
  private double[] scaled(double[] white) {
    int v = original.labelCount();
    Checks.length("white", white.length, (long) scale.length * v, "[C×V]");
    double[] weights = new double[white.length];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = scale[i / v] * white[i];
    }
    return weights;
  }

  /**
   * {@inheritDoc}
   *
   * <p>The sample has the most probable weights of all features, given the weights of the merged
   * features. With these weights, the score of a test token is the mean of f* given the sample.
   */
  @Override
  public WeightSample sample(double[] white, double[] pairwise) {
    return new WeightSample(merged.expand(scaled(white)), pairwise);
  }

  /**
   * Returns the white noise of given weights; the inverse of {@link #sample}.
   *
   * @param weights weights of all features, {@code [D×V]}; not modified
   */
  double[] white(double[] weights) {
    int v = original.labelCount();
    double[] white = merged.merge(weights);
    for (int i = 0; i < white.length; i++) {
      white[i] /= scale[i / v];
    }
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
   * A sample of the posterior in weight space.
   *
   * @param weights weights of all features, {@code [D×V]}
   * @param pairwise transition scores, {@code [V×V]}
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
          for (int c = 0; c < rows.denseCount(); c++) {
            double value = rows.dense().value(first + t, c);
            sum += value * weights[(rows.sparseCount() + c) * v + a];
          }
          out[t * v + a] = sum;
        }
      }
    }
  }
}
