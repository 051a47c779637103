package org.gpchain.spark;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** A folder with binary CASes: the table {@code documents}, and their {@code types}. */
final class BinaryTable {
  static final String BODY = "body";

  private static final String DOCUMENTS = "documents";
  private static final String TYPES = "types";

  private BinaryTable() {}

  /** Writes documents. */
  static void write(Annotated annotated, String folder) {
    annotated.binaryCases().write().parquet(folder + "/" + DOCUMENTS);
    annotated.types().coalesce(1).write().parquet(folder + "/" + TYPES);
  }

  /** Whether a folder is such a one. */
  static boolean isIn(String folder, SparkSession spark) throws IOException {
    Path documents = new Path(folder, DOCUMENTS);
    FileSystem files = documents.getFileSystem(spark.sparkContext().hadoopConfiguration());
    return files.exists(documents) && files.exists(new Path(folder, TYPES));
  }

  /** Reads documents, each as the bytes of a file. */
  static Dataset<Row> read(SparkSession spark, String folder) {
    Dataset<Row> documents = spark.read().parquet(folder + "/" + DOCUMENTS);
    Dataset<Row> types = spark.read().parquet(folder + "/" + TYPES);
    return documents
        .join(broadcast(types), ResultColumns.TYPES)
        .select(
            col(ResultColumns.DOCUMENT).as(DocumentColumns.NAME),
            concat(col(ResultColumns.HEAD), col(BODY)).as(DocumentColumns.CONTENT));
  }
}
