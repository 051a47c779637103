package org.gpchain.experiments.gpstruct;

import java.util.function.Supplier;

/** Is told while a method still learns. */
@FunctionalInterface
interface Stages {
  /** Nobody listens. */
  Stages NONE = marginals -> {};

  /**
   * A stage of learning is reached.
   *
   * @param marginals what would be predicted now for each test sentence, {@code [T×V]} row-major;
   *     computed when it is asked for, which must be before this method returns
   */
  void reached(Supplier<double[][]> marginals);
}
