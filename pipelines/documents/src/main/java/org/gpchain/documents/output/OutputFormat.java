package org.gpchain.documents.output;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What annotated documents are written as. The names are those of the command line. */
public enum OutputFormat {
  /** UIMA's XML, which every UIMA tool reads, with its type system beside it. */
  XMI,
  /** UIMA's compressed binary form, which brings its types. */
  BINCAS,
  /** One token per line: word, part of speech, label, probability of the segment. */
  CONLL,
  /** Text, sentences and segments for other programs. */
  JSON,
  /** Text and segments, one document per line. */
  JSONL,
  /** The text, and its segments in the stand-off format of the annotation tool brat. */
  BRAT,
  /** A page for people: the text with coloured segments. */
  HTML;

  /** The default formats: a page to look at, and XMI for other tools. */
  public static final Set<OutputFormat> DEFAULT =
      Collections.unmodifiableSet(EnumSet.of(HTML, XMI));

  private static final Set<OutputFormat> OF_WHOLE_DOCUMENTS = EnumSet.of(XMI, BINCAS);
  private static final Set<OutputFormat> OF_STREAMS = EnumSet.of(CONLL, JSON, JSONL);

  public List<OutputFile> files() {
    return switch (this) {
      case XMI -> List.of(OutputFile.XMI);
      case BINCAS -> List.of(OutputFile.BINCAS);
      case CONLL -> List.of(OutputFile.CONLL);
      case JSON -> List.of(OutputFile.JSON);
      case JSONL -> List.of(OutputFile.JSONL);
      case BRAT -> List.of(OutputFile.BRAT_TEXT, OutputFile.BRAT_ANNOTATIONS);
      case HTML -> List.of(OutputFile.HTML);
    };
  }

  /** Whether all that a document has is written; otherwise what {@link AnnotatedDocument} has. */
  public boolean writesDocuments() {
    return OF_WHOLE_DOCUMENTS.contains(this);
  }

  /** Whether documents can follow one another in one file. */
  public boolean holdsSeveral() {
    return OF_STREAMS.contains(this);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
