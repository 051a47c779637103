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
import org.gpchain.internal.cli.options.ModelEncoderOption;
import org.gpchain.internal.cli.options.VoicesOptions;
import org.gpchain.internal.evaluation.TextTable;
import org.gpchain.internal.evaluation.report.VoicesReport;
import org.gpchain.internal.training.io.StagedFiles;
import org.gpchain.internal.training.voices.LabelModel;
import org.gpchain.internal.training.voices.LabelModel.Labels;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code gpchain weak}: labels text by weak supervision. */
@Command(
    name = "weak",
    description = {
      "Labels text without human annotation, by voices: lists, regular expressions, other models and"
          + " existing annotations, each of which may be wrong. A label model learns how reliable"
          + " each voice is. The results are labelled.txt, which can be trained on with --annotated"
          + " marked, and report.html with statistics of the voices."
    },
    footer = {
      "",
      "Examples:",
      "  gpchain weak --voices names.voices --input tokens.txt --columns word --output labelled",
      "  gpchain train --task ne --train labelled/labelled.txt --columns word,label \\",
      "      --annotated marked --model names.gpchain",
      "docs/rules.md has details. gpchain train --voices labels and trains in one step."
    })
final class WeakCommand extends ConsoleCommand {
  @Option(
      names = {"-i", "--input"},
      required = true,
      description = "The text to label: one or more files. Existing labels are ignored.")
  private List<Path> files;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "DIR",
      description = "Output directory. Files of an earlier run are replaced.")
  private Path output;

  @Option(
      names = "--labels",
      paramLabel = "WHICH",
      defaultValue = "weighted",
      description = {
        "Which labels to write: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.",
        "weighted: all likely labels with their probabilities, such as ?B-PER=0.9|O=0.1. best: the"
            + " most probable label sequence. vote: the majority vote, for comparison."
      })
  private Labels labels;

  @Option(
      names = {"-l", "--language"},
      paramLabel = "CODE",
      defaultValue = "en",
      description = "Language of raw text (--text).")
  private String language;

  @Mixin private VoicesOptions voices;

  @Mixin private CorpusOptions corpora;

  @Mixin private ModelEncoderOption encoder;

  @Override
  public Integer call() throws IOException {
    checkLanguage(language);
    if (!voices.areGiven()) {
      throw wrongUse("--voices FILE is missing");
    }

    Path labelledFile = output.resolve("labelled.txt");
    Path reportFile = output.resolve("report.html");
    checkReplacesNothing(labelledFile);
    checkReplacesNothing(reportFile);

    encoder.open();
    LabelModel labelModel =
        progress().during("applying voices", () -> voices.labels(corpora, "ne", files, language));
    VoicesReport report = VoicesReport.of(labelModel);
    List<LabeledSequence> sentences = labelModel.sentences(labels);
    try (StagedFiles results = new StagedFiles(output)) {
      write(results, labelledFile, text(sentences));
      write(results, reportFile, report.toHtml());
      results.commit();
    }

    print(report.toText());
    String arguments = labels == Labels.WEIGHTED ? " --annotated marked" : "";
    if (isGiven("--text") || isGiven("--language")) {
      arguments += " --language " + language;
    }
    summarise(
        "Next: %s train --task ne --train %s --columns %s,label%s --model FILE%n",
        Main.command(),
        quoted(labelledFile),
        String.join(",", sentences.get(0).tokens().columnNames()),
        arguments);
    return 0;
  }

  private static void write(StagedFiles results, Path file, String content) throws IOException {
    Path staged = results.write(content.getBytes(StandardCharsets.UTF_8));
    results.add(staged, file);
  }

  /** Returns the sentences with one token per line: all columns and the label. */
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
