package org.gpchain.documents.output;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.uima.cas.impl.XmiCasSerializer;
import org.apache.uima.jcas.JCas;
import org.apache.uima.util.XMLSerializer;
import org.xml.sax.Attributes;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.AttributesImpl;
import org.xml.sax.helpers.XMLFilterImpl;

/** Writes XMI. DKPro's writer names files by what a document says of itself. */
final class XmiDocumentWriter {
  private XmiDocumentWriter() {}

  /** Writes a document; what XML cannot express becomes spaces. */
  static void write(JCas document, OutputStream out) throws IOException {
    XmlCharacters handler = new XmlCharacters(new XMLSerializer(out, false).getContentHandler());
    try {
      new XmiCasSerializer(null).serialize(document.getCas(), handler);
    } catch (SAXException e) {
      throw failure(e);
    }
  }

  /** A failure to write is wrapped by the serialiser, perhaps twice. */
  static IOException failure(SAXException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException failure) {
        return failure;
      }
    }
    return new IOException(e);
  }

  /**
   * Puts spaces in the place of characters that XML does not have, such as form feeds. One takes
   * the place of one, so that offsets stay right.
   */
  private static final class XmlCharacters extends XMLFilterImpl {
    XmlCharacters(ContentHandler handler) {
      setContentHandler(handler);
    }

    @Override
    public void startElement(String uri, String localName, String name, Attributes attributes)
        throws SAXException {
      AttributesImpl legal = new AttributesImpl(attributes);
      for (int i = 0; i < legal.getLength(); i++) {
        legal.setValue(i, legal(legal.getValue(i)));
      }
      super.startElement(uri, localName, name, legal);
    }

    @Override
    public void characters(char[] text, int start, int length) throws SAXException {
      char[] legal = legal(new String(text, start, length)).toCharArray();
      super.characters(legal, 0, legal.length);
    }

    private static String legal(String text) {
      StringBuilder legal = null;
      for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
        if (!isLegal(text.codePointAt(i))) {
          legal = legal == null ? new StringBuilder(text) : legal;
          legal.setCharAt(i, ' ');
        }
      }
      return legal == null ? text : legal.toString();
    }

    /** XML 1.0, production 2; a surrogate without its other half is none. */
    private static boolean isLegal(int c) {
      return c == '\t'
          || c == '\n'
          || c == '\r'
          || (c >= ' ' && c < Character.MIN_SURROGATE)
          || (c > Character.MAX_SURROGATE && c < 0xFFFE)
          || c >= Character.MIN_SUPPLEMENTARY_CODE_POINT;
    }
  }
}
