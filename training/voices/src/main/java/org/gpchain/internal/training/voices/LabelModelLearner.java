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
 * A learner of label models by expectation maximization, which starts from the majority vote. The
 * means of the Dirichlet priors are also derived from the majority vote. The priors are strong:
 * without true labels, a model that only maximizes the likelihood would soon use its states for
 * other distinctions than those between labels.
 *
 * @param rounds maximum number of rounds
 * @param tolerance relative improvement of the objective below which learning stops
 * @param strength strength of the priors of confusions: weight of a token of the majority vote
 * @param transitionStrength strength of the priors of transitions: weight of a transition of the
 *     majority vote
 * @param dependence assumed dependence between voices, in [0, 1], since they know the same names.
 *     If on average c voices label a segment, each voice has the exponent {@code c^-dependence}.
 *     Voices that make the same mistakes share one exponent. The exponents of voices that also
 *     label tokens as outside, as models do, are multiplied by a factor proportional to {@code
 *     F1^(3·dependence)}, with their expected F1.
 * @param gold weight of a sentence whose true labels are known
 */
public record LabelModelLearner(
    int rounds,
    double tolerance,
    double strength,
    double transitionStrength,
    double dependence,
    double gold) {
  /**
   * The default learner. Its settings were chosen on development data: experiments/docs/voices.md.
   */
  public static final LabelModelLearner DEFAULT = new LabelModelLearner(50, 1e-6, 1, 100, 0.7, 30);

  /**
   * Maximum difference between the log emissions of a combination, so that rounding errors do not
   * give a possible label the probability 0.
   */
  private static final double MAX_LOG_RANGE = 500;

  /**
   * Minimum probability of a symbol of a voice, for symbols that have not occurred with a label.
   */
  private static final double MIN_PROBABILITY = 1e-100;

  /**
   * Learns from the votes and the true labels that are known.
   *
   * <p>A preliminary model is learned from every other sentence, with smaller exponents for voices
   * that agree with others. Its predictions for the held-out sentences show which voices make the
   * same mistakes, and give the expected F1 of the voices that also label tokens as outside. These
   * estimates determine the exponents of the final model, which is learned from all sentences.
   */
  public LabelModel learn(Votes votes) {
    Dependence dependences = new Dependence(votes);
    double[] preliminaryWeights = weights(dependences, dependences.byAgreement());
    Fit preliminary = new Fit(votes, preliminaryWeights, n -> n % 2 == 0);
    HiddenMarkovModel preliminaryModel = preliminary.run(new int[0]).hidden();
    preliminary.expect(preliminaryModel, n -> n % 2 == 1);

    int[] groups = dependences.groups(preliminary.expected);
    double[] weights = weights(dependences, sharedVotes(groups));
    scaleByF1(weights, preliminary.f1());
    return new Fit(votes, weights, n -> true).run(groups);
  }

  /** Returns the number of votes of each voice if the voices of a group share a vote. */
  private static double[] sharedVotes(int[] groups) {
    int[] groupSizes = new int[groups.length];
    for (int group : groups) {
      groupSizes[group]++;
    }
    double[] counts = new double[groups.length];
    for (int v = 0; v < counts.length; v++) {
      counts[v] = 1.0 / groupSizes[groups[v]];
    }
    return counts;
  }

  /** Multiplies the weights of the voices with a positive F1 by factors with the mean 1. */
  private void scaleByF1(double[] weights, double[] f1) {
    double[] factors = new double[f1.length];
    Arrays.setAll(factors, v -> Math.pow(f1[v], 3 * dependence));
    double mean = Arrays.stream(factors).filter(factor -> factor > 0).average().orElse(1);
    for (int v = 0; v < weights.length; v++) {
      if (factors[v] > 0) {
        weights[v] = weights[v] * factors[v] / mean;
      }
    }
  }

  /** Returns the exponent of each voice, given its number of votes. */
  private double[] weights(Dependence dependences, double[] counts) {
    double commonWeight = Math.pow(dependences.crowd(counts), -dependence);
    double[] weights = new double[counts.length];
    Arrays.setAll(weights, v -> commonWeight * counts[v]);
    return weights;
  }

  /** A model that is being learned from a part of the sentences. */
  private final class Fit {
    private final Votes votes;
    private final double[] weights;

    /** Selects the sentences to learn from by their index. */
    private final IntPredicate part;

    /** Number of labels, K. */
    private final int k;

    /** Number of symbols, S. */
    private final int symbols;

    /** Expected number of tokens with each combination and label, {@code [combinations×K]}. */
    private final double[] expected;

    private final double[] start;
    private final double[] transitions;
    private final double[][] confusion;
    private final double[] startPrior;
    private final double[] transitionPrior;
    private final double[][] confusionPrior;

    /** Largest log emission of each combination, which is subtracted from its log emissions. */
    private final double[] scale;

    /** Creates a model that is initialized by the majority vote. */
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
      normalize(start, k);
      normalize(transitions, k);
      for (int v = 0; v < weights.length; v++) {
        double[] counts = counts(v);
        confusionPrior[v] = TiedConfusion.of(votes, counts, strength);
        confusion[v] = estimate(counts, confusionPrior[v], weights[v], symbols);
      }
    }

    /**
     * Repeats expectation and maximization until convergence.
     *
     * @param groups groups of voices, which are stored in the model
     */
    LabelModel run(int[] groups) {
      List<Double> bounds = new ArrayList<>();
      double previous = Double.NEGATIVE_INFINITY;
      while (true) {
        HiddenMarkovModel hidden = hidden();
        double bound = logPriors() + expect(hidden, part);
        bounds.add(bound);
        if (bounds.size() > rounds || bound - previous < tolerance * Math.abs(bound)) {
          return new LabelModel(votes, hidden, confusion, weights, groups, List.copyOf(bounds));
        }

        previous = bound;
        for (int v = 0; v < confusion.length; v++) {
          confusion[v] = estimate(counts(v), confusionPrior[v], weights[v], symbols);
        }
      }
    }

    /**
     * Returns the expected F1 of each voice over the tokens of segments, {@code [V]}. It is 0 for
     * voices that do not label some tokens as outside and other tokens correctly as segments.
     */
    double[] f1() {
      double[] f1 = new double[weights.length];
      for (int v = 0; v < f1.length; v++) {
        double outside = 0;
        double predicted = 0;
        double correct = 0;
        double actual = 0;
        for (int c = 0; c < scale.length; c++) {
          int label = votes.label(votes.symbol(c, v));
          double tokens = Arrays.stream(expected, c * k, (c + 1) * k).sum();
          if (label == 0) {
            outside += tokens;
          } else if (label > 0) {
            predicted += tokens;
            correct += expected[c * k + label];
          }
          actual += tokens - expected[c * k];
        }
        if (outside * correct > 0) {
          f1[v] = 2 * correct / (predicted + actual);
        }
      }
      return f1;
    }

    /**
     * Initializes the expected counts, and the counts of start and transitions, as if the majority
     * vote were the true labels. Adds one pseudo-count to each legal transition.
     */
    private void countVotes() {
      LabelConstraints legal =
          LegalInference.constraints(SpanCodec.of(TagScheme.IOB2), LabelSet.of(votes.labels()));
      for (int n : sentences(part)) {
        double[] previous = null;
        double weight = weight(n);
        for (int combination : votes.tokens(n)) {
          double[] vote = votes.vote(combination, weights);
          for (int to = 0; to < k; to++) {
            expected[combination * k + to] += weight * vote[to];
            for (int from = 0; from < k; from++) {
              if (previous == null) {
                start[to] += weight * vote[to] / k;
              } else {
                transitions[from * k + to] += weight * previous[from] * vote[to];
              }
            }
          }
          previous = vote;
        }
      }

      for (int i = 0; i < k * k; i++) {
        if (legal.transition()[i]) {
          transitions[i] += 1;
        } else {
          transitions[i] = 0;
        }
        // Each label is visited k times.
        if (legal.start()[i % k]) {
          start[i % k] += 1.0 / k;
        } else {
          start[i % k] = 0;
        }
      }
    }

    private int[] sentences(IntPredicate selection) {
      return IntStream.range(0, votes.sentences().size()).filter(selection).toArray();
    }

    /** Returns the weight of a sentence in the objective. */
    private double weight(int sentence) {
      return votes.sentences().get(sentence).isComplete() ? gold : 1;
    }

    /** Returns the parameters of a prior with the given means, as numbers of transitions. */
    private double[] prior(double[] means) {
      double[] prior = new double[means.length];
      for (int i = 0; i < prior.length; i++) {
        prior[i] = transitionStrength * means[i];
      }
      return prior;
    }

    /**
     * Returns the expected number of tokens with each label and symbol of a voice, {@code [K×S]}.
     */
    private double[] counts(int voice) {
      double[] counts = new double[k * symbols];
      for (int c = 0; c < scale.length; c++) {
        for (int label = 0; label < k; label++) {
          counts[label * symbols + votes.symbol(c, voice)] += expected[c * k + label];
        }
      }
      return counts;
    }

    /** Returns the hidden Markov model of the current parameters, and updates the scale. */
    private HiddenMarkovModel hidden() {
      double[][] logConfusion = new double[weights.length][k * symbols];
      for (int v = 0; v < weights.length; v++) {
        for (int i = 0; i < k * symbols; i++) {
          double probability = Math.max(confusion[v][i], MIN_PROBABILITY);
          logConfusion[v][i] = weights[v] * Math.log(probability);
        }
      }

      double[] emissions = new double[expected.length];
      for (int c = 0; c < scale.length; c++) {
        scale[c] = Double.NEGATIVE_INFINITY;
        for (int label = 0; label < k; label++) {
          double sum = 0;
          for (int v = 0; v < weights.length; v++) {
            sum += logConfusion[v][label * symbols + votes.symbol(c, v)];
          }
          emissions[c * k + label] = sum;
          if (votes.isPossible(c, label)) {
            scale[c] = Math.max(scale[c], sum);
          }
        }

        for (int label = 0; label < k; label++) {
          double sum = Math.max(-MAX_LOG_RANGE, emissions[c * k + label] - scale[c]);
          emissions[c * k + label] = votes.isPossible(c, label) ? Math.exp(sum) : 0;
        }
      }
      return new HiddenMarkovModel(start.clone(), transitions.clone(), emissions);
    }

    /**
     * Computes the expected counts for a selection of sentences, and estimates start and
     * transitions from them.
     *
     * @return log likelihood of the sentences
     */
    private double expect(HiddenMarkovModel hidden, IntPredicate selection) {
      StateLattice lattice = new StateLattice();
      double[] outerProducts = new double[k * k];
      double[] outerProductsOfSentence = new double[k * k];
      double[] first = new double[k];
      double likelihood = 0;
      Arrays.fill(expected, 0);
      for (int n : sentences(selection)) {
        int[] sentence = votes.tokens(n);
        double weight = weight(n);
        double[] posteriors = new double[sentence.length * k];
        likelihood += weight * lattice.run(hidden, sentence, 0, sentence.length);
        lattice.posteriors(posteriors, 0);

        Arrays.fill(outerProductsOfSentence, 0);
        lattice.addOuterProducts(outerProductsOfSentence);
        for (int i = 0; i < k * k; i++) {
          outerProducts[i] += weight * outerProductsOfSentence[i] * transitions[i];
        }
        for (int i = 0; i < posteriors.length; i++) {
          expected[sentence[i / k] * k + i % k] += weight * posteriors[i];
          if (i < k) {
            first[i] += weight * posteriors[i];
          }
        }
        for (int combination : sentence) {
          likelihood += weight * scale[combination];
        }
      }

      System.arraycopy(estimate(first, startPrior, 1, k), 0, start, 0, k);
      System.arraycopy(estimate(outerProducts, transitionPrior, 1, k), 0, transitions, 0, k * k);
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

  /**
   * Returns the logarithm of a Dirichlet density without its normalization constant.
   *
   * @param prior parameters of the distribution minus 1
   */
  private static double logPrior(double[] probability, double[] prior) {
    double sum = 0;
    for (int i = 0; i < prior.length; i++) {
      if (prior[i] > 0) {
        sum += prior[i] * Math.log(probability[i]);
      }
    }
    return sum;
  }

  /** Returns the maximum a posteriori estimate of rows of probabilities from weighted counts. */
  private static double[] estimate(double[] counts, double[] prior, double weight, int width) {
    double[] rows = new double[counts.length];
    Arrays.setAll(rows, i -> weight * counts[i] + prior[i]);
    normalize(rows, width);
    return rows;
  }

  /** Divides each row by its sum. */
  private static void normalize(double[] rows, int width) {
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
