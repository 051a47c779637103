package org.gpchain.internal.training.calibration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ProvenanceEntry;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.promise.GoldSentence;
import org.gpchain.core.promise.HeldOutSentence;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.training.Mean;
import org.gpchain.internal.training.Start;
import org.gpchain.internal.training.Trainer;
import org.gpchain.internal.training.data.BlockFolds;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.training.Progress;

/**
 * A trainer that calibrates the models of another trainer and chooses their decoding threshold, the
 * minimum probability of a decoded segment. For each of several folds, it trains a model without
 * the fold and compares the predictions for the fold with the gold labels and segments. Only as
 * many folds are held out as are needed for enough segments and blocks.
 *
 * <p>The folds are the same as those on which the prior was learned. This does not bias the
 * calibration, because the few prior variances carry no information about single sentences: other
 * folds give the same scales (experiments/docs/calibration.md).
 *
 * @param trainer trainer of the models, which must have the features of the data
 * @param folds number of {@link BlockFolds}, at least 2
 * @param corpora number of the corpus of each sentence of the data, from 0, if whole corpora are to
 *     be held out, so that the probabilities include the variation between corpora; otherwise empty
 */
public record CalibratedTrainer(Trainer trainer, int folds, List<Integer> corpora)
    implements Trainer {
  /** Provenance: the number of folds that were held out for calibration. */
  private static final ProvenanceEntry<Integer> CALIBRATION_FOLDS =
      ProvenanceEntry.ofInteger("calibrationFolds");

  /**
   * Number of gold segments in the held-out folds that is enough for two scales and a threshold.
   */
  private static final int MIN_SEGMENTS = 2_000;

  /**
   * Minimum number of blocks in the held-out folds. Adjacent sentences are similar, so that a few
   * blocks would not be representative.
   */
  private static final int MIN_BLOCKS = 10;

  /** Creates a trainer; copies the list. */
  public CalibratedTrainer {
    Checks.atLeast("folds", folds, 2);
    corpora = List.copyOf(corpora);
  }

  /** Creates a trainer that holds out folds of blocks. */
  public CalibratedTrainer(Trainer trainer, int folds) {
    this(trainer, folds, List.of());
  }

  @Override
  public Start start(TrainingData data, Progress progress) {
    return trainer.start(data, progress);
  }

  @Override
  public Work work(TrainingData data) {
    Work work = trainer.work(data);
    double workOfFolds = turns(data) * trainingShare();
    return new Work(work.start(), work.training() * (1 + workOfFolds));
  }

  @Override
  public Model train(TrainingData data, Start start, Progress progress) {
    int heldOut = foldsHeldOut(data);
    List<Progress> parts = progress.parts(turns(data) * trainingShare(), 1);
    return train(data, holdOut(data, start, heldOut, parts.get(0)), parts.get(1));
  }

  /**
   * Predictions for held-out folds, by models that were trained without them.
   *
   * @param sentences scores of the sentences of the held-out folds, fold by fold
   * @param folds number of held-out folds
   * @param calibration calibration that was fitted to the sentences; {@link Calibration#NONE} if no
   *     folds were held out
   * @param start start for the training of a model on all sentences
   */
  public record HeldOut(
      List<HeldOutSentence> sentences, int folds, Calibration calibration, Start start) {}

  /**
   * Trains a model without each of the first folds, and predicts these folds with it.
   *
   * @param start start of learning on all sentences
   * @param heldOut number of folds to hold out
   */
  public HeldOut holdOut(TrainingData data, Start start, int heldOut, Progress progress) {
    double[] work = new double[heldOut];
    Arrays.fill(work, 1);
    int modelsAtOnce = trainer.modelsAtOnce(data);
    List<Progress> parts = modelsAtOnce > 1 ? progress.partsAtOnce(work) : progress.parts(work);

    Model[] models = new Model[heldOut];
    List<List<HeldOutSentence>> predicted =
        new ArrayList<>(Collections.nCopies(heldOut, List.of()));
    try (Parallel parallel = new Parallel(modelsAtOnce)) {
      parallel.each(
          heldOut,
          fold -> {
            Progress foldProgress =
                parts.get(fold).asPhase("calibration " + (fold + 1) + "/" + heldOut);
            models[fold] = trainWithoutFold(data, start, fold, foldProgress);
            predicted.set(fold, heldOut(models[fold], data, folds(data), fold));
          });
    }

    List<HeldOutSentence> sentences = predicted.stream().flatMap(List::stream).toList();
    Start nextStart = Mean.average(List.of(models)).map(start::withMean).orElse(start);
    return new HeldOut(sentences, heldOut, calibration(sentences), nextStart);
  }

  private Model trainWithoutFold(TrainingData data, Start start, int fold, Progress progress) {
    // Kernel learning provides means for folds of blocks, but not for folds of corpora.
    int foldsWithMeans = corpora.isEmpty() ? folds : 0;
    TrainingData otherFolds = data.select(folds(data).others(fold));
    return trainer.train(otherFolds, start.withoutFold(fold, foldsWithMeans), progress);
  }

  /** Trains a model on all sentences and gives it the calibration of the held-out sentences. */
  public Model train(TrainingData data, HeldOut heldOut, Progress progress) {
    int calibrationFolds = heldOut.calibration().hasLearnedScales() ? heldOut.folds() : 0;
    Model model = trainer.train(data, heldOut.start(), progress);
    return model.with(
        heldOut.calibration(), model.provenance().with(CALIBRATION_FOLDS, calibrationFolds));
  }

  /**
   * Returns the calibration that fits held-out sentences best. Sentences with guessed labels, for
   * example by voices, are not used. If only completely annotated sentences have segments, only
   * complete sentences are used. Returns {@link Calibration#NONE} if no sentence can be used.
   */
  static Calibration calibration(List<HeldOutSentence> heldOut) {
    List<HeldOutSentence> annotated = new ArrayList<>();
    List<HeldOutSentence> complete = new ArrayList<>();
    boolean hasPartialWithSegments = false;
    for (HeldOutSentence sentence : heldOut) {
      if (!sentence.isGuessed()) {
        annotated.add(sentence);
        if (sentence.isComplete()) {
          complete.add(sentence);
        } else if (sentence.goldCount() > 0) {
          hasPartialWithSegments = true;
        }
      }
    }

    List<HeldOutSentence> evidence = hasPartialWithSegments ? annotated : complete;
    if (evidence.isEmpty()) {
      return Calibration.NONE;
    }
    return Calibration.of(new ScalingFit(evidence).fit(), evidence);
  }

  /**
   * Returns the scores of the sentences of a fold under a model that was trained without them.
   *
   * @param model model over the features of the data
   * @param data the sentences of all folds
   * @param blocks assignment of the sentences to folds
   * @param fold index of the fold
   */
  public static List<HeldOutSentence> heldOut(
      Model model, TrainingData data, BlockFolds blocks, int fold) {
    Tagger tagger = model.tagger();
    LabeledRows encoded = data.encoded();
    Workspace workspace = new Workspace();
    List<HeldOutSentence> sentences = new ArrayList<>();
    for (int n : blocks.heldOut(fold)) {
      GoldSentence gold =
          new GoldSentence(
              encoded.labelsOf(n),
              encoded.partial(),
              Set.copyOf(data.segments().get(n)),
              blocks.blockOf(n));
      int first = encoded.sentenceStart()[n];
      sentences.add(tagger.heldOut(encoded.rows(), first, gold, workspace));
    }
    return sentences;
  }

  /** Returns how many times models are trained in parallel until all folds have been held out. */
  private int turns(TrainingData data) {
    int modelsAtOnce = trainer.modelsAtOnce(data);
    return (foldsHeldOut(data) + modelsAtOnce - 1) / modelsAtOnce;
  }

  /** Returns the share of the sentences that a model is trained on if one fold is held out. */
  private double trainingShare() {
    return (folds - 1.0) / folds;
  }

  private BlockFolds folds(TrainingData data) {
    if (corpora.isEmpty()) {
      return new BlockFolds(data.sentenceCount(), folds);
    }
    return BlockFolds.ofCorpora(corpora);
  }

  /**
   * Returns the number of folds to hold out; 0 if there are no segments, or fewer sentences than
   * folds.
   */
  public int foldsHeldOut(TrainingData data) {
    int sentences = data.sentenceCount();
    if (corpora.isEmpty() && sentences < folds) {
      return 0;
    }
    long segments = data.segments().stream().mapToLong(List::size).sum();
    if (segments == 0) {
      return 0;
    }

    BlockFolds blockFolds = folds(data);
    if (!corpora.isEmpty()) {
      return blockFolds.folds();
    }
    return Math.max(foldsWith(MIN_SEGMENTS, segments), foldsWith(MIN_BLOCKS, blockFolds.blocks()));
  }

  /**
   * Returns the number of folds that together have a minimum number of items, if all folds have the
   * same number of items; at most the number of all folds.
   *
   * @param minimum minimum number of items
   * @param total number of items in all folds
   */
  private int foldsWith(int minimum, long total) {
    return (int) Math.min(folds, ((long) minimum * folds - 1) / total + 1);
  }
}
