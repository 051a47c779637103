package org.gpchain.experiments.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.cli.options.CommandPart;
import org.gpchain.internal.cli.options.CorpusOptions;
import org.gpchain.internal.cli.options.LimitOption;
import org.gpchain.internal.cli.options.TemplateOption;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.CorpusReader;
import org.gpchain.internal.training.data.Task;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that name a task, a corpus to learn it from, and one to measure on. */
public final class TrainTestOptions extends CommandPart {
  @Option(
      names = "--train",
      required = true,
      paramLabel = "FILE",
      description = "The corpus to learn from. May be repeated.")
  private List<Path> trainFiles;

  @Option(
      names = "--test",
      required = true,
      paramLabel = "FILE",
      description = "The corpus to measure on; always all of it. May be repeated.")
  private List<Path> testFiles;

  @Option(
      names = "--task",
      required = true,
      paramLabel = "TASK",
      description = "chunk, np, ne or pos; any other name together with --template.")
  private String task;

  @Mixin private TemplateOption template;

  @Mixin private CorpusOptions corpora;

  @Mixin private LimitOption limit;

  private CorpusReader reader;

  /** Both corpora. */
  public record Read(Task what, Corpus train, Corpus test) {}

  /** The name of the task, which has templates. */
  public String task() {
    template.check(task);
    return task;
  }

  /**
   * Reads both corpora.
   *
   * @throws IOException if a file cannot be used
   */
  public Read read() throws IOException {
    template.check(task);
    template.readWords(Task.ANY_LANGUAGE, false, false, corpora.encoding());
    reader =
        corpora.reader(
            task, columns -> template.requiredColumns(task, columns), template.annotationColumns());
    Corpus train = corpora.readAll(limit.limited(reader), trainFiles, null, PosTags.BEST);
    List<Corpus> parts = new ArrayList<>();
    for (Path file : testFiles) {
      parts.add(readLike(train, file));
    }
    Task what =
        Task.of(task, template.read(task, train))
            .withScheme(train.scheme() == TagScheme.TOKEN ? TagScheme.TOKEN : TagScheme.IOB2)
            .withWords(template.words());
    return new Read(what, train, Corpus.join(parts));
  }

  /** Reads another corpus, after the two, as the training corpus was read. */
  public Corpus readLike(Corpus train, Path file) throws IOException {
    return corpora.readLike(train, reader, file, PosTags.BEST);
  }
}
