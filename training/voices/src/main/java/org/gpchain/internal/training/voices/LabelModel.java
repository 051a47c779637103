package org.gpchain.internal.training.voices;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.gpchain.core.likelihood.LabelConstraints;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.UnknownToken;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.hmm.HiddenMarkovModel;
import org.gpchain.internal.core.hmm.StateLattice;

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
 * @param groups of each voice, {@code [V]}: those with the same one share a vote
 * @param bounds what was maximised, after each round: log likelihood and log prior
 */
public record LabelModel(
    Votes votes,
    HiddenMarkovModel hidden,
    double[][] confusion,
    double[] weights,
    int[] groups,
    List<Double> bounds) {
  /** Labels that are less probable are left out. */
  private static final double LEAST = 0.005;

  /** What labels are taken. */
  public enum Labels {
    /** All of each token, weighted by their probabilities. */
    WEIGHTED,
    /** The most probable sequence of each sentence. */
    BEST,
    /** Those of the majority of the voices, to compare with. */
    VOTE
  }

  /** Which voices share a vote. */
  public List<String> warnings() {
    return IntStream.range(0, groups.length)
        .mapToObj(
            group ->
                IntStream.range(0, groups.length)
                    .filter(v -> groups[v] == group)
                    .mapToObj(v -> "'" + votes.voices().get(v) + "'")
                    .toList())
        .filter(names -> names.size() > 1)
        .map(names -> String.join(", ", names) + " say the same, or err alike: they share a vote")
        .toList();
  }

  /** The probability of each label of each token of a sentence, {@code [T][K]}. */
  public List<double[]> posteriors(int sentence) {
    int[] words = votes.tokens(sentence);
    int k = hidden.stateCount();
    double[] all = new double[words.length * k];
    StateLattice lattice = new StateLattice();
    lattice.run(hidden, words, 0, words.length);
    lattice.posteriors(all, 0);
    return IntStream.range(0, words.length)
        .mapToObj(t -> Arrays.copyOfRange(all, t * k, (t + 1) * k))
        .toList();
  }

  /**
   * All sentences with labels, as if of one document: those that were complete stand evenly among
   * the others, so that each part of them has some.
   */
  public List<LabeledSequence> sentences(Labels which) {
    List<LabeledSequence> sentences = votes.sentences();
    double gold = sentences.stream().filter(LabeledSequence::isComplete).count();
    double[] place = new double[sentences.size()];
    int before = 0;
    for (int n = 0; n < place.length; n++) {
      boolean isGold = sentences.get(n).isComplete();
      place[n] = isGold ? before / gold : (n - before) / (place.length - gold);
      before += isGold ? 1 : 0;
    }
    return IntStream.range(0, place.length)
        .boxed()
        .sorted(Comparator.comparingDouble(n -> place[n]))
        .map(n -> labelled(n, which))
        .toList();
  }

  private LabeledSequence labelled(int n, Labels which) {
    LabeledSequence sentence = votes.sentences().get(n);
    if (which != Labels.WEIGHTED) {
      List<String> labels = which == Labels.BEST ? best(n) : vote(n);
      return new LabeledSequence(sentence.tokens(), SpanCodec.of(TagScheme.IOB2).decode(labels));
    }
    List<double[]> rows = posteriors(n);
    List<UnknownToken> unknown =
        sentence.unknown().stream()
            .map(one -> new UnknownToken(one.token(), Set.of(), weights(one, sentence, rows)))
            .toList();
    return new LabeledSequence(sentence.tokens(), sentence.spans(), unknown);
  }

  /** The most probable label sequence. */
  private List<String> best(int sentence) {
    int[] words = votes.tokens(sentence);
    int k = hidden.stateCount();
    double[] unary = new double[words.length * k];
    for (int i = 0; i < unary.length; i++) {
      double p = hidden.emissions()[words[i / k] * k + i % k] * (i < k ? hidden.start()[i] : 1);
      unary[i] = Math.log(p);
    }
    double[] pairwise = Arrays.stream(hidden.transitions()).map(Math::log).toArray();
    int[] path = new int[words.length];
    LabelConstraints all = LabelConstraints.none(k);
    new LinearChain(k).bestPath(unary, pairwise, words.length, all, new Workspace(), path);
    return Arrays.stream(path).mapToObj(votes.labels()::get).toList();
  }

  private List<String> vote(int sentence) {
    double[] equal = Arrays.stream(weights).map(weight -> 1).toArray();
    return votes.best(
        Arrays.stream(votes.tokens(sentence)).mapToObj(c -> votes.vote(c, equal)).toList());
  }

  /** Of the labels that nobody has rejected, and that lengthen no segment that people ended. */
  private SortedMap<String, Double> weights(
      UnknownToken one, LabeledSequence sentence, List<double[]> rows) {
    SpanCodec codec = SpanCodec.of(TagScheme.IOB2);
    Set<String> ended =
        sentence.spans().stream()
            .filter(span -> span.end() == one.token())
            .map(codec::continuation)
            .collect(Collectors.toSet());
    double[] row = rows.get(one.token());
    double possible = 0;
    for (int k = 0; k < row.length; k++) {
      String label = votes.labels().get(k);
      boolean rejected = codec.typeOf(label).filter(one.rejected()::contains).isPresent();
      row[k] = rejected || ended.contains(label) ? 0 : row[k];
      possible += row[k];
    }
    SortedMap<String, Double> weights = new TreeMap<>();
    for (int k = 0; k < row.length; k++) {
      if (row[k] > 0 && row[k] >= LEAST * possible) {
        weights.put(votes.labels().get(k), Math.min(1, Math.rint(row[k] / possible * 100) / 100));
      }
    }
    // Of labels that are all impossible, outside is not.
    return weights.isEmpty() ? new TreeMap<>(Map.of(SpanCodec.OUTSIDE, 1.0)) : weights;
  }
}
