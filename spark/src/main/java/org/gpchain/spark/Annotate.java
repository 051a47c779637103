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
import org.apache.spark.util.SerializableConfiguration;
import org.apache.spark.util.TaskCompletionListener;
import org.gpchain.internal.documents.AnnotateOptions;
import org.gpchain.internal.documents.DocumentAnnotator;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.SharedModels;
import org.gpchain.internal.documents.output.OutputFormat;

/**
 * Annotates documents in a job of yours:
 *
 * <pre>{@code
 * Dataset<Row> segments =
 *     Annotate.on(documents).with("--model", "ner-en").as(OutputFormat.JSONL).segments();
 * }</pre>
 *
 * <p>Documents have a column {@code name} (or {@code document}), and one of {@code text}, {@code
 * content} (the bytes of a file) and {@code path} (of a file); other columns are left out. Objects
 * of this class do not change.
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
   * Documents, raw text if nothing else is said.
   *
   * @throws IllegalArgumentException if columns are missing
   */
  public static Annotate on(Dataset<Row> documents) {
    DocumentColumns.check(documents.schema());
    return new Annotate(documents, List.of(), DocumentFormat.TEXT);
  }

  /**
   * More options of {@code gpchain annotate} and their values, in turn: {@code --model}, which may
   * be repeated and must be there, {@code --words}, {@code --type-system}, {@code --pipeline},
   * {@code --segmenter}, {@code --segmenter-param}, {@code --n-best}, {@code --beta}, {@code
   * --max-error}, {@code --min-recall}, {@code --confidence}.
   */
  public Annotate with(String... options) {
    List<String> all = new ArrayList<>(arguments);
    all.addAll(Arrays.asList(options));
    return new Annotate(documents, all, format);
  }

  /** What the documents are. */
  public Annotate format(DocumentFormat other) {
    return new Annotate(documents, arguments, other);
  }

  /**
   * The annotated documents. Models are loaded here once, to see whether they can be used, and sent
   * to all machines if they are files; nothing else is done before a table is asked for.
   *
   * @param formats in which documents can be had, besides the table of segments
   * @throws IOException if a model cannot be used
   * @throws IllegalArgumentException if options are missing or wrong
   */
  public AnnotatedTables as(OutputFormat... formats) throws IOException {
    EngineOptions.check(arguments);
    SparkContext context = documents.sparkSession().sparkContext();
    Configuration hadoop = context.hadoopConfiguration();
    ShippedFiles shipped = new ShippedFiles();
    List<String> local = EngineOptions.shipped(arguments, shipped, hadoop);
    List<OutputFormat> outputs = Arrays.stream(formats).distinct().toList();
    EngineSettings settings = new EngineSettings(local, format, outputs);
    settings.giveBack(settings.take(shipped));
    JavaSparkContext machines = JavaSparkContext.fromSparkContext(context);
    AnnotatePartition function =
        new AnnotatePartition(
            settings,
            machines.broadcast(shipped),
            machines.broadcast(new SerializableConfiguration(hadoop)));
    return new AnnotatedTables(
        documents.mapPartitions(function, Encoders.row(new ResultColumns(outputs).schema())));
  }

  /**
   * Annotates the documents of a partition one after the other, with one annotator and so one CAS.
   * Strings and bytes come in and go out, never a CAS. A document that cannot be annotated becomes
   * a row that says why.
   *
   * @param shipped the files that go along with the settings
   * @param hadoop where the files of documents are found
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
      TaskCompletionListener end = context -> settings.giveBack(annotator);
      TaskContext.get().addTaskCompletionListener(end);
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
   * What annotates, and how documents are read and written: strings alone, which are sent to all
   * machines, where they become engines.
   *
   * <p>Each annotator serves one partition at a time, and then the next one: to load models and
   * engines may take longer than a partition. Only those of the settings that were used last are
   * kept, so that a session in which models are trained again and again does not fill up with them.
   *
   * @param arguments of {@link EngineOptions}, files by their ids in {@link ShippedFiles}
   * @param format how documents are read
   * @param outputs in which documents are going to be written
   */
  private record EngineSettings(
      List<String> arguments, DocumentFormat format, List<OutputFormat> outputs)
      implements Serializable {
    private static final Deque<DocumentAnnotator> IDLE = new ArrayDeque<>();

    /** Those of the annotators that are idle. */
    private static EngineSettings current;

    /** An annotator that nobody else uses. */
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
