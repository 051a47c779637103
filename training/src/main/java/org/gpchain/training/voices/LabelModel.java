package org.gpchain.training.voices;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.core.hmm.HiddenMarkovModel;
import org.gpchain.core.hmm.StateLattice;

/**
 * A hidden Markov model of the true labels of tokens, given which each voice says what it says
 * independently of the others (Lison, Barnes and Hubin 2020):
 *
 * <pre>{@code p(y, o) = p(y_1) Π_t p(y_t | y_{t-1}) Π_t Π_v p_v(o_tv | y_t)^w_v}</pre>
 *
 * <p>Silence is something that a voice says. Sequences that IOB2 does not allow are impossible. The
 * exponents w are below one where voices depend on each other.
 *
 * @param hidden the model of the labels; its words are the combinations of {@code votes}
 * @param confusion of each voice, the probability of each symbol (column) given each label (row),
 *     {@code [V][K×S]}
 * @param weights w, {@code [V]}
 * @param bounds what was maximised, after each round: log likelihood and log prior
 */
public record LabelModel(
    Votes votes,
    HiddenMarkovModel hidden,
    double[][] confusion,
    double[] weights,
    List<Double> bounds) {
  /** The probability of each label of each token of a sentence, {@code [T][K]}. */
  public List<double[]> posteriors(int sentence) {
    int[] words = votes.sentence(sentence);
    int k = hidden.stateCount();
    double[] all = new double[words.length * k];
    StateLattice lattice = new StateLattice();
    lattice.run(hidden, words, 0, words.length);
    lattice.posteriors(all, 0);
    List<double[]> rows = new ArrayList<>();
    for (int t = 0; t < words.length; t++) {
      rows.add(Arrays.copyOfRange(all, t * k, (t + 1) * k));
    }
    return rows;
  }
}
