package org.gpchain.internal.training.voices;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gpchain.core.likelihood.LabelConstraints;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.UnknownToken;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.hmm.HiddenMarkovModel;
import org.gpchain.internal.core.hmm.StateLattice;

/**
 * A label model for weak supervision: a hidden Markov model whose states are the true labels of
 * tokens. Given the true labels, voices are independent (Lison, Barnes and Hubin 2020):
 *
 * <pre>{@code p(y, o) = p(y_1) Π_t p(y_t | y_{t-1}) Π_t Π_v p_v(o_tv | y_t)^w_v}</pre>
 *
 * <p>Silence is one of the symbols o of a voice. Label sequences that IOB2 does not allow have the
 * probability 0. The exponents w correct for the dependence between voices.
 *
 * @param votes votes that the model was learned from
 * @param hidden hidden Markov model; its words are the combinations of {@code votes}
 * @param confusion probability of each symbol (column) given each true label (row), for each voice,
 *     {@code [V][K×S]}
 * @param weights exponent w of each voice, {@code [V]}
 * @param groups group of each voice, {@code [V]}; the voices of a group share a vote
 * @param bounds objective after each round: log likelihood plus log prior
 */
public record LabelModel(
    Votes votes,
    HiddenMarkovModel hidden,
    double[][] confusion,
    double[] weights,
    int[] groups,
    List<Double> bounds) {
  /**
   * Minimum probability of a label in the weighted labels of a token, as a share of the probability
   * of all possible labels.
   */
  private static final double MIN_PROBABILITY = 0.005;

  /** The ways to label the sentences of a corpus. */
  public enum Labels {
    /** All labels of each token, weighted by their probabilities. */
    WEIGHTED,
    /** The most probable label sequence of each sentence. */
    BEST,
    /** The label of the majority of the voices for each token, as a baseline. */
    VOTE
  }

  /** Returns a warning for each group of voices that share a vote. */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    for (int group = 0; group < groups.length; group++) {
      List<String> names = new ArrayList<>();
      for (int v = 0; v < groups.length; v++) {
        if (groups[v] == group) {
          names.add("'" + votes.voices().get(v) + "'");
        }
      }
      if (names.size() > 1) {
        warnings.add(
            String.join(", ", names)
                + " give the same labels or make the same mistakes: they share a vote");
      }
    }
    return warnings;
  }

  /** Returns the probability of each label of each token of a sentence, {@code [T][K]}. */
  public List<double[]> posteriors(int sentence) {
    int[] words = votes.tokens(sentence);
    int k = hidden.stateCount();
    double[] posteriors = new double[words.length * k];
    StateLattice lattice = new StateLattice();
    lattice.run(hidden, words, 0, words.length);
    lattice.posteriors(posteriors, 0);

    List<double[]> rows = new ArrayList<>(words.length);
    for (int t = 0; t < words.length; t++) {
      rows.add(Arrays.copyOfRange(posteriors, t * k, (t + 1) * k));
    }
    return rows;
  }

  /**
   * Returns all sentences with labels, as the sentences of one document. Sentences whose true
   * labels are known are spread evenly among the others, so that each part of the corpus contains
   * some.
   */
  public List<LabeledSequence> sentences(Labels which) {
    List<LabeledSequence> sentences = votes.sentences();
    double goldCount = sentences.stream().filter(LabeledSequence::isComplete).count();
    List<Integer> order = new ArrayList<>(sentences.size());
    double[] position = new double[sentences.size()];
    int goldBefore = 0;
    for (int n = 0; n < position.length; n++) {
      order.add(n);
      if (sentences.get(n).isComplete()) {
        position[n] = goldBefore / goldCount;
        goldBefore++;
      } else {
        position[n] = (n - goldBefore) / (position.length - goldCount);
      }
    }

    order.sort(Comparator.comparingDouble(n -> position[n]));
    List<LabeledSequence> labeled = new ArrayList<>(sentences.size());
    for (int n : order) {
      labeled.add(labeled(n, which));
    }
    return labeled;
  }

  private LabeledSequence labeled(int n, Labels which) {
    LabeledSequence sentence = votes.sentences().get(n);
    if (which != Labels.WEIGHTED) {
      List<String> labels = which == Labels.BEST ? best(n) : vote(n);
      return new LabeledSequence(sentence.tokens(), SpanCodec.of(TagScheme.IOB2).decode(labels));
    }

    List<double[]> rows = posteriors(n);
    List<UnknownToken> weighted = new ArrayList<>();
    for (UnknownToken unknown : sentence.unknown()) {
      SortedMap<String, Double> weights = weights(unknown, sentence, rows.get(unknown.token()));
      weighted.add(new UnknownToken(unknown.token(), Set.of(), weights));
    }
    return new LabeledSequence(sentence.tokens(), sentence.spans(), weighted);
  }

  /** Returns the most probable label sequence of a sentence. */
  private List<String> best(int sentence) {
    int[] words = votes.tokens(sentence);
    int k = hidden.stateCount();
    double[] unary = new double[words.length * k];
    for (int i = 0; i < unary.length; i++) {
      double probability = hidden.emissions()[words[i / k] * k + i % k];
      if (i < k) {
        probability *= hidden.start()[i];
      }
      unary[i] = Math.log(probability);
    }
    double[] pairwise = Arrays.stream(hidden.transitions()).map(Math::log).toArray();

    int[] path = new int[words.length];
    LabelConstraints none = LabelConstraints.none(k);
    new LinearChain(k).bestPath(unary, pairwise, words.length, none, new Workspace(), path);
    return Arrays.stream(path).mapToObj(votes.labels()::get).toList();
  }

  private List<String> vote(int sentence) {
    double[] equalCounts = new double[weights.length];
    Arrays.fill(equalCounts, 1);
    List<double[]> shares = new ArrayList<>();
    for (int combination : votes.tokens(sentence)) {
      shares.add(votes.vote(combination, equalCounts));
    }
    return votes.best(shares);
  }

  /**
   * Returns the weights of the possible labels of a token. A label is impossible if an annotator
   * has rejected its type, or if it continues a segment that an annotator has ended before the
   * token.
   *
   * @param posteriors probability of each label of the token, {@code [K]}; overwritten
   */
  private SortedMap<String, Double> weights(
      UnknownToken unknown, LabeledSequence sentence, double[] posteriors) {
    SpanCodec codec = SpanCodec.of(TagScheme.IOB2);
    Set<String> continuations = new HashSet<>();
    for (Span span : sentence.spans()) {
      if (span.end() == unknown.token()) {
        continuations.add(codec.continuation(span));
      }
    }

    double possible = 0;
    for (int k = 0; k < posteriors.length; k++) {
      String label = votes.labels().get(k);
      boolean isRejected = codec.typeOf(label).filter(unknown.rejected()::contains).isPresent();
      if (isRejected || continuations.contains(label)) {
        posteriors[k] = 0;
      }
      possible += posteriors[k];
    }

    SortedMap<String, Double> weights = new TreeMap<>();
    for (int k = 0; k < posteriors.length; k++) {
      if (posteriors[k] > 0 && posteriors[k] >= MIN_PROBABILITY * possible) {
        double weight = Math.rint(posteriors[k] / possible * 100) / 100;
        weights.put(votes.labels().get(k), Math.min(1, weight));
      }
    }
    if (weights.isEmpty()) {
      // If all labels have the probability 0, the token is taken as outside, since this label can
      // neither be rejected nor continue a segment.
      weights.put(SpanCodec.OUTSIDE, 1.0);
    }
    return weights;
  }
}
