package org.gpchain.internal.training.hmm;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.gpchain.internal.core.hmm.HiddenMarkovModel;
import org.gpchain.internal.core.hmm.StateLattice;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.Seeds;
import org.gpchain.internal.training.hmm.HmmSettings.Method;

/**
 * Learns a hidden Markov model from sentences, batch by batch (Wang and Blunsom 2015, algorithm 1).
 * The same seed gives the same model on any number of threads. Memory depends on the number of
 * states and words, not on that of the sentences.
 */
public final class HmmLearner implements AutoCloseable {
  /** Sentences that are in memory at a time. */
  private static final int SLICE = 1024;

  /** Sentences whose log-likelihoods one thread adds up. */
  private static final int SENTENCES_AT_A_TIME = 32;

  private final HmmSettings settings;
  private final EncodedText sentences;
  private final Parallel parallel;
  private final GlobalCounts counts;
  private final TransitionPrior prior;
  private final Function<int[], HiddenMarkovModel> local;
  private final ExpectationStep step;
  private final ExpectedCounts batch;
  private final ExpectedCounts largeBatch;
  private long steps;
  private long largeSteps;

  /** Whole passes so far. */
  private int passes;

  /** Sentences and tokens of the present pass so far, or of the last one. */
  private long seen;

  private long tokens;
  private double logLikelihood;
  private boolean withinPass;

  @FunctionalInterface
  public interface Observer {
    /** Called after each batch, with the number of sentences seen in this pass so far. */
    void afterBatch(long sentences) throws IOException;
  }

  /**
   * A learner whose states are clusters of words to begin with.
   *
   * @param sentences to learn from; read once
   * @param clusters of the words whose numbers are smaller than its length, in {@code [0, K)}; not
   *     modified
   */
  public HmmLearner(EncodedText sentences, HmmSettings settings, int[] clusters)
      throws IOException {
    this(
        sentences,
        settings,
        ClusterStart.of(settings.states(), sentences, clusters, Seeds.mix(settings.seed(), -1)));
  }

  HmmLearner(EncodedText sentences, HmmSettings settings, GlobalCounts start) {
    this.settings = settings;
    this.sentences = sentences;
    counts = start;
    int states = settings.states();
    prior = new TransitionPrior(states, settings.priors().transition());
    boolean isEm = settings.method() == Method.EM;
    TransitionPrior localPrior = isEm ? TransitionPrior.none(states) : prior;
    double localEta = isEm ? 0 : settings.priors().emission();
    DoubleUnaryOperator weight = settings.method().weight();
    local = words -> counts.weights(localPrior, localEta, weight, words);
    parallel = new Parallel(settings.threads());
    boolean process = settings.method() == Method.SCVI_HDP;
    step = new ExpectationStep(parallel, states, sentences.wordCount(), process);
    batch = new ExpectedCounts(states, sentences.wordCount());
    largeBatch = new ExpectedCounts(states, 0);
  }

  /**
   * Passes over all sentences once, or over those that are left of the pass in which this learner
   * was saved.
   */
  public void pass(Observer observer) throws IOException {
    long size = settings.batchOf(sentences);
    if (!withinPass) {
      seen = 0;
      tokens = 0;
      logLikelihood = 0;
      withinPass = true;
    }
    batch.clear();
    EncodedText.Pass pass = sentences.pass(Seeds.mix(settings.seed(), passes));
    // What this pass has seen already is read past.
    for (long left = seen; left > 0; left -= SLICE) {
      pass.next((int) Math.min(SLICE, left));
    }
    while (pass.hasNext()) {
      List<int[]> slice = pass.next((int) Math.min(SLICE, size - batch.sentences));
      step.addTo(batch, slice, local);
      tokens += slice.stream().mapToInt(words -> words.length).sum();
      if (batch.sentences == size) {
        update();
        observer.afterBatch(seen);
      }
    }
    if (batch.sentences > 0) {
      update();
      observer.afterBatch(seen);
    }
    withinPass = false;
    passes++;
  }

  private void update() {
    seen += batch.sentences;
    logLikelihood += batch.logLikelihood;
    counts.blend(
        batch, settings.step(++steps), sentences.sentenceCount() / (double) batch.sentences);
    if (settings.method() == Method.SCVI_HDP) {
      largeBatch.addTransitions(batch);
      // Of a small text, once a pass.
      if (largeBatch.sentences
          >= Math.min(settings.steps().largeBatch(), sentences.sentenceCount())) {
        prior.learn(
            largeBatch,
            sentences.sentenceCount() / (double) largeBatch.sentences,
            settings.step(++largeSteps));
        largeBatch.clear();
      }
    }
    batch.clear();
  }

  /** The posterior means of the parameters so far. */
  public HiddenMarkovModel model() {
    return counts.means(prior, settings.priors().emission());
  }

  public int passes() {
    return passes;
  }

  /** Whether a pass has begun that has not ended, as after an interruption. */
  public boolean isWithinPass() {
    return withinPass;
  }

  /** Tokens that the present pass has seen so far, or the last one saw. */
  public long passTokens() {
    return tokens;
  }

  /**
   * Log-likelihood per token of the present pass so far, or of the last one, under the weights as
   * they were at each batch.
   */
  public double passLogLikelihood() {
    return logLikelihood / tokens;
  }

  /**
   * Log-likelihood per token of other sentences under the {@link #model}; NaN if there are none.
   *
   * @param heldOut sentences of the same words; read once
   */
  public double logLikelihood(EncodedText heldOut) throws IOException {
    HiddenMarkovModel model = model();
    double sum = 0;
    EncodedText.Pass pass = heldOut.pass(0);
    while (pass.hasNext()) {
      List<int[]> slice = pass.next(SLICE);
      sum +=
          parallel.sum(
              slice.size(),
              SENTENCES_AT_A_TIME,
              (worker, from, to) -> logLikelihood(model, slice.subList(from, to)));
    }
    return sum / heldOut.tokenCount();
  }

  private static double logLikelihood(HiddenMarkovModel model, List<int[]> sentences) {
    StateLattice lattice = new StateLattice();
    double sum = 0;
    for (int[] words : sentences) {
      sum += lattice.run(model, words, 0, words.length);
    }
    return sum;
  }

  /**
   * Writes what has been learned so far, so that {@link #resume} goes on with it as if nothing had
   * happened. May be called between passes, and by an observer.
   *
   * @param out is not closed
   */
  public void save(DataOutput out) throws IOException {
    out.writeInt(passes);
    out.writeBoolean(withinPass);
    out.writeLong(seen);
    out.writeLong(tokens);
    out.writeDouble(logLikelihood);
    out.writeLong(steps);
    out.writeLong(largeSteps);
    out.writeLong(largeBatch.sentences);
    for (double[] array : state()) {
      for (double value : array) {
        out.writeDouble(value);
      }
    }
  }

  private List<double[]> state() {
    return Stream.of(counts.state(), prior.state(), largeBatch.sums())
        .flatMap(List::stream)
        .toList();
  }

  /**
   * A learner that goes on where another one was saved, and learns the same as that one would have,
   * bit for bit.
   *
   * @param sentences the same as those of the other one
   * @param settings the same, but for the number of threads
   * @param in what {@link #save} wrote; not closed
   */
  public static HmmLearner resume(EncodedText sentences, HmmSettings settings, DataInput in)
      throws IOException {
    GlobalCounts none = GlobalCounts.none(settings.states(), sentences.wordCount());
    HmmLearner learner = new HmmLearner(sentences, settings, none);
    learner.passes = in.readInt();
    learner.withinPass = in.readBoolean();
    learner.seen = in.readLong();
    learner.tokens = in.readLong();
    learner.logLikelihood = in.readDouble();
    learner.steps = in.readLong();
    learner.largeSteps = in.readLong();
    learner.largeBatch.sentences = in.readLong();
    for (double[] array : learner.state()) {
      for (int i = 0; i < array.length; i++) {
        array[i] = in.readDouble();
      }
    }
    return learner;
  }

  @Override
  public void close() {
    parallel.close();
  }
}
