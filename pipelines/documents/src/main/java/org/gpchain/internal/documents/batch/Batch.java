package org.gpchain.internal.documents.batch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.documents.SharedModels;
import org.gpchain.internal.documents.batch.sink.Journal;
import org.gpchain.internal.documents.batch.sink.OutputLayout;
import org.gpchain.internal.documents.batch.sink.Sink;
import org.gpchain.internal.documents.output.OutputFormat;

/**
 * Annotates all documents of a run. Documents are read in a fixed order, several are annotated at a
 * time, and they are written in the original order. Therefore, the output does not depend on the
 * number of threads or on interruptions.
 */
public final class Batch {
  private Batch() {}

  /**
   * Runs a batch.
   *
   * @param progress receives the progress; not closed
   * @throws InputException if models, documents and output do not fit together, before anything is
   *     written; also if the input is a single file that cannot be annotated
   * @throws IOException if input or output fails. The same run can be started again.
   */
  public static BatchResult run(BatchOptions options, BatchOutput output, BatchProgress progress)
      throws IOException {
    Path folder = output instanceof BatchOutput.Folder named ? named.path() : null;
    Documents documents = Documents.open(options, folder);
    if (folder == null) {
      documents.checkStream();
    }

    try (SharedModels models = SharedModels.load(documents.annotate(), options.threads());
        Annotators annotators = new Annotators(models, options.formats())) {
      if (output instanceof BatchOutput.Stream stream) {
        OutputFormat format = options.formats().iterator().next();
        Sink<byte[]> sink = Sink.ofStream(stream.out(), format, stream.errors());
        return new BatchRun<>(documents, annotators, sink, progress).run();
      }
      return run(documents, annotators, (BatchOutput.Folder) output, progress);
    }
  }

  private static BatchResult run(
      Documents documents, Annotators annotators, BatchOutput.Folder output, BatchProgress progress)
      throws IOException {
    BatchOptions options = documents.options();
    Map<String, String> settings = options.settings(documents.annotate(), output.shard());
    OutputLayout layout = new OutputLayout(output.path(), options.formats(), output.shard());

    try (Journal journal = Journal.open(output.path(), settings, output.overwrite())) {
      if (output.verify()) {
        journal.verifyContents();
      }
      if (journal.mayReplaceFiles()) {
        documents.checkTargets(layout, output.overwrite());
      }
      try (Sink<?> sink = Sink.ofFolder(journal, layout, annotators.models().layers())) {
        return new BatchRun<>(documents, annotators, sink, progress).run();
      }
    }
  }
}
