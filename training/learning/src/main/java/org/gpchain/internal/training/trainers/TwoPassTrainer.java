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
 * Trains models that read a document in two passes. The second pass uses the labels that the first
 * pass has predicted for the other occurrences of a word in the document.
 *
 * <p>For training the second pass, the predictions for the sentences of a fold come from a first
 * pass that was trained without this fold. The windows over which occurrences are collected end at
 * the end of a block, so that they stay within a fold: a model of the first pass has seen the
 * labels of other folds. If the second pass does not increase the likelihood of held-out tokens,
 * the result is the model of the first pass alone.
 *
 * @param settings settings without inducing points and with calibration
 */
record TwoPassTrainer(TrainerSettings settings) {
  /**
   * Provenance: the held-out losses (negative log likelihoods) with and without the second pass, in
   * nats per token.
   */
  static final ProvenanceEntry<String> LOSSES = ProvenanceEntry.ofText("documentContext");

  /**
   * Trains a model.
   *
   * @param sentences the training sentences, with the columns that the task requires
   * @param data the training data of these sentences
   */
  Model train(List<LabeledSequence> sentences, TrainingData data, Progress progress) {
    long begin = System.nanoTime();
    CalibratedTrainer trainer =
        new CalibratedTrainer(new DecoupledTrainer(settings), settings.calibrationFolds());
    Work work = trainer.trainer().work(data);
    double foldWork = (trainer.folds() - 1) * work.training();
    List<Progress> parts =
        progress.parts(work.start(), foldWork, work.start() / 2, foldWork, 2 * work.training());

    Start firstStart = trainer.start(data, parts.get(0));
    HeldOut firstPass = trainer.holdOut(data, firstStart, trainer.folds(), parts.get(1));

    TrainingData documentData =
        data.withColumns(
            withDocumentColumns(sentences, data, firstPass),
            DefaultTemplates.inDocument(data.task().templates()));
    StartLearner startLearner = new StartLearner(settings);
    Start secondStart =
        startLearner.start(
            documentData, documentData.encoded().chain(), firstStart.prior(), parts.get(2));
    int secondFolds = trainer.foldsHeldOut(documentData);
    HeldOut secondPass = trainer.holdOut(documentData, secondStart, secondFolds, parts.get(3));

    double lossWithout = loss(firstPass, secondPass.sentences().size());
    double lossWith = loss(secondPass, secondPass.sentences().size());
    Progress finalProgress = parts.get(4);
    Model model = pruned(trainer.train(data, firstPass, finalProgress.asPhase("first pass")));
    if (lossWith < lossWithout) {
      Progress secondProgress = finalProgress.asPhase("second pass");
      Model second = pruned(trainer.train(documentData, secondPass, secondProgress));
      model = second.after(model, data.task().words());
    }

    String losses = format("%.4f with, %.4f without", lossWith, lossWithout);
    double seconds = (System.nanoTime() - begin) / 1e9;
    Model learned =
        model
            .with(model.calibration(), model.provenance().with(LOSSES, losses))
            .with(model.run().lasting(seconds));
    progress.onStep(new Step("done", 0, 0, learned.run().objective(), Double.NaN, () -> learned));
    return learned;
  }

  private Model pruned(Model model) {
    return Pruning.apply(model, settings.optimization().pruning());
  }

  /**
   * Returns the sentences with the columns of {@link DocumentWindow}, computed from the predictions
   * of models that were trained without the sentences.
   *
   * @param corpus the sentences of the data, and sentences without tokens, which are left out
   * @param heldOut scores of the sentences of all folds
   */
  private static List<LabeledSequence> withDocumentColumns(
      List<LabeledSequence> corpus, TrainingData data, HeldOut heldOut) {
    List<LabeledSequence> sentences = corpus.stream().filter(s -> s.length() > 0).toList();
    BlockFolds blocks = new BlockFolds(sentences.size(), heldOut.folds());
    HeldOutSentence[] predicted = new HeldOutSentence[sentences.size()];
    int next = 0;
    for (int fold = 0; fold < heldOut.folds(); fold++) {
      for (int n : blocks.heldOut(fold)) {
        predicted[n] = heldOut.sentences().get(next++);
      }
    }

    List<LabeledSequence> result = new ArrayList<>();
    DocumentWindow window =
        new DocumentWindow(
            data.labels(), tokens -> result.add(sentences.get(result.size()).withTokens(tokens)));
    LatticeScaling scaling = heldOut.calibration().scaling();
    Workspace workspace = new Workspace();
    for (int n = 0; n < predicted.length; n++) {
      if (n > 0) {
        boolean isNewBlock = blocks.blockOf(n) != blocks.blockOf(n - 1);
        boolean isNewDocument = sentences.get(n).document() != sentences.get(n - 1).document();
        if (isNewBlock || isNewDocument) {
          window.end();
        }
      }
      window.add(sentences.get(n).tokens(), predicted[n].marginals(scaling, workspace));
    }
    window.end();
    return result;
  }

  /**
   * Returns the mean loss of held-out tokens after calibration, in nats per token.
   *
   * @param count number of sentences to use, from the first
   */
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
