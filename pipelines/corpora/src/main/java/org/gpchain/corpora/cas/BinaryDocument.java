package org.gpchain.corpora.cas;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Set;
import org.apache.uima.UIMAException;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.SofaFS;
import org.apache.uima.cas.impl.CASImpl;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.apache.uima.util.CasIOUtils;
import org.apache.uima.util.CasLoadMode;

/**
 * A document in one of UIMA's binary formats, but for those that are Java objects as a whole:
 * loading these can run code. UIMA's own function would take them, and XML too, without a look at
 * entities and sizes.
 */
final class BinaryDocument {
  private static final Set<String> MAGIC = Set.of("UIMA", "AMIU");
  private static final byte[] JAVA_OBJECT = {(byte) 0xAC, (byte) 0xED};

  private BinaryDocument() {}

  /** Reads a document, whose declared sizes are checked first. */
  static CAS read(InputStream in, TypeSystemDescription types) throws IOException, UIMAException {
    byte[] bytes = in.readAllBytes();
    checkFormat(bytes);
    CAS document = CasFormat.newCas(types);
    int views = new BinaryCheck(bytes, document.getTypeSystem()).check();
    CasIOUtils.load(new ByteArrayInputStream(bytes), null, document, CasLoadMode.REINIT);
    checkViews(document, views);
    return document;
  }

  /** Who writes a document believes that it has as many views as it was said to have. */
  private static void checkViews(CAS document, int declared) throws DamagedDocumentException {
    int last = declared;
    for (Iterator<SofaFS> sofas = document.getSofaIterator(); sofas.hasNext(); ) {
      last = Math.max(last, sofas.next().getSofaRef());
    }
    Limits.check("views", last, Limits.VIEWS);
    for (int number = 2; number <= last; number++) {
      if (((CASImpl) document).getView(number) == null) {
        throw new DamagedDocumentException("its view number " + number + " is missing");
      }
    }
  }

  private static void checkFormat(byte[] bytes) throws DamagedDocumentException {
    if (Arrays.equals(bytes, 0, Math.min(2, bytes.length), JAVA_OBJECT, 0, 2)) {
      throw new DamagedDocumentException("it is a serialised Java object, which is not read");
    }
    if (!MAGIC.contains(
        new String(bytes, 0, Math.min(4, bytes.length), StandardCharsets.ISO_8859_1))) {
      throw new DamagedDocumentException("it does not begin as UIMA's binary formats do");
    }
  }
}
