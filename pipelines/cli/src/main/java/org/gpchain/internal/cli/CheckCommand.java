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

/** {@code gpchain check}: whether a corpus is fit to learn from. */
@Command(
    name = "check",
    description =
        "Looks through annotated corpora before a model is trained: what is in them, and what is"
            + " wrong with them: illegal labels, copies, contradictions, rare types, encoding.",
    footer = {
      "",
      "Examples:",
      "  gpchain check --train train.txt --test test.txt",
      "  gpchain check --task ne --train export/ --format xmi"
    })
final class CheckCommand extends ConsoleCommand {
  @Option(names = "--task", paramLabel = "TASK", description = "The task, as in train.")
  private String task = "ne";

  @Option(
      names = {"-t", "--train"},
      required = true,
      description = "The corpus to learn from: one file or several.")
  private List<Path> files;

  @Option(
      names = "--test",
      description = "The corpus to evaluate on: are sentences of it in the training corpus?")
  private Path test;

  @Option(
      names = {"-l", "--language"},
      paramLabel = "CODE",
      description =
          "The language of texts without tokens (jsonl, brat), such as de. Default: English.")
  private String language = Languages.UNSPECIFIED;

  @Mixin private CorpusOptions corpora;

  @Mixin private LimitOption limit;

  @Override
  public Integer call() throws IOException {
    checkLanguage(language);
    CorpusReader reader =
        limit
            .limited(
                corpora.reader(
                    task, () -> TextSegmenter.of(language), columns -> List.of(), List.of()))
            .withTokenLabels(task.equals("pos"))
            .withAnnotated(Annotated.MARKED);
    Corpus train = corpora.readAll(reader, files, null, PosTags.BEST);
    Corpus held =
        test == null
            ? null
            : corpora.read(
                reader.withTokenLabels(train.scheme() == TagScheme.TOKEN), test, PosTags.BEST);
    print(CorpusCheck.of(train, held));
    if (LearningOptions.hasSegments(task)) {
      train.checkHasSegments();
    }
    return 0;
  }
}
