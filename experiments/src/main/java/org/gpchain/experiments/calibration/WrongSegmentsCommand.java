package org.gpchain.experiments.calibration;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.experiments.lab.ProcessorTime;
import org.gpchain.experiments.lab.Tables;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.cli.options.CorpusOptions;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.ModelLocation;
import org.gpchain.internal.evaluation.EvaluationResult;
import org.gpchain.internal.evaluation.Evaluator;
import org.gpchain.internal.evaluation.Evaluator.ScoredSentence;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain experiment wrong-segments}: measures how well probabilities detect errors. */
@Command(
    name = "wrong-segments",
    sortOptions = false,
    description = {
      "Measures how well the probabilities of a model tell wrong segments from correct ones.",
      "AUROC: the probability that a random wrong segment is less probable than a random correct"
          + " one."
    },
    footer = {
      "",
      "Example:",
      "  gpchain experiment wrong-segments --model m.gpchain --test dev.txt --columns word,label"
    })
public final class WrongSegmentsCommand extends ConsoleCommand {
  @Option(
      names = {"-m", "--model"},
      required = true,
      paramLabel = "FILE|NAME",
      description = "The model.")
  private Path modelFile;

  @Option(names = "--test", required = true, paramLabel = "FILE", description = "The test corpus.")
  private Path testFile;

  @Mixin private CorpusOptions corpora;

  @Option(
      names = "--samples",
      paramLabel = "N",
      description = "Number of posterior samples to average over. Default: the posterior mean.")
  private int samples;

  @Option(
      names = "--residual",
      description = "Include the variance that inducing points do not explain in the samples.")
  private boolean residual;

  @Override
  public Integer call() throws IOException {
    DecodingOptions options = new DecodingOptions(Decoding.SEGMENTS, samples, residual, 1);
    Model model = ModelLocation.of(modelFile).load(options, List.of());
    Corpus test = corpora.read(corpora.readerFor(model), testFile, PosTags.BEST);

    List<Double> correct = new ArrayList<>();
    List<Double> wrong = new ArrayList<>();
    double start = ProcessorTime.seconds();
    Evaluator evaluator = new Evaluator(model.tagger(options), 1);
    EvaluationResult result =
        evaluator.evaluate(test, null, sentence -> add(sentence, correct, wrong));
    double seconds = ProcessorTime.seconds() - start;

    print(
        Tables.format(
            "F1 %.1f, nll %.3f, segment ece %.1f (by chance %.1f), AUROC of %d wrong among %d"
                + " segments %.1f, %d tokens in %.2f s of processor time%n",
            100 * result.accuracy().segments().f1(),
            result.calibration().nll(),
            100 * result.calibration().segmentEce(),
            100 * result.calibration().segmentEceByChance(),
            wrong.size(),
            wrong.size() + correct.size(),
            100 * auroc(correct, wrong),
            result.accuracy().tokens(),
            seconds));
    return 0;
  }

  /** Adds the probabilities of a sentence's segments to the list for correct or wrong segments. */
  private static void add(ScoredSentence sentence, List<Double> correct, List<Double> wrong) {
    Set<Span> gold = new HashSet<>(sentence.gold());
    for (ScoredSpan segment : sentence.predicted()) {
      boolean isCorrect = gold.contains(segment.span());
      (isCorrect ? correct : wrong).add(segment.probability());
    }
  }

  /**
   * Returns the area under the ROC curve: the share of pairs of a wrong and a correct segment in
   * which the wrong segment is less probable. Ties count half.
   */
  static double auroc(List<Double> correct, List<Double> wrong) {
    double sum = 0;
    for (double right : correct) {
      for (double other : wrong) {
        sum += 0.5 * (1 + Math.signum(right - other));
      }
    }
    return sum / ((double) correct.size() * wrong.size());
  }
}
