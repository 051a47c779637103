package org.gpchain.internal.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
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
import org.gpchain.internal.cli.options.SharedWordsOption;
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

/** {@code gpchain evaluate}: how good a model is on an annotated corpus. */
@Command(
    name = "evaluate",
    description =
        "Evaluates a model on an annotated corpus: F1 as conlleval computes it, and the calibration"
            + " of its probabilities.",
    footer = {
      "",
      "The figures are explained in docs/evaluate.md.",
      "Examples:",
      "  gpchain evaluate --model chunk.gpchain --test test.txt --json",
      "  gpchain evaluate --model chunk.gpchain --test test.txt --report report"
    })
final class EvaluateCommand extends ConsoleCommand {
  /** Options that change the figures of a model on a file, but for names of other files. */
  private static final List<String> FOR_FIGURES =
      List.of(
          ("--beta --max-error --min-recall --confidence --samples --residual --keep-share --paste"
                  + " --seed --limit")
              .split(" ", -1));

  @Option(
      names = {"-m", "--model"},
      required = true,
      paramLabel = "FILE|NAME",
      description = "The model: a file, or the name of a shipped one, such as chunker-en.")
  private Path modelFile;

  @Option(
      names = "--test",
      required = true,
      description = "The corpus to evaluate on; it must have the columns that the model uses.")
  private Path testFile;

  @Mixin private CorpusOptions corpora;

  @Mixin private AnnotationColumnOption column;

  @Mixin private LimitOption limit;

  @Option(names = "--json", description = "Print a JSON object instead of a table.")
  private boolean json;

  @Mixin private SharedWordsOption words;

  @Mixin private DecodingOption decoding;

  @Option(
      names = "--samples",
      description =
          "Average over samples of the posterior, for models trained with --inducing; 0: use its"
              + " mean.")
  private int samples;

  @Option(
      names = "--residual",
      description = "Include in the samples the variance that the inducing points do not explain.")
  private boolean residual;

  @Mixin private UnknownLabelsOption unknownLabels;

  @Option(
      names = "--keep-share",
      paramLabel = "SHARE",
      description =
          "Give the model this share of the gold segments, drawn at random, and score the rest of"
              + " the text. Default: nothing is given.")
  private double keptShare;

  @Option(
      names = "--paste",
      description =
          "With --keep-share: predict without those segments, and put them in afterwards.")
  private boolean paste;

  @Option(
      names = "--from-text",
      description =
          "Also evaluate from raw text: find sentences and tokens in the text of the corpus as"
              + " annotate does, and compare segments by their characters. The text is that of the"
              + " documents; the tokens of files with columns are joined to a text.")
  private boolean fromText;

  @Option(names = "--seed", description = "Which segments --keep-share draws.")
  private long seed = 1;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description =
          "Also write "
              + EvaluationReport.FILE_NAME
              + " there, a page of its own with diagrams of the probabilities, F1 by type and"
              + " length, confusion of types, and the most certain errors in their sentences. The"
              + " directory is created if missing, and an existing report is replaced.")
  private Path reportFolder;

  @Option(names = "--report-errors", description = "How many errors the report shows.")
  private int errors = 25;

  @Option(
      names = {"-j", "--threads"},
      description = "Number of tagging threads; only the speed depends on it.")
  private int threads = 1;

  @Override
  public Integer call() throws IOException {
    checkOptions();
    if (reportFolder != null) {
      EvaluationReport.prepare(reportFolder);
    }
    DecodingOptions options = decoding.options(samples, residual);
    Model model =
        ModelLocation.of(modelFile).withWords(words.locations()).load(options, column.columns());
    CorpusTexts texts = new CorpusTexts(fromText ? Integer.MAX_VALUE : 0);
    CorpusReader reader = texts.collecting(limit.limited(corpora.readerFor(model)));
    Corpus test = corpora.read(reader, testFile, model.posTags());
    TestCorpusChecks.check(model, test, this::warn);
    if (keptShare > 0 && test.scheme() == TagScheme.TOKEN && model.scheme() != TagScheme.TOKEN) {
      throw test.problem("not all labels are those of segments", "correct those that are not");
    }
    if (keptShare > 0 && model.scheme() == TagScheme.IOB1) {
      throw wrongUse("--keep-share is for models in another scheme than IOB1");
    }
    EvaluationReport page = new EvaluationReport();
    List<List<Span>> gold = new ArrayList<>();
    Consumer<ScoredSentence> reported = reportFolder != null ? page::add : sentence -> {};
    Consumer<ScoredSentence> collected =
        fromText ? sentence -> gold.add(sentence.gold()) : sentence -> {};
    EvaluationResult result = evaluate(model, options, test, reported.andThen(collected));
    if (fromText) {
      if (!test.columns().contains(TokenSequence.WORD)) {
        throw test.problem(
            "--from-text needs the column 'word', there are " + test.columns(),
            "say with --columns which column has the words");
      }
      GoldSegments segments = new GoldSegments(test.sentences(), gold);
      List<PlainText> plainTexts = texts.of(model.language(), test.sentences());
      double f1 = result.accuracy().f1();
      result = result.withFromText(fromText(model, options, segments, plainTexts, f1));
    }
    if (result.byType().values().stream().allMatch(score -> score.gold() == 0)) {
      warn(testFile + ": not one segment is annotated; check --columns (or --annotation-type)");
    }
    print((json ? result.toJson() : result.toText()) + "\n");
    if (reportFolder != null) {
      Path file = write(page, model, options, test, result);
      // With --json, nothing but the object is printed.
      if (!json) {
        summary().println("Wrote " + file);
      }
    }
    return 0;
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
      throw wrongUse("--from-text excludes --keep-share");
    }
    checkNeeds("--paste", keptShare > 0, "--keep-share");
    checkNeeds("--seed", keptShare > 0, "--keep-share");
  }

  private EvaluationResult evaluate(
      Model model, DecodingOptions options, Corpus test, Consumer<ScoredSentence> listener)
      throws InputException {
    unknownLabels.check(model, test);
    Evaluator evaluator = new Evaluator(model.tagger(options), threads);
    TrainingRun run = model.run();
    Corpus scored = keptShare == 0 ? test : test.with(test.columns(), withKept(test.sentences()));
    return evaluator.evaluate(scored, run == null ? null : run.seconds(), listener);
  }

  /** Evaluates the model on the raw texts of a corpus. */
  private RawTextResult fromText(
      Model model,
      DecodingOptions options,
      GoldSegments corpus,
      List<PlainText> texts,
      double f1OnGoldTokens)
      throws IOException {
    List<Path> models = new ArrayList<>(List.of(modelFile));
    corpora.posModel().ifPresent(models::add);
    try (PassageReader reader = new PassageReader(models, words.locations())) {
      reader.note().ifPresent(this::note);
      return new RawTextEvaluator(model.tagger(options), threads)
          .evaluate(corpus, texts, reader, f1OnGoldTokens);
    }
  }

  /** Sentences some of whose segments are known, and unknown to the score. */
  private List<LabeledSequence> withKept(List<LabeledSequence> sentences) {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    return sentences.stream()
        .map(
            sentence -> {
              List<String> cells = KnownSegments.emptyCells(sentence.length());
              List<Span> rest = new ArrayList<>(sentence.spans());
              rest.removeIf(
                  span -> random.nextDouble() < keptShare && KnownSegments.addSegment(span, cells));
              TokenSequence marked = KnownSegments.withCells(sentence.tokens(), cells);
              List<UnknownToken> kept =
                  KnownSegments.spans(marked).stream()
                      .flatMapToInt(span -> IntStream.range(span.start(), span.end()))
                      .mapToObj(UnknownToken::of)
                      .toList();
              return new LabeledSequence(
                  paste ? sentence.tokens() : marked, rest, kept, sentence.document());
            })
        .toList();
  }

  /** Writes the report, and returns its file. */
  private Path write(
      EvaluationReport report,
      Model model,
      DecodingOptions options,
      Corpus test,
      EvaluationResult result)
      throws IOException {
    ModelCard card = ModelCard.of(modelFile, model);
    ReportSubject subject =
        new ReportSubject(card, model.scheme(), words(options, model), test, errors);
    return report.write(reportFolder, subject, result, promises(report, model, options));
  }

  /** Only where segments are decoded one by one, and not under a promise already. */
  private static List<PromiseResult> promises(
      EvaluationReport report, Model model, DecodingOptions options) {
    boolean apply =
        options.decoding() == Decoding.SEGMENTS
            && options.samples() == 0
            && options.promised().isEmpty()
            && model.calibration().heldOut().sentenceCount() > 0;
    return apply
        ? report.promises(promise -> model.calibration().threshold(promise, options.beta()))
        : List.of();
  }

  /** How labels were chosen, with the options that the figures depend on. */
  private String words(DecodingOptions options, Model model) {
    boolean isOfTokens =
        options.decoding() == Decoding.SEGMENTS && model.scheme() == TagScheme.TOKEN;
    String given = asArguments(FOR_FIGURES).strip();
    return (isOfTokens ? Decoding.VITERBI : options.decoding())
        + (given.isEmpty() ? "" : ", with " + given);
  }
}
