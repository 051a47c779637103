package org.gpchain.corpora.words;

import java.io.IOException;
import java.util.Locale;
import org.gpchain.core.words.WordStates;
import org.gpchain.training.hmm.HmmLearner;
import org.gpchain.training.hmm.HmmSettings;

/**
 * Learns hidden states, pass by pass, until the likelihood of the sentences held out no longer
 * rises, and keeps those of the best pass.
 */
final class StateLearning implements AutoCloseable {
  private final SegmentedText text;
  private final HmmSettings settings;
  private final HmmLearner learner;
  private final CheckpointFile checkpoint;
  private final long nanosBetween;
  private final WordProgress progress;

  private CheckpointFile.State state;
  private long lastCheckpoint = System.nanoTime();

  /**
   * @param start its learner is closed with this
   * @param checkpoint written after each pass and every so many nanoseconds; null for none
   */
  StateLearning(
      SegmentedText text,
      HmmSettings settings,
      CheckpointFile.State start,
      CheckpointFile checkpoint,
      long nanosBetween,
      WordProgress progress) {
    this.text = text;
    this.settings = settings;
    this.state = start;
    this.learner = start.learner();
    this.checkpoint = checkpoint;
    this.nanosBetween = nanosBetween;
    this.progress = progress;
  }

  WordStates learn() throws IOException {
    save();
    while (learner.passes() < settings.passes()) {
      String name = "states, pass " + (learner.passes() + 1) + " of " + settings.passes();
      double tokensPerSecond = pass(name);
      double heldOut = learner.logLikelihood(text.heldOut());
      progress.end(
          String.format(
              Locale.ROOT,
              "%s: log-likelihood per token %.4f%s; %,.0f tokens/s",
              name,
              learner.passLogLikelihood(),
              Double.isNaN(heldOut) ? "" : String.format(Locale.ROOT, ", held out %.4f", heldOut),
              tokensPerSecond));
      if (state.best() != null && heldOut <= state.heldOut()) {
        progress.begin("states", -1);
        progress.end("states: those of pass " + (learner.passes() - 1) + " are the best");
        return state.best();
      }
      state = state.with(WordStates.of(learner.model()), heldOut);
      save();
    }
    return state.best();
  }

  /** Passes over the text, or the rest of it; returns the tokens that it saw in a second. */
  private double pass(String name) throws IOException {
    long start = System.nanoTime();
    long before = learner.isWithinPass() ? learner.passTokens() : 0;
    progress.begin(name, text.sentences().sentenceCount());
    learner.pass(
        seen -> {
          progress.at(
              seen,
              String.format(
                  Locale.ROOT,
                  "%,.0f tokens/s, log-likelihood per token %.4f",
                  tokensPerSecond(before, start),
                  learner.passLogLikelihood()));
          if (System.nanoTime() - lastCheckpoint >= nanosBetween) {
            save();
          }
        });
    return tokensPerSecond(before, start);
  }

  private double tokensPerSecond(long before, long start) {
    return (learner.passTokens() - before) / ((System.nanoTime() - start) / 1e9);
  }

  private void save() throws IOException {
    if (checkpoint != null) {
      checkpoint.write(state);
      lastCheckpoint = System.nanoTime();
    }
  }

  @Override
  public void close() {
    learner.close();
  }
}
