package org.gpchain.cli.options;

import org.gpchain.corpora.ColumnFormat;
import org.gpchain.corpora.cas.DocumentSource;
import org.gpchain.documents.InputFormat;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that say how to read documents that are to be annotated. */
public final class InputOptions extends MixedOptions {
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

  /** What reads documents, if the user has a reader; otherwise null. */
  DocumentSource.Opener reader() {
    return documents.hasReader() ? documents.ofReader() : null;
  }

  /** How documents are read. */
  public InputFormat format() {
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
    documents.checkUnused(documents.asArguments());
    if (columns == null && (format == null || format == Format.TEXT)) {
      return InputFormat.text();
    }
    ColumnChoice choice = new ColumnChoice(format, columns);
    // The task would say which column is the label, and labels are not read.
    orWrongUse(() -> choice.of(ColumnFormat.CHUNK, ColumnFormat::ofTokenColumns));
    return InputFormat.ofColumns(needed -> choice.ofTokens(ColumnFormat.CHUNK, needed));
  }
}
