package org.gpchain.pipelines.annotate.output;

import java.io.IOException;
import java.io.OutputStream;
import java.util.EnumMap;
import java.util.Map;
import org.apache.uima.jcas.JCas;

/** The writers of all formats. */
final class Writers {
  private static final Map<OutputFormat, DocumentWriter> OF_COPIES =
      new EnumMap<>(
          Map.of(
              OutputFormat.CONLL, new ConllWriter(),
              OutputFormat.JSON, new JsonWriter(),
              OutputFormat.HTML, new HtmlWriter()));

  private final XmiDocumentWriter xmi = new XmiDocumentWriter();

  /** Writes a document in a format. */
  void write(OutputFormat format, JCas document, AnnotatedDocument copy, OutputStream out)
      throws IOException {
    if (format == OutputFormat.XMI) {
      xmi.write(document, out);
    } else {
      OF_COPIES.get(format).write(copy, out);
    }
  }

  /** Adds the types of a document, and says whether there are new ones among them. */
  boolean addTypes(JCas document) {
    return xmi.addTypes(document);
  }

  /** Writes all types that were added. */
  void writeTypes(OutputStream out) throws IOException {
    xmi.writeTypes(out);
  }
}
