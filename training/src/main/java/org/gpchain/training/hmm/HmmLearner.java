package org.gpchain.training.hmm;

import java.io.IOException;
import java.util.function.DoubleUnaryOperator;
import org.gpchain.core.hmm.HiddenMarkovModel;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.Seeds;

/**
 * Learns a hidden Markov model from sentences, batch by batch (Wang and Blunsom 2015, algorithm 1).
 * The same seed gives the same model on any number of threads. Memory depends on the number of
 * states and words, not on that of the sentences.
 */
public final class HmmLearner implements AutoCloseable {
  /** Sentences that are in memory at a time. */
  private static final int SLICE = 1024;

  private final HmmSettings settings;
  private final SentenceStream sentences;
  private final Parallel parallel;
  private final GlobalCounts counts;
  private final TransitionPrior prior;
  private final LocalWeights means;
  private final LocalWeights local;
  private final ExpectationStep step;
  private final ExpectedCounts batch;
  private final ExpectedCounts largeBatch;
  private long steps;
  private long largeSteps;
  private int passes;
  private double logLikelihood;

  /** What a caller may want to see while a pass goes on. */
  @FunctionalInterface
  public interface Observer {
    /**
     * Called after each batch.
     *
     * @param sentences seen in this pass so far
     */
    void afterBatch(long sentences);
  }

  /**
   * A learner at a random start.
   *
   * @param sentences to learn from
   * @param settings how
   */
  public HmmLearner(SentenceStream sentences, HmmSettings settings) {
    this(
        sentences,
        settings,
        GlobalCounts.random(settings.states(), sentences, Seeds.mix(settings.seed(), -1)));
  }

  HmmLearner(SentenceStream sentences, HmmSettings settings, GlobalCounts start) {
    this.settings = settings;
    this.sentences = sentences;
    counts = start;
    int states = settings.states();
    prior = new TransitionPrior(states, settings.transitionPrior());
    means = new LocalWeights(counts, prior, settings.emissionPrior());
    local =
        settings.method() == HmmMethod.EM
            ? new LocalWeights(counts, TransitionPrior.none(states), 0)
            : means;
    parallel = new Parallel(settings.threads());
    boolean process = settings.method() == HmmMethod.SCVI_HDP;
    step = new ExpectationStep(parallel, states, sentences.wordCount(), process);
    batch = new ExpectedCounts(states, sentences.wordCount());
    largeBatch = new ExpectedCounts(states, 0);
  }

  /**
   * Passes over all sentences once.
   *
   * @param observer is called after each batch
   */
  public void pass(Observer observer) throws IOException {
    long size = settings.batchOf(sentences);
    DoubleUnaryOperator weight = settings.method().weight();
    SentenceBatch slice = new SentenceBatch();
    long seen = 0;
    logLikelihood = 0;
    batch.clear();
    try (SentenceStream.Pass pass = sentences.pass(Seeds.mix(settings.seed(), passes))) {
      while (pass.next(slice, (int) Math.min(SLICE, size - batch.sentences))) {
        step.addTo(batch, slice, local, weight);
        if (batch.sentences == size) {
          seen += batch.sentences;
          update();
          observer.afterBatch(seen);
        }
      }
    }
    if (batch.sentences > 0) {
      seen += batch.sentences;
      update();
      observer.afterBatch(seen);
    }
    passes++;
  }

  private void update() {
    logLikelihood += batch.logLikelihood;
    counts.blend(
        batch, settings.step(++steps), sentences.sentenceCount() / (double) batch.sentences);
    if (settings.method() == HmmMethod.SCVI_HDP) {
      largeBatch.addTransitions(batch);
      if (largeBatch.sentences >= settings.largeBatch()) {
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
    return means.means();
  }

  /** Log-likelihood per token of the last pass, under the weights as they were at each batch. */
  public double passLogLikelihood() {
    return logLikelihood / sentences.tokenCount();
  }

  @Override
  public void close() {
    parallel.close();
  }
}
