package org.gpchain.documents.batch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.uima.jcas.JCas;
import org.gpchain.corpora.InputException;
import org.gpchain.corpora.cas.DocumentSource;
import org.gpchain.documents.AnnotateOptions;
import org.gpchain.documents.input.BatchInput;
import org.gpchain.documents.input.InputCursor;
import org.gpchain.documents.input.Inputs;
import org.gpchain.documents.output.OutputFormat;

/**
 * The documents of a run: files, or what a reader reads.
 *
 * @param annotate how they are annotated: what lies beside them may say how they are read
 * @param inputs null if a reader reads them
 */
record Documents(BatchOptions options, AnnotateOptions annotate, Inputs inputs) {
  private static final String REPLACE =
      "name another directory, or let --overwrite replace what is there";

  /**
   * @param output a folder that is no input; null for none
   * @throws InputException if there is no such input
   */
  static Documents open(BatchOptions options, Path output) throws IOException {
    AnnotateOptions annotate = options.annotate();
    if (options.reader() != null) {
      return new Documents(options, annotate, null);
    }
    Inputs inputs =
        new Inputs(options.inputs(), options.lists(), output, annotate.format().endings());
    return new Documents(
        options, annotate.withFormat(annotate.format().beside(inputs.folders())), inputs);
  }

  /** Whether this is one document, which the user has named. */
  boolean isSingle() {
    return inputs != null && inputs.isSingle();
  }

  boolean areRead() {
    return inputs == null;
  }

  boolean areListedOnStandardInput() {
    return inputs != null && inputs.areListedOnStandardInput();
  }

  InputCursor open() throws IOException {
    return inputs == null
        ? new ReaderCursor(options.reader().open(options.inputs().get(0)))
        : inputs.open();
  }

  /** Each document is there until the next one is taken. */
  private static final class ReaderCursor implements InputCursor {
    /** As many failures in a row as are taken for the end. */
    private static final int MAX_FAILURES = 100;

    private final DocumentSource source;
    private int failuresInARow;

    ReaderCursor(DocumentSource source) {
      this.source = source;
    }

    @Override
    public BatchInput next() throws IOException {
      if (!source.hasNext()) {
        return null;
      }
      try {
        JCas document = source.next();
        failuresInARow = 0;
        String name = source.name();
        return BatchInput.ofCas(name, source.place() + "!/" + name, document);
      } catch (InputException e) {
        if (++failuresInARow == MAX_FAILURES) {
          throw e;
        }
        return BatchInput.unreadable("document", source.place() + "!/document", e);
      }
    }

    @Override
    public void close() throws IOException {
      source.close();
    }
  }

  /** Number of documents, about; empty if that is not known before they are read. */
  OptionalLong count() throws IOException {
    return inputs == null ? OptionalLong.empty() : inputs.count();
  }

  /** As {@link Inputs#leftOut} says. */
  String leftOut() {
    return inputs == null ? "" : inputs.leftOut();
  }

  SafeNames names() {
    Set<String> endings =
        options.formats().stream()
            .flatMap(format -> format.endings().stream())
            .collect(Collectors.toSet());
    return new SafeNames(endings);
  }

  /**
   * @throws InputException if there is a second document
   */
  void checkOne(OutputFormat format) throws IOException {
    if (inputs == null || inputs.isSingle()) {
      return;
    }
    try (InputCursor cursor = inputs.open()) {
      cursor.next();
      BatchInput second = cursor.next();
      if (second != null) {
        throw new InputException(
            Path.of(second.place()),
            "standard output cannot hold a second document in the format " + format,
            "write to a directory (--output DIR), or as conll, json or jsonl");
      }
    }
  }

  /**
   * @throws InputException if a file is there that must not be replaced
   */
  void checkTargets(BatchOutput.Folder output) throws IOException {
    for (String name : new String[] {RunFolder.ERRORS, RunFolder.SUMMARY, RunFolder.INDEX}) {
      checkTarget(null, output.path().resolve(name), output);
    }
    if (output.shard() > 0) {
      for (OutputFormat format : options.formats()) {
        checkTarget(null, output.path().resolve(ShardSink.name(format, 0)), output);
      }
    } else if (inputs == null || inputs.areListedOnStandardInput()) {
      if (!output.overwrite()) {
        throw new InputException(output.path(), "this directory is not empty", REPLACE);
      }
    } else {
      SafeNames names = names();
      try (InputCursor cursor = inputs.open()) {
        for (BatchInput input = cursor.next(); input != null; input = cursor.next()) {
          checkTargets(input, names.next(input.name()), output);
          input.content().release();
        }
      }
    }
  }

  private void checkTargets(BatchInput input, String id, BatchOutput.Folder output)
      throws IOException {
    Path source = input.location() == null ? null : Path.of(input.location());
    for (OutputFormat format : options.formats()) {
      for (String ending : format.endings()) {
        checkTarget(source, FileSink.target(output.path(), id, ending), output);
      }
    }
  }

  private static void checkTarget(Path source, Path target, BatchOutput.Folder output)
      throws IOException {
    if (!Files.exists(target)) {
      return;
    }
    if (source != null && Files.isSameFile(source, target)) {
      throw new InputException(
          source,
          "this file would be replaced by its annotations",
          "name another directory to write to");
    }
    if (!output.overwrite()) {
      throw new InputException(target, "this file is there already", REPLACE);
    }
  }
}
