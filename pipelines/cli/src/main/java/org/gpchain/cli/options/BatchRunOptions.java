package org.gpchain.cli.options;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.gpchain.core.predict.DecodingOptions;
import org.gpchain.documents.AnnotateOptions;
import org.gpchain.documents.Engines;
import org.gpchain.documents.batch.BatchOptions;
import org.gpchain.documents.output.OutputFormat;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of commands that annotate documents: which, by what engines, and how many at once. */
public final class BatchRunOptions extends MixedOptions {
  @Mixin private SharedWordsOption words;

  @Mixin private SourceOptions source;

  @Mixin private SegmenterOptions segmenter;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "Documents annotated at the same time; only the speed depends on it. Default: the"
              + " number of processors.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--max-failures",
      paramLabel = "N",
      description = "Stop when more than N documents cannot be annotated. Default: never stop.")
  private Long maxFailures;

  @Option(
      names = "--pipeline",
      paramLabel = "FILE",
      description =
          "Other UIMA engines, one per line: 'before' or 'after' the models, the class, parameters"
              + " as NAME=VALUE. Jars that are not part of GPChain go into GPCHAIN_CLASSPATH.")
  private Path pipeline;

  /**
   * Where word resources are that models refer to.
   *
   * @throws org.gpchain.corpora.InputException if a file is missing, or no word resource
   */
  public List<URL> words() throws IOException {
    return words.locations();
  }

  /**
   * A run.
   *
   * @param models files, or names of shipped ones
   * @param decoding how segments are decoded
   * @param formats what is written
   * @throws org.gpchain.corpora.InputException if a file that options name cannot be used
   */
  public BatchOptions options(
      List<Path> models, DecodingOptions decoding, Set<OutputFormat> formats) throws IOException {
    checkAtLeast("--threads", threads, 1);
    if (maxFailures != null && maxFailures < 0) {
      throw wrongUse("--max-failures must not be negative, was " + maxFailures);
    }
    return new BatchOptions(
        new AnnotateOptions(
            models,
            words.locations(),
            source.format(),
            segmenter.segmenter(),
            pipeline == null ? Engines.NONE : Engines.read(pipeline),
            decoding),
        source.inputs(),
        source.lists(),
        source.reader(),
        formats,
        threads,
        maxFailures == null ? Long.MAX_VALUE : maxFailures);
  }
}
