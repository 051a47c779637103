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
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import org.gpchain.documents.output.OutputFormat;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code gpchain annotate} on a cluster: {@code spark-submit --class
 * org.gpchain.spark.AnnotateJob}. Exit codes: 0 success, also if documents failed; 1 failure; 2
 * wrong use.
 */
@Command(
    name = "AnnotateJob",
    sortOptions = false,
    description = {
      "Annotates documents with models on a cluster, as gpchain annotate does on one machine.",
      "A document that cannot be annotated does not stop the others: the folder failed tells the"
          + " reason."
    },
    footer = {"", "docs/spark.md says more."})
public final class AnnotateJob implements Callable<Integer> {
  private static final String FAILED = "failed";
  private static final String SUMMARY = "summary.json";
  private static final String TYPE_SYSTEM = "TypeSystem.xml";

  @Spec private CommandSpec spec;

  @Option(
      names = "--input",
      required = true,
      paramLabel = "PATH",
      description =
          "A file, a folder or a pattern in a Hadoop file system: in a folder, and below, all files"
              + " whose names end as the format's do. May be repeated.")
  private List<String> inputs;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = {
        "Format of the documents: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.",
        "text: raw text in UTF-8. jsonl: a JSON object a line, with name and text. parquet: a table"
            + " with the columns name (or document) and text or content. xmi, json: UIMA"
            + " documents."
      })
  private JobInput format;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "PATH",
      description = "A folder in a Hadoop file system, which is made.")
  private String output;

  @Option(
      names = "--to",
      split = ",",
      paramLabel = "FORMAT",
      description = {
        "What to write, one or more of: ${COMPLETION-CANDIDATES}. Default: segments.",
        "segments: a Parquet table, a row a segment. bincas: Parquet tables of binary CASes and of"
            + " their types. jsonl, json, conll: as gpchain annotate writes them, in text files."
      })
  private Set<JobOutput> outputs = EnumSet.noneOf(JobOutput.class);

  @Option(
      names = "--overwrite",
      description = "Replace what an earlier run wrote; without it nothing is ever replaced.")
  private boolean overwrite;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description =
          "In how many parts documents are cut; a part is the work of one thread. Default: 16 MB of"
              + " files each.")
  private int partitions;

  @Mixin private EngineOptions engine;

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

  /**
   * Runs the job, in the Spark session that there is, or in a new one.
   *
   * @return the exit code
   */
  static int run(String... arguments) {
    CommandLine commandLine = new CommandLine(new AnnotateJob());
    commandLine
        .getCommandSpec()
        .addOption(
            OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Explains all this.")
                .build());
    return commandLine
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(
            (problem, command, parsed) -> {
              command.getErr().println("gpchain: " + problem.getMessage());
              if (!(problem instanceof IOException
                  || problem instanceof IllegalArgumentException)) {
                problem.printStackTrace(command.getErr());
              }
              return 1;
            })
        .execute(arguments);
  }

  @Override
  public Integer call() throws IOException {
    if (partitions < 0) {
      throw new ParameterException(spec.commandLine(), "--partitions must not be negative");
    }
    Set<JobOutput> wanted = outputs.isEmpty() ? EnumSet.of(JobOutput.SEGMENTS) : outputs;
    SparkSession spark = SparkSession.builder().appName("gpchain annotate").getOrCreate();
    cutFinely(spark);
    SparkContext context = spark.sparkContext();
    FileSystem files = new Path(output).getFileSystem(context.hadoopConfiguration());
    prepare(files);
    Annotated annotated =
        Annotate.on(format.read(spark, inputs, partitions))
            .format(format.format())
            .with(arguments(context).toArray(String[]::new))
            .as(formats(wanted))
            .persist(StorageLevel.DISK_ONLY());
    try {
      wanted.forEach(target -> target.write(annotated, output));
      annotated.failures().write().json(output + "/" + FAILED);
      summarize(annotated, files);
    } finally {
      annotated.unpersist();
    }
    return 0;
  }

  /** Unless the user says otherwise, tables are cut like files: a part is a minute's work. */
  private static void cutFinely(SparkSession spark) {
    setDefault(spark, "spark.sql.files.maxPartitionBytes", "16m");
    setDefault(spark, "spark.sql.files.openCostInBytes", "16k");
  }

  private static void setDefault(SparkSession spark, String name, String value) {
    if (!spark.conf().contains(name)) {
      spark.conf().set(name, value);
    }
  }

  /** Makes room for the output. */
  private void prepare(FileSystem files) throws IOException {
    Path folder = new Path(output);
    if (overwrite) {
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
  private List<String> arguments(SparkContext context) throws IOException {
    List<String> arguments = engine.arguments();
    Path types = new Path(inputs.get(0), TYPE_SYSTEM);
    boolean beside =
        format.format() != DocumentFormat.TEXT
            && !arguments.contains(EngineOptions.TYPE_SYSTEM)
            && types.getFileSystem(context.hadoopConfiguration()).exists(types);
    if (beside) {
      arguments.add(EngineOptions.TYPE_SYSTEM);
      arguments.add(types.toString());
    }
    return arguments;
  }

  private static OutputFormat[] formats(Set<JobOutput> outputs) {
    return outputs.stream()
        .flatMap(output -> output.format().stream())
        .toArray(OutputFormat[]::new);
  }

  /** Counts what was done, in a file and in a line. */
  private void summarize(Annotated annotated, FileSystem files) throws IOException {
    Row counts =
        annotated
            .table()
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
    spec.commandLine()
        .getOut()
        .printf(
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
}
