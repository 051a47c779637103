package org.gpchain.internal.documents;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.apache.uima.UIMAException;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.jcas.JCas;
import org.gpchain.internal.corpora.ColumnFormat;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.formats.cas.CasFormat;
import org.gpchain.internal.formats.cas.CasReading;
import org.gpchain.internal.formats.cas.ParsedDocument;
import org.gpchain.internal.formats.input.DocumentNames;
import org.gpchain.internal.formats.spans.SpanFormat;

/** The format of documents to annotate. */
public interface InputFormat {
  /** Name of all documents in exceptions. Callers replace it by the name of their document. */
  Path PLACE = Path.of("document");

  /** Reads documents. Not thread-safe. */
  @FunctionalInterface
  interface Parser {
    /**
     * Reads a document.
     *
     * @param content content of the file; not modified
     * @return the document, which is valid until the next one is read
     * @throws InputException if it cannot be read
     */
    ParsedDocument parse(DocumentOrigin origin, byte[] content) throws IOException;
  }

  /** Returns the file names of such documents in folders and archives. */
  DocumentNames names();

  /**
   * Creates a parser.
   *
   * @param columns columns of tokens that models require, such as {@code pos}
   * @param language language of documents that do not state theirs
   * @throws InputException if a file that describes the documents, such as a type system, is
   *     invalid
   */
  Parser parser(List<String> columns, String language) throws IOException;

  /** Returns a description, which differs for formats that read the same file differently. */
  String description();

  /** Returns the format of raw text in UTF-8. */
  static InputFormat text() {
    return text(StandardCharsets.UTF_8);
  }

  /**
   * Returns the format of raw text. All documents are in the language of the models and have no
   * tokens.
   *
   * @param encoding encoding of files without a byte order mark
   */
  static InputFormat text(Charset encoding) {
    return new RawText(encoding);
  }

  /**
   * Returns the format of documents that are read by other code and passed on as a CAS.
   *
   * @param reader name of the reader, for {@link #description}
   */
  static InputFormat readElsewhere(String reader) {
    return new InputFormat() {
      @Override
      public DocumentNames names() {
        return new DocumentNames(List.of());
      }

      @Override
      public String description() {
        return reader;
      }

      @Override
      public Parser parser(List<String> columns, String language) {
        return (origin, content) -> {
          throw new IllegalStateException("documents are given as CAS");
        };
      }
    };
  }

  /**
   * Returns the format of UIMA documents.
   *
   * @param reading location of the type system, and the view to read
   */
  static InputFormat of(CasFormat format, CasReading reading) {
    return new CasInput(format, reading);
  }

  /** Returns the format of texts with spans, which become annotations. */
  static InputFormat of(SpanFormat format) {
    return new SpanInput(format);
  }

  /**
   * Returns the format of files with columns. Each file becomes one document.
   *
   * @param format returns the column format, given the columns that models require
   */
  static InputFormat ofColumns(Function<List<String>, ColumnFormat> format) {
    return new ColumnInput(format);
  }

  /** Returns an empty document. */
  static JCas newDocument() {
    try {
      return JCasFactory.createJCas();
    } catch (UIMAException e) {
      throw new IllegalStateException(e);
    }
  }
}
