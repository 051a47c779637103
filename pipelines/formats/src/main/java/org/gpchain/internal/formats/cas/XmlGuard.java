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
 * A filter that reads XML from untrusted sources. It refuses a DTD, and with it entities and
 * references to other files; checks the limits of nested elements and views; and adds the line to
 * exceptions. The parser of UIMA would print the problems of a file to the console.
 */
final class XmlGuard extends XMLFilterImpl {
  private static final String NO_DOCTYPE = "http://apache.org/xml/features/disallow-doctype-decl";

  private final String root;
  private Locator locator;

  /** Number of open elements. */
  private int depth;

  /** Number of sofas. Each sofa has a view. */
  private int sofas;

  /**
   * Creates a filter.
   *
   * @param reader handler that receives the elements
   * @param root required local name of the root element; null for any name
   */
  XmlGuard(ContentHandler reader, String root) {
    this.root = root;
    setContentHandler(reader);
  }

  /**
   * Reads a document.
   *
   * @throws DamagedDocumentException if the document is not XML, exceeds a limit, or is rejected by
   *     the handler
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
      // The handler of UIMA also throws exceptions that it does not declare.
      throw new DamagedDocumentException(line(), Causes.damage(e), e);
    }
  }

  /** Returns the number of the current line, or 0 if it is unknown. */
  private int line() {
    if (locator == null) {
      return 0;
    }
    return Math.max(0, locator.getLineNumber());
  }

  @Override
  public void setDocumentLocator(Locator newLocator) {
    locator = newLocator;
    super.setDocumentLocator(newLocator);
  }

  @Override
  public void startElement(String uri, String localName, String name, Attributes attributes)
      throws SAXException {
    try {
      if (depth == 0 && root != null && !localName.equals(root)) {
        throw new DamagedDocumentException(
            "its root element is '" + localName + "', not 'xmi:" + root + "'");
      }
      depth++;
      Limits.check("levels of elements", depth, Limits.NESTING);
      if (localName.equals("Sofa")) {
        sofas++;
      }
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
