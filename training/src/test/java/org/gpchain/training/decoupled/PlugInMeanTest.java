package org.gpchain.training.decoupled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.core.Tolerances.OPTIMUM;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import java.util.List;
import org.gpchain.core.kernel.AdditiveLinearKernel;
import org.gpchain.core.math.SparseRows;
import org.gpchain.core.predict.Prediction;
import org.gpchain.core.predict.Tagger;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.training.LearnerSettings;
import org.gpchain.training.LearningException;
import org.gpchain.training.LearningListener;
import org.gpchain.training.ToyCorpus;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.data.TrainingData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlugInMeanTest {
  private static final LearnerSettings SETTINGS = ToyCorpus.settings();

  private final List<LabeledSequence> train = ToyCorpus.sentences(20, 1);
  private final TrainingData data = TrainingData.of(train, SETTINGS);

  private static AdditiveLinearKernel kernel(int features, double variance) {
    return AdditiveLinearKernel.of(new int[features], new double[] {variance});
  }

  private PlugInMean learn(int threads) {
    return PlugInMean.learn(
        data.encoded(),
        kernel(data.vocabulary().featureCount(), SETTINGS.variance()),
        SETTINGS.pairwiseVariance(),
        SETTINGS.iterations(),
        threads,
        SETTINGS.seed());
  }

  @Test
  void itIsWhatTheLearnerFinds() {
    Tagger tagger = new Learner(SETTINGS, LearningListener.SILENT).learn(train, List.of()).tagger();
    double[][] marginals = learn(1).marginals(data.encoded());
    assertThat(marginals).hasNumberOfRows(train.size());
    for (int n = 0; n < train.size(); n++) {
      Prediction prediction = tagger.tag(train.get(n).tokens());
      int labels = data.labels().size();
      assertThat(marginals[n]).hasSize(train.get(n).length() * labels);
      for (int i = 0; i < marginals[n].length; i++) {
        double expected = prediction.marginal(i / labels, i % labels);
        assertClose("p", marginals[n][i], expected, ROUNDING);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8})
  void itIsTheSameOnAnyNumberOfThreads(int threads) {
    assertThat(learn(threads).marginals(data.encoded()))
        .isDeepEqualTo(learn(1).marginals(data.encoded()));
  }

  private static LabeledRows oneToken(int features, int label, int... active) {
    return new LabeledRows(
        SparseRows.of(features, new int[] {0, active.length}, active),
        new int[] {0, 1},
        new int[] {label},
        2);
  }

  /**
   * One token with one feature: {@code p = w_0 − w_1} solves {@code p = 2 s² (1 − σ(p))}, since the
   * difference of two weights has twice the variance of one.
   */
  @Test
  void oneTokenHasTheLogisticOptimum() {
    double variance = 0.7;
    double difference = 0;
    for (int i = 0; i < 200; i++) {
      double next = 2 * variance / (1 + Math.exp(difference));
      difference = 0.5 * (difference + next);
    }
    PlugInMean mean = PlugInMean.learn(oneToken(1, 0, 0), kernel(1, variance), 1, 100, 1, 1);
    double expected = 1 / (1 + Math.exp(-difference));
    assertClose("p", mean.marginals(oneToken(1, 1, 0))[0][0], expected, OPTIMUM);
  }

  @Test
  void featuresOfTestSentencesAloneWeighNothing() {
    PlugInMean mean = PlugInMean.learn(oneToken(3, 0, 1), kernel(3, 1), 1, 50, 1, 1);
    double[][] known = mean.marginals(oneToken(3, 0, 1));
    assertThat(known[0][0]).isGreaterThan(0.6);
    assertThat(mean.marginals(oneToken(3, 0, 0, 1, 2))).isDeepEqualTo(known);
    assertThat(mean.marginals(oneToken(3, 0, 0, 2))[0]).containsExactly(0.5, 0.5);
    assertThat(mean.marginals(oneToken(3, 0))[0]).containsExactly(0.5, 0.5);
  }

  @Test
  void marginalsDoNotDependOnTheGoldLabels() {
    LabeledRows corpus = data.encoded();
    int[] zeros = new int[corpus.tokenCount()];
    LabeledRows unlabeled =
        new LabeledRows(corpus.rows(), corpus.sentenceStart(), zeros, corpus.labelCount());
    PlugInMean mean = learn(1);
    assertThat(Arrays.stream(corpus.labels()).max().orElseThrow()).isPositive();
    assertThat(mean.marginals(unlabeled)).isDeepEqualTo(mean.marginals(corpus));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void pairwiseVarianceMustBePositive(double variance) {
    assertThatThrownBy(() -> PlugInMean.learn(oneToken(1, 0, 0), kernel(1, 1), variance, 10, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("pairwise variance");
  }

  @Test
  void testRowsMustHaveTheSameShape() {
    PlugInMean mean = PlugInMean.learn(oneToken(2, 0, 0), kernel(2, 1), 1, 10, 1, 1);
    LabeledRows threeLabels =
        new LabeledRows(oneToken(2, 0, 0).rows(), new int[] {0, 1}, new int[] {0}, 3);

    assertThatThrownBy(() -> mean.marginals(oneToken(3, 0, 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("columns");
    assertThatThrownBy(() -> mean.marginals(threeLabels))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("labels");
  }

  /** A prior wide enough that its weights overflow. */
  @Test
  void anObjectiveThatIsNoNumberIsAFailure() {
    assertThatThrownBy(
            () -> PlugInMean.learn(oneToken(2, 0, 0, 1), kernel(2, Double.MAX_VALUE), 1, 10, 1, 1))
        .isInstanceOf(LearningException.class)
        .hasMessageContaining("smaller variance");
  }
}
