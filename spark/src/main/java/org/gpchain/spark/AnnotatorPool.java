package org.gpchain.spark;

import java.io.IOException;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.gpchain.pipelines.annotate.DocumentAnnotator;

/**
 * The annotators of this virtual machine. Each serves one partition at a time, and then the next
 * one: models and engines take a second or two to load, many partitions no longer than that.
 */
final class AnnotatorPool {
  private static final Map<EngineSettings, Queue<DocumentAnnotator>> IDLE =
      new ConcurrentHashMap<>();

  private AnnotatorPool() {}

  /**
   * An annotator that nobody else uses.
   *
   * @param files that go along with the settings
   * @throws IOException if a model or an engine cannot be used
   */
  static DocumentAnnotator take(EngineSettings settings, ShippedFiles files) throws IOException {
    DocumentAnnotator idle = idle(settings).poll();
    return idle == null ? settings.annotator(files) : idle;
  }

  /** Takes an annotator back. */
  static void giveBack(EngineSettings settings, DocumentAnnotator annotator) {
    idle(settings).add(annotator);
  }

  private static Queue<DocumentAnnotator> idle(EngineSettings settings) {
    return IDLE.computeIfAbsent(settings, key -> new ConcurrentLinkedQueue<>());
  }
}
