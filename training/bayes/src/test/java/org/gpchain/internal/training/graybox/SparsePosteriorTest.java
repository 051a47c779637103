package org.gpchain.internal.training.graybox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.gpchain.core.model.Model;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.internal.training.ToySettings;
import org.gpchain.internal.training.Trainer;
import org.gpchain.internal.training.calibration.CalibratedTrainer;
import org.gpchain.internal.training.decoupled.Pruning;
import org.gpchain.training.Progress;
import org.junit.jupiter.api.Test;

/** Tests pruning and calibration of models with a sparse posterior. */
class SparsePosteriorTest {
  private final List<LabeledSequence> corpus = ToyCorpus.sentences(20, 2);

  /** All features are part of the kernel, so that none can be pruned. */
  @Test
  void isNotPruned() {
    ToySettings settings =
        SparseToy.settings("ne", ToyCorpus.TEMPLATES).withInducing(5, 2, 1).withIterations(1);
    Model model =
        SparseToy.learn(
            settings, SparseToy.kernel(KernelForm.RBF), corpus.subList(0, 5), Progress.NONE);
    assertThat(Pruning.apply(model, 10)).isSameAs(model);
  }

  @Test
  void hasNoFoldsWithoutCalibration() {
    ToySettings settings =
        SparseToy.settings("ne", ToyCorpus.TEMPLATES)
            .withInducing(4, 2, 1)
            .withIterations(2)
            .withCalibrationFolds(0);
    Model model =
        SparseToy.learn(settings, SparseToy.kernel(KernelForm.LINEAR), corpus, Progress.NONE);
    assertThat(model.provenance().settings()).doesNotContainKey("calibrationFolds");
  }

  @Test
  void canBeCalibrated() {
    ToySettings settings =
        SparseToy.settings("ne", ToyCorpus.TEMPLATES).withInducing(8, 2, 1).withIterations(8);
    Trainer trainer =
        SparseToy.kernel(KernelForm.LINEAR).trainer(settings.trainer().withCalibrationFolds(0));
    Model model = new CalibratedTrainer(trainer, 2).train(settings.data(corpus), Progress.NONE);
    assertThat(model.calibration()).isNotEqualTo(Calibration.NONE);
    assertThat(model.provenance().settings()).containsEntry("calibrationFolds", "2");
  }
}
