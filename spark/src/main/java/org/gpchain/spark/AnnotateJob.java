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
 * The command {@code gpchain annotate} for a cluster: {@code spark-submit --class
 * org.gpchain.spark.AnnotateJob}. Exit codes: 0 for success, even if single documents failed; 1 for
 * failure; 2 for wrong use.
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
  private final Set<JobOutput> outputs;
  private final int partitions;

  private AnnotateJob(List<String> commandLine) {
    arguments = new Arguments(OPTIONS, Set.of(OVERWRITE), commandLine);
    arguments.require(INPUT, OUTPUT);
    inputs = arguments.values(INPUT);
    format = arguments.choices(FORMAT, JobInput.class).stream().findFirst().orElse(JobInput.TEXT);
    output = arguments.value(OUTPUT);
    Set<JobOutput> chosenOutputs = arguments.choices(TO, JobOutput.class);
    outputs = chosenOutputs.isEmpty() ? Set.of(JobOutput.SEGMENTS) : chosenOutputs;

    partitions = arguments.number(PARTITIONS, Integer::valueOf, 0);
    if (partitions < 0) {
      throw new IllegalArgumentException("--partitions must not be negative");
    }
    EngineOptions.check(arguments.only(EngineOptions.ALL));
  }

  /** Runs the job. The process exits with the exit code if it is not 0. */
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

  /** Runs the job in the current Spark session, or in a new one, and returns the exit code. */
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
    // Unless the user has set other sizes, tables are split like files: a partition is about a
    // minute of work.
    setDefault(spark, "spark.sql.files.maxPartitionBytes", "16m");
    setDefault(spark, "spark.sql.files.openCostInBytes", "16k");

    SparkContext context = spark.sparkContext();
    FileSystem files = new Path(output).getFileSystem(context.hadoopConfiguration());

    OutputFormat[] documentFormats =
        outputs.stream()
            .map(JobOutput::documentFormat)
            .filter(Objects::nonNull)
            .toArray(OutputFormat[]::new);
    AnnotatedTables annotated =
        Annotate.on(format.read(spark, inputs, partitions))
            .format(format.documentFormat())
            .with(engineArguments(context).toArray(String[]::new))
            .as(documentFormats)
            .persist(StorageLevel.DISK_ONLY());

    try {
      prepare(files);
      for (JobOutput jobOutput : outputs) {
        jobOutput.write(annotated, output);
      }
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

  /**
   * Deletes results of an earlier run if the user allows it; otherwise, requires an empty folder.
   */
  private void prepare(FileSystem files) throws IOException {
    Path folder = new Path(output);
    if (arguments.has(OVERWRITE)) {
      for (JobOutput jobOutput : JobOutput.values()) {
        files.delete(new Path(folder, jobOutput.toString()), true);
      }
      files.delete(new Path(folder, FAILED), true);
      files.delete(new Path(folder, SUMMARY), false);
    } else if (files.exists(folder) && files.listStatus(folder).length > 0) {
      throw new IOException(
          output + ": this folder is not empty; name another one, or say --overwrite");
    }
  }

  /**
   * Returns the options of the engines. For UIMA documents without {@code --type-system}, the type
   * system in the input folder is added, if there is one.
   */
  private List<String> engineArguments(SparkContext context) throws IOException {
    List<String> options = new ArrayList<>(arguments.only(EngineOptions.ALL));
    Path types = new Path(inputs.get(0), TYPE_SYSTEM);
    if (format.documentFormat() != DocumentFormat.TEXT
        && !arguments.has(EngineOptions.TYPE_SYSTEM)
        && types.getFileSystem(context.hadoopConfiguration()).exists(types)) {
      options.add(EngineOptions.TYPE_SYSTEM);
      options.add(types.toString());
    }
    return options;
  }

  /** Writes and prints the numbers of documents, failures, sentences, tokens and segments. */
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

  /** Returns the sum of a column over all documents without a failure. */
  private static Column total(Column numbers) {
    return coalesce(sum(when(col(ResultColumns.REASON).isNull(), numbers)), lit(0L));
  }

  /** The outputs of a job, each in a separate folder. */
  private enum JobOutput {
    /** A Parquet table with one row per segment. */
    SEGMENTS(null),
    /** Binary CASes in the table {@code documents}, and their type systems in {@code types}. */
    BINCAS(OutputFormat.BINCAS),
    /** One line per document. */
    JSONL(OutputFormat.JSONL),
    /** JSON objects, one after another. */
    JSON(OutputFormat.JSON),
    /** One line per token. */
    CONLL(OutputFormat.CONLL);

    private final OutputFormat documentFormat;

    JobOutput(OutputFormat documentFormat) {
      this.documentFormat = documentFormat;
    }

    /**
     * Returns the format of the documents that this output is made of, or null if it needs none.
     */
    OutputFormat documentFormat() {
      return documentFormat;
    }

    /** Writes documents into a subfolder of the output folder. */
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
     * Returns the contents of files without the last line end, which Spark adds. Documents without
     * tokens have no content in CoNLL columns, so they are skipped.
     */
    private Dataset<String> lines(AnnotatedTables annotated) {
      FilterFunction<byte[]> isNotEmpty = content -> content.length > 0;
      MapFunction<byte[], String> withoutLineEnd =
          content -> new String(content, 0, content.length - 1, StandardCharsets.UTF_8);
      return annotated
          .files(documentFormat.endings().get(0))
          .select(DocumentColumns.CONTENT)
          .as(Encoders.BINARY())
          .filter(isNotEmpty)
          .map(withoutLineEnd, Encoders.STRING());
    }

    /** Returns the name on the command line, which is also the name of the folder. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
