package org.gpchain.internal.training.decoupled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.decode.TaggerCase.marginals;

import java.util.List;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.internal.training.ToySettings;
import org.junit.jupiter.api.Test;

class PruningTest {
  private static final List<LabeledSequence> TRAIN = ToyCorpus.sentences(30, 1);
  private static final List<LabeledSequence> TEST = ToyCorpus.sentences(20, 2);

  private static Model learn(ToySettings settings, double pruning) {
    return settings.withPruning(pruning).learn(TRAIN);
  }

  private static void assertClosePredictions(
      Model expectedModel, Model actualModel, double tolerance) {
    for (LabeledSequence sentence : TEST) {
      Prediction expected = expectedModel.tagger().tag(sentence.tokens());
      Prediction actual = actualModel.tagger().tag(sentence.tokens());
      assertThat(marginals(actual)).containsExactly(marginals(expected), within(tolerance));
    }
  }

  @Test
  void smallWeightsAreRemoved() {
    Model unpruned = learn(ToyCorpus.settings(), 0);
    Model pruned = learn(ToyCorpus.settings(), 0.15);
    assertThat(pruned.vocabulary().featureCount())
        .isPositive()
        .isLessThan(unpruned.vocabulary().featureCount());
    for (float weight : ToyCorpus.decoupled(pruned).weights()) {
      assertThat(weight == 0 || Math.abs(weight) >= 0.15).isTrue();
    }
    assertClosePredictions(unpruned, pruned, 0.2);
    assertClosePredictions(unpruned, Pruning.apply(unpruned, 0), 0);
  }

  /** Once the lines with parts of speech are removed, the model needs neither tags nor a tagset. */
  @Test
  void linesWithoutFeaturesAreRemoved() {
    Model unpruned = learn(ToyCorpus.settings(), 0);
    int pos = 3;
    float[] weights = ToyCorpus.decoupled(unpruned).weights();
    int v = unpruned.labels().size();
    for (int g = pos; g < pos + 2; g++) {
      for (int d = unpruned.vocabulary().groupStart(g);
          d < unpruned.vocabulary().groupStart(g + 1);
          d++) {
        for (int a = 0; a < v; a++) {
          weights[d * v + a] *= 1e-9f;
        }
      }
    }

    Model pruned = Pruning.apply(unpruned, 1e-6);
    assertThat(pruned.vocabulary().templates().requiredColumns()).containsExactly("word");
    assertThat(pruned.posTagset()).isEmpty();
    assertThat(pruned.prior().groupVariance()).hasSize(4);
    assertClosePredictions(unpruned, pruned, 1e-6);
  }

  @Test
  void atLeastOneFeatureIsKept() {
    Model pruned = Pruning.apply(learn(ToyCorpus.settings(), 0), 1e9);
    assertThat(pruned.vocabulary().featureCount()).isEqualTo(1);
    assertThat(ToyCorpus.decoupled(pruned).weights()).containsOnly(0);
    assertThat(pruned.tagger().tag(TEST.get(0).tokens()).labels()).isNotEmpty();
  }

  @Test
  void modelWithoutFeaturesIsNotChanged() {
    ToySettings rare =
        ToySettings.of("ne", TemplateSet.parse("U:%x[0,word]\nB", ToyCorpus.COLUMNS))
            .withKernelRounds(0)
            .withCutoff(100_000);
    assertThat(learn(rare, 1).vocabulary().featureCount()).isZero();
  }
}
