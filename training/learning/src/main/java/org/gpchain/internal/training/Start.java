package org.gpchain.internal.training;

import java.util.List;
import java.util.Objects;
import org.gpchain.internal.core.kernel.Prior;

/**
 * The starting point of learning: the prior, and means at which the optimization begins.
 *
 * @param prior the prior, learned or given
 * @param mean initial means; null to begin at zero
 * @param folds number of {@link org.gpchain.internal.training.data.BlockFolds} that kernel learning
 *     divided the data into; 0 if there was no kernel learning
 * @param withoutFold for each of the first folds, means that were learned without its sentences;
 *     may be empty
 */
public record Start(Prior prior, Mean mean, int folds, List<Mean> withoutFold) {
  /** Creates a start; copies the list. */
  public Start {
    Objects.requireNonNull(prior, "prior");
    withoutFold = List.copyOf(withoutFold);
  }

  /** Creates a start whose initial means are zero. */
  public Start(Prior prior) {
    this(prior, null, 0, List.of());
  }

  /**
   * Returns the start for learning from all sentences outside of a fold. The initial means are zero
   * unless means were learned without exactly this fold.
   *
   * @param fold number of the fold, from 0
   * @param count number of folds
   */
  public Start withoutFold(int fold, int count) {
    if (count != folds || fold >= withoutFold.size()) {
      return new Start(prior);
    }
    return new Start(prior, withoutFold.get(fold), 0, List.of());
  }

  /** Returns a copy of this start with other initial means. */
  public Start withMean(Mean initial) {
    return new Start(prior, initial, folds, withoutFold);
  }
}
