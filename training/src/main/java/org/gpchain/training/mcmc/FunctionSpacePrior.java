package org.gpchain.training.mcmc;

import java.util.Arrays;
import org.gpchain.core.kernel.Kernel;
import org.gpchain.core.math.Cholesky;
import org.gpchain.core.math.NotPositiveDefiniteException;
import org.gpchain.training.data.LabeledRows;

/**
 * The prior of any kernel in function space, as in the paper (Algorithm 1): {@code f = L z} with
 * {@code L Lᵀ = K + 10⁻⁴ I}. A draw costs the square of the number of tokens.
 */
final class FunctionSpacePrior implements WhitenedPrior {
  /** Added to the diagonal of the covariance (§5.4). */
  private static final double JITTER = 1e-4;

  private final LabeledRows corpus;
  private final Kernel kernel;
  private final Cholesky factor;

  /**
   * @param corpus sentences; their labels are not looked at
   * @throws NotPositiveDefiniteException if the covariance has no factor
   */
  FunctionSpacePrior(LabeledRows corpus, Kernel kernel) {
    this.corpus = corpus;
    this.kernel = kernel;
    int n = corpus.tokenCount();
    double[] covariance = new double[n * n];
    Kernel.CrossCovariance against = kernel.against(corpus.rows());
    for (int i = 0; i < n; i++) {
      against.of(corpus.rows(), i, covariance, i, n);
      covariance[i * n + i] += JITTER;
    }
    this.factor = Cholesky.of("covariance of the latent scores", covariance, n, 0);
  }

  @Override
  public int labelCount() {
    return corpus.labelCount();
  }

  @Override
  public int tokenCount() {
    return corpus.tokenCount();
  }

  @Override
  public int whiteCount() {
    return corpus.tokenCount();
  }

  @Override
  public void scores(double[] white, double[] unaryOut) {
    int n = tokenCount();
    int v = labelCount();
    double[] lower = factor.lower();
    for (int i = n - 1; i >= 0; i--) {
      int out = i * v;
      for (int a = 0; a < v; a++) {
        unaryOut[out + a] = 0;
      }
      for (int j = 0; j <= i; j++) {
        double l = lower[i * n + j];
        for (int a = 0; a < v; a++) {
          unaryOut[out + a] += l * white[j * v + a];
        }
      }
    }
  }

  /**
   * A sample: the mean of f* given f is {@code k* K⁻¹ f = k* (L⁻ᵀ z)} (§3, "f* MAP").
   *
   * @param white z, {@code [N×V]}; not modified
   * @param pairwise g, {@code [V×V]}; kept
   */
  LatentSample sample(double[] white, double[] pairwise) {
    double[] dual = white.clone();
    factor.solveUpper(dual, labelCount());
    return new FunctionSample(kernel.against(corpus.rows()), dual, pairwise);
  }

  /**
   * A sample in function space.
   *
   * @param against covariances with the tokens that were learned from
   * @param dual {@code K⁻¹ f}, {@code [N×V]}
   * @param pairwise {@code [V×V]}
   */
  private record FunctionSample(Kernel.CrossCovariance against, double[] dual, double[] pairwise)
      implements LatentSample {
    @Override
    public void unary(LabeledRows test, int sentence, double[] out) {
      int v = test.labelCount();
      double[] covariance = new double[against.size()];
      int first = test.sentenceStart()[sentence];
      Arrays.fill(out, 0, test.length(sentence) * v, 0);
      for (int t = 0; t < test.length(sentence); t++) {
        against.of(test.rows(), first + t, covariance, 0, 1);
        for (int m = 0; m < covariance.length; m++) {
          for (int a = 0; a < v; a++) {
            out[t * v + a] += covariance[m] * dual[m * v + a];
          }
        }
      }
    }
  }

  @Override
  public int hyperCount() {
    return kernel.hyperParameterCount();
  }

  @Override
  public WhitenedPrior withHyper(double[] logHyper) {
    return new FunctionSpacePrior(corpus, kernel.withHyperParameters(logHyper));
  }

  @Override
  public double[] logHyper() {
    return kernel.hyperParameters();
  }
}
