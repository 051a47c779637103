package org.gpchain.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.size;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import org.gpchain.internal.documents.output.OutputFormat;
import org.gpchain.internal.documents.page.Html;

/**
 * {@code gpchain annotate} on a cluster: {@code spark-submit --class
 * org.gpchain.spark.AnnotateJob}. Exit codes: 0 success, also if documents failed; 1 failure; 2
 * wrong use.
 */
public final class AnnotateJob {
  private static final String FAILED = "failed";
  private static final String SUMMARY = "summary.json";
  private static final String TYPE_SYSTEM = "TypeSystem.xml";

  private static final String INPUT = "--input";
  private static final String FORMAT = "--format";
  private static final String OUTPUT = "--output";
  private static final String TO = "--to";
  private static final String OVERWRITE = "--overwrite";
  private static final String PARTITIONS = "--partitions";
  private static final String HELP = Html.resource(AnnotateJob.class, "AnnotateJob.txt");

  private static final List<String> OPTIONS =
      Stream.concat(Stream.of(INPUT, FORMAT, OUTPUT, TO, PARTITIONS), EngineOptions.ALL.stream())
          .toList();

  private final Arguments arguments;
  private final List<String> inputs;
  private final JobInput format;
  private final String output;
  private final Set<JobOutput> wanted;
  private final int partitions;

  private AnnotateJob(List<String> given) {
    arguments = new Arguments(OPTIONS, Set.of(OVERWRITE), given);
    arguments.require(INPUT, OUTPUT);
    inputs = arguments.all(INPUT);
    format = arguments.choices(FORMAT, JobInput.class).stream().findFirst().orElse(JobInput.TEXT);
    output = arguments.one(OUTPUT);
    Set<JobOutput> outputs = arguments.choices(TO, JobOutput.class);
    wanted = outputs.isEmpty() ? Set.of(JobOutput.SEGMENTS) : outputs;
    partitions = arguments.number(PARTITIONS, Integer::valueOf, 0);
    if (partitions < 0) {
      throw new IllegalArgumentException("--partitions must not be negative");
    }
    EngineOptions.check(arguments.given(EngineOptions.ALL));
  }

  /** Runs the job; the process ends with the exit code unless that is 0. */
  public static void main(String[] arguments) {
    int exitCode = run(arguments);
    scala.Option<SparkSession> session = SparkSession.getDefaultSession();
    if (session.isDefined()) {
      session.get().stop();
    }
    if (exitCode != 0) {
      System.exit(exitCode);
    }
  }

  /** Runs the job, in the Spark session that there is, or in a new one, and gives the exit code. */
  static int run(String... arguments) {
    if (Arrays.stream(arguments).anyMatch(Set.of("-h", "--help")::contains)) {
      System.out.print(HELP);
      return 0;
    }
    AnnotateJob job;
    try {
      job = new AnnotateJob(List.of(arguments));
    } catch (IllegalArgumentException e) {
      System.err.print(e.getMessage() + "\n" + HELP);
      return 2;
    }
    try {
      job.run();
      return 0;
    } catch (IOException | RuntimeException e) {
      System.err.println("gpchain: " + e.getMessage());
      if (!(e instanceof IOException || e instanceof IllegalArgumentException)) {
        e.printStackTrace();
      }
      return 1;
    }
  }

  private void run() throws IOException {
    SparkSession spark = SparkSession.builder().appName("gpchain annotate").getOrCreate();
    // Unless the user says otherwise, tables are cut like files: a part is a minute's work.
    setDefault(spark, "spark.sql.files.maxPartitionBytes", "16m");
    setDefault(spark, "spark.sql.files.openCostInBytes", "16k");
    SparkContext context = spark.sparkContext();
    FileSystem files = new Path(output).getFileSystem(context.hadoopConfiguration());
    AnnotatedTables annotated =
        Annotate.on(format.read(spark, inputs, partitions))
            .format(format.format)
            .with(engineArguments(context).toArray(String[]::new))
            .as(
                wanted.stream()
                    .map(target -> target.format)
                    .filter(Objects::nonNull)
                    .toArray(OutputFormat[]::new))
            .persist(StorageLevel.DISK_ONLY());
    try {
      prepare(files);
      wanted.forEach(target -> target.write(annotated, output));
      annotated.failures().write().json(output + "/" + FAILED);
      summarize(annotated, files);
    } finally {
      annotated.unpersist();
    }
  }

  private static void setDefault(SparkSession spark, String name, String value) {
    if (!spark.conf().contains(name)) {
      spark.conf().set(name, value);
    }
  }

  private void prepare(FileSystem files) throws IOException {
    Path folder = new Path(output);
    if (arguments.has(OVERWRITE)) {
      for (JobOutput former : JobOutput.values()) {
        files.delete(new Path(folder, former.toString()), true);
      }
      files.delete(new Path(folder, FAILED), true);
      files.delete(new Path(folder, SUMMARY), false);
    } else if (files.exists(folder) && files.listStatus(folder).length > 0) {
      throw new IOException(
          output + ": this folder is not empty; name another one, or say --overwrite");
    }
  }

  /** The options of the engines, with the types beside the input if nobody names others. */
  private List<String> engineArguments(SparkContext context) throws IOException {
    List<String> given = new ArrayList<>(arguments.given(EngineOptions.ALL));
    Path types = new Path(inputs.get(0), TYPE_SYSTEM);
    if (format.format != DocumentFormat.TEXT
        && !arguments.has(EngineOptions.TYPE_SYSTEM)
        && types.getFileSystem(context.hadoopConfiguration()).exists(types)) {
      given.add(EngineOptions.TYPE_SYSTEM);
      given.add(types.toString());
    }
    return given;
  }

  private void summarize(AnnotatedTables annotated, FileSystem files) throws IOException {
    Row counts =
        annotated
            .table
            .agg(
                count(lit(1)).as("documents"),
                count(col(ResultColumns.REASON)).as(FAILED),
                total(col(ResultColumns.SENTENCES)).as("sentences"),
                total(col(ResultColumns.TOKENS)).as("tokens"),
                total(size(col(ResultColumns.SEGMENTS))).as("segments"))
            .first();
    try (OutputStream out = files.create(new Path(output, SUMMARY))) {
      out.write((counts.json() + "\n").getBytes(StandardCharsets.UTF_8));
    }
    System.out.printf(
        Locale.ROOT,
        "%d documents, %d of them failed; %d sentences, %d tokens, %d segments.%n",
        counts.getLong(0),
        counts.getLong(1),
        counts.getLong(2),
        counts.getLong(3),
        counts.getLong(4));
  }

  private static Column total(Column numbers) {
    return coalesce(sum(when(col(ResultColumns.REASON).isNull(), numbers)), lit(0L));
  }

  /** What a job writes, each in a folder of its own. The names are those of the command line. */
  private enum JobOutput {
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

    /** The format of documents that it takes; null for none. */
    private final OutputFormat format;

    JobOutput(OutputFormat format) {
      this.format = format;
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
     * The contents of files, without the last line end, which Spark writes itself; a document
     * without tokens has no line in columns.
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
}
