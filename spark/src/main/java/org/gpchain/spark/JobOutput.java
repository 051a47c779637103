package org.gpchain.spark;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.gpchain.documents.output.OutputFormat;

/** What a job writes, each in a folder of its own. The names are those of the command line. */
enum JobOutput {
  /** A Parquet table with a row for each segment. */
  SEGMENTS(null),
  /** Binary CASes in the table {@code documents}, and their {@code types} once. */
  BINCAS(OutputFormat.BINCAS),
  /** A line for each document. */
  JSONL(OutputFormat.JSONL),
  /** JSON objects, one after the other. */
  JSON(OutputFormat.JSON),
  /** A line for each token. */
  CONLL(OutputFormat.CONLL);

  private final OutputFormat format;

  JobOutput(OutputFormat format) {
    this.format = format;
  }

  /** The format of documents that it takes, if any. */
  Optional<OutputFormat> format() {
    return Optional.ofNullable(format);
  }

  /** Writes documents into a folder of its own in the output. */
  void write(AnnotatedTables annotated, String output) {
    String folder = output + "/" + this;
    switch (this) {
      case SEGMENTS -> annotated.segments().write().parquet(folder);
      case BINCAS -> {
        annotated.binaryCases().write().parquet(folder + "/documents");
        annotated.types().coalesce(1).write().parquet(folder + "/types");
      }
      case JSONL, JSON, CONLL -> lines(annotated).write().text(folder);
    }
  }

  /**
   * The contents of files, without the last line end, which Spark writes itself; a document without
   * tokens has no line in columns.
   */
  private Dataset<String> lines(AnnotatedTables annotated) {
    return annotated
        .files(format.endings().get(0))
        .select(DocumentColumns.CONTENT)
        .as(Encoders.BINARY())
        .filter((FilterFunction<byte[]>) content -> content.length > 0)
        .map(
            (MapFunction<byte[], String>)
                content -> new String(content, 0, content.length - 1, StandardCharsets.UTF_8),
            Encoders.STRING());
  }

  /** The name on the command line, and of the folder. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
