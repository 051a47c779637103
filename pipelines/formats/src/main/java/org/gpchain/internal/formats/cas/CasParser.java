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

/** Reads documents of one format, one after the other; for one thread. */
public final class CasParser {
  /** Maximum number of empty documents that are kept: to make one takes longer than to read one. */
  private static final int KEPT = 8;

  private final CasFormat format;
  private final DocumentTypes types;
  private final CasReading how;

  /** Empty documents, each with the types that it was made for; the one used last comes first. */
  private final Deque<EmptyDocument> documents = new ArrayDeque<>();

  private record EmptyDocument(TypeSystemDescription types, CAS document) {}

  /**
   * A parser of documents.
   *
   * @param types that documents may have; those that a file itself brings are added
   * @param how which view is read, and whether undeclared types are left out
   */
  public CasParser(CasFormat format, DocumentTypes types, CasReading how) {
    this.format = format;
    this.types = types;
    this.how = how;
  }

  /** Returns an empty document with some types, the same one each time. */
  CAS emptyCas(TypeSystemDescription wanted) throws UIMAException {
    EmptyDocument found =
        documents.stream().filter(empty -> empty.types() == wanted).findFirst().orElse(null);
    if (found == null) {
      found = new EmptyDocument(wanted, TypeSystems.newCas(wanted));
    } else {
      documents.remove(found);
      found.document().reset();
    }
    documents.addFirst(found);
    if (documents.size() > KEPT) {
      documents.removeLast();
    }
    return found.document();
  }

  /**
   * Reads a document.
   *
   * @param place of the document in messages
   * @param in buffered; not closed
   * @param surroundings the files around the document, which may include a type system
   * @return the document, which may be used until the next one is read
   * @throws InputException if it cannot be read, whatever the reason
   */
  public ParsedDocument parse(Path place, InputStream in, Surroundings surroundings)
      throws IOException {
    try {
      checkNotBinary(place, in);
      InputStream limited = Limits.limited(in);
      TypeSystemDescription known = types.of(surroundings);
      Undeclared undeclared = new Undeclared();
      CAS read =
          switch (format) {
            case XMI -> xmi(limited, known, undeclared);
            case JSONCAS -> JsonDocument.read(limited, this, known, undeclared);
          };
      if (!how.dropUnknown()) {
        undeclared.check();
      }
      DocumentCheck.check(read);
      return parsed(read, undeclared);
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
      // The readers of foreign formats also fail with what they do not declare.
      throw failure(place, 0, Causes.damage(e), e);
    }
  }

  private ParsedDocument parsed(CAS read, Undeclared undeclared) throws UIMAException {
    DocumentView view = DocumentView.of(read.getJCas(), how.view());
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
