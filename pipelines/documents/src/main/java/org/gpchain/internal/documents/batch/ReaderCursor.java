package org.gpchain.internal.documents.batch;

import java.io.IOException;
import java.util.Objects;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.formats.cas.DocumentSource;
import org.gpchain.internal.formats.cas.ParsedDocument;
import org.gpchain.internal.formats.input.InputCursor;
import org.gpchain.internal.formats.input.InputDocument;
import org.gpchain.internal.formats.input.Surroundings;

/** Iterates over the documents of a UIMA reader. A document is valid until the next one is read. */
final class ReaderCursor implements InputCursor {
  /** Number of failures in a row after which the reader is given up. */
  private static final int MAX_FAILURES = 100;

  private final DocumentSource source;
  private int failuresInARow;

  ReaderCursor(DocumentSource source) {
    this.source = source;
  }

  /** A document that a reader has read. It has no bytes. */
  record Given(ParsedDocument parsed) implements InputDocument.Content {
    @Override
    public byte[] read() {
      return null;
    }
  }

  @Override
  public InputDocument next() throws IOException {
    if (!source.hasNext()) {
      return null;
    }
    try {
      ParsedDocument document = source.next();
      failuresInARow = 0;
      return input(source.name(), source.place() + "!/" + source.name(), document);
    } catch (InputException e) {
      failuresInARow++;
      if (failuresInARow == MAX_FAILURES) {
        throw e;
      }
      return InputDocument.unreadable("document", source.place() + "!/document", e);
    }
  }

  private static InputDocument input(String name, String place, ParsedDocument document) {
    String text = Objects.requireNonNullElse(document.document().getDocumentText(), "");
    return new InputDocument(
        name,
        place,
        "",
        null,
        text.length(),
        text.hashCode(),
        new Given(document),
        Surroundings.NONE);
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
