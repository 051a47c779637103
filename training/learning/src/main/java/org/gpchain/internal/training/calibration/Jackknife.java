package org.gpchain.internal.training.calibration;

import java.util.Arrays;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.training.Start;
import org.gpchain.internal.training.Trainer;
import org.gpchain.internal.training.data.BlockFolds;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.training.Progress;

/**
 * Predicts labels for the sentences that a model was trained on as if the model had never seen
 * them. Each part of the corpus is labeled by a model that was trained on the other parts and has
 * the calibration of the whole model. If another model is trained with such labels as features, it
 * learns to expect the errors and the uncertainty that the first model shows on new text.
 *
 * @param trainer trainer of the models of the parts, which must have the features of the data
 * @param parts number of parts, which are {@link BlockFolds}; at least 2
 * @param progress receives the progress of training
 */
public record Jackknife(Trainer trainer, int parts, Progress progress) {
  /** Creates a jackknife; checks the number of parts. */
  public Jackknife {
    Checks.atLeast("parts", parts, 2);
  }

  /**
   * Predicts the labels of a corpus.
   *
   * @param like model that was trained on the corpus; the models of the parts have the same
   *     features, scheme, prior and calibration
   * @param corpus sentences with gold labels, each with at least one token
   * @param consumer receives each prediction and the number of its sentence, part by part
   * @throws IllegalArgumentException if there are fewer sentences than parts, or if the model reads
   *     documents
   */
  public void predict(
      Model like, List<LabeledSequence> corpus, ObjIntConsumer<Prediction> consumer) {
    Checks.atLeast("number of sentences", corpus.size(), parts);
    if (like.features().firstPass() != null) {
      throw new IllegalArgumentException(
          "a jackknife needs a model of one pass; train it with --document-context off");
    }

    TrainingData data = TrainingData.of(corpus, like);
    Checks.length("sentences", corpus.size(), data.sentenceCount(), "with a token");
    Start start = new Start(like.prior());
    BlockFolds folds = new BlockFolds(corpus.size(), parts);
    Workspace workspace = new Workspace();
    LabeledRows encoded = data.encoded();
    double[] work = new double[parts];
    Arrays.fill(work, 1);
    List<Progress> progressOfParts = progress.parts(work);

    for (int part = 0; part < parts; part++) {
      TrainingData otherParts = data.select(folds.others(part));
      String phase = "part " + (part + 1) + "/" + parts;
      Model model = trainer.train(otherParts, start, progressOfParts.get(part).asPhase(phase));

      Tagger tagger = model.with(like.calibration(), model.provenance()).tagger();
      for (int n : folds.heldOut(part)) {
        int firstRow = encoded.sentenceStart()[n];
        Prediction prediction = tagger.tag(encoded.rows(), firstRow, encoded.length(n), workspace);
        consumer.accept(prediction, n);
      }
    }
  }
}
