package org.gpchain.training.learn;

/** Is told how gray-box learning gets on. */
public interface GrayBoxListener {
  /** A listener that does not listen. */
  GrayBoxListener SILENT = new GrayBoxListener() {};

  /**
   * A phase is done.
   *
   * @param phase what it was, and what came of it, for people
   * @param state where learning stands: may be kept, and learning continued from there
   */
  default void onPhase(String phase, GrayBoxState state) {}
}
