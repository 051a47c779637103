package org.gpchain.internal.core.hmm;

import java.util.Arrays;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.ScaledSums;

/**
 * Forward–backward over the states of a sentence (Rabiner 1989, with his scaling): after {@link
 * #run} the posterior of each state and the expected transitions can be read. Scratch space of one
 * thread.
 *
 * <p>With forward probabilities f<sub>t</sub> (normalised, by c<sub>t</sub>), backward ones β and
 * u<sub>t</sub> = b(w<sub>t</sub>) ∘ β<sub>t</sub> / c<sub>t</sub>, the posterior of a state is
 * f<sub>t</sub> ∘ β<sub>t</sub>, and that of a pair of states f<sub>t</sub>(j) A<sub>jk</sub>
 * u<sub>t+1</sub>(k). So expected transitions are A ∘ Σ<sub>t</sub> f<sub>t</sub> ⊗
 * u<sub>t+1</sub>, a sum of outer products, to be multiplied by A once for many sentences.
 */
public final class StateLattice {
  private double[] forward = {};
  private double[] backward = {};

  /** u of the class comment; its first row is not used. */
  private double[] pulled = {};

  private HiddenMarkovModel parameters;

  /** The transitions that were transposed last, and their transpose. */
  private double[] known;

  private double[] transposed = {};
  private int length;

  /**
   * Runs the recursions over a sentence.
   *
   * @param words numbers of the words of many sentences, in {@code [0, W)}: those of this one are
   *     {@code [from, to)}; not modified
   * @return the logarithm of the sum of the weights of all state sequences; −∞ if no sequence is
   *     possible, and then nothing else may be read
   */
  public double run(HiddenMarkovModel hmm, int[] words, int from, int to) {
    parameters = hmm;
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

  /** The same parameters serve many sentences: their arrays are not modified meanwhile. */
  private void transpose(double[] transitions) {
    if (transitions == known) {
      return;
    }
    int k = parameters.stateCount();
    transposed = new double[k * k];
    for (int i = 0; i < k * k; i++) {
      transposed[i % k * k + i / k] = transitions[i];
    }
    known = transitions;
  }

  /** One step of the forward recursion; returns the sum by which it was normalised. */
  private double forward(int t, int word) {
    int k = parameters.stateCount();
    int here = t * k;
    if (t == 0) {
      System.arraycopy(parameters.start(), 0, forward, 0, k);
    } else {
      Arrays.fill(forward, here, here + k, 0);
      ScaledSums.addRows(forward, here - k, 1, k, parameters.transitions(), 0, k, forward, here);
    }
    double[] emissions = parameters.emissions();
    double sum = 0;
    for (int i = 0; i < k; i++) {
      forward[here + i] *= emissions[word * k + i];
      sum += forward[here + i];
    }
    ScaledSums.scale(1 / sum, forward, here, k);
    return sum;
  }

  /** One step of the backward recursion, from token t to the one before. */
  private void pull(int t, int word, double scale) {
    int k = parameters.stateCount();
    int here = t * k;
    double[] emissions = parameters.emissions();
    double inverse = 1 / scale;
    for (int i = 0; i < k; i++) {
      pulled[here + i] = emissions[word * k + i] * backward[here + i] * inverse;
    }
    Arrays.fill(backward, here - k, here, 0);
    ScaledSums.addRows(pulled, here, 1, k, transposed, 0, k, backward, here - k);
  }

  /**
   * Copies the posterior probability of each state of each token.
   *
   * @param out {@code [T×K]} from {@code outStart} on; overwritten
   */
  public void posteriors(double[] out, int outStart) {
    int count = length * parameters.stateCount();
    for (int i = 0; i < count; i++) {
      out[outStart + i] = forward[i] * backward[i];
    }
  }

  /**
   * Adds {@code Σ_t f_t ⊗ u_{t+1}}, which times the transition weights, cell by cell, is the
   * expected number of each transition.
   *
   * @param out {@code [K×K]} row-major; added to
   */
  public void addOuterProducts(double[] out) {
    int k = parameters.stateCount();
    for (int j = 0; j < k; j++) {
      ScaledSums.addRows(forward, j, k, length - 1, pulled, k, k, out, j * k);
    }
  }

  /**
   * Multiplies by {@code Π_t (1 − ξ_t)}: the probability that a transition is never made, if
   * neighbouring pairs of tokens were independent of each other (Wang and Blunsom 2015, eqs. 21 and
   * 22, with each pair of neighbours as a cluster).
   *
   * @param out {@code [K×K]} row-major; multiplied
   */
  public void multiplyAbsence(double[] out) {
    int k = parameters.stateCount();
    double[] transitions = parameters.transitions();
    for (int t = 0; t + 1 < length; t++) {
      for (int j = 0; j < k; j++) {
        double a = forward[t * k + j];
        for (int i = 0; i < k; i++) {
          // Rounding may make a certain transition a little more than that.
          out[j * k + i] *= Math.max(0, 1 - a * transitions[j * k + i] * pulled[(t + 1) * k + i]);
        }
      }
    }
  }
}
