package org.gpchain.training.calibration;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.kernel.Prior;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.model.Model;
import org.gpchain.core.predict.HeldOutSentence;
import org.gpchain.core.predict.Tagger;
import org.gpchain.training.Progress;
import org.gpchain.training.Start;
import org.gpchain.training.Trainer;
import org.gpchain.training.data.BlockFolds;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.data.TrainingData;

/**
 * Sentences as models see them that have not learned from them.
 *
 * @param data all sentences
 * @param blocks their folds
 */
public record HeldOutFolds(TrainingData data, BlockFolds blocks) {
  /**
   * All sentences, each fold as a model of the others sees it.
   *
   * @param trainer learns these models, over the features of the data
   * @param prior of these models
   */
  public List<HeldOutSentence> sentences(Trainer trainer, Prior prior) {
    List<HeldOutSentence> all = new ArrayList<>();
    for (int fold = 0; fold < blocks.folds(); fold++) {
      TrainingData others = data.select(blocks.others(fold));
      all.addAll(sentences(trainer.train(others, new Start(prior), Progress.NONE), fold));
    }
    return all;
  }

  /**
   * The sentences of a fold.
   *
   * @param model has not learned from them; over the features of the data
   */
  List<HeldOutSentence> sentences(Model model, int fold) {
    Tagger tagger = model.tagger();
    LabeledRows encoded = data.encoded();
    Workspace workspace = new Workspace();
    List<HeldOutSentence> sentences = new ArrayList<>();
    for (int n : blocks.heldOut(fold)) {
      sentences.add(
          tagger.heldOut(
              encoded.rows(),
              encoded.sentenceStart()[n],
              encoded.labelsOf(n),
              encoded.partial(),
              data.spans(n),
              blocks.blockOf(n),
              workspace));
    }
    return sentences;
  }
}
