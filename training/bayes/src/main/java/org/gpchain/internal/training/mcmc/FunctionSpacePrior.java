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
 * {@code L Lᵀ ≈ K}. The error is at most 10⁻⁴ of a token's variance, which is the amount that the
 * paper adds to the diagonal (§5.4). The cost of a draw is the rank of L times the number of
 * distinct rows of L. For a kernel of word vectors, both are small.
 *
 * <p>Other hyper-parameters may require another rank. Therefore, the white noise has a row for each
 * token, and a draw uses as many of its rows as L has columns.
 */
final class FunctionSpacePrior implements WhitenedPrior {
  /** Maximum error of L Lᵀ, as a share of a token's variance. */
  private static final double TOLERANCE = 1e-4;

  /** Unit to which rows of L are rounded before they are compared. */
  private static final double ROUNDING = 1e-9;

  private final LabeledRows corpus;
  private final Kernel kernel;

  /** The pivots, which are the tokens from whose scores the scores of all tokens follow. */
  private final SparseRows pivots;

  /** Rows of L for the pivots. */
  private final Cholesky pivotFactor;

  /** Index, among the distinct rows of L, of the row of each token, {@code [N]}. */
  private final int[] rowOfToken;

  /** Columns of L, one after the other, without repeated rows, {@code [r×distinctRows]}. */
  private final double[] columns;

  private final int distinctRows;

  /**
   * Computes L by pivoted Cholesky decomposition.
   *
   * @param corpus the N tokens
   * @param kernel covariance function of the scores
   */
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
    int[] firstToken = new int[rowOfToken.length];
    this.distinctRows = findDistinctRows(factor, rowOfToken, firstToken);
    this.columns = new double[Math.multiplyExact(factor.rank(), distinctRows)];
    Arrays.setAll(columns, i -> factor.columns()[i / distinctRows][firstToken[i % distinctRows]]);
  }

  /**
   * Numbers the distinct rows of L. Rows that differ only by rounding errors count as equal.
   *
   * @param rowOfToken overwritten with the number of each token's row, {@code [N]}
   * @param firstToken overwritten with the first token of each distinct row, {@code [N]}; the
   *     remaining elements are not used
   * @return number of distinct rows
   */
  private static int findDistinctRows(PivotedCholesky factor, int[] rowOfToken, int[] firstToken) {
    Map<List<Long>, Integer> numbers = new HashMap<>();
    for (int token = 0; token < rowOfToken.length; token++) {
      Long[] row = new Long[factor.rank()];
      for (int j = 0; j < row.length; j++) {
        row[j] = Math.round(factor.columns()[j][token] / ROUNDING);
      }
      int next = numbers.size();
      rowOfToken[token] = numbers.computeIfAbsent(List.of(row), key -> next);
      if (rowOfToken[token] == next) {
        firstToken[next] = token;
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
    double[] scores = new double[distinctRows];
    for (int a = 0; a < v; a++) {
      Arrays.fill(scores, 0);
      ScaledSums.addRows(white, a, v, pivots.rowCount(), columns, 0, distinctRows, scores, 0);
      for (int token = 0; token < rowOfToken.length; token++) {
        unaryOut[token * v + a] = scores[rowOfToken[token]];
      }
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>The mean of f* given f equals the mean given the scores {@code f_p = L_p z} of the pivots:
   * {@code k* K_p⁻¹ f_p = k* L_p⁻ᵀ z} (§3, "f* MAP").
   */
  @Override
  public LatentSample sample(double[] white, double[] pairwise) {
    double[] dual = Arrays.copyOf(white, pivots.rowCount() * corpus.labelCount());
    pivotFactor.solveUpper(dual, corpus.labelCount());
    return new FunctionSample(kernel.against(pivots), dual, pairwise);
  }

  /**
   * A sample of the posterior in function space.
   *
   * @param against covariances of test tokens with the pivots
   * @param dual {@code K_p⁻¹ f_p}, {@code [r×V]}
   * @param pairwise transition scores, {@code [V×V]}
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
