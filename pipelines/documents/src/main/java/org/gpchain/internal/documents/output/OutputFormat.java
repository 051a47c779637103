package org.gpchain.internal.documents.output;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.SerialFormat;
import org.apache.uima.jcas.JCas;
import org.apache.uima.json.jsoncas2.JsonCas2Serializer;
import org.apache.uima.json.jsoncas2.mode.TypeSystemMode;
import org.apache.uima.util.CasIOUtils;

/** A format of annotated documents. The command line uses the same names. */
public enum OutputFormat {
  /** UIMA's XML, which every UIMA tool reads. The type system is written to a separate file. */
  XMI,
  /** UIMA's compressed binary format, which contains the type system. */
  BINCAS,
  /** UIMA's JSON, which contains the type system. It can be read by the Python library cassis. */
  JSONCAS,
  /** One token per line: word, part of speech, label, and probability of the segment. */
  CONLL,
  /** One token per line in the ten columns of CoNLL-U, with segments in the last column. */
  CONLLU,
  /** Text, sentences and segments as one JSON object. */
  JSON,
  /** Text and segments as JSON, one document per line. */
  JSONL,
  /** The text, and its segments in the stand-off format of the annotation tool brat. */
  BRAT,
  /** One token per line, with a column for each type of segments, for INCEpTION. */
  WEBANNO,
  /** An HTML page that shows the text with colored segments. */
  HTML;

  /** The default formats: a page to read, and XMI for other tools. */
  public static final Set<OutputFormat> DEFAULT =
      Collections.unmodifiableSet(EnumSet.of(HTML, XMI));

  /** Returns the file extensions without the dot: two for brat, one for the other formats. */
  public List<String> endings() {
    return switch (this) {
      case BINCAS -> List.of("bcas");
      // The extension "json" alone belongs to the format JSON.
      case JSONCAS -> List.of("cas.json");
      case BRAT -> List.of("txt", "ann");
      case WEBANNO -> List.of("tsv");
      default -> List.of(toString());
    };
  }

  /**
   * Returns the contents of a document's files, in the order of the {@link #endings}.
   *
   * @param document the document to write if the format {@link #writesDocuments}; otherwise ignored
   * @param copy the document to write in the other formats
   */
  public List<byte[]> write(JCas document, AnnotatedDocument copy) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    switch (this) {
      case XMI -> XmiDocumentWriter.write(document, out);
      case BINCAS -> CasIOUtils.save(document.getCas(), out, SerialFormat.COMPRESSED_FILTERED_TS);
      case JSONCAS -> writeJsonCas(document.getCas(), out);
      case CONLL -> ConllWriter.write(copy, out);
      case CONLLU -> ConlluWriter.write(copy, out);
      case JSON -> JsonWriter.write(copy, out);
      case JSONL -> JsonWriter.writeLine(copy, out);
      case BRAT -> {
        BratWriter.write(copy, out);
        return List.of(copy.text().getBytes(StandardCharsets.UTF_8), out.toByteArray());
      }
      case WEBANNO -> WebAnnoWriter.write(copy, out);
      case HTML -> HtmlWriter.write(copy, out);
      default -> throw new IllegalStateException(name());
    }
    return List.of(out.toByteArray());
  }

  private static void writeJsonCas(CAS document, OutputStream out) throws IOException {
    JsonCas2Serializer serializer = new JsonCas2Serializer();
    serializer.setTypeSystemMode(TypeSystemMode.FULL);
    serializer.serialize(document, out);
  }

  /**
   * Returns whether all annotations are written. Other formats write {@link AnnotatedDocument}s.
   */
  public boolean writesDocuments() {
    return this == XMI || this == BINCAS || this == JSONCAS;
  }

  /** Returns whether one file can contain several documents, one after the other. */
  public boolean holdsSeveral() {
    return this == CONLL || this == CONLLU || this == JSON || this == JSONL;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
