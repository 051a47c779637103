package org.gpchain.core.chain;

import java.util.Arrays;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.LogSumExp;
import org.gpchain.core.math.Workspace;

/**
 * The piecewise pseudo-likelihood of the linear chain (Sutton and McCallum 2007; supplement, §5,
 * eq. 48–50): each factor on its own predicts each of its labels from the other ones,
 *
 * <pre>{@code
 * log p̃(y | f, g) = Σ_t log p(y_t | f) + Σ_{t>0} [log p(y_t | y_{t-1}, g) + log p(y_{t-1} | y_t, g)]
 * p(y_t = v | f)           = exp f(t, v) / Σ_c exp f(t, c)
 * p(y_t = b | y_{t-1} = a) = exp g(a, b) / Σ_c exp g(a, c)     (row a of g)
 * p(y_{t-1} = a | y_t = b) = exp g(a, b) / Σ_c exp g(c, b)     (column b of g)
 * }</pre>
 *
 * <p>Each factor learns the labels' frequencies on its own, so that the product of all would count
 * them three times. Relative to frequencies π, conditional probabilities of transitions are learned
 * with {@code g(a, b) + log π(a) + log π(b)} in place of g. A transition that data say nothing
 * about is then as likely as if labels did not depend on each other, and {@code Π_t p(y_t | f) Π_t
 * exp g(y_{t-1}, y_t)}, a linear chain of the same scores, counts frequencies once.
 *
 * <p>No sum over label sequences is needed, only normalisers of the rows and columns of g that gold
 * labels select. In return p̃ is not a distribution: its sum over all sequences is at most one.
 *
 * <p>As in {@link LinearChain}, a forbidden score (negative infinity) at a gold label gives
 * negative infinity, and NaN if nothing else is allowed in its place. Where the value is NaN, so is
 * the whole gradient.
 */
public final class PiecewisePseudoLikelihood implements DifferentiableLikelihood {
  private final int labelCount;

  /** {@code log π(a) + log π(b)}, {@code [V×V]}; null without frequencies. */
  private final double[] independent;

  /**
   * The papers' own.
   *
   * @param labelCount number of labels V ≥ 1
   */
  public PiecewisePseudoLikelihood(int labelCount) {
    this.labelCount = Checks.atLeast("labelCount", labelCount, 1);
    this.independent = null;
  }

  private PiecewisePseudoLikelihood(double[] logFrequencies) {
    int v = Checks.atLeast("labelCount", logFrequencies.length, 1);
    this.labelCount = v;
    this.independent = new double[v * v];
    for (int a = 0; a < v; a++) {
      for (int b = 0; b < v; b++) {
        independent[a * v + b] =
            Checks.finite("log frequency", logFrequencies[a])
                + Checks.finite("log frequency", logFrequencies[b]);
      }
    }
  }

  /**
   * With transitions relative to labels' frequencies.
   *
   * @param logFrequencies {@code log π(v)}, {@code [V]}, up to a constant; copied
   */
  public static PiecewisePseudoLikelihood relativeTo(double... logFrequencies) {
    return new PiecewisePseudoLikelihood(logFrequencies);
  }

  @Override
  public int labelCount() {
    return labelCount;
  }

  /**
   * The normalisers of one sentence, in logarithms. Everything is recomputed for each sentence,
   * since scores are not known to repeat.
   */
  private static final class Normalizers {
    private double[] token = {};
    private double[] row = {};
    private double[] column = {};
    private int[] rowUses = {};
    private int[] columnUses = {};
    private double[] terms = {};
    private double[] shifted = {};

    /** The scores of transitions, which are shifted if there are frequencies. */
    private double[] pairwise = {};

    void compute(double[] unary, double[] given, double[] independent, int[] labels, int v) {
      grow(labels.length, v);
      pairwise = given;
      if (independent != null) {
        pairwise = shifted = Workspace.ensure(shifted, v * v);
        for (int i = 0; i < v * v; i++) {
          shifted[i] = given[i] + independent[i];
        }
      }
      countUses(labels, v);
      for (int t = 0; t < labels.length; t++) {
        token[t] = LogSumExp.of(unary, t * v, (t + 1) * v);
      }
      for (int label = 0; label < v; label++) {
        if (rowUses[label] > 0) {
          row[label] = LogSumExp.of(pairwise, label * v, (label + 1) * v);
        }
        if (columnUses[label] > 0) {
          for (int from = 0; from < v; from++) {
            terms[from] = pairwise[from * v + label];
          }
          column[label] = LogSumExp.of(terms, 0, v);
        }
      }
    }

    private void grow(int length, int v) {
      token = Workspace.ensure(token, length);
      row = Workspace.ensure(row, v);
      column = Workspace.ensure(column, v);
      rowUses = Workspace.ensure(rowUses, v);
      columnUses = Workspace.ensure(columnUses, v);
      terms = Workspace.ensure(terms, v);
    }

    private void countUses(int[] labels, int v) {
      Arrays.fill(rowUses, 0, v, 0);
      Arrays.fill(columnUses, 0, v, 0);
      for (int t = 0; t < labels.length; t++) {
        Checks.index("label", labels[t], v);
        if (t > 0) {
          rowUses[labels[t - 1]]++;
          columnUses[labels[t]]++;
        }
      }
    }
  }

  @Override
  public double logLikelihood(
      double[] unary, double[] pairwise, int[] labels, Workspace workspace) {
    return value(unary, labels, normalizers(unary, pairwise, labels, workspace));
  }

  @Override
  public double logLikelihoodAndGradient(
      double[] unary,
      double[] pairwise,
      int[] labels,
      Workspace workspace,
      double[] unaryGradOut,
      double[] pairwiseGradOut) {
    int v = labelCount;
    Checks.capacity("unaryGradOut", unaryGradOut.length, (long) labels.length * v, "[T×V]");
    Checks.capacity("pairwiseGradOut", pairwiseGradOut.length, (long) v * v, "[V×V]");
    Normalizers normalizers = normalizers(unary, pairwise, labels, workspace);
    double value = value(unary, labels, normalizers);
    if (Double.isNaN(value)) {
      Arrays.fill(unaryGradOut, 0, labels.length * v, Double.NaN);
      Arrays.fill(pairwiseGradOut, 0, v * v, Double.NaN);
      return value;
    }
    unaryGradient(unary, labels, normalizers, unaryGradOut);
    pairwiseGradient(labels, normalizers, pairwiseGradOut);
    return value;
  }

  private Normalizers normalizers(
      double[] unary, double[] pairwise, int[] labels, Workspace workspace) {
    Checks.atLeast("labels.length", labels.length, 1);
    Checks.capacity("unary", unary.length, (long) labels.length * labelCount, "[T×V]");
    Checks.length("pairwise", pairwise.length, (long) labelCount * labelCount, "[V×V]");
    Normalizers normalizers = workspace.scratch(Normalizers.class, Normalizers::new);
    normalizers.compute(unary, pairwise, independent, labels, labelCount);
    return normalizers;
  }

  private double value(double[] unary, int[] labels, Normalizers normalizers) {
    double value = 0;
    for (int t = 0; t < labels.length; t++) {
      value += unary[t * labelCount + labels[t]] - normalizers.token[t];
      if (t > 0) {
        double score = normalizers.pairwise[labels[t - 1] * labelCount + labels[t]];
        value += score - normalizers.row[labels[t - 1]];
        value += score - normalizers.column[labels[t]];
      }
    }
    return value;
  }

  /** {@code ∂/∂f(t, v) = [y_t = v] − p(y_t = v | f)}. */
  private void unaryGradient(double[] unary, int[] labels, Normalizers normalizers, double[] out) {
    int v = labelCount;
    for (int t = 0; t < labels.length; t++) {
      for (int i = t * v; i < (t + 1) * v; i++) {
        out[i] = -Math.exp(unary[i] - normalizers.token[t]);
      }
      out[t * v + labels[t]] += 1;
    }
  }

  /**
   * With n(a, b) the number of gold transitions: {@code ∂/∂g(a, b) = 2 n(a, b) − n(a, ·) p(b | a) −
   * n(·, b) p(a | b)}.
   */
  private void pairwiseGradient(int[] labels, Normalizers normalizers, double[] out) {
    int v = labelCount;
    double[] pairwise = normalizers.pairwise;
    Arrays.fill(out, 0, v * v, 0);
    for (int a = 0; a < v; a++) {
      for (int b = 0; b < v; b++) {
        int i = a * v + b;
        if (normalizers.rowUses[a] > 0) {
          out[i] -= normalizers.rowUses[a] * Math.exp(pairwise[i] - normalizers.row[a]);
        }
        if (normalizers.columnUses[b] > 0) {
          out[i] -= normalizers.columnUses[b] * Math.exp(pairwise[i] - normalizers.column[b]);
        }
      }
    }
    for (int t = 1; t < labels.length; t++) {
      out[labels[t - 1] * v + labels[t]] += 2;
    }
  }
}
