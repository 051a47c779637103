package org.gpchain.internal.formats.cas;

import static org.gpchain.core.text.Numbers.format;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.uima.UIMAException;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.impl.XmiCasDeserializer;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.gpchain.internal.annotator.cas.UnusableCasException;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.formats.input.Surroundings;
import org.xml.sax.ContentHandler;

/** A parser of UIMA documents in one format. It reuses documents, and is not thread-safe. */
public final class CasParser {
  /** Maximum number of empty documents in the cache; creating one takes longer than parsing. */
  private static final int MAX_CACHED = 8;

  private final CasFormat format;
  private final DocumentTypes types;
  private final CasReading options;

  /** Cache of empty documents by their types; the most recently used document comes first. */
  private final Deque<EmptyDocument> emptyDocuments = new ArrayDeque<>();

  private record EmptyDocument(TypeSystemDescription types, CAS document) {}

  /**
   * Creates a parser.
   *
   * @param types types that documents may have, in addition to types that a document declares
   * @param options options such as the view that is read
   */
  public CasParser(CasFormat format, DocumentTypes types, CasReading options) {
    this.format = format;
    this.types = types;
    this.options = options;
  }

  /** Returns an empty document with these types; the same one for the same description. */
  CAS emptyCas(TypeSystemDescription description) throws UIMAException {
    EmptyDocument empty = null;
    for (EmptyDocument cached : emptyDocuments) {
      if (cached.types() == description) {
        empty = cached;
      }
    }

    if (empty == null) {
      empty = new EmptyDocument(description, TypeSystems.newCas(description));
    } else {
      emptyDocuments.remove(empty);
      empty.document().reset();
    }
    emptyDocuments.addFirst(empty);
    if (emptyDocuments.size() > MAX_CACHED) {
      emptyDocuments.removeLast();
    }
    return empty.document();
  }

  /**
   * Parses a document.
   *
   * @param place path of the document for messages
   * @param in buffered stream; not closed
   * @param surroundings files around the document, which may include a type system
   * @return the document, which is valid until the next call
   * @throws InputException if the document cannot be read for any reason
   */
  public ParsedDocument parse(Path place, InputStream in, Surroundings surroundings)
      throws IOException {
    try {
      checkNotBinary(place, in);
      InputStream limited = Limits.limited(in);
      TypeSystemDescription known = types.of(surroundings);
      Undeclared undeclared = new Undeclared();
      CAS document =
          switch (format) {
            case XMI -> xmi(limited, known, undeclared);
            case JSONCAS -> JsonDocument.read(limited, this, known, undeclared);
          };

      if (!options.dropUnknown()) {
        undeclared.check();
      }
      DocumentCheck.check(document);
      return parsed(document, undeclared);
    } catch (InputException e) {
      throw e;
    } catch (UnusableCasException e) {
      throw new InputException(place, e.getMessage(), e);
    } catch (DamagedDocumentException e) {
      throw failure(place, e.line, e.getMessage(), e);
    } catch (IOException
        | UIMAException
        | RuntimeException
        | StackOverflowError
        | OutOfMemoryError
        | AssertionError e) {
      // Deserializers of UIMA also throw exceptions and errors that they do not declare.
      throw failure(place, 0, Causes.damage(e), e);
    }
  }

  private ParsedDocument parsed(CAS document, Undeclared undeclared) throws UIMAException {
    DocumentView view = DocumentView.of(document.getJCas(), options.view());
    return view.parsed(undeclared.remarks());
  }

  private static void checkNotBinary(Path place, InputStream in) throws IOException {
    in.mark(CasFormat.BINARY_START);
    byte[] start = in.readNBytes(CasFormat.BINARY_START);
    in.reset();
    if (CasFormat.isBinary(start)) {
      throw new InputException(place, "this is a binary CAS", CasFormat.BINARY_CURE);
    }
  }

  private CAS xmi(InputStream in, TypeSystemDescription known, Undeclared undeclared)
      throws IOException, UIMAException {
    CAS xmi = emptyCas(known);
    XmiCasDeserializer deserializer = new XmiCasDeserializer(xmi.getTypeSystem());
    ContentHandler handler = deserializer.getXmiCasHandler(xmi, true);
    new XmlGuard(new XmiTypeCheck(xmi.getTypeSystem(), handler, undeclared), "XMI").read(in);
    return xmi;
  }

  private InputException failure(Path place, int line, String problem, Throwable cause) {
    return new InputException(
        place,
        line,
        format(
            "cannot read this as %s: %s; check the format and the type system, or export the"
                + " document again",
            format, problem),
        cause);
  }
}
