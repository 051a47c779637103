package org.gpchain.internal.training.calibration;

import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
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
 * Labels for the sentences that a model was trained on, as it would predict them had it never seen
 * them: each part of the corpus is labelled by a model of the other parts, which has the
 * calibration of the whole. A model that learns from such labels meets the mistakes that this model
 * makes in use, and doubts like its own. The parts are {@link BlockFolds}.
 *
 * @param trainer learns the models of the parts, over the features of its data
 * @param parts number of parts, at least 2
 */
public record Jackknife(Trainer trainer, int parts, Progress progress) {
  public Jackknife {
    Checks.atLeast("parts", parts, 2);
  }

  /**
   * Labels a corpus, whatever labels it comes with.
   *
   * @param like the model whose features, scheme, prior and calibration those of the parts have
   * @param corpus sentences with labels such as the model's, each with a token
   * @param result takes a sentence's number and its prediction, in the order of the parts
   * @throws IllegalArgumentException if there are fewer sentences than parts, or the model reads
   *     documents
   */
  public void predict(Model like, List<LabeledSequence> corpus, ObjIntConsumer<Prediction> result) {
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
    List<Progress> shares =
        progress.parts(IntStream.range(0, parts).mapToDouble(part -> 1).toArray());
    for (int part = 0; part < parts; part++) {
      Model model =
          trainer.train(
              data.select(folds.others(part)),
              start,
              shares.get(part).asPhase("part " + (part + 1) + "/" + parts));
      Tagger tagger = model.with(like.calibration(), model.provenance()).tagger();
      for (int n : folds.heldOut(part)) {
        result.accept(
            tagger.tag(encoded.rows(), encoded.sentenceStart()[n], encoded.length(n), workspace),
            n);
      }
    }
  }
}
