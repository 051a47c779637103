package org.gpchain.documents.output;

import java.io.IOException;
import java.io.OutputStream;
import java.util.EnumMap;
import java.util.Map;
import org.apache.uima.jcas.JCas;

/** The writers of all files. */
public final class Writers {
  private static final Map<OutputFile, DocumentWriter> OF_COPIES =
      new EnumMap<>(
          Map.of(
              OutputFile.CONLL, new ConllWriter(),
              OutputFile.JSON, new JsonWriter(),
              OutputFile.JSONL, new JsonLinesWriter(),
              OutputFile.BRAT_TEXT, BratWriter::writeText,
              OutputFile.BRAT_ANNOTATIONS, new BratWriter(),
              OutputFile.HTML, new HtmlWriter()));

  private Writers() {}

  /**
   * Writes a file of a document.
   *
   * @param document what is written where {@link OutputFormat#writesDocuments}; otherwise not used
   * @param copy what is written in the other formats
   * @param out where to; not closed
   */
  public static void write(OutputFile file, JCas document, AnnotatedDocument copy, OutputStream out)
      throws IOException {
    switch (file) {
      case XMI -> XmiDocumentWriter.write(document, out);
      case BINCAS -> BinaryCasWriter.write(document, out);
      default -> OF_COPIES.get(file).write(copy, out);
    }
  }
}
