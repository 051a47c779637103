package org.gpchain.internal.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.annotator.Languages;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.cli.options.CorpusOptions;
import org.gpchain.internal.cli.options.LimitOption;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.CorpusReader;
import org.gpchain.internal.corpora.TextSegmenter;
import org.gpchain.internal.evaluation.inspection.CorpusCheck;
import org.gpchain.internal.training.data.Annotated;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code gpchain check}: looks for problems in corpora before training. */
@Command(
    name = "check",
    description =
        "Examines annotated corpora before a model is trained. It prints statistics and problems:"
            + " illegal labels, duplicates, contradictory annotations, rare types, encoding errors.",
    footer = {
      "",
      "Examples:",
      "  gpchain check --train train.txt --test test.txt",
      "  gpchain check --task ne --train export/ --format xmi"
    })
final class CheckCommand extends ConsoleCommand {
  @Option(
      names = "--task",
      paramLabel = "TASK",
      description = "The task to train for, as in gpchain train.")
  private String task = "ne";

  @Option(
      names = {"-t", "--train"},
      required = true,
      description = "The training corpus. Takes one or more files.")
  private List<Path> files;

  @Option(
      names = "--test",
      description = "The test corpus, which is searched for sentences of the training corpus.")
  private Path test;

  @Option(
      names = {"-l", "--language"},
      paramLabel = "CODE",
      description = "Language of texts without tokens (jsonl, brat), such as de. Default: English.")
  private String language = Languages.UNSPECIFIED;

  @Mixin private CorpusOptions corpora;

  @Mixin private LimitOption limit;

  @Override
  public Integer call() throws IOException {
    checkLanguage(language);

    CorpusReader taskReader =
        corpora.reader(task, () -> TextSegmenter.of(language), columns -> List.of(), List.of());
    CorpusReader reader =
        limit
            .limited(taskReader)
            .withTokenLabels(task.equals("pos"))
            .withAnnotated(Annotated.MARKED);
    Corpus train = corpora.readAll(reader, files, null, PosTags.BEST);
    Corpus testCorpus = null;
    if (test != null) {
      CorpusReader testReader = reader.withTokenLabels(train.scheme() == TagScheme.TOKEN);
      testCorpus = corpora.read(testReader, test, PosTags.BEST);
    }

    print(CorpusCheck.of(train, testCorpus));
    if (LearningOptions.hasSegments(task)) {
      train.checkHasSegments();
    }
    return 0;
  }
}
