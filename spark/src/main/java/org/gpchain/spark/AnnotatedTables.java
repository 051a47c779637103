package org.gpchain.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.explode;

import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import org.gpchain.internal.documents.output.OutputFormat;

/**
 * Tables of annotated documents. Spark computes a table when it is read, starting from the
 * documents. Call {@link #persist} before reading several tables, so that documents are annotated
 * only once.
 */
public final class AnnotatedTables {
  private static final Column IS_SOUND = col(ResultColumns.REASON).isNull();

  /** Complete table: a row for each document, annotated or not. */
  final Dataset<Row> table;

  AnnotatedTables(Dataset<Row> table) {
    this.table = table;
  }

  /**
   * Keeps computed rows until {@link #unpersist}, and returns this object. {@code DISK_ONLY} needs
   * no memory.
   */
  public AnnotatedTables persist(StorageLevel where) {
    table.persist(where);
    return this;
  }

  /** Releases the rows that {@link #persist} has kept. */
  public void unpersist() {
    table.unpersist();
  }

  /**
   * Returns a row for each segment: {@code document}, {@code begin} and {@code end} in UTF-16
   * units, {@code type}, {@code model}, {@code probability}, and its {@code text}.
   */
  public Dataset<Row> segments() {
    return table
        .select(col(ResultColumns.DOCUMENT), explode(col(ResultColumns.SEGMENTS)).as("segment"))
        .select(col(ResultColumns.DOCUMENT), col("segment.*"));
  }

  /**
   * Returns a row for each annotated document: {@code document}, and the numbers of its {@code
   * sentences} and {@code tokens}.
   */
  public Dataset<Row> documents() {
    return table
        .filter(IS_SOUND)
        .select(ResultColumns.DOCUMENT, ResultColumns.SENTENCES, ResultColumns.TOKENS);
  }

  /**
   * Returns a row for each annotated document: {@code document} and {@code content}, the bytes of a
   * file as {@code gpchain annotate} writes it.
   *
   * @param ending file ending of a format passed to {@link Annotate#as}, such as {@code jsonl};
   *     binary CASes are in {@link #binaryCases} instead
   */
  public Dataset<Row> files(String ending) {
    return table
        .filter(IS_SOUND)
        .select(col(ResultColumns.DOCUMENT), col(ending).as(DocumentColumns.CONTENT));
  }

  /**
   * Returns a row for each annotated document as a binary CAS: {@code document}, {@code types} (the
   * key of a row of {@link #types}) and {@code body}. The {@code head} of that row followed by the
   * body is a file in UIMA's compressed form 6 with types.
   */
  public Dataset<Row> binaryCases() {
    return table
        .filter(IS_SOUND)
        .select(
            col(ResultColumns.DOCUMENT),
            col(ResultColumns.TYPES),
            col(OutputFormat.BINCAS.endings().get(0)).as("body"));
  }

  /** Returns the distinct heads of binary CASes: {@code types} (their key) and {@code head}. */
  public Dataset<Row> types() {
    return table
        .filter(col(ResultColumns.HEAD).isNotNull())
        .select(ResultColumns.TYPES, ResultColumns.HEAD)
        .dropDuplicates(new String[] {ResultColumns.TYPES});
  }

  /**
   * Returns a row for each document that could not be annotated: {@code document} and {@code
   * reason}.
   */
  public Dataset<Row> failures() {
    return table
        .filter(col(ResultColumns.REASON).isNotNull())
        .select(ResultColumns.DOCUMENT, ResultColumns.REASON);
  }
}
