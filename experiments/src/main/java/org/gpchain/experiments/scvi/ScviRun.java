package org.gpchain.experiments.scvi;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.hmm.HiddenMarkovModel;
import org.gpchain.training.hmm.HmmLearner;
import org.gpchain.training.hmm.HmmSettings;

/**
 * One way of learning, measured.
 *
 * @param settings how was learned
 * @param points held-out log-likelihood as learning went on
 * @param agreement of the states with tags, at the end
 * @param tokensPerSecond of learning, measuring left out
 */
record ScviRun(
    HmmSettings settings, List<Point> points, StateAgreement agreement, double tokensPerSecond) {
  /** Measured so often in the first pass, and then after each one. */
  private static final int POINTS_OF_FIRST_PASS = 8;

  /**
   * A measurement.
   *
   * @param passes over the sentences so far
   * @param seconds of learning so far
   * @param logLikelihood per token of the sentences held out
   */
  record Point(double passes, double seconds, double logLikelihood) {}

  /** Learns and measures. */
  static ScviRun of(TaggedText text, HmmSettings settings) throws IOException {
    return new Measurement(text, settings).run();
  }

  /** The log-likelihood after a whole pass, from 1 on. */
  double afterPass(int pass) {
    return points.stream()
        .filter(point -> point.passes() == pass)
        .findFirst()
        .orElseThrow()
        .logLikelihood();
  }

  private static final class Measurement {
    private final TaggedText text;
    private final HmmSettings settings;
    private final List<Point> points = new ArrayList<>();
    private double seconds;
    private long start;

    Measurement(TaggedText text, HmmSettings settings) {
      this.text = text;
      this.settings = settings;
    }

    ScviRun run() throws IOException {
      long sentences = text.train().sentenceCount();
      try (HmmLearner learner = new HmmLearner(text.train(), settings)) {
        start = System.nanoTime();
        for (int pass = 0; pass < settings.passes(); pass++) {
          int passed = pass;
          learner.pass(
              seen -> {
                double passes = passed + seen / (double) sentences;
                if (seen == sentences
                    || (passed == 0 && passes * POINTS_OF_FIRST_PASS >= points.size() + 1)) {
                  measure(passes, learner.model());
                }
              });
        }
        return new ScviRun(
            settings,
            points,
            text.agreement(learner.model()),
            text.train().tokenCount() * settings.passes() / seconds);
      }
    }

    private void measure(double passes, HiddenMarkovModel model) {
      seconds += (System.nanoTime() - start) / 1e9;
      points.add(new Point(passes, seconds, text.logLikelihood(model)));
      start = System.nanoTime();
    }
  }
}
