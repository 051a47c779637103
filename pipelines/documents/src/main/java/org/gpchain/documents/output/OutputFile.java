package org.gpchain.documents.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.uima.cas.SerialFormat;
import org.apache.uima.jcas.JCas;
import org.apache.uima.util.CasIOUtils;

/** A file that an annotated document becomes. */
public enum OutputFile {
  XMI("xmi"),
  /** The document in UIMA's compressed binary form, with its types. */
  BINCAS("bcas"),
  CONLL("conll"),
  JSON("json"),
  JSONL("jsonl"),
  /** The text that brat's annotations refer to. */
  BRAT_TEXT("txt"),
  BRAT_ANNOTATIONS("ann"),
  HTML("html");

  private final String ending;

  OutputFile(String ending) {
    this.ending = ending;
  }

  /** How its name ends, without the dot. */
  public String ending() {
    return ending;
  }

  /**
   * Writes it.
   *
   * @param document what is written where {@link OutputFormat#writesDocuments}; otherwise not used
   * @param copy what is written in the other formats
   * @param out where to; not closed
   */
  public void write(JCas document, AnnotatedDocument copy, OutputStream out) throws IOException {
    switch (this) {
      case XMI -> XmiDocumentWriter.write(document, out);
      case BINCAS -> CasIOUtils.save(document.getCas(), out, SerialFormat.COMPRESSED_FILTERED_TS);
      case CONLL -> ConllWriter.write(copy, out);
      case JSON -> JsonWriter.write(copy, out);
      case JSONL -> JsonWriter.writeLine(copy, out);
      case BRAT_TEXT -> out.write(copy.text().getBytes(StandardCharsets.UTF_8));
      case BRAT_ANNOTATIONS -> BratWriter.write(copy, out);
      case HTML -> HtmlWriter.write(copy, out);
      default -> throw new IllegalStateException(name());
    }
  }
}
