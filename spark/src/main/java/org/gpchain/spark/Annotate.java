package org.gpchain.spark;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import org.apache.spark.util.TaskCompletionListener;
import org.gpchain.internal.documents.AnnotateOptions;
import org.gpchain.internal.documents.DocumentAnnotator;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.SharedModels;
import org.gpchain.internal.documents.output.OutputFormat;

/**
 * Annotates the documents of a Spark table from a Spark job:
 *
 * <pre>{@code
 * Dataset<Row> segments =
 *     Annotate.on(documents).with("--model", "ner-en").as(OutputFormat.JSONL).segments();
 * }</pre>
 *
 * <p>The table needs a column {@code name} (or {@code document}) and one of the columns {@code
 * text}, {@code content} (the bytes of a file) and {@code path} (the path of a file). Other columns
 * are ignored. Instances are immutable.
 */
public final class Annotate {
  private final Dataset<Row> documents;
  private final List<String> arguments;
  private final DocumentFormat format;

  private Annotate(Dataset<Row> documents, List<String> arguments, DocumentFormat format) {
    this.documents = documents;
    this.arguments = arguments;
    this.format = format;
  }

  /**
   * Selects the documents to annotate. They are read as raw text unless {@link #format} says
   * otherwise.
   *
   * @throws IllegalArgumentException if columns are missing
   */
  public static Annotate on(Dataset<Row> documents) {
    DocumentColumns.check(documents.schema());
    return new Annotate(documents, List.of(), DocumentFormat.TEXT);
  }

  /**
   * Adds options of {@code gpchain annotate}: names and values in turn. {@code --model} is required
   * and may be repeated. The other options are {@code --words}, {@code --type-system}, {@code
   * --pipeline}, {@code --segmenter}, {@code --segmenter-param}, {@code --n-best}, {@code --beta},
   * {@code --max-error}, {@code --min-recall} and {@code --confidence}.
   */
  public Annotate with(String... options) {
    List<String> extended = new ArrayList<>(arguments);
    extended.addAll(Arrays.asList(options));
    return new Annotate(documents, extended, format);
  }

  /** Sets the format of the documents. */
  public Annotate format(DocumentFormat other) {
    return new Annotate(documents, arguments, other);
  }

  /**
   * Returns the tables of annotated documents. This method loads the models once to check that they
   * are usable, and sends model files to all machines. Documents are annotated when Spark computes
   * one of the tables.
   *
   * @param formats formats to write the documents in, in addition to the table of segments
   * @throws IOException if a model is missing or unreadable
   * @throws IllegalArgumentException if options are missing or invalid
   */
  public AnnotatedTables as(OutputFormat... formats) throws IOException {
    EngineOptions.check(arguments);
    SparkContext context = documents.sparkSession().sparkContext();
    Configuration hadoop = context.hadoopConfiguration();

    ShippedFiles shipped = new ShippedFiles();
    List<String> shippedArguments = EngineOptions.shipped(arguments, shipped, hadoop);
    List<OutputFormat> outputs = Arrays.stream(formats).distinct().toList();
    EngineSettings settings = new EngineSettings(shippedArguments, format, outputs);
    settings.giveBack(settings.take(shipped));

    JavaSparkContext cluster = JavaSparkContext.fromSparkContext(context);
    AnnotatePartition function =
        new AnnotatePartition(
            settings,
            cluster.broadcast(shipped),
            cluster.broadcast(new SerializableConfiguration(hadoop)));
    StructType schema = new ResultColumns(outputs).schema();
    return new AnnotatedTables(documents.mapPartitions(function, Encoders.row(schema)));
  }

  /**
   * A function that annotates the documents of a partition one after the other, with one annotator
   * and therefore one CAS. It reads and returns strings and bytes, never a CAS. A document that
   * cannot be annotated becomes a row with the reason.
   *
   * @param shipped files that the settings refer to
   * @param hadoop configuration for reading the files of documents
   */
  private record AnnotatePartition(
      EngineSettings settings,
      Broadcast<ShippedFiles> shipped,
      Broadcast<SerializableConfiguration> hadoop)
      implements MapPartitionsFunction<Row, Row> {
    @Override
    public Iterator<Row> call(Iterator<Row> documents) throws IOException {
      if (!documents.hasNext()) {
        return documents;
      }
      DocumentAnnotator annotator = settings.take(shipped.value());
      TaskCompletionListener giveBack = context -> settings.giveBack(annotator);
      TaskContext.get().addTaskCompletionListener(giveBack);

      DocumentColumns columns = new DocumentColumns(hadoop.value().value());
      ResultColumns results = new ResultColumns(settings.outputs());
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return documents.hasNext();
        }

        @Override
        public Row next() {
          Row document = documents.next();
          try {
            return results.row(
                annotator.annotate(DocumentColumns.origin(document), columns.content(document)));
          } catch (DocumentException e) {
            return results.failed(DocumentColumns.name(document), e);
          }
        }
      };
    }
  }

  /**
   * The engines to run and the formats of documents. The settings hold only strings and enums, so
   * that they can be sent to all machines, where the engines are created.
   *
   * <p>Each annotator serves one partition at a time and is then reused, because loading models and
   * engines may take longer than annotating a partition. Only annotators of the most recently used
   * settings are kept. Otherwise, a session that trains models again and again would run out of
   * memory.
   *
   * @param arguments options of {@link EngineOptions}, with files replaced by their ids in {@link
   *     ShippedFiles}
   * @param format format of the documents to annotate
   * @param outputs formats to write
   */
  private record EngineSettings(
      List<String> arguments, DocumentFormat format, List<OutputFormat> outputs)
      implements Serializable {
    private static final Deque<DocumentAnnotator> IDLE = new ArrayDeque<>();

    /** Settings of the idle annotators. */
    private static EngineSettings current;

    /** Returns an annotator for exclusive use, to be returned with {@link #giveBack}. */
    DocumentAnnotator take(ShippedFiles shipped) throws IOException {
      synchronized (IDLE) {
        if (!equals(current)) {
          IDLE.forEach(DocumentAnnotator::close);
          IDLE.clear();
          current = this;
        }
        if (!IDLE.isEmpty()) {
          return IDLE.poll();
        }
      }

      AnnotateOptions options = EngineOptions.of(arguments, format, shipped);
      return new DocumentAnnotator(SharedModels.load(options, 1), Set.copyOf(outputs));
    }

    /** Keeps an annotator for reuse, or closes it if other settings have been used since. */
    void giveBack(DocumentAnnotator annotator) {
      synchronized (IDLE) {
        if (equals(current)) {
          IDLE.add(annotator);
          return;
        }
      }
      annotator.close();
    }
  }
}
