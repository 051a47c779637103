package org.gpchain.internal.training.decoupled;

import static org.gpchain.core.text.Numbers.format;

import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.optim.GradientTable;
import org.gpchain.training.LearningException;

/**
 * The memory that stochastic average gradients need to store gradients: one number for each label
 * of each token, and one for each transition score of each sentence.
 *
 * @param tokens number of tokens
 * @param sentences number of sentences
 * @param labels number of labels
 * @param transitions number of transition scores; 0 if there are none
 */
record MemoryNeed(long tokens, long sentences, long labels, long transitions) {
  /** Maximum length of an array in Java (elements). */
  private static final double MAX_ARRAY_LENGTH = Integer.MAX_VALUE - 16.0;

  /** Number of labels above which the label column was probably chosen by mistake. */
  private static final int SUSPICIOUSLY_MANY_LABELS = 1000;

  /** Ratio of the recommended size of Java's memory to the size of the gradients. */
  private static final double RECOMMENDED_MEMORY = 1.5;

  /**
   * Returns the memory that the training sentences need.
   *
   * @param hasTransitions whether the model has transition scores
   */
  static MemoryNeed of(LabeledRows data, boolean hasTransitions) {
    int transitions = hasTransitions ? data.chain().pairwiseCount() : 0;
    return new MemoryNeed(data.tokenCount(), data.sentenceCount(), data.labelCount(), transitions);
  }

  /** Returns the length of the array with the gradients of tokens. */
  private double ofTokens() {
    return (double) tokens * labels;
  }

  /** Returns the length of the array with the gradients of sentences. */
  private double ofSentences() {
    return (double) sentences * transitions;
  }

  /** Returns the size of the gradients (bytes). A gradient takes one byte if there are many. */
  double bytes() {
    double gradients = ofTokens() + ofSentences();
    if (GradientTable.areMany(gradients)) {
      return gradients;
    }
    return Float.BYTES * gradients;
  }

  /**
   * Checks, before training begins, that the gradients fit into memory.
   *
   * @param available memory that Java may use (bytes)
   * @throws LearningException if the gradients do not fit
   */
  void check(long available) {
    String subject = sentences + " sentences with " + tokens + " tokens and " + labels + " labels";
    String question = "";
    if (labels > SUSPICIOUSLY_MANY_LABELS) {
      question = "; is this the label column?";
    }

    if (Math.max(ofTokens(), ofSentences()) > MAX_ARRAY_LENGTH) {
      throw new LearningException(
          subject
              + " are more than this optimizer can hold; use fewer sentences (--limit)"
              + question);
    }
    if (bytes() > available) {
      long neededMegabytes = (long) bytes() >> 20;
      long availableMegabytes = available >> 20;
      long recommendedGigabytes = ((long) (RECOMMENDED_MEMORY * bytes()) >> 30) + 1;
      throw new LearningException(
          format(
              "%s need more than %,d MB of memory, and Java may use %,d MB; allow"
                  + " more, for example GPCHAIN_JAVA_OPTS=-Xmx%dg, or use fewer sentences"
                  + " (--limit)%s",
              subject, neededMegabytes, availableMegabytes, recommendedGigabytes, question));
    }
  }
}
