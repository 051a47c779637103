package org.gpchain.annotator;

import org.gpchain.core.promise.PromiseCheck;

/**
 * The evidence of one document for a {@link PromiseCheck}. An engine adds evidence while it
 * processes the document. Afterwards, the program that runs the engine takes the evidence and adds
 * it to the evidence of other documents, so it is not written into the document. Not thread-safe.
 */
public final class PromiseEvidence {
  /** Sum of the evidence; null if no evidence was added. */
  private long[] sum;

  /** Creates an object without evidence. */
  public PromiseEvidence() {}

  /** Adds the evidence of some sentences. */
  void add(long[] evidence) {
    sum = PromiseCheck.sum(sum, evidence);
  }

  /** Returns and removes the evidence, or returns null if no evidence was added. */
  public long[] take() {
    long[] evidence = sum;
    sum = null;
    return evidence;
  }
}
