package org.gpchain.cli.options;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.corpora.ColumnFormat;
import org.gpchain.corpora.cas.DocumentSource;
import org.gpchain.documents.InputFormat;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that say which documents are annotated, and how they are read. */
final class SourceOptions extends MixedOptions {
  @Option(
      names = "--input",
      paramLabel = "FILE|DIR",
      description = {
        "Documents: a file; a directory, with all documents of the format in it and below (for"
            + " text: .txt files); a pattern such as 'corpus/*.txt'; an archive (zip, tar, tar.gz),"
            + " or a compressed file (gz). - is a document on standard input. May be repeated."
      })
  private List<Path> inputs = new ArrayList<>();

  @Option(
      names = "--list",
      paramLabel = "FILE",
      description =
          "Documents and archives that are listed in a file, one per line; - is standard input.")
  private List<Path> lists = new ArrayList<>();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      converter = Format.OfDocuments.class,
      description = {
        "Format of the documents: ${COMPLETION-CANDIDATES}. Default: text.",
        "text: raw text in UTF-8. xmi, json: UIMA documents (XMI, JSON CAS 0.4), of"
            + " which all annotations are kept. conll2000, conll2002, conll2003, column: a file"
            + " with columns, whose words and parts of speech are kept; labels are not read."
      })
  private Format format;

  @Option(
      names = "--columns",
      paramLabel = "NAMES",
      description =
          "The columns of a file in their order, for example word,pos,_ (--format column); _"
              + " ignores a column.")
  private String columns;

  @Mixin private DocumentOptions documents;

  /** What the user has named. */
  List<Path> inputs() {
    if (inputs.isEmpty() && lists.isEmpty()) {
      throw wrongUse("there is nothing to annotate: give --input or --list");
    }
    return inputs;
  }

  /** Files with lists. */
  List<Path> lists() {
    return lists;
  }

  /** How documents are read. */
  InputFormat format() {
    if (documents.hasReader()) {
      if (format != null || columns != null) {
        throw wrongUse("--reader excludes --format and --columns");
      }
      return InputFormat.readElsewhere();
    }
    if (format != null && format.ofDocuments() != null) {
      if (columns != null) {
        throw wrongUse("--columns needs --format column, not " + format);
      }
      return documents.asInput(format.ofDocuments());
    }
    refuse(DocumentOptions.NAMES, DocumentOptions.NEED);
    if (columns == null && (format == null || format == Format.TEXT)) {
      return InputFormat.text();
    }
    ColumnChoice choice = new ColumnChoice(format, columns);
    // The task would say which column is the label, and labels are not read.
    orWrongUse(() -> choice.of(ColumnFormat.CHUNK, ColumnFormat::ofTokenColumns));
    return InputFormat.ofColumns(needed -> choice.ofTokens(ColumnFormat.CHUNK, needed));
  }

  /** What reads them, if the user has a reader; otherwise null. */
  DocumentSource.Opener reader() {
    if (!documents.hasReader()) {
      return null;
    }
    if (inputs.size() != 1 || !lists.isEmpty()) {
      throw wrongUse("--reader needs one --input, and no --list");
    }
    return documents.ofReader();
  }
}
