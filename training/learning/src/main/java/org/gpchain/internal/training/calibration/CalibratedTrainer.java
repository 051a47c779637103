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
 * Calibrates a trainer's models, and chooses the probability down to which segments are decoded:
 * models are trained without one fold of the data each, and what they predict for that fold is
 * compared with its gold labels and segments. As many folds are held out as it takes to see enough
 * of both. The folds are those that the prior was learned on, whose few variances no sentence can
 * be made out in: other folds give the same scales (experiments/docs/calibration.md).
 *
 * @param trainer learns the models; over the features of its data
 * @param folds number of {@link BlockFolds}, at least 2
 * @param corpora if whole corpora are to be held out, that of each sentence of the data, from 0:
 *     the spread between them is part of the probabilities then; otherwise empty
 */
public record CalibratedTrainer(Trainer trainer, int folds, List<Integer> corpora)
    implements Trainer {
  /** Provenance: the number of folds that were held out for calibration. */
  private static final ProvenanceEntry<Integer> CALIBRATION_FOLDS =
      ProvenanceEntry.ofInteger("calibrationFolds");

  /** Gold segments in the held-out folds that suffice to learn three numbers. */
  private static final int MIN_SEGMENTS = 2_000;

  /** Neighbouring sentences are alike: one block says little of the others. */
  private static final int MIN_BLOCKS = 10;

  public CalibratedTrainer {
    Checks.atLeast("folds", folds, 2);
    corpora = List.copyOf(corpora);
  }

  /** A trainer that holds out blocks. */
  public CalibratedTrainer(Trainer trainer, int folds) {
    this(trainer, folds, List.of());
  }

  @Override
  public Start start(TrainingData data, Progress progress) {
    return trainer.start(data, progress);
  }

  @Override
  public Work work(TrainingData data) {
    Work own = trainer.work(data);
    return new Work(own.start(), own.training() * (1 + turns(data) * shareOfOthers()));
  }

  @Override
  public Model train(TrainingData data, Start start, Progress progress) {
    int heldOut = foldsHeldOut(data);
    List<Progress> parts = progress.parts(turns(data) * shareOfOthers(), 1);
    return train(data, holdOut(data, start, heldOut, parts.get(0)), parts.get(1));
  }

  /**
   * What models say of folds that they have not learned from.
   *
   * @param sentences of the first folds, fold by fold
   * @param folds number of the folds
   * @param calibration that they show; none of no folds
   * @param start for a model of all sentences
   */
  public record HeldOut(
      List<HeldOutSentence> sentences, int folds, Calibration calibration, Start start) {}

  /** Learns a model without each of the first folds, and looks at these with it. */
  public HeldOut holdOut(TrainingData data, Start start, int heldOut, Progress progress) {
    double[] work = new double[heldOut];
    Arrays.fill(work, 1);
    int atOnce = trainer.modelsAtOnce(data);
    List<Progress> parts = atOnce > 1 ? progress.partsAtOnce(work) : progress.parts(work);
    Model[] models = new Model[heldOut];
    List<List<HeldOutSentence>> seen = new ArrayList<>(Collections.nCopies(heldOut, List.of()));
    // The means that kernel learning leaves have not seen blocks.
    int started = corpora.isEmpty() ? folds : 0;
    try (Parallel parallel = new Parallel(atOnce)) {
      parallel.each(
          heldOut,
          fold -> {
            BlockFolds blocks = folds(data);
            models[fold] =
                trainer.train(
                    data.select(blocks.others(fold)),
                    start.withoutFold(fold, started),
                    parts.get(fold).asPhase("calibration " + (fold + 1) + "/" + heldOut));
            seen.set(fold, heldOut(models[fold], data, blocks, fold));
          });
    }
    List<HeldOutSentence> sentences = seen.stream().flatMap(List::stream).toList();
    return new HeldOut(
        sentences,
        heldOut,
        calibration(sentences),
        Mean.average(List.of(models)).map(start::withMean).orElse(start));
  }

  /** Learns a model of all sentences, with the calibration that the held-out ones show. */
  public Model train(TrainingData data, HeldOut heldOut, Progress progress) {
    int shown = heldOut.calibration().hasLearnedScales() ? heldOut.folds() : 0;
    Model model = trainer.train(data, heldOut.start(), progress);
    return model.with(heldOut.calibration(), model.provenance().with(CALIBRATION_FOLDS, shown));
  }

  /**
   * The calibration that sentences show. Those whose labels somebody has guessed, such as voices,
   * are no evidence, and where segments are known of complete ones alone, the others are not
   * either; none of no evidence.
   */
  static Calibration calibration(List<HeldOutSentence> heldOut) {
    List<HeldOutSentence> sentences = heldOut.stream().filter(one -> !one.isGuessed()).toList();
    boolean completeOnly =
        sentences.stream().allMatch(one -> one.isComplete() || one.goldCount() == 0);
    List<HeldOutSentence> evidence =
        sentences.stream().filter(one -> one.isComplete() || !completeOnly).toList();
    return evidence.isEmpty()
        ? Calibration.NONE
        : Calibration.of(new ScalingFit(evidence).fit(), evidence);
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

  /** How often as many folds are learned without as fit at once. */
  private int turns(TrainingData data) {
    int atOnce = trainer.modelsAtOnce(data);
    return (foldsHeldOut(data) + atOnce - 1) / atOnce;
  }

  private double shareOfOthers() {
    return (folds - 1.0) / folds;
  }

  private BlockFolds folds(TrainingData data) {
    return corpora.isEmpty()
        ? new BlockFolds(data.sentenceCount(), folds)
        : BlockFolds.ofCorpora(corpora);
  }

  /** The number of folds that are held out: 0 if there are no segments, or too few sentences. */
  public int foldsHeldOut(TrainingData data) {
    int sentences = data.sentenceCount();
    if (corpora.isEmpty() && sentences < folds) {
      return 0;
    }
    long segments = data.segments().stream().mapToLong(List::size).sum();
    if (segments == 0) {
      return 0;
    }
    BlockFolds all = folds(data);
    return corpora.isEmpty()
        ? Math.max(share(MIN_SEGMENTS, segments), share(MIN_BLOCKS, all.blocks()))
        : all.folds();
  }

  /** How many folds have so many of {@code all}. */
  private int share(int wanted, long all) {
    return (int) Math.min(folds, ((long) wanted * folds - 1) / all + 1);
  }
}
