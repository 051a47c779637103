package org.gpchain.spark;

/** A folder with binary CASes: the table {@code documents}, and their {@code types}. */
final class BinaryTable {
  static final String BODY = "body";

  private static final String DOCUMENTS = "documents";
  private static final String TYPES = "types";

  private BinaryTable() {}

  /** Writes documents. */
  static void write(AnnotatedTables annotated, String folder) {
    annotated.binaryCases().write().parquet(folder + "/" + DOCUMENTS);
    annotated.types().coalesce(1).write().parquet(folder + "/" + TYPES);
  }
}
