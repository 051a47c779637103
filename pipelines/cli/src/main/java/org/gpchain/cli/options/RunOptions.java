package org.gpchain.cli.options;

import java.io.IOException;
import java.nio.file.Path;
import org.gpchain.documents.Engines;
import picocli.CommandLine.Option;

/** Options for how a run over documents goes on. */
public final class RunOptions extends MixedOptions {
  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "Number of documents that are annotated at once; only the speed depends on it. Default:"
              + " as many as there are processors.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--max-failures",
      paramLabel = "N",
      description =
          "Stop when more than N documents could not be annotated. Default: go on, whatever their"
              + " number.")
  private Long maxFailures;

  @Option(
      names = "--pipeline",
      paramLabel = "FILE",
      description =
          "Other UIMA engines, one a line: 'before' or 'after' the models, the class, parameters as"
              + " NAME=VALUE. Jars that are not part of GPChain go into GPCHAIN_CLASSPATH.")
  private Path pipeline;

  /** Number of threads. */
  public int threads() {
    if (threads < 1) {
      throw wrongUse("--threads must be at least 1, was " + threads);
    }
    return threads;
  }

  /** How many documents may fail. */
  public long maxFailures() {
    if (maxFailures != null && maxFailures < 0) {
      throw wrongUse("--max-failures must not be negative, was " + maxFailures);
    }
    return maxFailures == null ? Long.MAX_VALUE : maxFailures;
  }

  /**
   * The engines of the pipeline file, if there is one.
   *
   * @throws org.gpchain.corpora.InputException if a line of it is not right
   */
  public Engines engines() throws IOException {
    return pipeline == null ? Engines.NONE : PipelineFile.read(pipeline);
  }
}
