package org.gpchain.training.optim;

/** No step size that was tried lowers the objective. */
public final class StepSizeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StepSizeException(Range range, double largest, double smallest) {
    super(
        "no step size between "
            + largest
            + " and "
            + smallest
            + " lowers the objective on the parameters ["
            + range.from()
            + ", "
            + range.to()
            + ")");
  }
}
