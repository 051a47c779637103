package org.gpchain.internal.training.descent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import org.gpchain.internal.training.optim.FunctionObjective;

/**
 * An objective whose values and gradients are given by a test. It records its calls.
 *
 * @param size number of members
 * @param parameterCount number of parameters
 * @param value returns the value at parameters, which is not divided among members
 * @param script writes gradients
 * @param calls recorded calls for members
 * @param values seeds of recorded calls for the value
 */
record ScriptedObjective(
    int size,
    int parameterCount,
    ToDoubleFunction<double[]> value,
    Script script,
    List<Call> calls,
    List<Long> values)
    implements MemberwiseObjective {
  /** A script that writes the gradient after each call for members, which are counted from 0. */
  @FunctionalInterface
  interface Script {
    void write(int call, double[] parameters, double[] gradientOut);
  }

  /** A call for the members of a batch, with the seed of its noise. */
  record Call(List<Integer> batch, long seed) {
    private static Call of(int[] batch, long seed) {
      return new Call(Arrays.stream(batch).boxed().toList(), seed);
    }
  }

  /** Returns an objective with ten members and two parameters, which have the same gradient. */
  static ScriptedObjective ofTen(IntToDoubleFunction gradient) {
    return new ScriptedObjective(
        10,
        2,
        x -> 0,
        (call, x, out) -> Arrays.fill(out, gradient.applyAsDouble(call)),
        new ArrayList<>(),
        new ArrayList<>());
  }

  /**
   * Returns an objective with one member and the gradient of {@code ½ Σ c_i x_i²}.
   *
   * @param value function that returns the value; null for the quadratic function
   */
  static ScriptedObjective quadratic(ToDoubleFunction<double[]> value, double... curvature) {
    FunctionObjective quadratic =
        FunctionObjective.quadratic(curvature, new double[curvature.length]);
    return new ScriptedObjective(
        1,
        curvature.length,
        value == null ? quadratic::value : value,
        (call, x, out) -> quadratic.valueAndGradient(x, out),
        new ArrayList<>(),
        new ArrayList<>());
  }

  @Override
  public double valueAndGradient(double[] x, long seed, double[] gradientOut) {
    values.add(seed);
    script.write(calls.size() - 1, x, gradientOut);
    return value.applyAsDouble(x);
  }

  @Override
  public Members members(double[] x, int[] batch, long seed) {
    calls.add(Call.of(batch, seed));
    return new Members(0, new double[batch.length][0]);
  }

  @Override
  public double[] sum(int[] batch, double[][] compact, double factor) {
    return new double[0];
  }

  @Override
  public double gradient(double[] x, double[] sum, double[] gradientOut) {
    script.write(calls.size() - 1, x, gradientOut);
    return value.applyAsDouble(x);
  }
}
