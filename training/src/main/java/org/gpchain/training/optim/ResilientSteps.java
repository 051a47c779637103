package org.gpchain.training.optim;

import java.util.Arrays;
import org.gpchain.core.math.Checks;

/**
 * Resilient propagation (Riedmiller and Braun 1993, in the variant iRprop−: Igel and Hüsken 2000):
 * each parameter has a step of its own, which grows while its gradient keeps its sign and shrinks
 * when it changes. It looks at signs only, so it suits gradients that are nearly but not quite
 * exact, and parameters of which some matter a thousand times more than others. Not for concurrent
 * use.
 */
public final class ResilientSteps {
  private static final double GROWTH = 1.2;
  private static final double SHRINKAGE = 0.5;

  private final double[] step;
  private final double[] last;
  private final double largest;

  /**
   * @param parameters their number
   * @param first length of the first steps
   * @param largest length of any step at most, the first ones included
   */
  public ResilientSteps(int parameters, double first, double largest) {
    this.step = new double[Checks.atLeast("parameters", parameters, 1)];
    this.last = new double[parameters];
    this.largest = Checks.positive("largest", largest);
    Arrays.fill(step, Math.min(Checks.positive("first", first), largest));
  }

  /**
   * Takes one step downhill.
   *
   * @param parameters {@code [parameters]}; modified
   * @param gradient of what is to be small, {@code [parameters]}; not modified
   */
  public void descend(double[] parameters, double[] gradient) {
    Checks.length("parameters", parameters.length, step.length, "[parameters]");
    Checks.length("gradient", gradient.length, step.length, "[parameters]");
    for (int i = 0; i < step.length; i++) {
      double product = gradient[i] * last[i];
      if (product > 0) {
        step[i] = Math.min(GROWTH * step[i], largest);
      } else if (product < 0) {
        step[i] *= SHRINKAGE;
      }
      last[i] = product < 0 ? 0 : gradient[i];
      parameters[i] -= Math.signum(last[i]) * step[i];
    }
  }
}
