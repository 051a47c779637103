package org.gpchain.internal.cli.options;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.internal.corpora.ColumnFormat;
import org.gpchain.internal.documents.AnnotateOptions;
import org.gpchain.internal.documents.AnnotateOptions.Constraints;
import org.gpchain.internal.documents.Engines;
import org.gpchain.internal.documents.InputFormat;
import org.gpchain.internal.documents.batch.BatchOptions;
import org.gpchain.internal.documents.output.OutputFormat;
import org.gpchain.internal.formats.cas.DocumentSource;
import org.gpchain.internal.formats.spans.BratFiles;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of commands that annotate documents: the documents, the engines, and parallelism. */
public final class BatchRunOptions extends CommandPart {
  @Mixin private ModelResourceOptions resources;

  @Option(
      names = {"-i", "--input"},
      paramLabel = "FILE|DIR",
      description = {
        "Documents: a file; a directory, which is searched with its subdirectories for documents of"
            + " the format (for text: .txt files); a pattern such as 'corpus/*.txt'; an archive"
            + " (zip, tar, tar.gz); or a compressed file (gz). - reads a document from standard"
            + " input. Takes one or more values."
      })
  private List<Path> inputs = new ArrayList<>();

  @Option(
      names = "--list",
      description =
          "File that lists documents and archives, one per line. - reads the list from standard"
              + " input.")
  private List<Path> lists = new ArrayList<>();

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      converter = Format.OfDocuments.class,
      description = {
        "Format of the documents: ${COMPLETION-CANDIDATES}. Default: text.",
        "text: raw text. xmi, jsoncas: UIMA documents (XMI, JSON CAS 0.4); all their annotations"
            + " are kept. conll2000, conll2002, conll2003, conllu, column: a file with columns,"
            + " whose words and parts of speech are kept; labels are not read. jsonl, brat,"
            + " webanno: texts with spans, which are kept as annotations; each record of jsonl is a"
            + " document."
      })
  private Format format;

  @Mixin private ColumnOptions columns;

  @Mixin private DocumentOptions documents;

  @Mixin private AnnotationColumnOption column;

  @Mixin private SegmenterOptions segmenter;

  @Option(
      names = {"-j", "--threads"},
      description =
          "Number of documents annotated in parallel. It does not change the results. Default: the"
              + " number of processors.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--max-failures",
      description =
          "Stop if more than N documents cannot be annotated. Default: continue in any case.")
  private Long maxFailures;

  @Option(
      names = "--pipeline",
      description =
          "File that lists other UIMA engines, one per line: 'before' or 'after' (the models), the"
              + " class, and parameters as NAME=VALUE. Add jars that are not part of GPChain to the"
              + " environment variable GPCHAIN_CLASSPATH.")
  private Path pipeline;

  /**
   * Returns the locations of word resources for models that do not contain them.
   *
   * @throws org.gpchain.internal.corpora.InputException if a file is missing or is not a word
   *     resource
   */
  public List<URL> words() throws IOException {
    return resources.open();
  }

  /**
   * Returns the options of a run.
   *
   * @param models model files, or names of shipped models
   * @param decoding how segments are decoded
   * @param constraints existing annotations that predictions must be compatible with
   * @param formats formats to write
   * @param refusesPromises whether the run fails if a guarantee does not hold
   * @throws org.gpchain.internal.corpora.InputException if a file named by the options is unusable
   */
  public BatchOptions options(
      List<Path> models,
      DecodingOptions decoding,
      Constraints constraints,
      Set<OutputFormat> formats,
      boolean refusesPromises)
      throws IOException {
    checkAtLeast("--threads", threads, 1);
    if (maxFailures != null && maxFailures < 0) {
      throw wrongUse("--max-failures must not be negative, was " + maxFailures);
    }
    if (inputs.isEmpty() && lists.isEmpty()) {
      throw wrongUse("there is nothing to annotate; specify --input or --list");
    }

    Engines engines = pipeline == null ? Engines.NONE : Engines.read(pipeline);
    AnnotateOptions annotate =
        AnnotateOptions.builder(models, format())
            .words(resources.open())
            .segmenter(segmenter.segmenter())
            .engines(engines)
            .decoding(decoding)
            .columns(column.columns())
            .constraints(constraints)
            .build();

    List<Path> files = inputs;
    if (format == Format.BRAT) {
      files = inputs.stream().map(BratFiles::textOf).toList();
    }
    long failureLimit = maxFailures == null ? Long.MAX_VALUE : maxFailures;
    return new BatchOptions(
        annotate, files, lists, reader(), formats, threads, failureLimit, refusesPromises);
  }

  /**
   * Returns the format of the documents.
   *
   * @throws picocli.CommandLine.ParameterException if the options contradict each other
   */
  private InputFormat format() {
    if (format != null && format.ofSpans() != null) {
      documents.checkNotUsed(format);
      return InputFormat.of(format.ofSpans());
    }
    if (documents.areRead(format)) {
      return documents.asInput(format);
    }

    refuse(DocumentOptions.NAMES, DocumentOptions.NEED);
    if (!columns.areGiven() && (format == null || format == Format.TEXT)) {
      return InputFormat.text(columns.encoding());
    }
    // The task only determines the label column, which is not read. This first call checks the
    // options before any file is opened.
    columns.ofTokens(format, ColumnFormat.CHUNK, List.of());
    return InputFormat.ofColumns(needed -> columns.ofTokens(format, ColumnFormat.CHUNK, needed));
  }

  /** Returns an opener with the user's collection reader, or null if there is none. */
  private DocumentSource.Opener reader() {
    if (!documents.hasReader()) {
      return null;
    }
    if (inputs.size() != 1 || !lists.isEmpty()) {
      throw wrongUse("--reader needs one --input, and no --list");
    }
    return documents.ofReader();
  }
}
