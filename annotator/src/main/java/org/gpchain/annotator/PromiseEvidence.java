package org.gpchain.annotator;

import org.gpchain.core.decode.NoveltyCount;
import org.gpchain.core.promise.PromiseCheck;

/**
 * The evidence of one document for a {@link PromiseCheck}, and the number of its sentences that are
 * unlike the training text. An engine adds evidence while it processes the document. Afterwards,
 * the program that runs the engine takes the evidence and adds it to the evidence of other
 * documents, so it is not written into the document. Not thread-safe.
 */
public final class PromiseEvidence {
  /** Sum of the evidence; null if no evidence was added. */
  private long[] sum;

  private NoveltyCount novelty = NoveltyCount.NONE;

  /** Creates an object without evidence. */
  public PromiseEvidence() {}

  /** Adds the evidence of some sentences. */
  void add(long[] evidence) {
    sum = PromiseCheck.sum(sum, evidence);
  }

  /** Adds the count of some sentences. */
  void add(NoveltyCount count) {
    novelty = novelty.plus(count);
  }

  /** Returns and removes the number of sentences that are unlike the training text. */
  public NoveltyCount takeNovelty() {
    NoveltyCount count = novelty;
    novelty = NoveltyCount.NONE;
    return count;
  }

  /** Returns and removes the evidence, or returns null if no evidence was added. */
  public long[] take() {
    long[] evidence = sum;
    sum = null;
    return evidence;
  }
}
