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

/** What annotated documents are written as. The names are those of the command line. */
public enum OutputFormat {
  /** UIMA's XML, which every UIMA tool reads, with its type system beside it. */
  XMI,
  /** UIMA's compressed binary form, which brings its types. */
  BINCAS,
  /** UIMA's JSON, which brings its types; cassis reads it in Python. */
  JSONCAS,
  /** One token per line: word, part of speech, label, probability of the segment. */
  CONLL,
  /** One token per line in the ten columns of CoNLL-U, segments in the last one. */
  CONLLU,
  /** Text, sentences and segments for other programs. */
  JSON,
  /** Text and segments, one document per line. */
  JSONL,
  /** The text, and its segments in the stand-off format of the annotation tool brat. */
  BRAT,
  /** One token per line, and a column for each type of segments, for INCEpTION. */
  WEBANNO,
  /** A page for people: the text with coloured segments. */
  HTML;

  /** The default formats: a page to look at, and XMI for other tools. */
  public static final Set<OutputFormat> DEFAULT =
      Collections.unmodifiableSet(EnumSet.of(HTML, XMI));

  /** How the names of its files end, without the dot: one, but for brat. */
  public List<String> endings() {
    return switch (this) {
      case BINCAS -> List.of("bcas");
      // Files of the format JSON have the ending alone.
      case JSONCAS -> List.of("cas.json");
      case BRAT -> List.of("txt", "ann");
      case WEBANNO -> List.of("tsv");
      default -> List.of(toString());
    };
  }

  /**
   * The contents of the files that a document becomes, in the order of their endings.
   *
   * @param document what is written where {@link #writesDocuments}; otherwise not used
   * @param copy what is written in the other formats
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

  /** Whether all that a document has is written; otherwise what {@link AnnotatedDocument} has. */
  public boolean writesDocuments() {
    return this == XMI || this == BINCAS || this == JSONCAS;
  }

  /** Whether documents can follow one another in one file. */
  public boolean holdsSeveral() {
    return this == CONLL || this == CONLLU || this == JSON || this == JSONL;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
