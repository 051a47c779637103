package org.gpchain.internal.formats.spans;

import java.util.List;
import java.util.Locale;
import org.gpchain.internal.formats.input.DocumentNames;

/** A format of texts with labeled spans. Its name on the command line is in lower case. */
public enum SpanFormat {
  /** JSON: one record per line, one after the other, or in an array. */
  JSONL,

  /** The stand-off format of brat: a text, and its annotations in a file next to it. */
  BRAT,

  /** WebAnno TSV 3, which WebAnno and INCEpTION export. */
  WEBANNO;

  /** Files that the commands annotate and select write next to documents. */
  private static final List<String> NEXT_TO_DOCUMENTS =
      List.of("/summary.json", "/errors.jsonl", "/selection.jsonl");

  /** Returns the rules that recognize documents of this format by their file names. */
  public DocumentNames names() {
    return switch (this) {
      case JSONL ->
          new DocumentNames(
              List.of(".jsonl", ".ndjson", ".json"), NEXT_TO_DOCUMENTS, true, RecordCursor::new);
      case BRAT -> new DocumentNames(List.of(BratFiles.TEXT), List.of(BratFiles.ANNOTATIONS), true);
      case WEBANNO -> new DocumentNames(List.of(".tsv"), List.of(), true);
    };
  }

  /** Returns whether files declare the types and features of their annotations. */
  public boolean hasTypes() {
    return this == WEBANNO;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
