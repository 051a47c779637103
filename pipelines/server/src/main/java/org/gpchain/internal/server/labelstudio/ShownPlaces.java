package org.gpchain.internal.server.labelstudio;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.BitSet;
import java.util.List;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.server.annotations.Suggestion;
import org.gpchain.internal.server.models.LruCache;

/**
 * The places in the texts of tasks that were suggested while annotators worked on them. Label
 * Studio's editor accepts such suggestions at once, so a place that is not annotated any more was
 * deleted by the annotator and must not be suggested again. Places of the most recently used tasks
 * stay in memory until the server ends. Thread-safe.
 */
final class ShownPlaces {
  /** Maximum memory of the places (bytes). */
  private static final long MAX_BYTES = 1 << 24;

  /** Estimated memory of a task in addition to a bit for each character (bytes). */
  private static final long TASK_BYTES = 256;

  private final LruCache<TaskText, BitSet> cache = new LruCache<>(MAX_BYTES);

  /**
   * Identifies the text of a task.
   *
   * @param key key of the model that makes the suggestions
   * @param task identifier of the task as JSON
   * @param textHash hash of the text, since offsets are valid for only one text
   */
  private record TaskText(ModelKey key, String task, int textHash) {
    static TaskText of(ModelKey key, JsonNode task, String text) {
      return new TaskText(key, task.path("id").toString(), text.hashCode());
    }
  }

  /** Returns the characters of a task's text that were part of a suggestion; a copy. */
  synchronized BitSet of(ModelKey key, JsonNode task, String text) {
    BitSet shown = cache.get(TaskText.of(key, task, text));
    if (shown == null) {
      return new BitSet();
    }
    return (BitSet) shown.clone();
  }

  /** Adds the places of suggestions for a task's text. */
  synchronized void add(ModelKey key, JsonNode task, String text, List<Suggestion> suggestions) {
    BitSet shown = of(key, task, text);
    for (Suggestion suggestion : suggestions) {
      shown.set(suggestion.begin(), suggestion.end());
    }
    cache.put(TaskText.of(key, task, text), shown, TASK_BYTES + shown.size() / Byte.SIZE);
  }
}
