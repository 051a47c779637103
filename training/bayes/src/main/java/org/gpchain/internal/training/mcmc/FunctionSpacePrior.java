package org.gpchain.internal.training.mcmc;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.internal.core.kernel.ColumnBlock;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.gp.algebra.Cholesky;
import org.gpchain.internal.gp.algebra.PivotedCholesky;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.mcmc.PosteriorSampler.LatentSample;

/**
 * The prior of any kernel in function space, as in the paper (Algorithm 1): {@code f = L z} with
 * {@code L Lᵀ = K} but for 10⁻⁴ of a token's variance, which is what the paper adds to the diagonal
 * (§5.4). A draw costs the rank of L times the number of tokens that differ: a kernel of word
 * vectors has few of both.
 *
 * <p>Other hyper-parameters may need another rank. White noise therefore has a row for each token,
 * of which a draw uses as many as L has columns.
 */
final class FunctionSpacePrior implements WhitenedPrior {
  private static final double TOLERANCE = 1e-4;

  /** Rows of L that agree to so many places are the same. */
  private static final double ROUNDING = 1e-9;

  private final LabeledRows corpus;
  private final Kernel kernel;

  /** The tokens that L stands on, and its factor there. */
  private final SparseRows pivots;

  private final Cholesky pivotFactor;

  /** Which of the different rows of L each token has, {@code [N]}. */
  private final int[] rowOfToken;

  /** The columns of L, one after the other, without repeated rows. */
  private final double[] columns;

  private final int differentRows;

  FunctionSpacePrior(LabeledRows corpus, Kernel kernel) {
    this.corpus = corpus;
    this.kernel = kernel;
    SparseRows rows = corpus.rows();
    Kernel.CrossCovariance against = kernel.against(rows);
    double[] variance = new double[corpus.tokenCount()];
    Arrays.setAll(variance, token -> kernel.variance(rows, token));
    PivotedCholesky factor =
        PivotedCholesky.of(
            variance,
            (out, token) -> against.write(rows, token, ColumnBlock.ofColumn(out), 0),
            TOLERANCE);
    this.pivots = rows.select(factor.pivots());
    this.pivotFactor = factor.ofPivots();
    this.rowOfToken = new int[corpus.tokenCount()];
    int[] first = new int[rowOfToken.length];
    this.differentRows = findDifferentRows(factor, rowOfToken, first);
    this.columns = new double[Math.multiplyExact(factor.rank(), differentRows)];
    Arrays.setAll(columns, i -> factor.columns()[i / differentRows][first[i % differentRows]]);
  }

  /**
   * Numbers the different rows of L; what differs by rounding only is the same.
   *
   * @param rowOfToken the number of each token's row, {@code [N]}; overwritten
   * @param first the first token of each row, {@code [N]}, of which as many are overwritten as
   *     there are
   * @return how many there are
   */
  private static int findDifferentRows(PivotedCholesky factor, int[] rowOfToken, int[] first) {
    Map<List<Long>, Integer> numbers = new HashMap<>();
    for (int token = 0; token < rowOfToken.length; token++) {
      Long[] row = new Long[factor.rank()];
      for (int j = 0; j < row.length; j++) {
        row[j] = Math.round(factor.columns()[j][token] / ROUNDING);
      }
      int next = numbers.size();
      rowOfToken[token] = numbers.computeIfAbsent(List.of(row), key -> next);
      if (rowOfToken[token] == next) {
        first[next] = token;
      }
    }
    return numbers.size();
  }

  @Override
  public LabeledRows corpus() {
    return corpus;
  }

  @Override
  public int whiteCount() {
    return corpus.tokenCount();
  }

  @Override
  public void scores(double[] white, double[] unaryOut) {
    int v = corpus.labelCount();
    double[] scores = new double[differentRows];
    for (int a = 0; a < v; a++) {
      Arrays.fill(scores, 0);
      ScaledSums.addRows(white, a, v, pivots.rowCount(), columns, 0, differentRows, scores, 0);
      for (int token = 0; token < rowOfToken.length; token++) {
        unaryOut[token * v + a] = scores[rowOfToken[token]];
      }
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>The mean of f* given f is that given the scores {@code f_p = L_p z} of the pivots: {@code k*
   * K_p⁻¹ f_p = k* L_p⁻ᵀ z} (§3, "f* MAP").
   */
  @Override
  public LatentSample sample(double[] white, double[] pairwise) {
    double[] dual = Arrays.copyOf(white, pivots.rowCount() * corpus.labelCount());
    pivotFactor.solveUpper(dual, corpus.labelCount());
    return new FunctionSample(kernel.against(pivots), dual, pairwise);
  }

  /**
   * @param against covariances with the pivots
   * @param dual {@code K_p⁻¹ f_p}, {@code [r×V]}
   * @param pairwise {@code [V×V]}
   */
  private record FunctionSample(Kernel.CrossCovariance against, double[] dual, double[] pairwise)
      implements LatentSample {
    @Override
    public void unary(LabeledRows test, int sentence, double[] out) {
      int v = test.labelCount();
      double[] covariance = new double[dual.length / v];
      ColumnBlock column = ColumnBlock.ofColumn(covariance);
      int first = test.sentenceStart()[sentence];
      Arrays.fill(out, 0, test.length(sentence) * v, 0);
      for (int t = 0; t < test.length(sentence); t++) {
        against.write(test.rows(), first + t, column, 0);
        for (int m = 0; m < covariance.length; m++) {
          ScaledSums.add(covariance[m], dual, m * v, v, out, t * v);
        }
      }
    }
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
