package org.gpchain.internal.training.decoupled;

import static org.gpchain.core.text.Numbers.format;

import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.optim.GradientTable;
import org.gpchain.training.LearningException;

/**
 * The memory that stochastic average gradients take for what they remember: of each token a
 * gradient for each label, of each sentence one for each transition score.
 */
record MemoryNeed(long tokens, long sentences, long labels, long transitions) {
  /** As long as arrays of Java can be. */
  private static final double LONGEST = Integer.MAX_VALUE - 16.0;

  static MemoryNeed of(LabeledRows data, boolean transitions) {
    return new MemoryNeed(
        data.tokenCount(),
        data.sentenceCount(),
        data.labelCount(),
        transitions ? data.chain().pairwiseCount() : 0);
  }

  private double ofTokens() {
    return (double) tokens * labels;
  }

  private double ofSentences() {
    return (double) sentences * transitions;
  }

  /** What is needed at the least, in bytes. */
  double bytes() {
    double gradients = ofTokens() + ofSentences();
    return GradientTable.areMany(gradients) ? gradients : Float.BYTES * gradients;
  }

  /**
   * Checks that Java may use so much memory, in bytes, before the work begins.
   *
   * @throws LearningException if it may not
   */
  void check(long available) {
    String subject = sentences + " sentences with " + tokens + " tokens and " + labels + " labels";
    String doubt = labels > 1000 ? "; is this the column of labels?" : "";
    if (Math.max(ofTokens(), ofSentences()) > LONGEST) {
      throw new LearningException(
          subject
              + " are more than this optimizer can hold; give fewer sentences (--limit)"
              + doubt);
    }
    if (bytes() > available) {
      throw new LearningException(
          format(
              "%s need more than %,d MB of memory, and Java may use %,d MB; allow more, for example"
                  + " GPCHAIN_JAVA_OPTS=-Xmx%dg, or give fewer sentences (--limit)%s",
              subject,
              (long) bytes() >> 20,
              available >> 20,
              // Half as much again for all the rest.
              ((long) (1.5 * bytes()) >> 30) + 1,
              doubt));
    }
  }
}
