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

/** Options for a task, its training corpus and its test corpus. */
public final class TrainTestOptions extends CommandPart {
  @Option(
      names = "--train",
      required = true,
      paramLabel = "FILE",
      description = "The training corpus. May be repeated.")
  private List<Path> trainFiles;

  @Option(
      names = "--test",
      required = true,
      paramLabel = "FILE",
      description = "The test corpus. --limit does not apply to it. May be repeated.")
  private List<Path> testFiles;

  @Option(
      names = "--task",
      required = true,
      paramLabel = "TASK",
      description = "chunk, np, ne or pos, or any other name together with --template.")
  private String task;

  @Mixin private TemplateOption template;

  @Mixin private CorpusOptions corpora;

  @Mixin private LimitOption limit;

  private CorpusReader reader;

  /**
   * A task and its corpora.
   *
   * @param what the task
   */
  public record Read(Task what, Corpus train, Corpus test) {}

  /** Returns the name of the task, after checking that it has templates. */
  public String task() {
    template.check(task);
    return task;
  }

  /**
   * Reads both corpora.
   *
   * @throws IOException if a file cannot be read
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

    template.openEncoder(Task.ANY_LANGUAGE);
    TagScheme scheme = train.scheme() == TagScheme.TOKEN ? TagScheme.TOKEN : TagScheme.IOB2;
    Task what =
        Task.of(task, template.read(task, train))
            .withScheme(scheme)
            .withWords(template.words())
            .withEncoder(template.encoderUse());
    return new Read(what, train, Corpus.join(parts));
  }

  /**
   * Reads another corpus like the training corpus. Call {@link #read} first.
   *
   * @throws IOException if the file cannot be read
   */
  public Corpus readLike(Corpus train, Path file) throws IOException {
    return corpora.readLike(train, reader, file, PosTags.BEST);
  }
}
