package org.gpchain.annotator;

import org.gpchain.core.promise.PromiseCheck;

/**
 * The evidence of one document for a {@link PromiseCheck}. An engine adds it while it processes the
 * document, and the program that runs the engine takes it afterwards: evidence of many documents is
 * added up, so it is not written into any of them. For one thread.
 */
public final class PromiseEvidence {
  private long[] sum;

  /** Creates an object without evidence. */
  public PromiseEvidence() {}

  /** Adds the evidence of sentences. */
  void add(long[] evidence) {
    sum = PromiseCheck.sum(sum, evidence);
  }

  /** Returns the evidence that was added, or null if none was, and forgets it. */
  public long[] take() {
    long[] taken = sum;
    sum = null;
    return taken;
  }
}
