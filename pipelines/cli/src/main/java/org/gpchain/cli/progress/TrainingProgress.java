package org.gpchain.cli.progress;

import java.util.Locale;
import org.gpchain.training.Progress;

/** Shows a user the progress of training. */
public interface TrainingProgress extends Progress, AutoCloseable {
  /**
   * Figures of a step in words.
   *
   * @param step the step
   * @param heldOutF1 as measured last; NaN if never
   */
  static String figures(Step step, double heldOutF1) {
    String objective = String.format(Locale.ROOT, "objective %.1f", step.objective());
    return Double.isNaN(heldOutF1)
        ? objective
        : objective + String.format(Locale.ROOT, ", dev F1 %.2f %%", 100 * heldOutF1);
  }

  @Override
  void close();
}
