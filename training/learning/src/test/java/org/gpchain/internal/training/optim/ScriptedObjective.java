package org.gpchain.internal.training.optim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;

/**
 * An objective that the test writes, all of which is the part that belongs to no member; keeps a
 * record of the calls for members and of the seeds of values.
 */
record ScriptedObjective(
    int size,
    int parameterCount,
    ToDoubleFunction<double[]> value,
    Script script,
    List<Call> calls,
    List<Long> values)
    implements MemberwiseObjective {
  /** Writes the gradient after the call for members of a number, from 0. */
  @FunctionalInterface
  interface Script {
    void write(int call, double[] parameters, double[] gradientOut);
  }

  /** Looked at these members with this noise. */
  record Call(List<Integer> batch, long seed) {
    private static Call of(int[] batch, long seed) {
      return new Call(Arrays.stream(batch).boxed().toList(), seed);
    }
  }

  /** Of ten members and two parameters, the gradient of both of which is the same. */
  static ScriptedObjective ofTen(IntToDoubleFunction gradient) {
    return new ScriptedObjective(
        10,
        2,
        x -> 0,
        (call, x, out) -> Arrays.fill(out, gradient.applyAsDouble(call)),
        new ArrayList<>(),
        new ArrayList<>());
  }

  /** {@code ½ Σ c_i x_i²} of one member, or its steps with the values of another function. */
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
