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

  // Part of the document whose sentences are counted.
  private int begin = 0;
  private int end = Integer.MAX_VALUE;

  /** Creates an object without evidence. */
  public PromiseEvidence() {}

  /**
   * Counts only sentences that begin in a part of the document. This also applies to the following
   * documents.
   *
   * @param from first offset of the part (UTF-16 code units)
   * @param to offset after the part
   */
  public void countWithin(int from, int to) {
    begin = from;
    end = to;
  }

  /** Returns whether a sentence that begins at an offset is counted. */
  boolean counts(int offset) {
    return offset >= begin && offset < end;
  }

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
