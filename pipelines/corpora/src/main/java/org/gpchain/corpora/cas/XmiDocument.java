package org.gpchain.corpora.cas;

import java.io.IOException;
import java.io.InputStream;
import org.apache.uima.UIMAException;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.impl.XmiCasDeserializer;
import org.xml.sax.ContentHandler;

/** A document in XMI. */
final class XmiDocument extends XmlGuard {
  private static final String ROOT = "XMI";
  private static final String SOFA = "Sofa";

  private int sofas;

  private XmiDocument(ContentHandler reader) {
    super(reader);
  }

  /**
   * Reads a document; annotations of types that it cannot have are left out.
   *
   * @param document what it becomes, empty
   */
  static CAS read(InputStream in, CAS document) throws IOException, UIMAException {
    new XmiDocument(
            new XmiCasDeserializer(document.getTypeSystem()).getXmiCasHandler(document, true))
        .read(in);
    return document;
  }

  @Override
  void check(int level, String name) throws DamagedDocumentException {
    if (level == 0 && !name.equals(ROOT)) {
      throw new DamagedDocumentException("its root element is '" + name + "', not 'xmi:XMI'");
    }
    sofas += name.equals(SOFA) ? 1 : 0;
    Limits.check("views", sofas, Limits.VIEWS);
  }
}
