package org.gpchain.pipelines.corpus.cas;

import java.io.IOException;
import java.io.InputStream;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.apache.uima.UIMAException;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.impl.XmiCasDeserializer;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.DefaultHandler;

/**
 * A document in XMI. The parser is ours since UIMA's own prints to the console what is wrong with a
 * file, and since the file comes from somebody else: it may not name other files.
 */
final class XmiDocument {
  private static final String NO_DOCTYPE = "http://apache.org/xml/features/disallow-doctype-decl";

  private XmiDocument() {}

  /** Reads a document; annotations of types that it cannot have are left out. */
  static CAS read(InputStream in, TypeSystemDescription types) throws IOException, UIMAException {
    CAS document = CasFormat.newCas(types);
    XmiGuard guard =
        new XmiGuard(
            new XmiCasDeserializer(document.getTypeSystem()).getXmiCasHandler(document, true));
    try {
      XMLReader parser = parser();
      parser.setContentHandler(guard);
      parser.setErrorHandler(new DefaultHandler());
      parser.parse(new InputSource(in));
    } catch (SAXException | RuntimeException e) {
      // UIMA's handler also fails with exceptions that it does not declare.
      throw new DamagedDocumentException(guard.line(), Causes.damage(e), e);
    }
    return document;
  }

  private static XMLReader parser() throws SAXException {
    try {
      SAXParserFactory factory = SAXParserFactory.newInstance();
      factory.setNamespaceAware(true);
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature(NO_DOCTYPE, true);
      return factory.newSAXParser().getXMLReader();
    } catch (ParserConfigurationException e) {
      throw new SAXException(e);
    }
  }
}
