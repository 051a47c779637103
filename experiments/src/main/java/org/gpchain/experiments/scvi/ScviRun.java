package org.gpchain.experiments.scvi;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.hmm.HiddenMarkovModel;
import org.gpchain.experiments.lab.ProcessorTime;
import org.gpchain.training.hmm.HmmLearner;
import org.gpchain.training.hmm.HmmSettings;

/**
 * One way of learning, measured.
 *
 * @param points held-out log-likelihood as learning went on
 * @param agreement of the states with tags, at the end
 * @param tokensPerSecond of learning, in processor time, measuring left out
 */
record ScviRun(List<Point> points, StateAgreement agreement, double tokensPerSecond) {

  /** Measured so often in the first pass, and then after each one. */
  private static final int POINTS_OF_FIRST_PASS = 8;

  /**
   * A measurement.
   *
   * @param passes over the sentences so far
   * @param sentences seen so far, again and again
   * @param seconds of learning so far, in processor time
   * @param logLikelihood per token of the sentences held out
   */
  record Point(double passes, long sentences, double seconds, double logLikelihood) {}

  /**
   * Learns and measures.
   *
   * @param clusters of words to start with; null for a random start
   */
  static ScviRun of(TaggedText text, HmmSettings settings, int[] clusters) throws IOException {
    return new Measurement(text, settings, clusters).run();
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
    private final int[] clusters;
    private double seconds;
    private double start;

    Measurement(TaggedText text, HmmSettings settings, int[] clusters) {
      this.text = text;
      this.settings = settings;
      this.clusters = clusters;
    }

    ScviRun run() throws IOException {
      long sentences = text.train().sentenceCount();
      try (HmmLearner learner = text.learner(settings, clusters)) {
        start = ProcessorTime.seconds();
        for (int pass = 0; pass < settings.passes(); pass++) {
          int passed = pass;
          learner.pass(
              seen -> {
                double passes = passed + seen / (double) sentences;
                if (seen == sentences
                    || (passed == 0 && passes * POINTS_OF_FIRST_PASS >= points.size() + 1)) {
                  measure(passes, passed * sentences + seen, learner.model());
                }
              });
        }
        return new ScviRun(
            points,
            text.agreement(learner.model()),
            text.train().tokenCount() * settings.passes() / seconds);
      }
    }

    private void measure(double passes, long sentences, HiddenMarkovModel model) {
      seconds += ProcessorTime.seconds() - start;
      points.add(new Point(passes, sentences, seconds, text.logLikelihood(model)));
      start = ProcessorTime.seconds();
    }
  }
}
