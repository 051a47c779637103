package org.gpchain.documents.batch;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.gpchain.corpora.cas.DocumentSource;
import org.gpchain.documents.AnnotateOptions;
import org.gpchain.documents.output.OutputFormat;

/**
 * What a run does.
 *
 * @param annotate models, and how documents are read
 * @param inputs files, archives, folders, patterns, or standard input
 * @param lists files with one document or archive per line, or standard input
 * @param reader reads all documents, which are then the only input; null if they are files
 * @param formats what is written, at least one
 * @param threads number of documents that are annotated at once; only the speed depends on it
 * @param maxFailures how many documents may fail before the run stops
 */
public record BatchOptions(
    AnnotateOptions annotate,
    List<Path> inputs,
    List<Path> lists,
    DocumentSource.Opener reader,
    Set<OutputFormat> formats,
    int threads,
    long maxFailures) {
  /** Copies the collections. */
  public BatchOptions {
    inputs = List.copyOf(inputs);
    lists = List.copyOf(lists);
    formats = Set.copyOf(formats);
    if (inputs.isEmpty() && lists.isEmpty()) {
      throw new IllegalArgumentException("there must be an input or a list of inputs");
    }
    if (formats.isEmpty()) {
      throw new IllegalArgumentException("there must be a format");
    }
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be at least 1, was " + threads);
    }
    if (maxFailures < 0) {
      throw new IllegalArgumentException("maxFailures must not be negative, was " + maxFailures);
    }
  }

  /** Documents in files or folders, annotated by one thread in the formats that are usual. */
  public static BatchOptions of(AnnotateOptions annotate, Path... inputs) {
    return new BatchOptions(
        annotate, List.of(inputs), List.of(), null, OutputFormat.DEFAULT, 1, Long.MAX_VALUE);
  }

  /** These options with other formats. */
  public BatchOptions withFormats(Set<OutputFormat> others) {
    return new BatchOptions(annotate, inputs, lists, reader, others, threads, maxFailures);
  }

  /** These options with another number of threads. */
  public BatchOptions withThreads(int other) {
    return new BatchOptions(annotate, inputs, lists, reader, formats, other, maxFailures);
  }
}
