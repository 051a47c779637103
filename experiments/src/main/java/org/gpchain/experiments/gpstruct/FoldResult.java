package org.gpchain.experiments.gpstruct;

import java.util.Locale;
import org.gpchain.experiments.data.GpstructTask;

/**
 * What came of one fold.
 *
 * @param task the task
 * @param method the method
 * @param fold number of the fold, from 1
 * @param trainTokens number of training tokens
 * @param testTokens number of test tokens
 * @param score how good the marginals are
 */
public record FoldResult(
    GpstructTask task,
    GpstructMethod method,
    int fold,
    int trainTokens,
    int testTokens,
    FoldScore score) {
  /** One line for people. */
  public String line() {
    return String.format(
        Locale.ROOT,
        "%s, %s, fold %d: error %.2f %%, nll %.4f, ece %.2f %%, %.2f s",
        task.displayName(),
        method,
        fold,
        100 * score.tokenError(),
        score.nll(),
        100 * score.ece(),
        score.seconds());
  }
}
