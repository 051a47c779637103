package org.gpchain.internal.training;

import java.util.List;
import java.util.Objects;
import org.gpchain.internal.core.kernel.Prior;

/**
 * What learning starts from.
 *
 * @param prior the prior, learned or given
 * @param mean a mean to begin at; null to begin at zero
 * @param folds number of {@link org.gpchain.internal.training.data.BlockFolds} that the data were
 *     divided into; 0 if they were not
 * @param withoutFold for each of the first folds, a mean that has never seen its sentences; may be
 *     empty
 */
public record Start(Prior prior, Mean mean, int folds, List<Mean> withoutFold) {
  public Start {
    Objects.requireNonNull(prior, "prior");
    withoutFold = List.copyOf(withoutFold);
  }

  public Start(Prior prior) {
    this(prior, null, 0, List.of());
  }

  /**
   * The start for learning from all sentences but those of one fold of so many. It has a mean only
   * if one was learned for it.
   */
  public Start withoutFold(int fold, int count) {
    return count == folds && fold < withoutFold.size()
        ? new Start(prior, withoutFold.get(fold), 0, List.of())
        : new Start(prior);
  }

  public Start withMean(Mean other) {
    return new Start(prior, other, folds, withoutFold);
  }
}
