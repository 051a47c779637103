package org.gpchain.training.hmm;

import java.util.Arrays;
import org.gpchain.core.hmm.HiddenMarkovModel;
import org.gpchain.core.hmm.StateLattice;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.ScaledSums;
import org.gpchain.core.math.Workspace;
import org.gpchain.training.hmm.EncodedText.Batch;

/**
 * Forward–backward over some sentences, on several threads; the sums are the same on any number of
 * them.
 */
final class ExpectationStep {
  /** Sentences whose transitions are added up in one array. */
  private static final int BLOCK = 32;

  private final Parallel parallel;
  private final StateLattice[] lattices;
  private final int stateCount;
  private final boolean withAbsence;
  private final int[] localNumber;
  private int[] words = {};
  private double[] posteriors = {};

  /**
   * @param parallel not closed
   * @param withAbsence whether the probabilities that a transition is never made are needed
   */
  ExpectationStep(Parallel parallel, int states, int wordCount, boolean withAbsence) {
    this.parallel = parallel;
    this.stateCount = states;
    this.withAbsence = withAbsence;
    lattices = new StateLattice[parallel.threads()];
    Arrays.setAll(lattices, t -> new StateLattice());
    localNumber = new int[wordCount];
    Arrays.fill(localNumber, -1);
  }

  /** Makes the weights of a local step. */
  interface Weights {
    /** With the emissions of the first words of an array, in this order. */
    HiddenMarkovModel of(int[] words, int count);
  }

  /** The sums of a block of sentences. */
  private static final class Block {
    private final double[] outer;
    private final double[] logAbsence;
    private double logLikelihood;

    Block(int states, boolean withAbsence) {
      outer = new double[states * states];
      logAbsence = withAbsence ? new double[states * states] : null;
    }
  }

  /** Adds the expected counts of some sentences, under the weights of the states. */
  void addTo(ExpectedCounts counts, Batch sentences, Weights weights) {
    HiddenMarkovModel hmm = localParameters(sentences, weights);
    int count = sentences.sentenceCount();
    posteriors = Workspace.ensure(posteriors, sentences.tokenCount() * stateCount);
    Block[] blocks = new Block[(count + BLOCK - 1) / BLOCK];
    parallel.loop(
        count,
        BLOCK,
        (worker, from, to) ->
            blocks[from / BLOCK] = block(lattices[worker], hmm, sentences, from, to));
    for (Block block : blocks) {
      add(block, hmm, counts);
    }
    for (int s = 0; s < count; s++) {
      addSentence(sentences, s, counts);
    }
    counts.sentences += count;
  }

  /** Numbers the words of the sentences from 0 on, and makes the weights of these words. */
  private HiddenMarkovModel localParameters(Batch sentences, Weights weights) {
    words = sentences.words(words);
    int[] distinct = new int[Math.min(sentences.tokenCount(), localNumber.length)];
    int used = 0;
    for (int t = 0; t < sentences.tokenCount(); t++) {
      int word = words[t];
      if (localNumber[word] < 0) {
        localNumber[word] = used;
        distinct[used++] = word;
      }
      words[t] = localNumber[word];
    }
    for (int i = 0; i < used; i++) {
      localNumber[distinct[i]] = -1;
    }
    return weights.of(distinct, used);
  }

  private Block block(
      StateLattice lattice, HiddenMarkovModel hmm, Batch sentences, int from, int to) {
    Block block = new Block(stateCount, withAbsence);
    double[] absence = new double[withAbsence ? stateCount * stateCount : 0];
    for (int s = from; s < to; s++) {
      int first = sentences.start(s);
      if (first == sentences.start(s + 1)) {
        continue;
      }
      block.logLikelihood += lattice.run(hmm, words, first, sentences.start(s + 1));
      lattice.posteriors(posteriors, first * stateCount);
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

  private void addSentence(Batch sentences, int s, ExpectedCounts counts) {
    int first = sentences.start(s);
    int end = sentences.start(s + 1);
    if (first == end) {
      return;
    }
    int startRow = stateCount * stateCount;
    for (int k = 0; k < stateCount; k++) {
      double start = posteriors[first * stateCount + k];
      counts.transitions[startRow + k] += start;
      if (withAbsence) {
        counts.logAbsence[startRow + k] += Math.log1p(-Math.min(1, start));
      }
    }
    for (int t = first; t < end; t++) {
      counts.addToken(sentences.word(t), posteriors, t * stateCount);
    }
  }
}
