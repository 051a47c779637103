package org.gpchain.internal.training.trainers;

import static org.gpchain.core.text.Numbers.format;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ProvenanceEntry;
import org.gpchain.core.promise.HeldOutSentence;
import org.gpchain.core.promise.LatticeScaling;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.document.DocumentWindow;
import org.gpchain.internal.training.Start;
import org.gpchain.internal.training.Trainer.Work;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.calibration.CalibratedTrainer;
import org.gpchain.internal.training.calibration.CalibratedTrainer.HeldOut;
import org.gpchain.internal.training.data.BlockFolds;
import org.gpchain.internal.training.data.DefaultTemplates;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.decoupled.DecoupledTrainer;
import org.gpchain.internal.training.decoupled.Pruning;
import org.gpchain.internal.training.hyper.StartLearner;
import org.gpchain.training.Progress;
import org.gpchain.training.Progress.Step;

/**
 * Learns models of two passes over a document: the second one reads what the first one says of the
 * other occurrences of a word. It learns from what models of the other folds say, and only of
 * occurrences in the same fold: of others they would know the labels, some of them by what is to be
 * learned. If held-out tokens are not likelier with the second pass, the model is that of the first
 * pass alone.
 *
 * @param settings without inducing points, and with calibration
 */
record TwoPassTrainer(TrainerSettings settings) {
  /** Provenance: losses of held-out tokens with and without the second pass, in nats per token. */
  static final ProvenanceEntry<String> LOSSES = ProvenanceEntry.ofText("documentContext");

  /**
   * @param sentences with the columns that the task requires
   * @param data the same sentences
   */
  Model train(List<LabeledSequence> sentences, TrainingData data, Progress progress) {
    long begin = System.nanoTime();
    CalibratedTrainer trainer =
        new CalibratedTrainer(new DecoupledTrainer(settings), settings.calibrationFolds());
    Work work = trainer.trainer().work(data);
    double folds = (trainer.folds() - 1) * work.training();
    List<Progress> parts =
        progress.parts(work.start(), folds, work.start() / 2, folds, 2 * work.training());
    Start begun = trainer.start(data, parts.get(0));
    HeldOut first = trainer.holdOut(data, begun, trainer.folds(), parts.get(1));
    TrainingData more =
        TrainingData.of(
            inDocuments(sentences, data, first),
            data.task().withTemplates(DefaultTemplates.inDocument(data.task().templates())));
    Start start =
        new StartLearner(settings).start(more, more.encoded().chain(), begun.prior(), parts.get(2));
    HeldOut second = trainer.holdOut(more, start, trainer.foldsHeldOut(more), parts.get(3));
    double without = loss(first, second.sentences().size());
    double with = loss(second, second.sentences().size());
    Model model = pruned(trainer.train(data, first, parts.get(4).asPhase("first pass")));
    if (with < without) {
      Model last = pruned(trainer.train(more, second, parts.get(4).asPhase("second pass")));
      model = last.after(model, data.task().words());
    }
    Model learned =
        model
            .with(
                model.calibration(),
                model.provenance().with(LOSSES, format("%.4f with, %.4f without", with, without)))
            .with(model.run().lasting((System.nanoTime() - begin) / 1e9));
    progress.onStep(new Step("done", 0, 0, learned.run().objective(), Double.NaN, () -> learned));
    return learned;
  }

  private Model pruned(Model model) {
    return Pruning.apply(model, settings.optimization().pruning());
  }

  /** The sentences with what models that have not learned from a document say of it. */
  private static List<LabeledSequence> inDocuments(
      List<LabeledSequence> all, TrainingData data, HeldOut heldOut) {
    List<LabeledSequence> sentences = all.stream().filter(s -> s.length() > 0).toList();
    BlockFolds blocks = new BlockFolds(sentences.size(), heldOut.folds());
    HeldOutSentence[] seen = new HeldOutSentence[sentences.size()];
    int next = 0;
    for (int fold = 0; fold < heldOut.folds(); fold++) {
      for (int n : blocks.heldOut(fold)) {
        seen[n] = heldOut.sentences().get(next++);
      }
    }
    List<LabeledSequence> read = new ArrayList<>();
    DocumentWindow window =
        new DocumentWindow(
            data.labels(), tokens -> read.add(sentences.get(read.size()).withTokens(tokens)));
    LatticeScaling scaling = heldOut.calibration().scaling();
    Workspace workspace = new Workspace();
    for (int n = 0; n < seen.length; n++) {
      if (n > 0
          && (blocks.blockOf(n) != blocks.blockOf(n - 1)
              || sentences.get(n).document() != sentences.get(n - 1).document())) {
        window.end();
      }
      window.add(sentences.get(n).tokens(), seen[n].marginals(scaling, workspace));
    }
    window.end();
    return read;
  }

  /** Of the first sentences, calibrated, in nats per token. */
  private static double loss(HeldOut heldOut, int count) {
    LatticeScaling scaling = heldOut.calibration().scaling();
    Workspace workspace = new Workspace();
    double loss = 0;
    long tokens = 0;
    for (HeldOutSentence sentence : heldOut.sentences().subList(0, count)) {
      loss += sentence.loss(scaling, 0, workspace);
      tokens += sentence.length();
    }
    return loss / tokens;
  }
}
