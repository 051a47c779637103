package org.gpchain.training.hyper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.core.math.SparseRows;
import org.gpchain.core.math.Workspace;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.hyper.KernelSettings.Criterion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelLearnerTest {
  /** More than any corpus here has: all folds are held out. */
  private static final int TOKENS = 1_000_000;

  private static final LabeledRows CORPUS = TwoGroups.corpus(48);

  private static KernelSettings settings(int folds, int rounds, boolean tokens, int threads) {
    return new KernelSettings(
        folds,
        TOKENS,
        0,
        rounds,
        40,
        25,
        1,
        1,
        2,
        3,
        tokens ? Criterion.TOKENS : Criterion.SENTENCES,
        threads,
        1);
  }

  private static LearnedVariances learn(
      KernelSettings settings, KernelListener listener, LabeledRows corpus, int groups) {
    int[] groupOfFeature = groups == 1 ? new int[TwoGroups.FEATURES] : TwoGroups.groups();
    return new KernelLearner(settings, listener)
        .learn(corpus, groupOfFeature, groups, new LinearChain(corpus.labelCount()));
  }

  private static LearnedVariances learn(KernelSettings settings, LabeledRows corpus, int groups) {
    LearnedVariances learned = learn(settings, KernelListener.SILENT, corpus, groups);
    assertThat(learned.groups()).hasSize(groups);
    assertThat(Arrays.stream(learned.groups())).allMatch(v -> v > 0 && v < 1e4);
    assertThat(learned.pairwise()).isPositive().isLessThan(1e4);
    assertThat(learned.validationLoss()).isFinite().isNotNegative();
    return learned;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatDecidesTheLabelVariesMoreThanNoise(boolean tokens) {
    LearnedVariances learned = learn(settings(4, 16, tokens, 1), TwoGroups.corpus(120), 2);
    assertThat(learned.groups()[0] / learned.groups()[1]).isGreaterThan(5);
    assertThat(learned.groups()[0] / learned.pairwise()).isGreaterThan(5);
    assertThat(learned.validationLoss()).isLessThan(Math.log(2));
  }

  /** Each sentence has a twin beside it, and a word that nobody else has. */
  @Test
  void neighboursAreHeldOutTogether() {
    int pairs = 20;
    int[] start = new int[2 * pairs + 1];
    int[] words = new int[2 * pairs];
    int[] labels = new int[2 * pairs];
    for (int n = 0; n < 2 * pairs; n++) {
      start[n + 1] = n + 1;
      words[n] = n / 2;
      labels[n] = n / 2 % 2;
    }
    LabeledRows twins = new LabeledRows(SparseRows.of(pairs, start, words), start, labels, 2);
    LearnedVariances learned =
        new KernelLearner(settings(4, 16, true, 1), KernelListener.SILENT)
            .learn(twins, new int[pairs], 1, new LinearChain(2));

    // Were the twin among the others, its word would tell the label; so nothing does.
    assertThat(learned.validationLoss()).isCloseTo(Math.log(2), within(0.01));
  }

  /** The prior that holds groups together. */
  @Test
  void aSmallSpreadKeepsTheGroupsTogether() {
    KernelSettings tied =
        new KernelSettings(4, TOKENS, 0, 10, 40, 25, 1, 1, 1e-2, 3, Criterion.TOKENS, 1, 1);
    LearnedVariances learned = learn(tied, CORPUS, 2);
    assertThat(learned.groups()[0] / learned.groups()[1]).isBetween(0.5, 2.0);
  }

  @Test
  void threadsDoNotMatter() {
    LearnedVariances one = learn(settings(5, 4, true, 1), CORPUS, 2);
    for (int threads : new int[] {1, 2, 3}) {
      assertThat(learn(settings(5, 4, true, threads), CORPUS, 2))
          .usingRecursiveComparison()
          .isEqualTo(one);
    }
  }

  @Test
  void theResultIsTheBestThatWasTried() {
    List<LearnedVariances> tried = new ArrayList<>();
    LearnedVariances learned =
        learn(
            settings(3, 8, false, 1),
            (round, rounds, variances) -> {
              assertThat(round).isEqualTo(tried.size() + 1);
              assertThat(rounds).isEqualTo(8);
              tried.add(variances);
            },
            CORPUS,
            2);
    assertThat(tried).hasSize(8);
    assertThat(tried.get(0).groups()).containsExactly(1, 1);
    assertThat(tried.get(0).pairwise()).isEqualTo(1);
    assertThat(learned.validationLoss()).isLessThan(tried.get(0).validationLoss());
    assertThat(tried).usingRecursiveFieldByFieldElementComparator().contains(learned);
  }

  @Test
  void oneRoundIsTheStart() {
    LearnedVariances start = learn(settings(2, 1, true, 1), CORPUS, 2);
    assertThat(start.groups()).containsExactly(1, 1);
    assertThat(start.pairwise()).isEqualTo(1);
  }

  /** The evidence looks at all sentences before any is held out. */
  @Test
  void theEvidenceSaysWhereToBeginAndWhatToExpect() {
    KernelSettings settings =
        new KernelSettings(3, TOKENS, 4, 1, 40, 25, 1, 1, 1, 3, Criterion.TOKENS, 1, 1);
    double[] start = learn(settings, CORPUS, 2).groups();
    assertThat(start[0] / start[1]).isGreaterThan(3);
    double[] expected =
        learn(
                new KernelSettings(3, TOKENS, 4, 10, 40, 25, 1, 1, 1e-2, 3, Criterion.TOKENS, 1, 1),
                CORPUS,
                2)
            .groups();
    assertThat(expected[0] / expected[1] / (start[0] / start[1])).isBetween(0.8, 1.25);
  }

  @Test
  void itDoesNotBeginWhereVariancesMakeNoSense() {
    KernelSettings huge =
        new KernelSettings(3, TOKENS, 0, 2, 40, 25, 1e300, 1e-300, 2, 3, Criterion.TOKENS, 1, 1);
    learn(huge, CORPUS, 2);
  }

  /** Of a corpus that is too large for a round one fold is held out, on all threads. */
  @Test
  void threadsDoNotMatterForALargeCorpus() {
    LearnedVariances[] learned = new LearnedVariances[3];
    for (int threads = 1; threads <= 3; threads++) {
      learned[threads - 1] =
          learn(
              new KernelSettings(5, 1, 0, 3, 40, 25, 1, 1, 2, 3, Criterion.TOKENS, threads, 1),
              CORPUS,
              2);
    }
    assertThat(learned[1]).usingRecursiveComparison().isEqualTo(learned[0]);
    assertThat(learned[2]).usingRecursiveComparison().isEqualTo(learned[0]);
    assertThat(learned[0].validationLoss())
        .isNotEqualTo(learn(settings(5, 3, true, 1), CORPUS, 2).validationLoss());
  }

  /** Of a corpus larger than a round may be, only every k-th sentence matters. */
  @Test
  void aLargeCorpusIsThinnedOut() {
    int[] lengths = new int[40];
    Arrays.fill(lengths, 5);
    LabeledRows large = TwoGroups.corpus(2, lengths);
    LabeledRows third = large.select(IntStream.range(0, 14).map(n -> 3 * n).toArray());
    KernelSettings budget =
        new KernelSettings(3, 70, 2, 4, 40, 25, 1, 1, 1, 3, Criterion.TOKENS, 1, 1);
    assertThat(learn(budget, large, 2))
        .usingRecursiveComparison()
        .isEqualTo(learn(budget, third, 2));
  }

  @Test
  void oneLabelOnly() {
    LabeledRows corpus = TwoGroups.corpus(1, 2, 1, 3);
    assertThat(learn(settings(3, 3, true, 1), corpus, 2).validationLoss()).isZero();
  }

  @Test
  void oneGroupOnly() {
    assertThat(learn(settings(3, 5, true, 1), CORPUS, 1).groups()[0]).isNotEqualTo(1);
  }

  /** It has the variance that its prior gives it, not far from the others'. */
  @Test
  void aGroupWithoutAnyFeature() {
    LearnedVariances learned = learn(settings(3, 10, true, 1), CORPUS, 3);
    assertThat(learned.groups()[0]).isGreaterThan(learned.groups()[1]);
    assertThat(learned.groups()[2]).isBetween(0.5 * learned.groups()[1], 2 * learned.groups()[0]);
  }

  @Test
  void sentencesOfOneToken() {
    int[] lengths = new int[20];
    Arrays.fill(lengths, 1);
    LearnedVariances learned = learn(settings(4, 8, true, 1), TwoGroups.corpus(3, lengths), 2);
    // The data say nothing about transitions; their prior does.
    assertThat(learned.pairwise()).isEqualTo(1);
  }

  @Test
  void asManySentencesAsFolds() {
    learn(settings(4, 2, true, 1), TwoGroups.corpus(4), 2);
    assertThatThrownBy(() -> learn(settings(5, 2, true, 1), TwoGroups.corpus(4), 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("number of sentences for kernel learning must be at least 5, was 4");
  }

  @Test
  void groupsMustFitTheFeatures() {
    KernelLearner learner = new KernelLearner(settings(3, 1, true, 1), KernelListener.SILENT);
    LinearChain chain = new LinearChain(2);
    assertThatThrownBy(() -> learner.learn(CORPUS, new int[3], 1, chain))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("groupOfFeature");
    assertThatThrownBy(() -> learner.learn(CORPUS, TwoGroups.groups(), 1, chain))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("group of a feature must be in [0, 1), was 1");
    assertThatThrownBy(() -> learner.learn(CORPUS, TwoGroups.groups(), 0, chain))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("number of groups");
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.NEGATIVE_INFINITY})
  void aLikelihoodThatIsNoNumberIsAnError(double value) {
    DifferentiableLikelihood broken =
        new DifferentiableLikelihood() {
          @Override
          public int labelCount() {
            return 2;
          }

          @Override
          public double logLikelihood(
              double[] unary, double[] pairwise, int[] labels, Workspace workspace) {
            return value;
          }

          @Override
          public double logLikelihoodAndGradient(
              double[] unary,
              double[] pairwise,
              int[] labels,
              Workspace workspace,
              double[] unaryGradOut,
              double[] pairwiseGradOut) {
            Arrays.fill(unaryGradOut, value);
            Arrays.fill(pairwiseGradOut, value);
            return value;
          }
        };
    KernelLearner learner = new KernelLearner(settings(3, 2, false, 2), KernelListener.SILENT);
    assertThatThrownBy(() -> learner.learn(CORPUS, TwoGroups.groups(), 2, broken))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must be a finite number");
  }
}
