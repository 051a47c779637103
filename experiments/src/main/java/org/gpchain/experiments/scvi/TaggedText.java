package org.gpchain.experiments.scvi;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.hmm.HiddenMarkovModel;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.words.WordNumbers;
import org.gpchain.training.hmm.HmmLearner;
import org.gpchain.training.hmm.HmmSettings;
import org.gpchain.training.hmm.StoredSentences;
import org.gpchain.training.words.WordClusterer;
import org.gpchain.training.words.WordCounts;

/**
 * Sentences to learn from and sentences held out, with the tags of the latter.
 *
 * @param train sentences to learn from
 * @param wordCount number of words that are known one by one: those with smaller numbers
 * @param heldOut word numbers of the others
 * @param tags of each token of the others, one after the other
 */
record TaggedText(StoredSentences train, int wordCount, List<int[]> heldOut, List<String> tags) {
  /** Every tenth sentence is held out. */
  private static final int TENTH = 10;

  /**
   * Splits a corpus whose labels are those of tokens.
   *
   * @param cutoff words that occur as often as this are known one by one
   */
  static TaggedText of(List<LabeledSequence> corpus, int cutoff) {
    WordCounts counts = new WordCounts();
    for (int s = 0; s < corpus.size(); s++) {
      if (!isHeldOut(s)) {
        words(corpus.get(s)).forEach(counts::add);
      }
    }
    WordNumbers numbers = counts.numbers(cutoff);
    List<int[]> train = new ArrayList<>();
    List<int[]> heldOut = new ArrayList<>();
    List<String> tags = new ArrayList<>();
    for (int s = 0; s < corpus.size(); s++) {
      int[] encoded = words(corpus.get(s)).stream().mapToInt(numbers::of).toArray();
      (isHeldOut(s) ? heldOut : train).add(encoded);
      if (isHeldOut(s)) {
        corpus.get(s).spans().stream().map(Span::type).forEach(tags::add);
      }
    }
    return new TaggedText(
        StoredSentences.of(numbers.size(), train), numbers.wordCount(), heldOut, tags);
  }

  private static boolean isHeldOut(int sentence) {
    return sentence % TENTH == TENTH - 1;
  }

  private static List<String> words(LabeledSequence sentence) {
    return sentence.tokens().column(TokenSequence.WORD);
  }

  /**
   * A learner of the sentences to learn from.
   *
   * @param clusters of words to start with; null for a random start
   */
  HmmLearner learner(HmmSettings settings, int[] clusters) throws IOException {
    return clusters == null
        ? new HmmLearner(train, settings)
        : HmmLearner.ofClusters(train, settings, clusters);
  }

  /** Clusters of words of the sentences to learn from, as {@code words learn} starts with. */
  int[] clusters(int count, long seed, int threads) throws IOException {
    return WordClusterer.of(seed, threads)
        .withGranularities(List.of(count))
        .cluster(train, wordCount)
        .get(0);
  }

  /** Log-likelihood per token of the sentences held out. */
  double logLikelihood(HiddenMarkovModel model) {
    Workspace workspace = new Workspace();
    double sum = 0;
    int tokens = 0;
    for (int[] sentence : heldOut) {
      sum += model.logLikelihood(sentence, 0, sentence.length, workspace);
      tokens += sentence.length;
    }
    return sum / tokens;
  }

  /** How well the most probable states of the sentences held out agree with their tags. */
  StateAgreement agreement(HiddenMarkovModel model) {
    Workspace workspace = new Workspace();
    int k = model.stateCount();
    List<Integer> states = new ArrayList<>();
    for (int[] sentence : heldOut) {
      double[] posteriors = new double[sentence.length * k];
      model.smooth(sentence, workspace, posteriors);
      for (int t = 0; t < sentence.length; t++) {
        int best = 0;
        for (int state = 1; state < k; state++) {
          best = posteriors[t * k + state] > posteriors[t * k + best] ? state : best;
        }
        states.add(best);
      }
    }
    return StateAgreement.of(states, tags);
  }
}
