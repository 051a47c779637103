package org.gpchain.training;

import java.util.List;
import java.util.function.Supplier;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.predict.Tagger;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.training.LearningListener.LearningStep;

/**
 * Counts the steps of learning, measures on held-out sentences now and then, and tells a listener.
 */
public final class Progress {
  private static final int STEPS_BETWEEN_MEASUREMENTS = 10;

  private final LearningListener listener;
  private final List<LabeledSequence> heldOut;
  private final long start = System.nanoTime();
  private final int stepsAtMost;
  private int plannedSteps;
  private int step;

  /**
   * @param stepsAtMost number of steps that learning takes at most
   * @param listener is told of each
   * @param heldOut sentences to measure on; may be empty
   */
  public Progress(int stepsAtMost, LearningListener listener, List<LabeledSequence> heldOut) {
    this.stepsAtMost = stepsAtMost;
    this.listener = listener;
    this.heldOut = heldOut;
  }

  /**
   * One step of a mean step is done; {@code tagger} makes a tagger of what has been learned so far.
   */
  public void onStep(String phase, double objective, Supplier<Tagger> tagger) {
    step++;
    boolean measure = !heldOut.isEmpty() && step % STEPS_BETWEEN_MEASUREMENTS == 0;
    double f1 = measure ? heldOutF1(tagger.get()) : Double.NaN;
    report(phase, objective, f1);
  }

  /** One step of a phase that makes no tagger. */
  public void onStep(String phase, double objective) {
    step++;
    report(phase, objective, Double.NaN);
  }

  /** Learning is done: measures what came of it. */
  public void finish(double objective, Supplier<Tagger> tagger) {
    if (!heldOut.isEmpty()) {
      report("done", objective, heldOutF1(tagger.get()));
    }
  }

  private void report(String phase, double objective, double f1) {
    double secondsSoFar = (System.nanoTime() - start) / 1e9;
    double secondsLeft = secondsSoFar / step * (stepsAtMost - step);
    listener.onStep(new LearningStep(phase, step, stepsAtMost, objective, f1, secondsLeft));
  }

  /** A phase is over, perhaps before all its steps were needed: the count jumps to its end. */
  public void endPhase(int planned) {
    plannedSteps += planned;
    step = plannedSteps;
  }

  private double heldOutF1(Tagger tagger) {
    Workspace workspace = new Workspace();
    SpanCounts counts = new SpanCounts();
    for (LabeledSequence sentence : heldOut) {
      counts.add(
          sentence.spans(),
          tagger.codec().decode(tagger.tag(sentence.tokens(), workspace).labels()));
    }
    return counts.f1();
  }
}
