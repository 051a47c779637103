package org.gpchain.internal.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.TrainingRun;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.UnknownToken;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.cli.options.AnnotationColumnOption;
import org.gpchain.internal.cli.options.CorpusOptions;
import org.gpchain.internal.cli.options.DecodingOption;
import org.gpchain.internal.cli.options.LimitOption;
import org.gpchain.internal.cli.options.ModelResourceOptions;
import org.gpchain.internal.cli.options.UnknownLabelsOption;
import org.gpchain.internal.core.segments.KnownSegments;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.CorpusReader;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.ModelLocation;
import org.gpchain.internal.corpora.plaintext.PlainText;
import org.gpchain.internal.documents.PassageReader;
import org.gpchain.internal.documents.page.ModelCard;
import org.gpchain.internal.evaluation.EvaluationResult;
import org.gpchain.internal.evaluation.Evaluator;
import org.gpchain.internal.evaluation.Evaluator.ScoredSentence;
import org.gpchain.internal.evaluation.RawTextEvaluator;
import org.gpchain.internal.evaluation.RawTextEvaluator.GoldSegments;
import org.gpchain.internal.evaluation.RawTextResult;
import org.gpchain.internal.evaluation.report.EvaluationReport;
import org.gpchain.internal.evaluation.report.EvaluationReport.PromiseResult;
import org.gpchain.internal.evaluation.report.EvaluationReport.ReportSubject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code gpchain evaluate}: measures how good a model is on an annotated corpus. */
@Command(
    name = "evaluate",
    description =
        "Evaluates a model on an annotated corpus: F1 as computed by conlleval, and the calibration"
            + " of the probabilities.",
    footer = {
      "",
      "docs/evaluate.md explains the measures.",
      "Examples:",
      "  gpchain evaluate --model chunk.gpchain --test test.txt --json",
      "  gpchain evaluate --model chunk.gpchain --test test.txt --report report"
    })
final class EvaluateCommand extends ConsoleCommand {
  /** Options that influence the measures, without options that name other files. */
  private static final List<String> OPTIONS_OF_MEASURES =
      List.of(
          "--beta",
          "--max-error",
          "--min-recall",
          "--confidence",
          "--samples",
          "--residual",
          "--keep-share",
          "--paste",
          "--seed",
          "--limit");

  @Option(
      names = {"-m", "--model"},
      required = true,
      paramLabel = "FILE|NAME",
      description = "The model: a file, or the name of a shipped model, such as chunker-en.")
  private Path modelFile;

  @Option(
      names = "--test",
      required = true,
      description = "The test corpus, which must have the columns that the model uses.")
  private Path testFile;

  @Mixin private CorpusOptions corpora;

  @Mixin private AnnotationColumnOption column;

  @Mixin private LimitOption limit;

  @Option(names = "--json", description = "Print a JSON object instead of a table.")
  private boolean json;

  @Mixin private ModelResourceOptions resources;

  @Mixin private DecodingOption decoding;

  @Option(
      names = "--samples",
      description =
          "Number of posterior samples to average predictions over, for models trained with"
              + " --inducing. 0: use the posterior mean.")
  private int samples;

  @Option(
      names = "--residual",
      description = "Include the variance that the inducing points do not explain in the samples.")
  private boolean residual;

  @Mixin private UnknownLabelsOption unknownLabels;

  @Option(
      names = "--keep-share",
      paramLabel = "SHARE",
      description =
          "Give the model this share of the gold segments, drawn at random, and evaluate the rest"
              + " of the text. Default: 0.")
  private double keptShare;

  @Option(
      names = "--paste",
      description =
          "With --keep-share: predict without the given segments, and insert them afterwards.")
  private boolean paste;

  @Option(
      names = "--from-text",
      description =
          "Also evaluate from raw text: find sentences and tokens as annotate does, and compare"
              + " segments by their characters. The raw text is that of the documents; for files"
              + " with columns, it is reconstructed from the tokens.")
  private boolean fromText;

  @Option(names = "--seed", description = "Seed for the selection of segments by --keep-share.")
  private long seed = 1;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description =
          "Also write the report "
              + EvaluationReport.FILE_NAME
              + " to this directory: diagrams of the probabilities, F1 by type and length,"
              + " confusion of types, and the most confident errors in their sentences. The"
              + " directory is created if missing, and an existing report is replaced.")
  private Path reportFolder;

  @Option(names = "--report-errors", description = "Maximum number of errors in the report.")
  private int errors = 25;

  @Option(
      names = {"-j", "--threads"},
      description = "Number of tagging threads. It does not change the result.")
  private int threads = 1;

  @Override
  public Integer call() throws IOException {
    checkOptions();
    if (reportFolder != null) {
      EvaluationReport.prepare(reportFolder);
    }

    DecodingOptions options = decoding.options(samples, residual);
    Model model =
        ModelLocation.of(modelFile).withWords(resources.open()).load(options, column.columns());
    CorpusTexts texts = new CorpusTexts(fromText ? Integer.MAX_VALUE : 0);
    CorpusReader reader = texts.collecting(limit.limited(corpora.readerFor(model)));
    Corpus test = corpora.read(reader, testFile, model.posTags());
    checkCorpus(model, test);

    EvaluationReport report = new EvaluationReport();
    List<List<Span>> goldSegments = new ArrayList<>();
    Consumer<ScoredSentence> listener = sentence -> {};
    if (reportFolder != null) {
      listener = listener.andThen(report::add);
    }
    if (fromText) {
      listener = listener.andThen(sentence -> goldSegments.add(sentence.gold()));
    }
    EvaluationResult result = evaluate(model, options, test, listener);
    if (fromText) {
      GoldSegments gold = goldSegments(test, goldSegments);
      List<PlainText> plainTexts = texts.of(model.language(), test.sentences());
      double f1 = result.accuracy().segments().f1();
      result = result.withFromText(evaluateFromText(model, options, gold, plainTexts, f1));
    }

    if (result.byType().values().stream().allMatch(score -> score.gold() == 0)) {
      warn(testFile + ": no segment is annotated; check --columns (or --annotation-type)");
    }
    print((json ? result.toJson() : result.toText()) + "\n");
    if (reportFolder != null) {
      Path file = write(report, model, options, test, result);
      // With --json, standard output has only the object.
      if (!json) {
        summary().println("Wrote " + file);
      }
    }
    return 0;
  }

  private void checkCorpus(Model model, Corpus test) throws InputException {
    TestCorpusChecks.check(model, test, this::warn);
    if (keptShare > 0 && test.scheme() == TagScheme.TOKEN && model.scheme() != TagScheme.TOKEN) {
      throw test.problem("not all labels are labels of segments", "correct the others");
    }
    if (keptShare > 0 && model.scheme() == TagScheme.IOB1) {
      throw wrongUse("--keep-share cannot be used with models of the scheme IOB1");
    }
  }

  private static GoldSegments goldSegments(Corpus test, List<List<Span>> segments)
      throws InputException {
    if (!test.columns().contains(TokenSequence.WORD)) {
      throw test.problem(
          "--from-text needs the column 'word', but the columns are " + test.columns(),
          "specify the column of the words with --columns");
    }
    return new GoldSegments(test.sentences(), segments);
  }

  private void checkOptions() {
    checkAtLeast("--samples", samples, 0);
    checkAtLeast("--threads", threads, 1);
    checkAtLeast("--report-errors", errors, 0);
    checkNeeds("--residual", samples > 0, "--samples");
    checkNeeds("--report-errors", reportFolder != null, "--report");
    if (!(keptShare >= 0 && keptShare < 1)) {
      throw wrongUse("--keep-share must be at least 0 and below 1, was " + keptShare);
    }
    if (fromText && keptShare > 0) {
      throw wrongUse("--from-text and --keep-share cannot be combined");
    }
    checkNeeds("--paste", keptShare > 0, "--keep-share");
    checkNeeds("--seed", keptShare > 0, "--keep-share");
  }

  private EvaluationResult evaluate(
      Model model, DecodingOptions options, Corpus test, Consumer<ScoredSentence> listener)
      throws InputException {
    unknownLabels.check(model, test);

    Evaluator evaluator = new Evaluator(model.tagger(options), threads);
    Corpus corpus = test;
    if (keptShare > 0) {
      corpus = test.with(test.columns(), withKnownSegments(test.sentences()));
    }
    TrainingRun run = model.run();
    Double trainingSeconds = run == null ? null : run.seconds();
    return evaluator.evaluate(corpus, trainingSeconds, listener);
  }

  /** Evaluates the model on the raw texts of a corpus. */
  private RawTextResult evaluateFromText(
      Model model,
      DecodingOptions options,
      GoldSegments corpus,
      List<PlainText> texts,
      double f1OnGoldTokens)
      throws IOException {
    List<Path> models = new ArrayList<>(List.of(modelFile));
    corpora.posModel().ifPresent(models::add);
    try (PassageReader reader = new PassageReader(models, resources.open())) {
      reader.note().ifPresent(this::note);
      return new RawTextEvaluator(model.tagger(options), threads)
          .evaluate(corpus, texts, reader, f1OnGoldTokens);
    }
  }

  /**
   * Gives a random share of the segments to the model. Their tokens are marked as unknown, so that
   * they do not count in the evaluation.
   */
  private List<LabeledSequence> withKnownSegments(List<LabeledSequence> sentences) {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    return sentences.stream().map(sentence -> withKnownSegments(sentence, random)).toList();
  }

  private LabeledSequence withKnownSegments(
      LabeledSequence sentence, UniformRandomProvider random) {
    List<String> cells = KnownSegments.emptyCells(sentence.length());
    List<Span> evaluatedSegments = new ArrayList<>(sentence.spans());
    evaluatedSegments.removeIf(
        span -> random.nextDouble() < keptShare && KnownSegments.addSegment(span, cells));

    TokenSequence marked = KnownSegments.withCells(sentence.tokens(), cells);
    List<UnknownToken> knownTokens = new ArrayList<>();
    for (Span span : KnownSegments.spans(marked)) {
      for (int t = span.start(); t < span.end(); t++) {
        knownTokens.add(UnknownToken.of(t));
      }
    }
    return new LabeledSequence(
        paste ? sentence.tokens() : marked, evaluatedSegments, knownTokens, sentence.document());
  }

  /** Writes the report and returns its file. */
  private Path write(
      EvaluationReport report,
      Model model,
      DecodingOptions options,
      Corpus test,
      EvaluationResult result)
      throws IOException {
    ModelCard card = ModelCard.of(modelFile, model);
    ReportSubject subject =
        new ReportSubject(card, model.scheme(), describeDecoding(options, model), test, errors);
    return report.write(reportFolder, subject, result, promises(report, model, options));
  }

  /**
   * Returns what guarantees of the model are worth on this corpus. They apply if segments are
   * decoded independently and no guarantee is in force already.
   */
  private static List<PromiseResult> promises(
      EvaluationReport report, Model model, DecodingOptions options) {
    boolean apply =
        options.decoding() == Decoding.SEGMENTS
            && options.samples() == 0
            && options.promised().isEmpty()
            && model.calibration().heldOut().sentenceCount() > 0;
    if (!apply) {
      return List.of();
    }
    return report.promises(promise -> model.calibration().threshold(promise, options.beta()));
  }

  /** Returns the decoding method with the options that influence the measures. */
  private String describeDecoding(DecodingOptions options, Model model) {
    Decoding method = options.decoding();
    if (method == Decoding.SEGMENTS && model.scheme() == TagScheme.TOKEN) {
      method = Decoding.VITERBI;
    }
    String arguments = asArguments(OPTIONS_OF_MEASURES).strip();
    if (arguments.isEmpty()) {
      return method.toString();
    }
    return method + ", with " + arguments;
  }
}
