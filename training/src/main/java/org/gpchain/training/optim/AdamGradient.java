package org.gpchain.training.optim;

import java.util.List;
import org.gpchain.core.math.Checks;
import org.gpchain.training.optim.GradientRule.PlainGradient;

/**
 * Adam (Kingma and Ba 2015, algorithm 1): the running mean of the gradient, divided by the root of
 * the running mean of its square, both corrected for having begun at zero.
 */
public final class AdamGradient implements GradientRule {
  private final PlainGradient plain = new PlainGradient();
  private final double meanDecay;
  private final double squareDecay;
  private final double epsilon;
  private double[] mean = {};
  private double[] square = {};
  private long count;

  /** The decays that its authors recommend, 0.9 and 0.999, and their ε of 1e-8. */
  public AdamGradient() {
    this(0.9, 0.999, 1e-8);
  }

  /**
   * @param meanDecay share β₁ of the running mean that survives a step, in [0, 1)
   * @param squareDecay share β₂ of the running mean square that survives a step, in [0, 1)
   * @param epsilon ε, what is added to the root, positive
   */
  public AdamGradient(double meanDecay, double squareDecay, double epsilon) {
    this.meanDecay = decay("meanDecay", meanDecay);
    this.squareDecay = decay("squareDecay", squareDecay);
    this.epsilon = Checks.positive("epsilon", epsilon);
  }

  private static double decay(String name, double value) {
    if (value >= 0 && value < 1) {
      return value;
    }
    throw new IllegalArgumentException(name + " must be in [0, 1), was " + value);
  }

  @Override
  public void direction(
      MemberwiseObjective objective,
      double[] parameters,
      int[] batch,
      long seed,
      double[] directionOut) {
    plain.direction(objective, parameters, batch, seed, directionOut);
    if (!Vectors.isFinite(directionOut)) {
      return;
    }
    if (count == 0) {
      mean = new double[parameters.length];
      square = new double[parameters.length];
    }
    Checks.length("parameters", parameters.length, mean.length, "[remembered moments]");
    count++;
    double meanCorrection = 1 / (1 - Math.pow(meanDecay, (double) count));
    double squareCorrection = 1 / (1 - Math.pow(squareDecay, (double) count));
    for (int i = 0; i < directionOut.length; i++) {
      double gradient = directionOut[i];
      mean[i] = meanDecay * mean[i] + (1 - meanDecay) * gradient;
      square[i] = squareDecay * square[i] + (1 - squareDecay) * gradient * gradient;
      directionOut[i] =
          meanCorrection * mean[i] / (Math.sqrt(squareCorrection * square[i]) + epsilon);
    }
  }

  /** The moments are of parameters, not of members: they go on. */
  @Override
  public void objectiveChanged(MemberwiseObjective objective) {
    // Gradients of the changed objective replace the older ones in time.
  }

  /** Running mean, running mean square, and how many gradients they are made of. */
  @Override
  public List<double[]> memory() {
    return List.of(mean.clone(), square.clone(), new double[] {count});
  }

  @Override
  public void restore(List<double[]> memory) {
    Checks.length("memory", memory.size(), 3, "(mean, square, count)");
    Checks.length("memory of squares", memory.get(1).length, memory.get(0).length, "[mean]");
    Checks.length("memory of the count", memory.get(2).length, 1, "");
    mean = memory.get(0).clone();
    square = memory.get(1).clone();
    count = (long) memory.get(2)[0];
  }
}
