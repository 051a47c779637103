package org.gpchain.spark;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.gpchain.documents.DocumentAnnotator;

/**
 * The annotators of this virtual machine. Each serves one partition at a time, and then the next
 * one: to load models and engines may take longer than a partition. Only those of the settings that
 * were used last are kept, so that a session in which models are trained again and again does not
 * fill up with them.
 */
final class AnnotatorPool {
  private static final Deque<DocumentAnnotator> IDLE = new ArrayDeque<>();
  private static EngineSettings current;

  private AnnotatorPool() {}

  /**
   * An annotator that nobody else uses.
   *
   * @param files that go along with the settings
   * @throws IOException if a model or an engine cannot be used
   */
  static DocumentAnnotator take(EngineSettings settings, ShippedFiles files) throws IOException {
    DocumentAnnotator idle = idle(settings);
    return idle == null ? settings.annotator(files) : idle;
  }

  private static synchronized DocumentAnnotator idle(EngineSettings settings) {
    if (!settings.equals(current)) {
      IDLE.forEach(DocumentAnnotator::close);
      IDLE.clear();
      current = settings;
    }
    return IDLE.poll();
  }

  /** Takes an annotator back. */
  static synchronized void giveBack(EngineSettings settings, DocumentAnnotator annotator) {
    if (settings.equals(current)) {
      IDLE.add(annotator);
    } else {
      annotator.close();
    }
  }
}
