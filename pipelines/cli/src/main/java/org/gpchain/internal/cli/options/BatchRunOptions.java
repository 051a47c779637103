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

/** Options of commands that annotate documents: which, by what engines, and how many at once. */
public final class BatchRunOptions extends CommandPart {
  @Mixin private SharedWordsOption words;

  @Option(
      names = {"-i", "--input"},
      paramLabel = "FILE|DIR",
      description = {
        "Documents: a file; a directory, with all documents of the format in it and below (for"
            + " text: .txt files); a pattern such as 'corpus/*.txt'; an archive (zip, tar, tar.gz),"
            + " or a compressed file (gz). - is a document on standard input. Several may follow."
      })
  private List<Path> inputs = new ArrayList<>();

  @Option(
      names = "--list",
      description =
          "Documents and archives that are listed in a file, one per line; - is standard input.")
  private List<Path> lists = new ArrayList<>();

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      converter = Format.OfDocuments.class,
      description = {
        "Format of the documents: ${COMPLETION-CANDIDATES}. Default: text.",
        "text: raw text. xmi, jsoncas: UIMA documents (XMI, JSON CAS 0.4), of"
            + " which all annotations are kept. conll2000, conll2002, conll2003, conllu, column: a file"
            + " with columns, whose words and parts of speech are kept; labels are not read."
            + " jsonl, brat, webanno: texts with spans, which are kept as annotations; each record"
            + " of jsonl is a document."
      })
  private Format format;

  @Mixin private ColumnOptions columns;

  @Mixin private DocumentOptions documents;

  @Mixin private AnnotationColumnOption column;

  @Mixin private SegmenterOptions segmenter;

  @Option(
      names = {"-j", "--threads"},
      description =
          "Documents annotated at the same time; only the speed depends on it. Default: the"
              + " number of processors.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--max-failures",
      description = "Stop when more than N documents cannot be annotated. Default: never stop.")
  private Long maxFailures;

  @Option(
      names = "--pipeline",
      description =
          "Other UIMA engines, one per line: 'before' or 'after' the models, the class, parameters"
              + " as NAME=VALUE. Jars that are not part of GPChain go into GPCHAIN_CLASSPATH.")
  private Path pipeline;

  /**
   * Where word resources are that models refer to.
   *
   * @throws org.gpchain.internal.corpora.InputException if a file is missing, or no word resource
   */
  public List<URL> words() throws IOException {
    return words.locations();
  }

  /**
   * Returns the options of a run.
   *
   * @param models files, or names of shipped ones
   * @param decoding how segments are decoded
   * @param constraints annotations that predictions must fit
   * @param formats formats that are written
   * @param refusesPromises whether the run stops when a promise does not hold
   * @throws org.gpchain.internal.corpora.InputException if a file that options name cannot be used
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
      throw wrongUse("there is nothing to annotate: give --input or --list");
    }

    Engines engines = pipeline == null ? Engines.NONE : Engines.read(pipeline);
    AnnotateOptions annotate =
        AnnotateOptions.builder(models, format())
            .words(words.locations())
            .segmenter(segmenter.segmenter())
            .engines(engines)
            .decoding(decoding)
            .columns(column.columns())
            .constraints(constraints)
            .build();
    boolean isBrat = format == Format.BRAT;
    List<Path> files = isBrat ? inputs.stream().map(BratFiles::textOf).toList() : inputs;
    return new BatchOptions(
        annotate,
        files,
        lists,
        reader(),
        formats,
        threads,
        maxFailures == null ? Long.MAX_VALUE : maxFailures,
        refusesPromises);
  }

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
    // The task would say which column is the label, and labels are not read.
    columns.ofTokens(format, ColumnFormat.CHUNK, List.of());
    return InputFormat.ofColumns(needed -> columns.ofTokens(format, ColumnFormat.CHUNK, needed));
  }

  /** What reads them, if the user has a reader; otherwise null. */
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
