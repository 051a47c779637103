package org.gpchain.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.explode;

import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import org.gpchain.internal.documents.output.OutputFormat;

/**
 * Annotated documents. Each of the tables is computed when Spark is asked for it, from the
 * documents on: whoever wants more than one of them keeps what was computed ({@link #persist}).
 */
public final class AnnotatedTables {
  private static final Column IS_SOUND = col(ResultColumns.REASON).isNull();

  /** All of it: a row for each document, annotated or not. */
  final Dataset<Row> table;

  AnnotatedTables(Dataset<Row> table) {
    this.table = table;
  }

  /** Keeps what is computed until {@link #unpersist}; {@code DISK_ONLY} takes no memory. */
  public AnnotatedTables persist(StorageLevel where) {
    table.persist(where);
    return this;
  }

  /** Keeps nothing any more. */
  public void unpersist() {
    table.unpersist();
  }

  /**
   * A row for each segment: {@code document}, {@code begin} and {@code end} in UTF-16 units, {@code
   * type}, {@code model}, {@code probability}, and its {@code text}.
   */
  public Dataset<Row> segments() {
    return table
        .select(col(ResultColumns.DOCUMENT), explode(col(ResultColumns.SEGMENTS)).as("segment"))
        .select(col(ResultColumns.DOCUMENT), col("segment.*"));
  }

  /**
   * A row for each document that was annotated: {@code document}, the number of its {@code
   * sentences} and {@code tokens}.
   */
  public Dataset<Row> documents() {
    return table
        .filter(IS_SOUND)
        .select(ResultColumns.DOCUMENT, ResultColumns.SENTENCES, ResultColumns.TOKENS);
  }

  /**
   * A row for each document: {@code document} and {@code content}, the bytes of a file as {@code
   * gpchain annotate} writes it.
   *
   * @param ending of the files of a format that was asked for, such as {@code jsonl}; not that of
   *     binary CASes
   */
  public Dataset<Row> files(String ending) {
    return table
        .filter(IS_SOUND)
        .select(col(ResultColumns.DOCUMENT), col(ending).as(DocumentColumns.CONTENT));
  }

  /**
   * A row for each document as a binary CAS: {@code document}, {@code types}, which names a row of
   * {@link #types}, and {@code body}. The {@code head} of that row followed by the body is a file
   * in UIMA's compressed form 6 with types.
   */
  public Dataset<Row> binaryCases() {
    return table
        .filter(IS_SOUND)
        .select(
            col(ResultColumns.DOCUMENT),
            col(ResultColumns.TYPES),
            col(OutputFormat.BINCAS.endings().get(0)).as("body"));
  }

  /** The beginnings of binary CASes, each of them once: {@code types} and {@code head}. */
  public Dataset<Row> types() {
    return table
        .filter(col(ResultColumns.HEAD).isNotNull())
        .select(ResultColumns.TYPES, ResultColumns.HEAD)
        .dropDuplicates(new String[] {ResultColumns.TYPES});
  }

  /** A row for each document that could not be annotated: {@code document} and {@code reason}. */
  public Dataset<Row> failures() {
    return table
        .filter(col(ResultColumns.REASON).isNotNull())
        .select(ResultColumns.DOCUMENT, ResultColumns.REASON);
  }
}
