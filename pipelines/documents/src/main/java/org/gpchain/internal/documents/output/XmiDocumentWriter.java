package org.gpchain.internal.documents.output;

import java.io.IOException;
import java.io.OutputStream;
import java.util.regex.Pattern;
import org.apache.uima.cas.impl.XmiCasSerializer;
import org.apache.uima.jcas.JCas;
import org.apache.uima.util.XMLSerializer;
import org.gpchain.internal.core.math.WorkCheck;
import org.xml.sax.Attributes;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.AttributesImpl;
import org.xml.sax.helpers.XMLFilterImpl;

/**
 * Writes XMI. DKPro's own writer is not used because it takes file names from the metadata of
 * documents.
 */
public final class XmiDocumentWriter {
  private XmiDocumentWriter() {}

  /** Writes a document. Characters that XML does not allow become spaces. */
  public static void write(JCas document, OutputStream out) throws IOException {
    XmlCharacters handler = new XmlCharacters(new XMLSerializer(out, false).getContentHandler());
    try {
      new XmiCasSerializer(null).serialize(document.getCas(), handler);
    } catch (SAXException e) {
      throw failure(e);
    }
  }

  /** Returns the exception of the stream, which the serializer wraps once or twice. */
  static IOException failure(SAXException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException failure) {
        return failure;
      }
    }
    return new IOException(e);
  }

  /**
   * Replaces characters that XML does not allow, such as form feeds, by spaces. The number of
   * characters stays the same, so offsets stay valid.
   */
  private static final class XmlCharacters extends XMLFilterImpl {
    /** Characters outside production 2 of XML 1.0, including unpaired surrogates. */
    private static final Pattern ILLEGAL =
        Pattern.compile("[^\\t\\n\\r -\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]");

    XmlCharacters(ContentHandler handler) {
      setContentHandler(handler);
    }

    @Override
    public void startElement(String uri, String localName, String name, Attributes attributes)
        throws SAXException {
      WorkCheck.run();
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
      if (isPlain(text)) {
        return text;
      }
      return ILLEGAL.matcher(text).replaceAll(" ");
    }

    /** Returns whether all characters are certainly legal. This is faster than the pattern. */
    private static boolean isPlain(String text) {
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (c < ' ' || c >= Character.MIN_SURROGATE) {
          return false;
        }
      }
      return true;
    }
  }
}
