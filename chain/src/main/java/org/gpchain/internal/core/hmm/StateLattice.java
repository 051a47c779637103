package org.gpchain.internal.core.hmm;

import java.util.Arrays;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.ScaledSums;

/**
 * Scaled forward–backward over the hidden states of a sentence (Rabiner 1989). After {@link #run},
 * the posterior probabilities of the states and the expected transitions can be read. Not
 * thread-safe.
 *
 * <p>Let f<sub>t</sub> be the forward probabilities, divided by their sum c<sub>t</sub>,
 * β<sub>t</sub> the backward probabilities, A the transition weights, b(w) the emission weights of
 * a word, and u<sub>t</sub> = b(w<sub>t</sub>) ∘ β<sub>t</sub> / c<sub>t</sub>. Then the posterior
 * of the states of a token is f<sub>t</sub> ∘ β<sub>t</sub>, and the posterior of a pair of states
 * is f<sub>t</sub>(j) A<sub>jk</sub> u<sub>t+1</sub>(k). The expected transitions are therefore A ∘
 * Σ<sub>t</sub> f<sub>t</sub> ⊗ u<sub>t+1</sub>. The sum of outer products can be accumulated over
 * many sentences and multiplied by A once at the end.
 */
public final class StateLattice {
  private double[] forward = {};
  private double[] backward = {};

  /** u of the class comment, {@code [T×K]}; the first row is not used. */
  private double[] pulled = {};

  private HiddenMarkovModel model;

  /** The transitions whose transpose is in {@link #transposed}. */
  private double[] transposedSource;

  private double[] transposed = {};
  private int length;

  /**
   * Runs the recursions over a sentence.
   *
   * @param words word numbers, in {@code [0, W)}, of a text; the sentence is {@code [from, to)};
   *     not modified
   * @return the logarithm of the total weight of all state sequences. If it is −∞, no sequence is
   *     possible, and the other results are undefined.
   */
  public double run(HiddenMarkovModel hmm, int[] words, int from, int to) {
    model = hmm;
    transpose(hmm.transitions());
    length = to - from;
    int k = hmm.stateCount();
    forward = Workspace.ensure(forward, length * k);
    backward = Workspace.ensure(backward, length * k);
    pulled = Workspace.ensure(pulled, length * k);

    double[] scales = new double[length];
    double logSum = 0;
    for (int t = 0; t < length; t++) {
      scales[t] = forward(t, words[from + t]);
      logSum += Math.log(scales[t]);
    }

    Arrays.fill(backward, Math.max(0, length - 1) * k, length * k, 1);
    for (int t = length - 1; t > 0; t--) {
      pull(t, words[from + t], scales[t]);
    }
    return logSum;
  }

  /**
   * Transposes the transitions, unless the previous sentence had the same model. Comparing the
   * references is enough, because the arrays of a model are not modified.
   */
  private void transpose(double[] transitions) {
    if (transitions == transposedSource) {
      return;
    }
    int k = model.stateCount();
    transposed = new double[k * k];
    for (int i = 0; i < k * k; i++) {
      transposed[i % k * k + i / k] = transitions[i];
    }
    transposedSource = transitions;
  }

  /** Makes a step of the forward recursion, and returns the sum c by which it was divided. */
  private double forward(int t, int word) {
    int k = model.stateCount();
    int here = t * k;
    if (t == 0) {
      System.arraycopy(model.start(), 0, forward, 0, k);
    } else {
      Arrays.fill(forward, here, here + k, 0);
      ScaledSums.addRows(forward, here - k, 1, k, model.transitions(), 0, k, forward, here);
    }

    double[] emissions = model.emissions();
    double sum = 0;
    for (int i = 0; i < k; i++) {
      forward[here + i] *= emissions[word * k + i];
      sum += forward[here + i];
    }
    ScaledSums.scale(1 / sum, forward, here, k);
    return sum;
  }

  /** Makes a step of the backward recursion, from token t to token t − 1. */
  private void pull(int t, int word, double scale) {
    int k = model.stateCount();
    int here = t * k;
    double[] emissions = model.emissions();
    double inverse = 1 / scale;
    for (int i = 0; i < k; i++) {
      pulled[here + i] = emissions[word * k + i] * backward[here + i] * inverse;
    }
    Arrays.fill(backward, here - k, here, 0);
    ScaledSums.addRows(pulled, here, 1, k, transposed, 0, k, backward, here - k);
  }

  /**
   * Writes the posterior probability of each state of each token.
   *
   * @param out {@code [T×K]} from {@code outStart} on; overwritten
   */
  public void posteriors(double[] out, int outStart) {
    int count = length * model.stateCount();
    for (int i = 0; i < count; i++) {
      out[outStart + i] = forward[i] * backward[i];
    }
  }

  /**
   * Adds {@code Σ_t f_t ⊗ u_{t+1}}. Its elementwise product with the transition weights is the
   * expected number of each transition.
   *
   * @param out {@code [K×K]} row-major; added to
   */
  public void addOuterProducts(double[] out) {
    int k = model.stateCount();
    for (int j = 0; j < k; j++) {
      ScaledSums.addRows(forward, j, k, length - 1, pulled, k, k, out, j * k);
    }
  }

  /**
   * Multiplies by {@code Π_t (1 − ξ_t)}, where ξ_t is the posterior of a pair of states at the
   * tokens t and t + 1. This is the probability that a transition never occurs if pairs of
   * neighboring tokens are taken to be independent of each other (Wang and Blunsom 2015, eqs. 21
   * and 22, with each pair of neighbors as a cluster).
   *
   * @param out {@code [K×K]} row-major; multiplied elementwise
   */
  public void multiplyAbsence(double[] out) {
    int k = model.stateCount();
    double[] transitions = model.transitions();
    for (int t = 0; t + 1 < length; t++) {
      for (int j = 0; j < k; j++) {
        double a = forward[t * k + j];
        for (int i = 0; i < k; i++) {
          // Rounding can make the posterior of a certain transition slightly more than 1.
          out[j * k + i] *= Math.max(0, 1 - a * transitions[j * k + i] * pulled[(t + 1) * k + i]);
        }
      }
    }
  }
}
