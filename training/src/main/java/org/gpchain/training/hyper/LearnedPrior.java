package org.gpchain.training.hyper;

import java.util.List;
import org.gpchain.core.kernel.Prior;
import org.gpchain.training.Mean;

/**
 * What kernel learning found.
 *
 * @param prior the variances
 * @param validationLoss mean −log p of the held-out tokens, one by one or as whole sentences,
 *     whichever was learned by, in nats per token
 * @param withoutFold for each fold that was held out, a mean near to the most probable one of the
 *     other sentences
 */
public record LearnedPrior(Prior prior, double validationLoss, List<Mean> withoutFold) {
  /** Keeps the list from being modified. */
  public LearnedPrior {
    withoutFold = List.copyOf(withoutFold);
  }
}
