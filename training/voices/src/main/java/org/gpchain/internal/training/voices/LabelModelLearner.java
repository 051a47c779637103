package org.gpchain.internal.training.voices;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.gpchain.core.likelihood.LabelConstraints;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.core.hmm.HiddenMarkovModel;
import org.gpchain.internal.core.hmm.StateLattice;
import org.gpchain.internal.core.segments.LegalInference;

/**
 * Learns label models by expectation maximisation, from the vote of the majority on. The priors are
 * Dirichlet distributions whose means follow from that vote, too. They are strong: without true
 * labels, likelihood alone would soon have the states tell apart something else than the labels.
 *
 * @param rounds at most
 * @param tolerance the relative rise of the bound below which rounds end
 * @param strength of the priors of confusions: how many votes of the majority count as one token
 * @param transitionStrength the same of transitions
 * @param dependence how much voices depend on each other, in [0, 1], since they know the same
 *     names: where c see a segment, each has the exponent c to the power of −{@code dependence},
 *     which those that make the same mistakes share; those of models are also in proportion to
 *     their expected F1 to the power of 3 {@code dependence}
 * @param gold how often a sentence counts whose true labels are known
 */
public record LabelModelLearner(
    int rounds,
    double tolerance,
    double strength,
    double transitionStrength,
    double dependence,
    double gold) {
  /** Chosen on development parts: experiments/docs/voices.md. */
  public static final LabelModelLearner DEFAULT = new LabelModelLearner(50, 1e-6, 1, 100, 0.7, 30);

  /** Emissions are not further apart: nothing that is possible becomes impossible by rounding. */
  private static final double LARGEST_RANGE = 500;

  /** The probability of what a voice has not said before, whatever the label. */
  private static final double LEAST = 1e-100;

  /**
   * Learns from all that voices say, and what is known of the true labels. A first model learns
   * from every other sentence, where voices that agree count less. What it expects of those held
   * out shows which voices make the same mistakes: they share a vote. It also shows how many of the
   * segments those find that say what is outside, as models do: the more, the larger is their
   * exponent.
   */
  public LabelModel learn(Votes votes) {
    Dependence dependent = new Dependence(votes);
    Fit half = new Fit(votes, weights(dependent, dependent.byAgreement()), n -> n % 2 == 0);
    half.expect(half.run(new int[0]).hidden(), n -> n % 2 == 1);
    int[] groups = dependent.groups(half.expected);
    double[] counts =
        Arrays.stream(groups)
            .mapToDouble(group -> 1.0 / Arrays.stream(groups).filter(g -> g == group).count())
            .toArray();
    double[] weights = weights(dependent, counts);
    double[] worth = Arrays.stream(half.f1()).map(f1 -> Math.pow(f1, 3 * dependence)).toArray();
    double mean = Arrays.stream(worth).filter(one -> one > 0).average().orElse(1);
    Arrays.setAll(weights, v -> worth[v] > 0 ? weights[v] * worth[v] / mean : weights[v]);
    return new Fit(votes, weights, n -> true).run(groups);
  }

  private double[] weights(Dependence dependent, double[] counts) {
    double equal = Math.pow(dependent.crowd(counts), -dependence);
    return Arrays.stream(counts).map(count -> equal * count).toArray();
  }

  private final class Fit {
    private final Votes votes;
    private final double[] weights;
    private final IntPredicate part;
    private final int k;
    private final int symbols;

    /** Expected number of tokens with each combination and label, {@code [combinations×K]}. */
    private final double[] expected;

    private final double[] start;
    private final double[] transitions;
    private final double[][] confusion;
    private final double[] startPrior;
    private final double[] transitionPrior;
    private final double[][] confusionPrior;

    /** What was taken out of the logarithms of each combination's emissions. */
    private final double[] scale;

    /** Learns from a part of the sentences. */
    Fit(Votes votes, double[] weights, IntPredicate part) {
      this.votes = votes;
      this.weights = weights;
      this.part = part;
      k = votes.labels().size();
      symbols = votes.symbolCount();
      expected = new double[votes.combinationCount() * k];
      scale = new double[votes.combinationCount()];
      start = new double[k];
      transitions = new double[k * k];
      confusion = new double[weights.length][];
      confusionPrior = new double[weights.length][];
      countVotes();
      startPrior = prior(start);
      transitionPrior = prior(transitions);
      normalise(start, k);
      normalise(transitions, k);
      for (int v = 0; v < weights.length; v++) {
        double[] counts = counts(v);
        confusionPrior[v] = TiedConfusion.of(votes, counts, strength);
        confusion[v] = sum(counts, confusionPrior[v], weights[v], symbols);
      }
    }

    LabelModel run(int[] groups) {
      List<Double> bounds = new ArrayList<>();
      double before = Double.NEGATIVE_INFINITY;
      while (true) {
        HiddenMarkovModel hidden = hidden();
        double bound = logPriors() + expect(hidden, part);
        bounds.add(bound);
        if (bounds.size() > rounds || bound - before < tolerance * Math.abs(bound)) {
          return new LabelModel(votes, hidden, confusion, weights, groups, List.copyOf(bounds));
        }
        before = bound;
        Arrays.setAll(confusion, v -> sum(counts(v), confusionPrior[v], weights[v], symbols));
      }
    }

    /**
     * The expected F1 of voices over the tokens of segments, {@code [V]}; 0 for those that do not
     * say both what is a segment and what is outside.
     */
    double[] f1() {
      double[] f1 = new double[weights.length];
      for (int v = 0; v < f1.length; v++) {
        double outside = 0;
        double found = 0;
        double right = 0;
        double gold = 0;
        for (int c = 0; c < scale.length; c++) {
          int said = votes.label(votes.symbol(c, v));
          double all = Arrays.stream(expected, c * k, (c + 1) * k).sum();
          outside += said == 0 ? all : 0;
          found += said > 0 ? all : 0;
          right += said > 0 ? expected[c * k + said] : 0;
          gold += all - expected[c * k];
        }
        f1[v] = outside * right > 0 ? 2 * right / (found + gold) : 0;
      }
      return f1;
    }

    /** Takes the vote for the truth: expected counts, and the means of start and transitions. */
    private void countVotes() {
      LabelConstraints legal =
          LegalInference.constraints(SpanCodec.of(TagScheme.IOB2), LabelSet.of(votes.labels()));
      for (int n : sentences(part)) {
        double[] before = null;
        double weight = weight(n);
        for (int combination : votes.tokens(n)) {
          double[] vote = votes.vote(combination, weights);
          for (int to = 0; to < k; to++) {
            expected[combination * k + to] += weight * vote[to];
            for (int from = 0; from < k; from++) {
              if (before == null) {
                start[to] += weight * vote[to] / k;
              } else {
                transitions[from * k + to] += weight * before[from] * vote[to];
              }
            }
          }
          before = vote;
        }
      }
      for (int i = 0; i < k * k; i++) {
        transitions[i] = legal.transition()[i] ? transitions[i] + 1 : 0;
        start[i % k] = legal.start()[i % k] ? start[i % k] + 1.0 / k : 0;
      }
    }

    private int[] sentences(IntPredicate some) {
      return IntStream.range(0, votes.sentences().size()).filter(some).toArray();
    }

    private double weight(int sentence) {
      return votes.sentences().get(sentence).isComplete() ? gold : 1;
    }

    private double[] prior(double[] means) {
      return Arrays.stream(means).map(mean -> transitionStrength * mean).toArray();
    }

    /** Expected number of each symbol of a voice given each label, {@code [K×S]}. */
    private double[] counts(int voice) {
      double[] counts = new double[k * symbols];
      for (int c = 0; c < scale.length; c++) {
        for (int label = 0; label < k; label++) {
          counts[label * symbols + votes.symbol(c, voice)] += expected[c * k + label];
        }
      }
      return counts;
    }

    private HiddenMarkovModel hidden() {
      double[][] logarithms = new double[weights.length][];
      for (int v = 0; v < weights.length; v++) {
        double weight = weights[v];
        logarithms[v] =
            Arrays.stream(confusion[v]).map(p -> weight * Math.log(Math.max(p, LEAST))).toArray();
      }
      double[] emissions = new double[expected.length];
      for (int c = 0; c < scale.length; c++) {
        scale[c] = Double.NEGATIVE_INFINITY;
        for (int label = 0; label < k; label++) {
          double sum = 0;
          for (int v = 0; v < weights.length; v++) {
            sum += logarithms[v][label * symbols + votes.symbol(c, v)];
          }
          emissions[c * k + label] = sum;
          scale[c] = votes.isPossible(c, label) ? Math.max(scale[c], sum) : scale[c];
        }
        for (int label = 0; label < k; label++) {
          double sum = Math.max(-LARGEST_RANGE, emissions[c * k + label] - scale[c]);
          emissions[c * k + label] = votes.isPossible(c, label) ? Math.exp(sum) : 0;
        }
      }
      return new HiddenMarkovModel(start.clone(), transitions.clone(), emissions);
    }

    /** Counts what is expected, takes start and transitions from it; returns the likelihood. */
    private double expect(HiddenMarkovModel hidden, IntPredicate some) {
      StateLattice lattice = new StateLattice();
      double[] outer = new double[k * k];
      double[] ofSentence = new double[k * k];
      double[] first = new double[k];
      double likelihood = 0;
      Arrays.fill(expected, 0);
      for (int n : sentences(some)) {
        int[] sentence = votes.tokens(n);
        double weight = weight(n);
        double[] posteriors = new double[sentence.length * k];
        likelihood += weight * lattice.run(hidden, sentence, 0, sentence.length);
        lattice.posteriors(posteriors, 0);
        Arrays.fill(ofSentence, 0);
        lattice.addOuterProducts(ofSentence);
        for (int i = 0; i < k * k; i++) {
          outer[i] += weight * ofSentence[i] * transitions[i];
        }
        for (int i = 0; i < posteriors.length; i++) {
          expected[sentence[i / k] * k + i % k] += weight * posteriors[i];
          first[i % k] += i < k ? weight * posteriors[i] : 0;
        }
        for (int combination : sentence) {
          likelihood += weight * scale[combination];
        }
      }
      System.arraycopy(sum(first, startPrior, 1, k), 0, start, 0, k);
      System.arraycopy(sum(outer, transitionPrior, 1, k), 0, transitions, 0, k * k);
      return likelihood;
    }

    private double logPriors() {
      double sum = logPrior(start, startPrior) + logPrior(transitions, transitionPrior);
      for (int v = 0; v < weights.length; v++) {
        sum += logPrior(confusion[v], confusionPrior[v]);
      }
      return sum;
    }
  }

  /** The logarithm of a Dirichlet density but for its constant, of which 1 is taken off already. */
  private static double logPrior(double[] probability, double[] prior) {
    double sum = 0;
    for (int i = 0; i < prior.length; i++) {
      sum += prior[i] > 0 ? prior[i] * Math.log(probability[i]) : 0;
    }
    return sum;
  }

  /** Rows of probabilities, the most probable ones given weighted counts and a prior. */
  private static double[] sum(double[] counts, double[] prior, double weight, int width) {
    double[] sum = new double[counts.length];
    Arrays.setAll(sum, i -> weight * counts[i] + prior[i]);
    normalise(sum, width);
    return sum;
  }

  /** Divides each row by its sum. */
  private static void normalise(double[] rows, int width) {
    for (int row = 0; row < rows.length; row += width) {
      double sum = 0;
      for (int i = row; i < row + width; i++) {
        sum += rows[i];
      }
      for (int i = row; i < row + width; i++) {
        rows[i] /= sum;
      }
    }
  }
}
