package org.gpchain.internal.documents;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.gpchain.internal.documents.batch.BatchOptions;
import org.gpchain.internal.documents.output.OutputFormat;

/** Batch options for tests. */
public final class TestOptions {
  private TestOptions() {}

  /** Returns options for raw text and one model. */
  public static AnnotateOptions ofText(Path model) {
    return AnnotateOptions.of(model, InputFormat.text(), Segmenter.DEFAULT);
  }

  /** Returns options for files or folders, in which any number of documents may fail. */
  public static BatchOptions batch(
      AnnotateOptions annotate, Set<OutputFormat> formats, int threads, Path... inputs) {
    return new BatchOptions(
        annotate, List.of(inputs), List.of(), null, formats, threads, Long.MAX_VALUE, false);
  }
}
