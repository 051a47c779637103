package org.gpchain.internal.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.cli.options.CorpusOptions;
import org.gpchain.internal.cli.options.VoicesOptions;
import org.gpchain.internal.evaluation.TextTable;
import org.gpchain.internal.evaluation.report.VoicesReport;
import org.gpchain.internal.training.io.StagedFiles;
import org.gpchain.internal.training.voices.LabelModel;
import org.gpchain.internal.training.voices.LabelModel.Labels;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain weak}: labels text by voices instead of people. */
@Command(
    name = "weak",
    description = {
      "Labels text that nobody has annotated by voices, such as lists, regular expressions, other"
          + " models and annotations, none of which needs to be right, and learns how far each can"
          + " be believed. Writes labelled.txt, to train from with --annotated marked, and"
          + " report.html about the voices."
    },
    footer = {
      "",
      "Examples:",
      "  gpchain weak --voices names.voices --input tokens.txt --columns word --output labelled",
      "  gpchain train --task ne --train labelled/labelled.txt --columns word,label \\",
      "      --annotated marked --model names.gpchain",
      "docs/rules.md says more; gpchain train --voices does both."
    })
final class WeakCommand extends ConsoleCommand {
  @Option(
      names = {"-i", "--input"},
      required = true,
      description = "The text to label: one file or several. Labels in them are not read.")
  private List<Path> files;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "DIR",
      description = "Where to write; files of an earlier run are replaced.")
  private Path output;

  @Option(
      names = "--labels",
      paramLabel = "WHICH",
      defaultValue = "weighted",
      description = {
        "Which labels to write: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.",
        "weighted: all probable ones, as ?B-PER=0.9|O=0.1. best: the most probable sequence."
            + " vote: that of the most voices, to compare with."
      })
  private Labels labels;

  @Option(
      names = {"-l", "--language"},
      paramLabel = "CODE",
      defaultValue = "en",
      description = "The language of raw text (--text).")
  private String language;

  @Mixin private VoicesOptions voices;

  @Mixin private CorpusOptions corpora;

  @Override
  public Integer call() throws IOException {
    checkLanguage(language);
    if (!voices.areGiven()) {
      throw wrongUse("--voices FILE is missing");
    }
    checkReplacesNothing(output.resolve("labelled.txt"));
    checkReplacesNothing(output.resolve("report.html"));
    LabelModel weak =
        progress().during("asking", () -> voices.labels(corpora, "ne", files, language));
    VoicesReport report = VoicesReport.of(weak);
    List<LabeledSequence> sentences = weak.sentences(labels);
    try (StagedFiles results = new StagedFiles(output)) {
      write(results, "labelled.txt", text(sentences));
      write(results, "report.html", report.toHtml());
      results.commit();
    }
    print(report.toText());
    summarise(
        "Next: %s train --task ne --train %s --columns %s,label%s%s --model FILE%n",
        Main.command(),
        quoted(output.resolve("labelled.txt")),
        String.join(",", sentences.get(0).tokens().columnNames()),
        labels == Labels.WEIGHTED ? " --annotated marked" : "",
        isGiven("--text") || isGiven("--language") ? " --language " + language : "");
    return 0;
  }

  private void write(StagedFiles results, String name, String content) throws IOException {
    Path staged = results.write(content.getBytes(StandardCharsets.UTF_8));
    results.add(staged, output.resolve(name));
  }

  /** A token a line, with all its columns and its label. */
  private static String text(List<LabeledSequence> sentences) {
    StringBuilder text = new StringBuilder();
    for (LabeledSequence sentence : sentences) {
      List<List<String>> columns = new ArrayList<>(sentence.tokens().columns());
      columns.add(sentence.labels(TagScheme.IOB2));
      text.append(TextTable.ofTokens(columns));
    }
    return text.toString();
  }
}
