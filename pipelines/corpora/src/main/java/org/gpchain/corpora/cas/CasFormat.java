package org.gpchain.corpora.cas;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import org.apache.uima.UIMAException;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.impl.XmiCasDeserializer;
import org.apache.uima.resource.metadata.FsIndexDescription;
import org.apache.uima.resource.metadata.TypePriorities;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.apache.uima.util.CasCreationUtils;

/** The formats of documents in files. */
public enum CasFormat {
  /** UIMA XMI; annotations of types that are not described are left out. */
  XMI(".xmi") {
    @Override
    CAS read(InputStream in, CasParser parser) throws IOException, UIMAException {
      CAS document = parser.emptyCas();
      new XmlGuard(
              new XmiCasDeserializer(document.getTypeSystem()).getXmiCasHandler(document, true),
              "XMI")
          .read(in);
      return document;
    }
  },

  /** UIMA JSON CAS 0.4, with its types. */
  JSON(".json") {
    @Override
    CAS read(InputStream in, CasParser parser) throws IOException, UIMAException {
      return JsonDocument.read(in, parser);
    }
  };

  /** The remedy for binary CAS, which is none of these formats. */
  public static final String BINARY_CURE =
      "read binary CAS with --reader org.dkpro.core.io.bincas.BinaryCasReader";

  static final int BINARY_START = 8;

  private static final Set<String> BINARY_MAGIC = Set.of("UIMA", "AMIU");

  private final String extension;

  CasFormat(String extension) {
    this.extension = extension;
  }

  /** Returns the ending of the names of such files. */
  public String extension() {
    return extension;
  }

  /**
   * Returns whether a file begins as UIMA's binary formats do: with four letters, and flags whose
   * first byte is zero, or the last if the bytes of numbers are the other way round.
   *
   * @param start at least {@link #BINARY_START} bytes, or the whole file
   */
  public static boolean isBinary(byte[] start) {
    return start.length >= BINARY_START
        && BINARY_MAGIC.contains(new String(start, 0, 4, StandardCharsets.ISO_8859_1))
        && (start[4] == 0 || start[7] == 0);
  }

  /**
   * Reads a document.
   *
   * @param in the file, buffered; not closed
   * @param parser has the types that documents may have; those that the file itself brings are
   *     added
   * @return the document, which may be used until the next one is read
   */
  abstract CAS read(InputStream in, CasParser parser) throws IOException, UIMAException;

  static CAS newCas(TypeSystemDescription types) throws UIMAException {
    return CasCreationUtils.createCas(types, (TypePriorities) null, (FsIndexDescription[]) null);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
