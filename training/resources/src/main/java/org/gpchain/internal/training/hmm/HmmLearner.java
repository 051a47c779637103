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
 * The same seed gives the same model on any number of threads. The memory depends on the numbers of
 * states and words, but not on the number of sentences.
 */
public final class HmmLearner implements AutoCloseable {
  /** Maximum number of sentences in memory. */
  private static final int SLICE = 1024;

  /** Number of consecutive sentences whose log-likelihoods are summed by a thread. */
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

  /** Number of complete passes. */
  private int passes;

  /** Number of sentences that the current or last pass has seen. */
  private long seen;

  /** Number of tokens that the current or last pass has seen. */
  private long tokens;

  /** Log-likelihood of the sentences that the current or last pass has seen. */
  private double logLikelihood;

  private boolean withinPass;

  /** Observes the progress of a pass. */
  @FunctionalInterface
  public interface Observer {
    /**
     * Observes the end of a batch.
     *
     * @param sentences number of sentences that the current pass has seen
     */
    void afterBatch(long sentences) throws IOException;
  }

  /**
   * Creates a learner whose initial states are clusters of words.
   *
   * @param sentences training sentences; read once
   * @param settings settings of the learner
   * @param clusters cluster of each of the first words, in {@code [0, K)}; words with higher
   *     numbers have no cluster; not modified
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
    boolean hasDirichletProcess = settings.method() == Method.SCVI_HDP;
    step = new ExpectationStep(parallel, states, sentences.wordCount(), hasDirichletProcess);
    batch = new ExpectedCounts(states, sentences.wordCount());
    largeBatch = new ExpectedCounts(states, 0);
  }

  /**
   * Makes a pass over all sentences, or over the remaining sentences of the pass during which this
   * learner was saved.
   *
   * @param observer called after each batch
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

    // After an interruption, skips the sentences that this pass has already seen.
    EncodedText.Pass pass = sentences.pass(Seeds.mix(settings.seed(), passes));
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
    steps++;
    double scale = sentences.sentenceCount() / (double) batch.sentences;
    counts.blend(batch, settings.step(steps), scale);

    if (settings.method() == Method.SCVI_HDP) {
      largeBatch.addTransitions(batch);
      // The corpus may be smaller than a large batch.
      long largeSize = Math.min(settings.steps().largeBatch(), sentences.sentenceCount());
      if (largeBatch.sentences >= largeSize) {
        updatePrior();
      }
    }
    batch.clear();
  }

  private void updatePrior() {
    largeSteps++;
    double scale = sentences.sentenceCount() / (double) largeBatch.sentences;
    prior.learn(largeBatch, scale, settings.step(largeSteps));
    largeBatch.clear();
  }

  /** Returns the current posterior means of the parameters. */
  public HiddenMarkovModel model() {
    return counts.means(prior, settings.priors().emission());
  }

  /** Returns the number of complete passes. */
  public int passes() {
    return passes;
  }

  /** Returns whether a pass is incomplete, as after an interruption. */
  public boolean isWithinPass() {
    return withinPass;
  }

  /** Returns the number of tokens that the current or last pass has seen. */
  public long passTokens() {
    return tokens;
  }

  /**
   * Returns the log-likelihood per token of the current or last pass, in which each batch is scored
   * before it is learned from.
   */
  public double passLogLikelihood() {
    return logLikelihood / tokens;
  }

  /**
   * Returns the log-likelihood per token of other sentences under the {@link #model}, or NaN
   * without sentences.
   *
   * @param heldOut sentences with the same word numbers; read once
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
   * Writes the state of this learner, so that {@link #resume} can continue as if there had been no
   * interruption. May be called between passes, and by an observer.
   *
   * @param out output, which is not closed
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
   * Returns a learner that continues from a saved state. It learns exactly what the saved learner
   * would have learned, bit for bit.
   *
   * @param sentences sentences of the saved learner
   * @param settings settings of the saved learner; the number of threads may differ
   * @param in output of {@link #save}; not closed
   */
  public static HmmLearner resume(EncodedText sentences, HmmSettings settings, DataInput in)
      throws IOException {
    GlobalCounts empty = GlobalCounts.none(settings.states(), sentences.wordCount());
    HmmLearner learner = new HmmLearner(sentences, settings, empty);
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
