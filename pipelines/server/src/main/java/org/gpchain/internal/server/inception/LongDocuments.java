package org.gpchain.internal.server.inception;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.gpchain.core.text.Sha256;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.server.annotations.Gold;
import org.gpchain.internal.server.annotations.Suggestion;
import org.gpchain.internal.server.http.Refusal;
import org.gpchain.internal.server.models.LruCache;
import org.gpchain.internal.server.suggestion.Suggester;

/**
 * Makes suggestions for long documents in blocks of sentences, within a time budget. An answer has
 * the suggestions of the blocks that were done in time. The next request for the same text begins
 * with the other blocks, and its answer has the suggestions of all blocks done so far. A block is
 * the context of its sentences. Thread-safe.
 */
final class LongDocuments {
  /** Number of sentences of a block. Shorter documents are always done as a whole. */
  static final int BLOCK = 2_000;

  /** Time after which no further block is begun. INCEpTION waits 30 s for an answer. */
  static final Duration BUDGET = Duration.ofSeconds(15);

  /** Estimated memory of a suggestion with its alternatives and reasons (bytes). */
  private static final int SUGGESTION_BYTES = 1 << 10;

  private final LongSupplier nanoTime;
  private final AtomicLong partialAnswers = new AtomicLong();

  /** Unfinished documents, by the hash of their text and the requested range. */
  private final LruCache<List<Object>, Progress> unfinished;

  /**
   * The blocks of a document that are done.
   *
   * @param suggester model that made the suggestions
   * @param blocks suggestions by the index of their block
   */
  private record Progress(Suggester suggester, Map<Integer, List<Suggestion>> blocks) {}

  /** Makes suggestions for the sentences of a block. */
  @FunctionalInterface
  interface BlockTagger {
    List<Suggestion> suggest(List<Passage> block) throws Refusal, IOException, DocumentException;
  }

  /**
   * Creates an object that remembers no document.
   *
   * @param maxBytes maximum memory of the suggestions for unfinished documents (bytes)
   * @param nanoTime clock, as {@link System#nanoTime}
   */
  LongDocuments(long maxBytes, LongSupplier nanoTime) {
    this.unfinished = new LruCache<>(maxBytes);
    this.nanoTime = nanoTime;
  }

  /** Returns the number of answers so far that lacked suggestions of some blocks. */
  long partialAnswers() {
    return partialAnswers.get();
  }

  /** Starts the time of a request. */
  Turn begin() {
    return new Turn(nanoTime.getAsLong());
  }

  /** A request. */
  final class Turn {
    private final long begun;

    private Turn(long begun) {
      this.begun = begun;
    }

    /**
     * Returns the suggestions for the sentences that a request is about.
     *
     * @param text text of the document
     * @param gold annotations of users, which earlier suggestions must not overlap
     */
    List<Suggestion> suggestions(
        Suggester suggester, String text, List<Passage> sentences, Gold gold, BlockTagger tagger)
        throws Refusal, IOException, DocumentException {
      int count = (sentences.size() + BLOCK - 1) / BLOCK;
      if (count <= 1) {
        return tagger.suggest(sentences);
      }

      List<Object> key = key(text, sentences);
      Map<Integer, List<Suggestion>> earlier = earlier(key, suggester);
      Map<Integer, List<Suggestion>> done = new HashMap<>();
      for (int block : order(count, earlier)) {
        if (!done.isEmpty() && isOver()) {
          break;
        }
        int end = Math.min(sentences.size(), (block + 1) * BLOCK);
        done.put(block, tagger.suggest(sentences.subList(block * BLOCK, end)));
      }

      List<String> labels = gold.annotations().stream().map(Gold.UserAnnotation::label).toList();
      for (Map.Entry<Integer, List<Suggestion>> block : earlier.entrySet()) {
        done.putIfAbsent(block.getKey(), gold.withoutOverlaps(block.getValue(), labels));
      }
      remember(key, new Progress(suggester, done), count);
      return inOrder(done, count);
    }

    private boolean isOver() {
      return nanoTime.getAsLong() - begun > BUDGET.toNanos();
    }
  }

  private static List<Object> key(String text, List<Passage> sentences) {
    String hash = Sha256.hex(text.getBytes(StandardCharsets.UTF_8));
    return List.of(hash, sentences.get(0).begin(), sentences.size());
  }

  private Map<Integer, List<Suggestion>> earlier(List<Object> key, Suggester suggester) {
    Progress progress = unfinished.get(key);
    if (progress == null || progress.suggester() != suggester) {
      return Map.of();
    }
    return progress.blocks();
  }

  /** Returns the indices of the blocks: first those without suggestions, then the others. */
  private static List<Integer> order(int count, Map<Integer, List<Suggestion>> earlier) {
    List<Integer> order = new ArrayList<>();
    List<Integer> again = new ArrayList<>();
    for (int block = 0; block < count; block++) {
      if (earlier.containsKey(block)) {
        again.add(block);
      } else {
        order.add(block);
      }
    }
    order.addAll(again);
    return order;
  }

  private void remember(List<Object> key, Progress progress, int count) {
    if (progress.blocks().size() < count) {
      partialAnswers.incrementAndGet();
    }
    long bytes = 0;
    for (List<Suggestion> suggestions : progress.blocks().values()) {
      bytes += (long) SUGGESTION_BYTES * suggestions.size();
    }
    unfinished.put(key, progress, bytes);
  }

  private static List<Suggestion> inOrder(Map<Integer, List<Suggestion>> done, int count) {
    List<Suggestion> suggestions = new ArrayList<>();
    for (int block = 0; block < count; block++) {
      suggestions.addAll(done.getOrDefault(block, List.of()));
    }
    return suggestions;
  }
}
