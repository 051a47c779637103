package org.gpchain.experiments.options;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.gpchain.cli.options.CorpusOptions;
import org.gpchain.cli.options.TemplateOption;
import org.gpchain.corpora.Corpus;
import org.gpchain.corpora.CorpusReader;
import org.gpchain.training.data.Task;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What is learned, a corpus to learn it from, and one to measure on. */
public final class TrainDevOptions {
  @Option(
      names = "--train",
      required = true,
      paramLabel = "FILE",
      description = "The corpus to learn from.")
  private Path trainFile;

  @Option(
      names = "--dev",
      required = true,
      paramLabel = "FILE",
      description = "The corpus to measure on; always all of it.")
  private Path devFile;

  @Option(
      names = "--task",
      required = true,
      paramLabel = "TASK",
      description = "chunk, np, ne or pos; any other name together with --template.")
  private String task;

  @Mixin private TemplateOption template;

  @Mixin private CorpusOptions corpora;

  /**
   * Both corpora, read.
   *
   * @param what to learn
   * @param train to learn from
   * @param dev to measure on
   */
  public record Read(Task what, Corpus train, Corpus dev) {}

  /**
   * Reads both.
   *
   * @param limited the reader of the training corpus, made of that of the whole
   * @throws IOException if a file cannot be used
   */
  public Read read(UnaryOperator<CorpusReader> limited) throws IOException {
    template.check(task);
    CorpusReader reader = corpora.reader(task, columns -> template.requiredColumns(task, columns));
    Corpus train = corpora.read(limited.apply(reader), trainFile);
    Corpus dev = corpora.readLike(train, reader, devFile);
    return new Read(Task.of(task, template.read(task, train)), train, dev);
  }
}
