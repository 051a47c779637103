package org.gpchain.documents.output;

/** A file that an annotated document becomes. */
public enum OutputFile {
  /** The document in XMI. */
  XMI("xmi"),
  /** The document in UIMA's compressed binary form, with its types. */
  BINCAS("bcas"),
  /** Tokens in lines. */
  CONLL("conll"),
  /** One JSON object in many lines. */
  JSON("json"),
  /** One JSON object in one line. */
  JSONL("jsonl"),
  /** The text that brat's annotations refer to. */
  BRAT_TEXT("txt"),
  /** brat's annotations. */
  BRAT_ANNOTATIONS("ann"),
  /** A page. */
  HTML("html");

  private final String ending;

  OutputFile(String ending) {
    this.ending = ending;
  }

  /** How its name ends, without the dot. */
  public String ending() {
    return ending;
  }
}
