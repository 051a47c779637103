package org.gpchain.pipelines.corpus.cas;

import org.xml.sax.Attributes;
import org.xml.sax.ContentHandler;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.XMLFilterImpl;

/** Watches over a document in XMI while UIMA reads it: where it is, and that it keeps to limits. */
final class XmiGuard extends XMLFilterImpl {
  private static final String ROOT = "XMI";
  private static final String SOFA = "Sofa";

  private Locator locator;
  private int depth;
  private int sofas;

  /** A guard before a handler. */
  XmiGuard(ContentHandler reader) {
    setContentHandler(reader);
  }

  /** The line that is read, from 1; 0 before the first. */
  int line() {
    return locator == null ? 0 : Math.max(0, locator.getLineNumber());
  }

  @Override
  public void setDocumentLocator(Locator where) {
    locator = where;
    super.setDocumentLocator(where);
  }

  @Override
  public void startElement(String uri, String localName, String name, Attributes attributes)
      throws SAXException {
    try {
      if (depth == 0 && !localName.equals(ROOT)) {
        throw new DamagedDocumentException("its root element is '" + name + "', not 'xmi:XMI'");
      }
      Limits.check("levels of elements", ++depth, Limits.NESTING);
      sofas += localName.equals(SOFA) ? 1 : 0;
      Limits.check("views", sofas, Limits.VIEWS);
    } catch (DamagedDocumentException e) {
      throw new SAXException(e.getMessage(), e);
    }
    super.startElement(uri, localName, name, attributes);
  }

  @Override
  public void endElement(String uri, String localName, String name) throws SAXException {
    depth--;
    super.endElement(uri, localName, name);
  }
}
