package org.gpchain.pipelines.annotate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.gpchain.pipelines.corpus.ColumnFormat;
import org.gpchain.pipelines.corpus.cas.DocumentSource;

/** How documents that are to be annotated are read. */
@FunctionalInterface
public interface InputFormat {
  /** Raw text: a file, standard input, or all text files in a directory and below. */
  InputFormat TEXT = (input, needs) -> TextDocuments.open(input, needs.language());

  /**
   * What models need of documents.
   *
   * @param columns of tokens that the models read, such as {@code pos}
   * @param language of the models, for documents that cannot say theirs
   */
  record Needs(List<String> columns, String language) {
    /** Copies the list. */
    public Needs {
      columns = List.copyOf(columns);
    }
  }

  /**
   * Opens the documents that a user has named.
   *
   * @throws org.gpchain.pipelines.corpus.InputException if there are none
   */
  DocumentSource open(Path input, Needs needs) throws IOException;

  /** UIMA documents. */
  static InputFormat of(DocumentSource.Opener documents) {
    return (input, needs) -> documents.open(input);
  }

  /**
   * A file with columns, which becomes one document.
   *
   * @param format the format, given the columns that are needed
   */
  static InputFormat ofColumns(Function<List<String>, ColumnFormat> format) {
    return (input, needs) ->
        new ColumnDocument(input, format.apply(needs.columns()), needs.language());
  }
}
