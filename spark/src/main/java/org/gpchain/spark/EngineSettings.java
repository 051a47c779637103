package org.gpchain.spark;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.gpchain.documents.AnnotateOptions;
import org.gpchain.documents.DocumentAnnotator;
import org.gpchain.documents.SharedModels;
import org.gpchain.documents.output.OutputFormat;

/**
 * What annotates, and how documents are read and written: strings alone, which are sent to all
 * machines, where they become engines.
 *
 * <p>Each annotator serves one partition at a time, and then the next one: to load models and
 * engines may take longer than a partition. Only those of the settings that were used last are
 * kept, so that a session in which models are trained again and again does not fill up with them.
 *
 * @param arguments of {@link EngineOptions}, files by what {@link ShippedFiles} finds them by
 * @param files hash of the files that go along
 * @param format how documents are read
 * @param outputs in which documents are going to be written
 */
record EngineSettings(
    List<String> arguments, String files, DocumentFormat format, List<OutputFormat> outputs)
    implements Serializable {
  private static final Deque<DocumentAnnotator> IDLE = new ArrayDeque<>();

  /** Those of the annotators that are idle. */
  private static EngineSettings current;

  /** An annotator that nobody else uses. */
  DocumentAnnotator take(ShippedFiles shipped) throws IOException {
    synchronized (IDLE) {
      if (!equals(current)) {
        IDLE.forEach(DocumentAnnotator::close);
        IDLE.clear();
        current = this;
      }
      if (!IDLE.isEmpty()) {
        return IDLE.poll();
      }
    }
    AnnotateOptions options = EngineOptions.of(arguments, format, shipped.folder(files));
    return new DocumentAnnotator(SharedModels.load(options, 1), Set.copyOf(outputs));
  }

  /** Takes an annotator back. */
  void giveBack(DocumentAnnotator annotator) {
    synchronized (IDLE) {
      if (equals(current)) {
        IDLE.add(annotator);
        return;
      }
    }
    annotator.close();
  }
}
