package org.gpchain.training.optim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A rule whose directions the test writes; keeps a record of its calls. */
class ScriptedRule implements GradientRule {
  private final Script script;
  private final List<Call> calls = new ArrayList<>();

  /** Gives one number, the direction of every parameter. */
  @FunctionalInterface
  interface Script {
    double direction(int call, double[] parameters);
  }

  /** One call. */
  record Call(List<Integer> batch, long seed, double firstParameter) {}

  ScriptedRule(Script script) {
    this.script = script;
  }

  List<Call> calls() {
    return calls;
  }

  @Override
  public void direction(
      MemberwiseObjective objective,
      double[] parameters,
      int[] batch,
      long seed,
      double[] directionOut) {
    double direction = script.direction(calls.size(), parameters);
    Arrays.fill(directionOut, direction);
    calls.add(new Call(Arrays.stream(batch).boxed().toList(), seed, parameters[0]));
  }

  @Override
  public void objectiveChanged(MemberwiseObjective objective) {
    throw new AssertionError("nobody changes the objective");
  }

  @Override
  public List<double[]> memory() {
    return List.of();
  }

  @Override
  public void restore(List<double[]> memory) {
    throw new AssertionError("there is no memory");
  }
}
