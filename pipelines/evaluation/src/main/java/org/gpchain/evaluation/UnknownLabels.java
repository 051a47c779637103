package org.gpchain.evaluation;

/** What to do with gold labels that the model does not know. */
public enum UnknownLabels {
  /** Refuse to evaluate: most often, model and file do not belong together. */
  ERROR,
  /**
   * Count them: their tokens are errors and their segments are missed, as no model could predict
   * them; they have no probability, so that nll and ece leave them out.
   */
  COUNT
}
