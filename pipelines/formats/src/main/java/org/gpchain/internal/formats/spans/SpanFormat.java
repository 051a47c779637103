package org.gpchain.internal.formats.spans;

import java.util.List;
import java.util.Locale;
import org.gpchain.internal.formats.input.DocumentNames;

/** Formats of texts with labeled spans, with the names that the command line uses. */
public enum SpanFormat {
  /** JSON: one record per line, one after the other, or in an array. */
  JSONL,

  /** The stand-off format of brat: a text, and its annotations in a file next to it. */
  BRAT,

  /** WebAnno TSV 3, which WebAnno and INCEpTION export. */
  WEBANNO;

  /** Files that annotate and select write next to documents. */
  private static final List<String> NEXT_TO_DOCUMENTS =
      List.of("/summary.json", "/errors.jsonl", "/selection.jsonl");

  /** Returns which files in folders and archives are documents, or have some. */
  public DocumentNames names() {
    return switch (this) {
      case JSONL ->
          new DocumentNames(
              List.of(".jsonl", ".ndjson", ".json"), NEXT_TO_DOCUMENTS, true, RecordCursor::new);
      case BRAT -> new DocumentNames(List.of(BratFiles.TEXT), List.of(BratFiles.ANNOTATIONS), true);
      case WEBANNO -> new DocumentNames(List.of(".tsv"), List.of(), true);
    };
  }

  /** Returns whether files name the types of their annotations, and their features. */
  public boolean hasTypes() {
    return this == WEBANNO;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
