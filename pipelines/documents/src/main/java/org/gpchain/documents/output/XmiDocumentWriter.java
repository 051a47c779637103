package org.gpchain.documents.output;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.uima.cas.impl.XmiCasSerializer;
import org.apache.uima.jcas.JCas;
import org.apache.uima.util.XMLSerializer;
import org.xml.sax.SAXException;

/** Writes XMI. DKPro's writer names files by what a document says of itself. */
public final class XmiDocumentWriter {
  private XmiDocumentWriter() {}

  /** Writes a document; what XML cannot express becomes spaces. */
  public static void write(JCas document, OutputStream out) throws IOException {
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
}
