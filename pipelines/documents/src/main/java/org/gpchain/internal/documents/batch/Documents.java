package org.gpchain.internal.documents.batch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.InputFiles;
import org.gpchain.internal.documents.AnnotateOptions;
import org.gpchain.internal.documents.AnnotatedResult;
import org.gpchain.internal.documents.DocumentAnnotator;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.DocumentOrigin;
import org.gpchain.internal.documents.batch.sink.OutputLayout;
import org.gpchain.internal.documents.batch.sink.SafeNames;
import org.gpchain.internal.documents.output.OutputFormat;
import org.gpchain.internal.formats.input.DocumentNames;
import org.gpchain.internal.formats.input.InputCursor;
import org.gpchain.internal.formats.input.InputDocument;
import org.gpchain.internal.formats.input.Inputs;

/** The documents of a run: files, or documents of a UIMA reader. */
record Documents(BatchOptions options, Inputs inputs) {
  private static final String REPLACE =
      "choose another directory, or replace existing files with --overwrite";

  /**
   * Opens the documents.
   *
   * @param output output folder, which is skipped if it is inside an input folder; null for none
   * @throws InputException if an input does not exist
   */
  static Documents open(BatchOptions options, Path output) throws IOException {
    if (options.reader() != null) {
      Path input = options.inputs().get(0);
      Inputs read = Inputs.of(() -> new ReaderCursor(options.reader().open(input)));
      return new Documents(options, read);
    }
    DocumentNames names = options.annotate().format().names();
    return new Documents(options, new Inputs(options.inputs(), options.lists(), output, names));
  }

  /** Returns the options of the annotation. */
  AnnotateOptions annotate() {
    return options.annotate();
  }

  /**
   * Annotates a document.
   *
   * @param content content of the file; null for a document of a reader
   * @throws DocumentException if it cannot be annotated
   */
  static AnnotatedResult annotate(
      InputDocument document, DocumentAnnotator annotator, byte[] content)
      throws DocumentException {
    if (document.content() instanceof ReaderCursor.Given given) {
      return annotator.annotate(document.name(), given.parsed());
    }
    DocumentOrigin origin =
        new DocumentOrigin(document.name(), document.location(), document.surroundings());
    return annotator.annotate(origin, content);
  }

  /** Returns whether the documents come from a UIMA reader. */
  boolean areRead() {
    return options.reader() != null;
  }

  /** Returns a new sequence of output names for the documents in the order of the inputs. */
  SafeNames names() {
    Set<String> endings =
        options.formats().stream()
            .flatMap(format -> format.endings().stream())
            .collect(Collectors.toSet());
    return new SafeNames(endings);
  }

  /**
   * Checks that standard output can hold the documents.
   *
   * @throws InputException if the format cannot be written to standard output, or if it holds one
   *     document and there are several
   */
  void checkStream() throws IOException {
    OutputFormat format = options.formats().iterator().next();
    if (options.formats().size() > 1
        || format.endings().size() > 1
        || format == OutputFormat.BINCAS) {
      throw new InputException(
          InputFiles.STANDARD_STREAM,
          "standard output cannot be used for the format " + format,
          "write to a directory (--output DIR)");
    }
    if (format.holdsSeveral() || areRead() || inputs.isSingle()) {
      return;
    }
    try (InputCursor cursor = inputs.open()) {
      cursor.next();
      InputDocument second = cursor.next();
      if (second != null) {
        throw new InputException(
            Path.of(second.place()),
            "standard output can only be used for one document in the format " + format,
            "write to a directory (--output DIR), or as conll, json or jsonl");
      }
    }
  }

  /**
   * Checks that the run does not replace files by mistake.
   *
   * @param overwrite whether files may be replaced. Inputs are never replaced.
   * @throws InputException if a file exists that must not be replaced
   */
  void checkTargets(OutputLayout layout, boolean overwrite) throws IOException {
    for (Path target : layout.filesOfAnyRun()) {
      checkTarget(null, target, overwrite);
    }
    if (layout.hasArchives()) {
      return;
    }

    if (areRead() || inputs.areListedOnStandardInput()) {
      // The names of the documents are not known yet.
      if (!overwrite) {
        throw new InputException(layout.folder(), "this directory is not empty", REPLACE);
      }
      return;
    }

    SafeNames names = names();
    try (InputCursor cursor = inputs.open()) {
      for (InputDocument input = cursor.next(); input != null; input = cursor.next()) {
        Path source = input.location() == null ? null : Path.of(input.location());
        for (Path target : layout.filesOf(names.next(input.name()))) {
          checkTarget(source, target, overwrite);
        }
        input.content().release();
      }
    }
  }

  /** Checks a file that will be written; the source is null if the document is not a file. */
  private static void checkTarget(Path source, Path target, boolean overwrite) throws IOException {
    if (!Files.exists(target)) {
      return;
    }
    if (source != null && Files.isSameFile(source, target)) {
      throw new InputException(
          source,
          "this file would be replaced by its annotations",
          "choose another output directory");
    }
    if (!overwrite) {
      throw new InputException(target, "this file already exists", REPLACE);
    }
  }
}
