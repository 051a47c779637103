package org.gpchain.internal.formats.cas;

import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UnsupportedEncodingException;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.Attributes;
import org.xml.sax.ContentHandler;
import org.xml.sax.InputSource;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.DefaultHandler;
import org.xml.sax.helpers.XMLFilterImpl;

/**
 * Reads XML that comes from somebody else: it may not name other files, and has no entities. The
 * guard knows where it is, and that the nesting of elements and the views of a document keep to
 * their limits. UIMA's own parser prints to the console what is wrong with a file.
 */
final class XmlGuard extends XMLFilterImpl {
  private static final String NO_DOCTYPE = "http://apache.org/xml/features/disallow-doctype-decl";

  private final String root;
  private Locator locator;
  private int depth;
  private int sofas;

  /**
   * @param root name that the root element must have; null for any
   */
  XmlGuard(ContentHandler reader, String root) {
    this.root = root;
    setContentHandler(reader);
  }

  /**
   * @throws DamagedDocumentException if it is no XML, or not as the guard or the handler wants it
   */
  void read(InputStream in) throws IOException {
    try {
      SAXParserFactory factory = SAXParserFactory.newInstance();
      factory.setNamespaceAware(true);
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature(NO_DOCTYPE, true);
      XMLReader parser = factory.newSAXParser().getXMLReader();
      parser.setContentHandler(this);
      parser.setErrorHandler(new DefaultHandler());
      parser.parse(new InputSource(in));
    } catch (SAXException
        | ParserConfigurationException
        | CharConversionException
        | UnsupportedEncodingException
        | RuntimeException e) {
      // UIMA's handler also fails with exceptions that it does not declare.
      int line = locator == null ? 0 : Math.max(0, locator.getLineNumber());
      throw new DamagedDocumentException(line, Causes.damage(e), e);
    }
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
      if (depth == 0 && root != null && !localName.equals(root)) {
        throw new DamagedDocumentException(
            "its root element is '" + localName + "', not 'xmi:" + root + "'");
      }
      Limits.check("levels of elements", ++depth, Limits.NESTING);
      sofas += localName.equals("Sofa") ? 1 : 0;
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
