package org.gpchain.training;

import java.util.List;
import java.util.Objects;
import org.gpchain.core.kernel.Prior;

/**
 * What learning starts from.
 *
 * @param prior the prior, learned or given
 * @param mean a mean to begin at; null to begin at zero
 * @param withoutFold for each of some {@link org.gpchain.training.data.BlockFolds} of the data, a
 *     mean that has never seen the sentences of that fold; may be empty
 */
public record Start(Prior prior, Mean mean, List<Mean> withoutFold) {
  /** Checks that there is a prior. */
  public Start {
    Objects.requireNonNull(prior, "prior");
    withoutFold = List.copyOf(withoutFold);
  }

  /** A prior, and zero as the mean. */
  public Start(Prior prior) {
    this(prior, null, List.of());
  }

  /**
   * The start for learning from all sentences but those of one fold. It has a mean only if one was
   * learned for this very division of the data.
   *
   * @param fold number of the fold
   * @param folds number of folds
   */
  public Start withoutFold(int fold, int folds) {
    return withoutFold.size() == folds
        ? new Start(prior, withoutFold.get(fold), List.of())
        : new Start(prior);
  }
}
