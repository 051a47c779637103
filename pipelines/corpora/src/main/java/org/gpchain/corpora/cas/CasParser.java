package org.gpchain.corpora.cas;

import static org.gpchain.core.text.Numbers.format;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.apache.uima.UIMAException;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.impl.XmiCasDeserializer;
import org.apache.uima.jcas.JCas;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.gpchain.corpora.InputException;

/** Reads documents of one format, one after the other; for one thread. */
public final class CasParser {
  private final CasFormat format;
  final TypeSystemDescription types;

  /** To make one takes longer than to read a short document; null until there is one. */
  private CAS document;

  /**
   * @param types that documents may have; those that a file itself brings are added
   */
  public CasParser(CasFormat format, TypeSystemDescription types) {
    this.format = format;
    this.types = types;
  }

  /** An empty document, the same each time. */
  CAS emptyCas() throws UIMAException {
    if (document == null) {
      document = TypeSystems.newCas(types);
    } else {
      document.reset();
    }
    return document;
  }

  /**
   * @param place what messages name
   * @param in buffered; not closed
   * @return the document, which may be used until the next one is read
   * @throws InputException if it cannot be read, whatever the reason
   */
  public JCas parse(Path place, InputStream in) throws IOException {
    try {
      checkNotBinary(place, in);
      InputStream limited = Limits.limited(in);
      CAS read =
          switch (format) {
            case XMI -> xmi(limited);
            case JSONCAS -> JsonDocument.read(limited, this);
          };
      DocumentCheck.check(read);
      return read.getJCas();
    } catch (InputException e) {
      throw e;
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

  private static void checkNotBinary(Path place, InputStream in) throws IOException {
    in.mark(CasFormat.BINARY_START);
    byte[] start = in.readNBytes(CasFormat.BINARY_START);
    in.reset();
    if (CasFormat.isBinary(start)) {
      throw new InputException(place, "this is a binary CAS", CasFormat.BINARY_CURE);
    }
  }

  private CAS xmi(InputStream in) throws IOException, UIMAException {
    CAS xmi = emptyCas();
    XmiCasDeserializer deserializer = new XmiCasDeserializer(xmi.getTypeSystem());
    new XmlGuard(deserializer.getXmiCasHandler(xmi, true), "XMI").read(in);
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
