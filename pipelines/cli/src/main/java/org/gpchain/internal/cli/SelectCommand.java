package org.gpchain.internal.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.cli.options.BatchRunOptions;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.InputFiles;
import org.gpchain.internal.corpora.ModelLocation;
import org.gpchain.internal.documents.AnnotateOptions;
import org.gpchain.internal.documents.AnnotateOptions.Constraints;
import org.gpchain.internal.documents.batch.BatchProgress;
import org.gpchain.internal.documents.batch.BatchResult;
import org.gpchain.internal.documents.batch.DocumentScan;
import org.gpchain.internal.documents.output.OutputFormat;
import org.gpchain.internal.evaluation.selection.Criterion;
import org.gpchain.internal.evaluation.selection.Criterion.Measure;
import org.gpchain.internal.evaluation.selection.Ranking;
import org.gpchain.internal.evaluation.selection.Ranking.Choice;
import org.gpchain.internal.evaluation.selection.Selection;
import org.gpchain.internal.evaluation.selection.Selection.Unit;
import org.gpchain.internal.evaluation.selection.SelectionFolder;
import org.gpchain.internal.evaluation.selection.SentenceScorer;
import org.gpchain.internal.training.io.AtomicFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain select}: what people should annotate next. */
@Command(
    name = "select",
    description = {
      "Chooses the sentences or documents from which a model would learn most if people annotated"
          + " them, and writes them in that order. Of texts that are much alike, one is chosen.",
      "Documents are read as gpchain annotate reads them."
    },
    footer = {
      "",
      "Examples:",
      "  gpchain select --model names.gpchain --input texts --count 100 --output -",
      "  gpchain select --model names.gpchain --input texts --count 20 --unit document --to xmi \\",
      "      --output next",
      "docs/serve-and-select.md says more."
    })
final class SelectCommand extends ConsoleCommand {
  /** What is written. */
  private enum Target {
    LIST,
    DOCUMENTS,
    XMI;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = {"-m", "--model"},
      required = true,
      paramLabel = "FILE|NAME",
      description = "The model: a file, or the name of a shipped one, such as ner-en.")
  private Path modelFile;

  @Option(
      names = "--count",
      required = true,
      description = "How many to choose; fewer if there are not as many.")
  private int count;

  @Option(
      names = "--by",
      paramLabel = "CRITERION",
      description = {
        "What makes a text worth annotating: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.",
        "entropy: of the labels of its tokens. sequence: the probability that the best"
            + " labels are not all right. f1: the F1 that is expected to be gained."
            + " mutual-information: of labels and model, for models trained with --inducing."
      })
  private Criterion criterion = Criterion.SEQUENCE;

  @Option(
      names = "--per",
      paramLabel = "MEASURE",
      description =
          "token: compare texts by the average of their tokens, of which each text counts two more"
              + " than it has, so that fragments do not win; whole: by the sum, which prefers long"
              + " texts. Default: token.")
  private Measure measure = Measure.DEFAULT;

  @Option(
      names = "--unit",
      paramLabel = "UNIT",
      description = "What is chosen: ${COMPLETION-CANDIDATES}.")
  private Unit unit = Unit.SENTENCE;

  @Option(
      names = "--max-similarity",
      paramLabel = "SHARE",
      description =
          "Pass over a text that shares this much of its pairs of words with a better one. If too"
              + " few are left, the share is doubled, up to 0.5, where texts are nearly the same;"
              + " above 1: pass over none.")
  private double maxSimilarity = Ranking.DEFAULT_SIMILARITY;

  @Option(names = "--samples", description = "Samples of the posterior (--by mutual-information).")
  private int samples = SentenceScorer.DEFAULT_SAMPLES;

  @Option(
      names = "--to",
      paramLabel = "WHAT",
      description = {
        "What to write: ${COMPLETION-CANDIDATES}.",
        "list: one JSON object per line; its text has brackets where the model is unsure."
            + " documents: copies of the files, not of type systems beside them. xmi: the documents annotated by the model, with"
            + " their types, for annotation tools. Documents are numbered in their order, and the"
            + " list is beside them; with --unit sentence, they are those that the sentences are"
            + " in.",
        "Default: ${DEFAULT-VALUE}."
      })
  private Target target = Target.LIST;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FILE|DIR",
      description =
          "Where to write: the file of a list, - for standard output; or an empty directory,"
              + " created if missing.")
  private Path output;

  @Option(names = "--overwrite", description = "Replace the file of a list.")
  private boolean overwrite;

  @Mixin private BatchRunOptions run;

  @Override
  public Integer call() throws IOException {
    checkOptions();
    if (target == Target.LIST) {
      return select(null);
    }
    try (SelectionFolder folder = SelectionFolder.open(output)) {
      return select(folder);
    }
  }

  /**
   * Chooses and writes.
   *
   * @param folder to write to; null for a list
   */
  private int select(SelectionFolder folder) throws IOException {
    Ranking ranking = new Ranking(criterion, measure, maxSimilarity);
    Selection.Request wish = new Selection.Request(unit, count, ranking, samples);
    DocumentScan documents;
    Selection selection;
    try (BatchProgress progress = progress().documents()) {
      Model model =
          ModelLocation.of(modelFile)
              .withWords(run.words())
              .load(criterion.decoding(samples), List.of());
      if (criterion == Criterion.F1 && model.scheme() == TagScheme.TOKEN) {
        throw new InputException(
            modelFile, "this model finds no segments, which --by f1 needs", "choose another --by");
      }
      documents =
          DocumentScan.open(
              run.options(
                  List.of(modelFile),
                  AnnotateOptions.DEFAULT_DECODING,
                  Constraints.NONE,
                  Set.of(OutputFormat.XMI),
                  false));
      checkSource(documents);
      Consumer<String> failures =
          problem -> err().println("gpchain: " + InputException.oneLine(problem));
      selection = Selection.of(documents, model, wish, failures, progress);
    }
    BatchResult read = selection.read();
    if (!read.stopped()) {
      write(documents, selection, folder);
    }
    print(selection);
    return Failures.exitCode(read);
  }

  private void checkOptions() throws IOException {
    checkAtLeast("--count", count, 1);
    checkAtLeast("--samples", samples, 1);
    boolean hasSamples = criterion == Criterion.MUTUAL_INFORMATION;
    checkNeeds("--samples", hasSamples, "--by " + Criterion.MUTUAL_INFORMATION);
    if (!(maxSimilarity > 0)) {
      throw wrongUse("--max-similarity must be above 0, was " + maxSimilarity);
    }
    if (target != Target.LIST && (toStandardOutput() || overwrite)) {
      throw wrongUse("--to " + target + " needs a directory (--output DIR), and no --overwrite");
    }
    if (overwrite && !toStandardOutput()) {
      checkOutput(output);
    } else if (target == Target.LIST && !toStandardOutput() && Files.exists(output)) {
      throw new InputException(
          output, "this file is there already", "name another one, or let --overwrite replace it");
    }
  }

  private boolean toStandardOutput() {
    return output.equals(InputFiles.STANDARD_STREAM);
  }

  private void checkSource(DocumentScan documents) {
    if (target != Target.LIST && !documents.isRepeatable()) {
      throw wrongUse("--to " + target + " reads documents twice, and --list - cannot be");
    }
    if (target == Target.DOCUMENTS && !documents.areFiles()) {
      throw wrongUse("what --reader reads cannot be copied: choose --to xmi");
    }
  }

  private void write(DocumentScan documents, Selection selection, SelectionFolder folder)
      throws IOException {
    switch (target) {
      case DOCUMENTS -> folder.writeCopies(documents, selection);
      case XMI -> folder.writeAnnotated(documents, selection);
      case LIST -> writeList(selection.toJsonLines());
    }
  }

  private void writeList(byte[] list) throws IOException {
    if (toStandardOutput()) {
      print(new String(list, StandardCharsets.UTF_8));
    } else {
      AtomicFile.write(output, out -> out.write(list));
    }
  }

  private void print(Selection selection) {
    BatchResult read = selection.read();
    Choice choice = selection.choice();
    read.notes().forEach(this::note);
    // Where the list goes to standard output, nothing else may.
    PrintWriter out = toStandardOutput() ? remarks() : summary();
    if (read.stopped()) {
      out.println("Stopped, since more documents failed than --max-failures allows.");
    } else {
      String passedOver =
          choice.alike() > 0 ? "; passed over, too much like a better one: " + choice.alike() : "";
      long failed = read.totals().failed();
      String failures = failed > 0 ? "; failed: " + failed : "";
      out.println(
          "Chose %s of %s %ss".formatted(choice.texts().size(), selection.pool().size(), unit)
              + passedOver
              + failures
              + ".");
    }
  }
}
