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

/** How documents that are to be annotated are read. */
public interface InputFormat {
  /** What exceptions call a document; whoever catches them knows better. */
  Path PLACE = Path.of("document");

  /** Reads documents, for one thread. */
  @FunctionalInterface
  interface Parser {
    /**
     * Reads a document.
     *
     * @param content of the file; not modified
     * @return the document, which may be used until the next one is read
     * @throws InputException if it cannot be read
     */
    ParsedDocument parse(DocumentOrigin origin, byte[] content) throws IOException;
  }

  /** Returns which files in folders and archives are such documents; there may be others, too. */
  DocumentNames names();

  /**
   * Makes a parser.
   *
   * @param columns of tokens that models read, such as {@code pos}
   * @param language of documents that cannot say theirs
   * @throws InputException if a file that describes documents is not usable
   */
  Parser parser(List<String> columns, String language) throws IOException;

  /** What it is, in words that are different for formats that read differently. */
  String description();

  /** Raw text in UTF-8. */
  static InputFormat text() {
    return text(StandardCharsets.UTF_8);
  }

  /**
   * Raw text: all documents are in one language, that of the models, and without tokens.
   *
   * @param encoding of files without a byte order mark
   */
  static InputFormat text(Charset encoding) {
    return new RawText(encoding);
  }

  /** Documents that somebody else reads, such as a UIMA collection reader, and how. */
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
   * UIMA documents.
   *
   * @param how where their types are described, and what of them is read
   */
  static InputFormat of(CasFormat format, CasReading how) {
    return new CasInput(format, how);
  }

  /** Texts with spans, which become annotations. */
  static InputFormat of(SpanFormat format) {
    return new SpanInput(format);
  }

  /**
   * Files with columns, each of which becomes one document; the format is given the columns that
   * are needed.
   */
  static InputFormat ofColumns(Function<List<String>, ColumnFormat> format) {
    return new ColumnInput(format);
  }

  /** A document for files that are not documents themselves, used again for each of them. */
  static JCas newDocument() {
    try {
      return JCasFactory.createJCas();
    } catch (UIMAException e) {
      throw new IllegalStateException(e);
    }
  }
}
