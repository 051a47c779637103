package org.gpchain.experiments.promises;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.model.Model;
import org.gpchain.core.promise.Promise;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.core.text.PosTags;
import org.gpchain.experiments.lab.Tables;
import org.gpchain.experiments.lab.Tables.Column;
import org.gpchain.experiments.promises.DrawnTexts.CheckedSentence;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.cli.options.CorpusOptions;
import org.gpchain.internal.cli.options.LimitOption;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.ModelLocation;
import org.gpchain.internal.evaluation.Evaluator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code gpchain experiment guarantee-check}: measures how well the check of error guarantees
 * detects broken ones.
 */
@Command(
    name = "guarantee-check",
    sortOptions = false,
    description = {
      "Measures how well a model detects that its error guarantee does not hold for a text. Draws"
          + " texts from a corpus that is not the training corpus.",
      "errors: mean share of wrong segments. broken: texts with more errors than guaranteed."
          + " significantly: texts with significantly more (binomial test, 5 %%). doubtful: texts for"
          + " which the guarantee is doubtful or withdrawn. missed: broken, but neither doubtful nor"
          + " withdrawn. false: not broken, but doubtful or withdrawn. All in percent."
    },
    footer = {
      "",
      "Example:",
      "  gpchain experiment guarantee-check --model m.gpchain --test dev.txt --columns word,label"
    })
public final class GuaranteeCheckCommand extends ConsoleCommand {
  @Option(
      names = {"-m", "--model"},
      required = true,
      paramLabel = "FILE|NAME",
      description = "The model.")
  private Path modelFile;

  @Option(names = "--test", required = true, paramLabel = "FILE", description = "The corpus.")
  private Path testFile;

  @Mixin private CorpusOptions corpora;

  @Mixin private LimitOption limit;

  @Option(
      names = "--max-error",
      paramLabel = "SHARE",
      description = "Guaranteed maximum share of errors. Default: ${DEFAULT-VALUE}.")
  private double maxError = 0.1;

  @Option(
      names = "--draws",
      paramLabel = "N",
      description = "Number of texts. Default: ${DEFAULT-VALUE}.")
  private int draws = 200;

  @Option(
      names = "--size",
      paramLabel = "SENTENCES",
      description = "Length of the texts. Default: ${DEFAULT-VALUE}.")
  private int size = 100;

  @Option(
      names = "--shift",
      split = ",",
      paramLabel = "S",
      description =
          "Draws single sentences, with replacement, instead of adjacent ones. In each text, each"
              + " type of segments has the weight exp(S z), where z is normal, and the probability"
              + " of a sentence is proportional to the mean weight of its segments. May be a list.")
  private List<Double> shifts = List.of();

  @Option(names = "--seed", paramLabel = "N", description = "Seed. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Override
  public Integer call() throws IOException {
    checkAtLeast("--draws", draws, 1);
    checkAtLeast("--size", size, 1);

    Promise promise = Promise.maxError(maxError);
    DecodingOptions options = DecodingOptions.DEFAULT.withPromise(promise);
    Model model = ModelLocation.of(modelFile).load(options, List.of());
    Tagger tagger = model.tagger(options);
    PromiseCheck check = tagger.promiseCheck().orElseThrow();

    Corpus test = corpora.read(limit.limited(corpora.readerFor(model)), testFile, PosTags.BEST);
    List<CheckedSentence> sentences = new ArrayList<>();
    new Evaluator(tagger, 1)
        .evaluate(test, null, sentence -> sentences.add(CheckedSentence.of(sentence)));
    if (shifts.isEmpty() && sentences.size() < size) {
      throw new InputException(
          testFile,
          Tables.format("there are %d sentences, fewer than --size %d", sentences.size(), size),
          "choose a smaller size");
    }

    DrawnTexts texts = new DrawnTexts(sentences, promise, draws, size, seed);
    List<Row> rows = new ArrayList<>();
    for (DrawnTexts.Draw draw : draws(texts)) {
      rows.add(Row.of(draw, texts, check, true));
      if (tagger.noveltyLimit().isPresent()) {
        rows.add(Row.of(draw, texts, check, false));
      }
    }
    print(table(rows));
    return 0;
  }

  /** Returns one way of drawing for each shift, or adjacent sentences if there is no shift. */
  private List<DrawnTexts.Draw> draws(DrawnTexts texts) {
    if (shifts.isEmpty()) {
      return List.of(texts.adjacent());
    }
    return shifts.stream().map(texts::shifted).toList();
  }

  /**
   * The results for one way of drawing.
   *
   * @param draw name of the way of drawing
   * @param novelty whether the check used the novelty of the texts, for users
   */
  private record Row(String draw, String novelty, CheckCounts counts) {
    static Row of(DrawnTexts.Draw draw, DrawnTexts texts, PromiseCheck check, boolean usesNovelty) {
      CheckCounts counts = texts.check(draw, check, usesNovelty);
      return new Row(draw.name(), usesNovelty ? "if measured" : "ignored", counts);
    }
  }

  private static String table(List<Row> rows) {
    List<Column<Row>> columns =
        List.of(
            new Column<>("texts", Row::draw),
            new Column<>("novelty", Row::novelty),
            Column.percent("errors", 1, row -> row.counts().errors()),
            Column.percent("broken", 1, row -> row.counts().broken()),
            Column.percent("significantly", 1, row -> row.counts().significantlyBroken()),
            Column.percent("doubtful", 1, row -> row.counts().doubtful()),
            Column.percent("withdrawn", 1, row -> row.counts().withdrawn()),
            Column.percent("missed", 1, row -> row.counts().missed()),
            Column.percent("false", 1, row -> row.counts().falseAlarms()));
    return Tables.of(rows, 2, columns);
  }
}
