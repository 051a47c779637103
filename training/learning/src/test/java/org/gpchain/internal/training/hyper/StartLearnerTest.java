package org.gpchain.internal.training.hyper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.training.Start;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.internal.training.ToySettings;
import org.gpchain.internal.training.TrainerSettings.KernelLearning;
import org.gpchain.internal.training.TrainerSettings.Run;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.training.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StartLearnerTest {
  private static final ToySettings CHAIN = ToyCorpus.settings().withVariances(0.5, 4);
  private static final ToySettings TOKENS =
      ToySettings.of("ne", TemplateSet.parse("U0:%x[0,word]\nU1:%x[0,pos]", ToyCorpus.COLUMNS))
          .withVariances(0.5, 4);

  private static StartLearner learner(ToySettings settings, int rounds) {
    return new StartLearner(settings.withKernelRounds(rounds).trainer());
  }

  private static TrainingData data(ToySettings settings, int sentences) {
    return settings.data(ToyCorpus.sentences(sentences, 2));
  }

  private static Start start(ToySettings settings, int rounds, int sentences, Prior known) {
    TrainingData data = data(settings, sentences);
    return learner(settings, rounds).start(data, data.encoded().chain(), known, Progress.NONE);
  }

  @Test
  void withoutKernelLearningThePriorIsThatOfTheSettings() {
    for (int[] roundsAndSentences : new int[][] {{0, 20}, {3, 4}}) {
      int rounds = roundsAndSentences[0];
      int sentences = roundsAndSentences[1];
      assertThat(start(CHAIN, rounds, sentences, null)).isEqualTo(new Start(Prior.of(6, 0.5, 4)));
      assertThat(start(TOKENS, rounds, sentences, null)).isEqualTo(new Start(Prior.of(2, 0.5, 0)));
      assertThat(learner(CHAIN, rounds).work(data(CHAIN, sentences))).isZero();
    }
  }

  @Test
  void kernelLearningProvidesThePriorAndTheMeans() {
    TrainingData data = data(CHAIN, 20);
    KernelLearning learning = CHAIN.withKernelRounds(2).trainer().prior().learning();
    KernelLearner learner = new KernelLearner(learning, new Run(1, 1), Progress.NONE);
    KernelLearner.LearnedPrior learned =
        learner.learn(
            data.encoded(),
            data.groupOfFeature(),
            Prior.of(data.groupCount(), 0.5, 4),
            data.encoded().chain());
    Start start = start(CHAIN, 2, 20, null);

    assertThat(start.prior()).isEqualTo(learned.prior());
    assertThat(start.withoutFold(4, 5).mean().weights().get())
        .containsExactly(learned.withoutFold().get(4).weights().get());

    int tokens = data.encoded().tokenCount();
    assertThat(learner(CHAIN, 2).work(data))
        .isCloseTo(
            tokens * Arrays.stream(learner.work(tokens, data.labels().size())).sum(),
            withinPercentage(1e-9));
    assertThat(start(TOKENS, 2, 20, null))
        .satisfies(result -> assertThat(result.prior().transitionVariance()).isZero())
        .satisfies(result -> assertThat(result.withoutFold(4, 5).mean()).isNull());
  }

  /** One round does not change the initial variances. */
  @ParameterizedTest
  @ValueSource(doubles = {0.7, 3})
  void learningStartsAtAKnownPriorWithoutTheLastGroups(double transition) {
    Prior known = new Prior(new double[] {2, 0.3, 1, 5}, transition);
    Prior start = start(CHAIN, 1, 20, known).prior();
    assertThat(start.groupVariance())
        .containsExactly(new double[] {2, 0.3, 1, 5, 0.1, 0.1}, within(1e-9));
    assertThat(start.transitionVariance()).isCloseTo(transition, within(1e-9));
  }
}
