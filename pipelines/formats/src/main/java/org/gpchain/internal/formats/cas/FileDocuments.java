package org.gpchain.internal.formats.cas;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;
import org.gpchain.internal.corpora.FilePattern;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.formats.input.InputCursor;
import org.gpchain.internal.formats.input.InputDocument;
import org.gpchain.internal.formats.input.Inputs;

/** The documents of one format in a file, a folder, an archive, or files that match a pattern. */
final class FileDocuments implements DocumentSource {
  private static final String INITIAL_COPIES = "skipped, documents before annotation (INITIAL_CAS)";

  private final Inputs inputs;
  private final InputCursor cursor;
  private final CasParser parser;

  /** Number of copies (INITIAL_CAS) that were left out since the last document. */
  private int initialCopies;

  /** Last document that was read; null before the first one. */
  private InputDocument current;

  /** Next document; null before it has been looked up, and after the last one. */
  private InputDocument next;

  private boolean ended;

  private FileDocuments(Inputs inputs, CasParser parser) {
    this.inputs = inputs;
    this.cursor = inputs.open();
    this.parser = parser;
  }

  /**
   * Opens the documents of an input.
   *
   * @throws InputException if there are no documents
   */
  static FileDocuments open(Path input, CasFormat format, CasReading how) throws IOException {
    CasParser parser = new CasParser(format, DocumentTypes.of(how), how);
    Inputs inputs = new Inputs(List.of(input), List.of(), null, format.names());
    FileDocuments documents = new FileDocuments(inputs, parser);
    try {
      if (!documents.hasNext()) {
        throw documents.noDocument(input, format);
      }
    } catch (IOException e) {
      documents.close();
      throw e;
    }
    return documents;
  }

  private InputException noDocument(Path input, CasFormat format) {
    String cure = "specify files by a pattern such as 'corpus/*.xmi', or check --format";
    if (FilePattern.isPattern(input)) {
      return new InputException(input, "no file matches this pattern", cure);
    }

    String leftOut = inputs.skippedFiles();
    if (initialCopies > 0) {
      leftOut = INITIAL_COPIES + ": " + initialCopies;
    }
    String problem = "there is no document in this input that ends in " + format.extension();
    if (!leftOut.isEmpty()) {
      problem += " (" + leftOut + ")";
    }
    return new InputException(input, problem, cure);
  }

  /** Moves to the next document. Skips copies from before annotation (INITIAL_CAS). */
  private void advance() throws IOException {
    next = cursor.next();
    while (next != null && !inputs.isSingle() && next.isInitialCopy()) {
      initialCopies++;
      next.content().release();
      next = cursor.next();
    }
    ended = next == null;
  }

  private int takeInitialCopies() {
    int count = initialCopies;
    initialCopies = 0;
    return count;
  }

  @Override
  public boolean hasNext() throws IOException {
    if (next == null && !ended) {
      advance();
    }
    return next != null;
  }

  @Override
  public ParsedDocument next() throws IOException {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }

    current = next;
    next = null;
    try {
      byte[] content = current.content().read();
      return parser
          .parse(place(), new ByteArrayInputStream(content), current.surroundings())
          .with(INITIAL_COPIES, takeInitialCopies());
    } catch (InputException e) {
      throw e;
    } catch (IOException e) {
      throw new InputException(place(), "this cannot be read: " + e.getMessage(), e);
    } finally {
      current.content().release();
    }
  }

  @Override
  public Path place() {
    return Path.of(current.place());
  }

  @Override
  public String name() {
    return place().getFileName().toString();
  }

  @Override
  public InputException problem(Exception problemAndCure) {
    return new InputException(place(), problemAndCure.getMessage(), problemAndCure);
  }

  @Override
  public void close() throws IOException {
    cursor.close();
  }
}
