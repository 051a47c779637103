package org.gpchain.training.graybox;

/** Receives the progress of gray-box learning, and the states between its phases. */
interface GrayBoxListener {
  /** Ignores everything. */
  GrayBoxListener SILENT = new GrayBoxListener() {};

  /**
   * A step of a batch phase is done.
   *
   * @param phase what it belongs to, such as {@code round 1, unary}
   * @param value of the objective there: the negative evidence lower bound
   */
  default void onStep(String phase, double value) {}

  /**
   * A phase is done.
   *
   * @param phase what it was, and what came of it, for people
   * @param state where learning stands: may be kept, and learning continued from there
   */
  default void onPhase(String phase, GrayBoxState state) {}
}
