package org.gpchain.training.optim;

/** Where parameters may be. */
@FunctionalInterface
public interface Region {
  /** No bounds. */
  Region EVERYWHERE = parameters -> true;

  /**
   * Whether the parameters are allowed.
   *
   * @param parameters {@code [parameterCount]}; not modified
   */
  boolean contains(double[] parameters);
}
