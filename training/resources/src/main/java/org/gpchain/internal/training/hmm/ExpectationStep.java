package org.gpchain.internal.training.hmm;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.gpchain.internal.core.hmm.HiddenMarkovModel;
import org.gpchain.internal.core.hmm.StateLattice;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.ScaledSums;

/**
 * The expectation step: runs forward-backward over sentences on several threads and sums the
 * expected counts. The sums do not depend on the number of threads.
 */
final class ExpectationStep {
  /** Number of consecutive sentences whose transitions are summed in one array. */
  private static final int BLOCK = 32;

  private final Parallel parallel;
  private final int stateCount;
  private final boolean withAbsence;

  /**
   * For each word of the current sentences, its index among the distinct words; arbitrary for other
   * words.
   */
  private final int[] localNumber;

  /**
   * Creates a step.
   *
   * @param parallel threads to use; not closed
   * @param states number of states K
   * @param wordCount number of words W
   * @param withAbsence whether to compute the probabilities that a transition never occurs
   */
  ExpectationStep(Parallel parallel, int states, int wordCount, boolean withAbsence) {
    this.parallel = parallel;
    this.stateCount = states;
    this.withAbsence = withAbsence;
    localNumber = new int[wordCount];
  }

  /** Sums over a block of sentences. */
  private static final class Block {
    private final double[] outer;
    private final double[] logAbsence;
    private double logLikelihood;

    Block(int states, boolean withAbsence) {
      outer = new double[states * states];
      logAbsence = withAbsence ? new double[states * states] : null;
    }
  }

  /**
   * Adds the expected counts of sentences.
   *
   * @param counts counts to which they are added
   * @param sentences words of the sentences
   * @param weights returns a model whose words are the given words, in this order
   */
  void addTo(
      ExpectedCounts counts, List<int[]> sentences, Function<int[], HiddenMarkovModel> weights) {
    int[] words = sentences.stream().flatMapToInt(Arrays::stream).distinct().toArray();
    for (int i = 0; i < words.length; i++) {
      localNumber[words[i]] = i;
    }

    HiddenMarkovModel hmm = weights.apply(words);
    int count = sentences.size();
    double[][] posteriors = new double[count][];
    Block[] blocks = new Block[(count + BLOCK - 1) / BLOCK];
    parallel.loop(
        count,
        BLOCK,
        (worker, from, to) -> blocks[from / BLOCK] = block(hmm, sentences, from, to, posteriors));

    // In the order of the blocks, so that rounding does not depend on the threads.
    for (Block block : blocks) {
      add(block, hmm, counts);
    }
    for (int s = 0; s < count; s++) {
      addSentence(sentences.get(s), posteriors[s], counts);
    }
    counts.sentences += count;
  }

  /** Runs forward-backward over a block of sentences, and stores the posteriors of the states. */
  private Block block(
      HiddenMarkovModel hmm, List<int[]> sentences, int from, int to, double[][] posteriors) {
    Block block = new Block(stateCount, withAbsence);
    double[] absence = new double[withAbsence ? stateCount * stateCount : 0];
    StateLattice lattice = new StateLattice();
    for (int s = from; s < to; s++) {
      int[] words = Arrays.stream(sentences.get(s)).map(word -> localNumber[word]).toArray();
      block.logLikelihood += lattice.run(hmm, words, 0, words.length);
      posteriors[s] = new double[words.length * stateCount];
      lattice.posteriors(posteriors[s], 0);
      lattice.addOuterProducts(block.outer);

      if (withAbsence) {
        Arrays.fill(absence, 1);
        lattice.multiplyAbsence(absence);
        for (int i = 0; i < absence.length; i++) {
          block.logAbsence[i] += Math.log(absence[i]);
        }
      }
    }
    return block;
  }

  private void add(Block block, HiddenMarkovModel hmm, ExpectedCounts counts) {
    for (int i = 0; i < block.outer.length; i++) {
      counts.transitions[i] += block.outer[i] * hmm.transitions()[i];
    }
    if (withAbsence) {
      ScaledSums.add(1, block.logAbsence, block.logAbsence.length, counts.logAbsence);
    }
    counts.logLikelihood += block.logLikelihood;
  }

  private void addSentence(int[] words, double[] posteriors, ExpectedCounts counts) {
    int startRow = stateCount * stateCount;
    for (int k = 0; k < stateCount; k++) {
      counts.transitions[startRow + k] += posteriors[k];
      if (withAbsence) {
        counts.logAbsence[startRow + k] += Math.log1p(-Math.min(1, posteriors[k]));
      }
    }
    for (int t = 0; t < words.length; t++) {
      counts.addToken(words[t], posteriors, t * stateCount);
    }
  }
}
