package org.gpchain.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.gpchain.internal.formats.input.DocumentNames;
import org.gpchain.spark.DocumentFiles.DocumentFile;

/** Input formats of a job. The names are written in lower case on the command line. */
enum JobInput {
  /** Text files. */
  TEXT(DocumentFormat.TEXT),
  /** Lines with a JSON object each, which has a name and a text. */
  JSONL(DocumentFormat.TEXT),
  /** A Parquet table with columns for names, and texts or contents. */
  PARQUET(DocumentFormat.TEXT),
  /** XMI files. */
  XMI(DocumentFormat.XMI),
  /** JSON CAS files. */
  JSONCAS(DocumentFormat.JSON);

  private static final String CORRUPT = "_corrupt_record";
  private static final StructType LINES =
      new StructType()
          .add(DocumentColumns.NAME, DataTypes.StringType)
          .add("text", DataTypes.StringType)
          .add(CORRUPT, DataTypes.StringType);
  private static final StructType FILES =
      new StructType()
          .add(DocumentColumns.NAME, DataTypes.StringType, false)
          .add(DocumentColumns.PATH, DataTypes.StringType, false);

  /** Target size of a partition (bytes): about a minute of work for one thread. */
  private static final long BYTES_PER_PARTITION = 1 << 24;

  private final DocumentFormat documentFormat;

  JobInput(DocumentFormat documentFormat) {
    this.documentFormat = documentFormat;
  }

  /** Returns the format of each document. */
  DocumentFormat documentFormat() {
    return documentFormat;
  }

  /**
   * Reads the documents of inputs into a table.
   *
   * @param inputs files, folders or patterns, at least one
   * @param partitions number of partitions per input; 0 for partitions of the target size
   * @throws IOException if an input has no documents
   */
  Dataset<Row> read(SparkSession spark, List<String> inputs, int partitions) throws IOException {
    Dataset<Row> documents = read(spark, inputs.get(0), partitions);
    for (String input : inputs.subList(1, inputs.size())) {
      documents = documents.unionByName(read(spark, input, partitions), true);
    }
    return documents;
  }

  private Dataset<Row> read(SparkSession spark, String input, int partitions) throws IOException {
    if (this != JSONL && this != PARQUET) {
      return files(spark, input, partitions);
    }
    Dataset<Row> table = this == JSONL ? lines(spark, input) : spark.read().parquet(input);
    if (partitions == 0) {
      return table;
    }
    return table.repartition(partitions);
  }

  private static Dataset<Row> lines(SparkSession spark, String input) {
    return spark
        .read()
        .schema(LINES)
        .option("mode", "PERMISSIVE")
        .option("columnNameOfCorruptRecord", CORRUPT)
        .json(input)
        .select(
            col(DocumentColumns.NAME),
            col("text"),
            when(col(CORRUPT).isNotNull(), lit("this line is not a JSON object with name and text"))
                .as(DocumentColumns.PROBLEM));
  }

  private Dataset<Row> files(SparkSession spark, String input, int partitions) throws IOException {
    DocumentNames names = documentFormat.input(null).names();
    SparkContext context = spark.sparkContext();
    List<DocumentFile> files = new DocumentFiles(context.hadoopConfiguration(), names).find(input);

    int groupCount = partitions > 0 ? partitions : defaultPartitions(context, files);
    List<List<DocumentFile>> groups = DocumentFiles.groups(files, groupCount);
    JavaRDD<Row> rows =
        JavaSparkContext.fromSparkContext(context)
            .parallelize(groups, groups.size())
            .flatMap(group -> group.stream().map(JobInput::row).iterator());
    return spark.createDataFrame(rows, FILES);
  }

  private static Row row(DocumentFile file) {
    return RowFactory.create(file.name(), file.path());
  }

  private static int defaultPartitions(SparkContext context, List<DocumentFile> files) {
    long bytes = files.stream().mapToLong(DocumentFile::weight).sum();
    int fullPartitions = (int) Math.min(Integer.MAX_VALUE, bytes / BYTES_PER_PARTITION);
    return Math.max(context.defaultParallelism(), fullPartitions);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
