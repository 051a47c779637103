package org.gpchain.training.optim;

import java.util.List;
import org.gpchain.core.math.Checks;
import org.gpchain.training.optim.GradientRule.PlainGradient;

/**
 * Adam (Kingma and Ba 2015, algorithm 1): the running mean of the gradient, divided by the root of
 * the running mean of its square, both corrected for having begun at zero; with the decays and ε
 * that its authors recommend.
 */
public final class AdamGradient implements GradientRule {
  private static final double MEAN_DECAY = 0.9;
  private static final double SQUARE_DECAY = 0.999;
  private static final double EPSILON = 1e-8;

  private final PlainGradient plain = new PlainGradient();
  private double[] mean = {};
  private double[] square = {};
  private long count;

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
    double meanCorrection = 1 / (1 - Math.pow(MEAN_DECAY, (double) count));
    double squareCorrection = 1 / (1 - Math.pow(SQUARE_DECAY, (double) count));
    for (int i = 0; i < directionOut.length; i++) {
      double gradient = directionOut[i];
      mean[i] = MEAN_DECAY * mean[i] + (1 - MEAN_DECAY) * gradient;
      square[i] = SQUARE_DECAY * square[i] + (1 - SQUARE_DECAY) * gradient * gradient;
      directionOut[i] =
          meanCorrection * mean[i] / (Math.sqrt(squareCorrection * square[i]) + EPSILON);
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
