package org.gpchain.internal.training.optim;

import java.util.Arrays;

/** An objective that computes a given function and counts its evaluations. */
public final class FunctionObjective implements StochasticObjective {
  private final int parameterCount;
  private final Function function;
  private int evaluations;

  /** A function and its gradient. */
  @FunctionalInterface
  interface Function {
    double valueAndGradient(double[] x, double[] gradientOut);
  }

  FunctionObjective(int parameterCount, Function function) {
    this.parameterCount = parameterCount;
    this.function = function;
  }

  /** Returns the objective {@code ½ Σ c_i (x_i − m_i)²}. */
  public static FunctionObjective quadratic(double[] curvature, double[] minimum) {
    return new FunctionObjective(
        curvature.length,
        (x, gradient) -> {
          double value = 0;
          for (int i = 0; i < x.length; i++) {
            gradient[i] = curvature[i] * (x[i] - minimum[i]);
            value += 0.5 * gradient[i] * (x[i] - minimum[i]);
          }
          return value;
        });
  }

  /**
   * Returns the objective {@code Σ 100 (x_{i+1} − x_i²)² + (1 − x_i)²}, a long bent valley with the
   * minimum at {@code (1, …, 1)}.
   */
  static FunctionObjective rosenbrock(int parameterCount) {
    return new FunctionObjective(
        parameterCount,
        (x, gradient) -> {
          Arrays.fill(gradient, 0);
          double value = 0;
          for (int i = 0; i + 1 < x.length; i++) {
            double bend = x[i + 1] - x[i] * x[i];
            double distance = 1 - x[i];
            value += 100 * bend * bend + distance * distance;
            gradient[i] += -400 * x[i] * bend - 2 * distance;
            gradient[i + 1] += 200 * bend;
          }
          return value;
        });
  }

  public double value(double[] x) {
    return valueAndGradient(x, new double[parameterCount]);
  }

  /** Computes value and gradient without counting the evaluation. */
  public double valueAndGradient(double[] x, double[] gradientOut) {
    return function.valueAndGradient(x, gradientOut);
  }

  int evaluations() {
    return evaluations;
  }

  @Override
  public int parameterCount() {
    return parameterCount;
  }

  @Override
  public double valueAndGradient(double[] parameters, long seed, double[] gradientOut) {
    evaluations++;
    return function.valueAndGradient(parameters, gradientOut);
  }
}
