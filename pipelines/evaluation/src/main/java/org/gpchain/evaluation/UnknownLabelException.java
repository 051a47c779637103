package org.gpchain.evaluation;

/** A gold label that the model does not know. */
public final class UnknownLabelException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final int sentence;
  private final int token;
  private final String label;

  UnknownLabelException(int sentence, int token, String label) {
    super(
        "sentence "
            + sentence
            + ", token "
            + token
            + ": the model does not know the label "
            + label);
    this.sentence = sentence;
    this.token = token;
    this.label = label;
  }

  /** Number of the sentence, from 0. */
  public int sentence() {
    return sentence;
  }

  /** Number of the token in its sentence, from 0. */
  public int token() {
    return token;
  }

  /** The label. */
  public String label() {
    return label;
  }
}
