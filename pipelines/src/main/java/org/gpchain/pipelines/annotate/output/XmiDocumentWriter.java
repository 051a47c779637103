package org.gpchain.pipelines.annotate.output;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.uima.cas.TypeSystem;
import org.apache.uima.cas.impl.XmiCasSerializer;
import org.apache.uima.jcas.JCas;
import org.apache.uima.resource.ResourceInitializationException;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.apache.uima.util.CasCreationUtils;
import org.apache.uima.util.TypeSystemUtil;
import org.apache.uima.util.XMLSerializer;
import org.xml.sax.SAXException;

/**
 * Writes XMI, and a description of the types of all documents. DKPro's writer names files by what a
 * document says of itself, which may lead anywhere, and describes the types of the first document
 * only.
 */
final class XmiDocumentWriter {
  /** UIMA has one instance of each type system, so that there are few. */
  private final List<TypeSystem> types = new ArrayList<>();

  /** Adds the types of a document, and says whether there are new ones among them. */
  boolean addTypes(JCas document) {
    return !types.contains(document.getTypeSystem()) && types.add(document.getTypeSystem());
  }

  /** Writes a document; what XML cannot express becomes spaces. */
  void write(JCas document, OutputStream out) throws IOException {
    XmlCharacters handler = new XmlCharacters(new XMLSerializer(out, false).getContentHandler());
    try {
      new XmiCasSerializer(null).serialize(document.getCas(), handler);
    } catch (SAXException e) {
      throw failure(e);
    }
  }

  /** Writes all types that were added. */
  void writeTypes(OutputStream out) throws IOException {
    List<TypeSystemDescription> all =
        types.stream().map(TypeSystemUtil::typeSystem2TypeSystemDescription).toList();
    ByteArrayOutputStream xml = new ByteArrayOutputStream();
    try {
      CasCreationUtils.mergeTypeSystems(all).toXML(xml);
    } catch (SAXException e) {
      throw failure(e);
    } catch (ResourceInitializationException e) {
      throw new IOException(e);
    }
    // The same on every machine: Java indents with the system's line separators.
    String text = xml.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A failure to write is wrapped by the serialiser, perhaps twice. */
  private static IOException failure(SAXException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException failure) {
        return failure;
      }
    }
    return new IOException(e);
  }
}
