package org.gpchain.spark;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.Set;
import org.gpchain.documents.AnnotateOptions;
import org.gpchain.documents.DocumentAnnotator;
import org.gpchain.documents.output.OutputFormat;

/**
 * What annotates, and how documents are read and written: strings alone, which are sent to all
 * machines, where they become engines.
 *
 * @param arguments of {@link EngineOptions}, files by what {@link ShippedFiles} finds them by
 * @param files hash of the files that go along
 * @param format how documents are read
 * @param outputs in which documents are going to be written
 */
record EngineSettings(
    List<String> arguments, String files, DocumentFormat format, List<OutputFormat> outputs)
    implements Serializable {
  /** Copies the lists. */
  EngineSettings {
    arguments = List.copyOf(arguments);
    outputs = List.copyOf(outputs);
  }

  /**
   * An annotator for one thread.
   *
   * @param shipped the files that go along
   * @throws IOException if a model or an engine cannot be used on this machine
   */
  DocumentAnnotator annotator(ShippedFiles shipped) throws IOException {
    AnnotateOptions options = EngineOptions.parse(arguments).options(format, shipped.folder(files));
    return DocumentAnnotator.of(options, Set.copyOf(outputs));
  }
}
