package org.gpchain.experiments.promises;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gpchain.core.model.Model;
import org.gpchain.core.promise.HeldOutSegments;
import org.gpchain.core.promise.HeldOutSentence;
import org.gpchain.core.promise.Promise;
import org.gpchain.experiments.lab.Context;
import org.gpchain.experiments.lab.Experiment;
import org.gpchain.experiments.lab.RowFile;
import org.gpchain.experiments.lab.Tables;
import org.gpchain.experiments.lab.Tables.Column;
import org.gpchain.experiments.promises.PromiseCommand.Row;
import org.gpchain.internal.cli.options.CorpusOptions;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.CorpusReader;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.ModelLocation;
import org.gpchain.internal.training.Start;
import org.gpchain.internal.training.Trainer;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.calibration.CalibratedTrainer;
import org.gpchain.internal.training.data.BlockFolds;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.decoupled.DecoupledTrainer;
import org.gpchain.training.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain experiment promise}: checks whether a model's error guarantees are kept. */
@Command(
    name = "promise",
    sortOptions = false,
    description = {
      "Shows whether a model's error guarantees (--max-error) are kept. Trains models with the same"
          + " features and prior on four of five folds of the training corpus and predicts the"
          + " fifth. Then computes thresholds on a random half of the blocks and counts errors in"
          + " the other half.",
      "refused: splits in which no threshold gave the guarantee. broken: splits with more errors"
          + " than guaranteed. wrong: mean share of errors where a guarantee was given. written and"
          + " recall: means over all splits."
    },
    footer = {
      "",
      "Example:",
      "  gpchain experiment promise --model names.gpchain --train train.txt --columns word,label"
    })
public final class PromiseCommand extends Experiment<Row> {
  private static final int FOLDS = 5;

  /** Guaranteed maximum shares of errors. */
  private static final double[] SHARES = {0.02, 0.05, 0.1};

  /** Confidence levels of the guarantees. At level 0, a guarantee holds on average. */
  private static final double[] CONFIDENCES = {0, 0.9};

  @Option(names = "--model", required = true, paramLabel = "FILE|NAME", description = "The model.")
  private Path modelFile;

  @Option(
      names = "--train",
      required = true,
      paramLabel = "FILE",
      description = "The corpus that the model was trained on.")
  private Path trainFile;

  @Mixin private CorpusOptions corpora;

  @Option(
      names = "--splits",
      paramLabel = "N",
      description = "Number of random splits. Default: ${DEFAULT-VALUE}.")
  private int splits = 200;

  /**
   * An error guarantee and its results.
   *
   * @param promise the guarantee
   * @param blocks number of blocks of held-out sentences
   * @param candidates number of candidate segments
   * @param gold number of gold segments
   * @param kept the results over random splits
   */
  record Row(String promise, int blocks, int candidates, int gold, PromiseSplits kept) {
    int refused() {
      return kept.refused();
    }

    int broken() {
      return kept.broken();
    }

    String wrong() {
      return percent(kept.wrong());
    }

    String written() {
      return percent(kept.written());
    }

    String recall() {
      return percent(kept.recall());
    }

    private static String percent(double share) {
      if (Double.isNaN(share)) {
        return "–";
      }
      return Tables.format("%.2f %%", 100 * share);
    }
  }

  @Override
  protected Stream<Row> run(Context context) throws IOException {
    RowFile<Row> rows = context.rows(Row.class);
    return rows.all(() -> rows(context.run().seed())).stream();
  }

  private List<Row> rows(long seed) throws IOException {
    HeldOutSegments heldOut = heldOut();
    int blocks = (int) IntStream.of(heldOut.block()).distinct().count();
    int candidates = heldOut.start().length;
    int gold = IntStream.of(heldOut.gold()).sum();

    List<Row> rows = new ArrayList<>();
    for (double confidence : CONFIDENCES) {
      for (double share : SHARES) {
        Promise promise = Promise.maxError(share).withConfidence(confidence);
        PromiseSplits kept = PromiseSplits.of(heldOut, promise, splits, seed);
        rows.add(new Row(promise.toString(), blocks, candidates, gold, kept));
      }
    }
    return rows;
  }

  @Override
  protected String table(List<Row> rows, Context context) {
    Row first = rows.get(0);
    String head =
        Tables.format(
            "%d blocks, %d candidates, %d gold segments; %d splits%n",
            first.blocks(), first.candidates(), first.gold(), splits);
    List<Column<Row>> columns =
        List.of(
            new Column<>("promise", Row::promise),
            new Column<>("refused", Row::refused),
            new Column<>("broken", Row::broken),
            new Column<>("wrong", Row::wrong),
            new Column<>("written", Row::written),
            new Column<>("recall", Row::recall));
    return head + Tables.of(rows, 1, columns);
  }

  /** Trains a model without each fold and returns its candidate segments in that fold. */
  private HeldOutSegments heldOut() throws IOException {
    Model model = ModelLocation.of(modelFile).load();
    if (!model.calibration().hasLearnedScales() || model.features().firstPass() != null) {
      throw new InputException(
          modelFile,
          "this model was not calibrated, or reads documents twice",
          "train it with --calibration-folds and --document-context off");
    }

    List<String> columns = model.requiredColumns();
    CorpusReader reader = corpora.reader(model.task().name(), available -> columns, List.of());
    Corpus train = corpora.read(reader, trainFile, model.posTags());
    train.checkLearnable(FOLDS);

    TrainingData data = TrainingData.of(train.sentences(), model);
    BlockFolds folds = new BlockFolds(data.sentenceCount(), FOLDS);
    Trainer trainer = new DecoupledTrainer(TrainerSettings.DEFAULT);
    Start start = new Start(model.prior());
    List<HeldOutSentence> sentences = new ArrayList<>();
    for (int fold = 0; fold < FOLDS; fold++) {
      Model others = trainer.train(data.select(folds.others(fold)), start, Progress.NONE);
      sentences.addAll(CalibratedTrainer.heldOut(others, data, folds, fold));
    }
    return HeldOutSegments.of(sentences, model.calibration().scaling());
  }
}
