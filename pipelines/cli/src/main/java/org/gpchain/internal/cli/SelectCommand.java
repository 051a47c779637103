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
import org.gpchain.internal.documents.batch.BatchOptions;
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

/** Command {@code gpchain select}: chooses text for people to annotate (active learning). */
@Command(
    name = "select",
    description = {
      "Chooses the sentences or documents from which a model would learn most if people annotated"
          + " them, and writes them in this order. Of very similar texts, only one is chosen.",
      "Documents are read as by gpchain annotate."
    },
    footer = {
      "",
      "Examples:",
      "  gpchain select --model names.gpchain --input texts --count 100 --output -",
      "  gpchain select --model names.gpchain --input texts --count 20 --unit document --to xmi \\",
      "      --output next",
      "docs/serve-and-select.md has details."
    })
final class SelectCommand extends ConsoleCommand {
  /** Kind of output. */
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
      description = "The model: a file, or the name of a shipped model, such as ner-en.")
  private Path modelFile;

  @Option(
      names = "--count",
      required = true,
      description = "Number of texts to choose. Fewer are chosen if there are not enough.")
  private int count;

  @Option(
      names = "--by",
      paramLabel = "CRITERION",
      description = {
        "Criterion for choosing texts: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.",
        "entropy: entropy of the labels of the tokens. sequence: probability that the best label"
            + " sequence has an error. f1: expected gain in F1. mutual-information: mutual"
            + " information of labels and model, for models trained with --inducing."
      })
  private Criterion criterion = Criterion.SEQUENCE;

  @Option(
      names = "--per",
      paramLabel = "MEASURE",
      description =
          "token: compare texts by the average over their tokens. Two tokens are added to the"
              + " length of each text, so that fragments are not preferred. whole: compare texts by"
              + " the sum over their tokens, which prefers long texts. Default: token.")
  private Measure measure = Measure.DEFAULT;

  @Option(
      names = "--unit",
      paramLabel = "UNIT",
      description = "Unit to choose: ${COMPLETION-CANDIDATES}.")
  private Unit unit = Unit.SENTENCE;

  @Option(
      names = "--max-similarity",
      paramLabel = "SHARE",
      description =
          "Skip a text that shares at least this share of its word pairs with a better text. If too"
              + " few texts remain, the share is doubled, up to 0.5, which only skips near"
              + " duplicates. Above 1: skip none.")
  private double maxSimilarity = Ranking.DEFAULT_SIMILARITY;

  @Option(
      names = "--samples",
      description = "Number of posterior samples for --by mutual-information.")
  private int samples = SentenceScorer.DEFAULT_SAMPLES;

  @Option(
      names = "--to",
      paramLabel = "WHAT",
      description = {
        "What to write: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.",
        "list: one JSON object per line, whose text has brackets where the model is uncertain."
            + " documents: copies of the files, without type systems. xmi: the documents as"
            + " annotated by the model, with a type system, for annotation tools.",
        "Documents are numbered in the order of choice, and the list is written next to them. With"
            + " --unit sentence, the documents that contain the chosen sentences are written."
      })
  private Target target = Target.LIST;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FILE|DIR",
      description =
          "For a list: the file to write, or - for standard output. Otherwise: an empty directory,"
              + " created if missing.")
  private Path output;

  @Option(names = "--overwrite", description = "Replace an existing list.")
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
   * Chooses texts and writes them.
   *
   * @param folder folder for documents; null for a list
   */
  private int select(SelectionFolder folder) throws IOException {
    DocumentScan documents;
    Selection selection;
    try (BatchProgress progress = progress().documents()) {
      Model model = model();
      documents = documents();
      Ranking ranking = new Ranking(criterion, measure, maxSimilarity);
      Selection.Request request = new Selection.Request(unit, count, ranking, samples);
      Consumer<String> failures =
          problem -> err().println("gpchain: " + InputException.oneLine(problem));
      selection = Selection.of(documents, model, request, failures, progress);
    }

    BatchResult readDocuments = selection.read();
    if (!readDocuments.stopped()) {
      write(documents, selection, folder);
    }
    print(selection);
    return Failures.exitCode(readDocuments);
  }

  private Model model() throws IOException {
    ModelLocation location = ModelLocation.of(modelFile).withWords(run.words());
    Model model = location.load(criterion.decoding(samples), List.of());
    if (criterion == Criterion.F1 && model.scheme() == TagScheme.TOKEN) {
      throw new InputException(
          modelFile,
          "this model finds no segments, which --by f1 needs",
          "choose another criterion with --by");
    }
    return model;
  }

  private DocumentScan documents() throws IOException {
    BatchOptions options =
        run.options(
            List.of(modelFile),
            AnnotateOptions.DEFAULT_DECODING,
            Constraints.NONE,
            Set.of(OutputFormat.XMI),
            false);
    DocumentScan documents = DocumentScan.open(options);
    checkSource(documents);
    return documents;
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
          output,
          "this file already exists",
          "choose another file, or replace it with --overwrite");
    }
  }

  private boolean toStandardOutput() {
    return output.equals(InputFiles.STANDARD_STREAM);
  }

  private void checkSource(DocumentScan documents) {
    if (target != Target.LIST && !documents.isRepeatable()) {
      throw wrongUse("--to " + target + " reads documents twice, which --list - does not allow");
    }
    if (target == Target.DOCUMENTS && !documents.areFiles()) {
      throw wrongUse("documents of a --reader cannot be copied: choose --to xmi");
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

  /** Prints a summary. */
  private void print(Selection selection) {
    BatchResult readDocuments = selection.read();
    readDocuments.notes().forEach(this::note);

    // If the list is written to standard output, the summary goes to standard error.
    PrintWriter out = toStandardOutput() ? remarks() : summary();
    if (readDocuments.stopped()) {
      out.println("Stopped, because more documents failed than --max-failures allows.");
      return;
    }

    Choice choice = selection.choice();
    String text =
        "Chose %s of %s %ss".formatted(choice.texts().size(), selection.pool().size(), unit);
    if (choice.alike() > 0) {
      text += "; skipped as too similar to a better one: " + choice.alike();
    }
    if (readDocuments.totals().failed() > 0) {
      text += "; failed: " + readDocuments.totals().failed();
    }
    out.println(text + ".");
  }
}
