package org.gpchain.internal.training.hyper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.training.TrainerSettings.Hyperprior;
import org.gpchain.internal.training.TrainerSettings.KernelLearning;
import org.gpchain.internal.training.TrainerSettings.RoundLimits;
import org.gpchain.internal.training.TrainerSettings.Run;
import org.gpchain.internal.training.data.BlockFolds;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.hyper.KernelLearner.LearnedPrior;
import org.gpchain.internal.training.objective.Corpora;
import org.gpchain.training.Progress;
import org.gpchain.training.Progress.Step;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KernelLearnerTest {
  /**
   * Maximum number of tokens of a round. All corpora here are smaller, so all folds are held out.
   */
  private static final int TOKENS = 1_000_000;

  private static final LabeledRows CORPUS = TwoGroups.corpus(48);

  private static KernelLearning settings(int folds, int rounds) {
    return new KernelLearning(
        rounds, folds, TOKENS, new RoundLimits(40, 25), new Hyperprior(0, 2, 3));
  }

  private static KernelLearner learner(KernelLearning settings, int threads) {
    return new KernelLearner(settings, new Run(threads, 1), Progress.NONE);
  }

  private static LearnedPrior learn(KernelLearner learner, LabeledRows corpus, int groups) {
    int[] groupOfFeature = groups == 1 ? new int[TwoGroups.FEATURES] : TwoGroups.groups();
    LinearChain chain = new LinearChain(corpus.labelCount());
    LearnedPrior learned = learner.learn(corpus, groupOfFeature, Prior.of(groups, 1, 1), chain);
    assertThat(learned.prior().groupVariance()).hasSize(groups);
    assertThat(Arrays.stream(learned.prior().groupVariance())).allMatch(v -> v > 0 && v < 1e4);
    assertThat(learned.prior().transitionVariance()).isPositive().isLessThan(1e4);
    assertThat(learned.validationLoss()).isFinite().isNotNegative();
    return learned;
  }

  private static LearnedPrior learn(KernelLearning settings, LabeledRows corpus, int groups) {
    return learn(learner(settings, 1), corpus, groups);
  }

  @Test
  void informativeFeaturesHaveLargerVariancesThanNoise() {
    LearnedPrior learned = learn(settings(4, 16), TwoGroups.corpus(120), 2);
    assertThat(learned.prior().groupVariance()[0] / learned.prior().groupVariance()[1])
        .isGreaterThan(5);
    assertThat(learned.prior().groupVariance()[0] / learned.prior().transitionVariance())
        .isGreaterThan(5);
    assertThat(learned.validationLoss()).isLessThan(Math.log(2));
  }

  /** The last variances may be worse. */
  @Test
  void bestVariancesOfAllRoundsAreReturned() {
    boolean wasWorse = false;
    for (int seed = 0; seed < 12; seed++) {
      LabeledRows corpus = Corpora.random(new Draws(seed), 2, TwoGroups.FEATURES, 3, 4, 2, 5, 3, 4);
      List<Double> losses = new ArrayList<>();
      Progress recordLosses = step -> losses.add(step.objective());
      KernelLearning settings =
          new KernelLearning(8, 4, TOKENS, new RoundLimits(3, 2), new Hyperprior(0, 1e3, 1e3));
      LearnedPrior learned =
          learn(new KernelLearner(settings, new Run(1, 1), recordLosses), corpus, 2);
      double minimum = losses.stream().min(Double::compare).orElseThrow();
      assertThat(learned.validationLoss()).isCloseTo(minimum, within(1e-9));
      wasWorse |= losses.get(losses.size() - 1) > minimum;
    }

    assertThat(wasWorse).isTrue();
  }

  /** Changes the labels of each fold: only the means without this fold must not change. */
  @Test
  void meansDoNotDependOnTheirFolds() {
    KernelLearning oneRound = settings(4, 1);
    LearnedPrior learned = learn(oneRound, CORPUS, 2);

    assertThat(learned.withoutFold()).hasSize(4);

    BlockFolds blocks = new BlockFolds(CORPUS.sentenceCount(), 4);
    for (int fold = 0; fold < 4; fold++) {
      Set<Integer> heldOut =
          Arrays.stream(blocks.heldOut(fold)).boxed().collect(Collectors.toSet());
      LearnedPrior other = learn(oneRound, withOtherLabels(CORPUS, heldOut::contains), 2);
      for (int k = 0; k < 4; k++) {
        double[] weights = other.withoutFold().get(k).weights().get();
        double[] before = learned.withoutFold().get(k).weights().get();
        assertThat(weights).hasSize(2 * TwoGroups.FEATURES);
        assertThat(Arrays.equals(weights, before)).isEqualTo(k == fold);
      }
    }
  }

  @Test
  void corpusWithoutFeaturesIsLearned() {
    LabeledRows withoutFeatures =
        CORPUS.withRows(
            SparseRows.of(TwoGroups.FEATURES, new int[CORPUS.tokenCount() + 1], new int[0]));
    LearnedPrior learned =
        learn(
            new KernelLearning(3, 4, TOKENS, new RoundLimits(8, 12), new Hyperprior(2, 2, 3)),
            withoutFeatures,
            2);
    assertThat(learned.withoutFold().get(0).weights().get())
        .hasSize(2 * TwoGroups.FEATURES)
        .containsOnly(0);
  }

  private static int[] lengths(int sentences, int each) {
    return IntStream.generate(() -> each).limit(sentences).toArray();
  }

  @Test
  void smallSpreadKeepsVariancesSimilar() {
    KernelLearning smallSpread =
        new KernelLearning(10, 4, TOKENS, new RoundLimits(40, 25), new Hyperprior(0, 1e-2, 3));
    LearnedPrior learned = learn(smallSpread, CORPUS, 2);
    assertThat(learned.prior().groupVariance()[0] / learned.prior().groupVariance()[1])
        .isBetween(0.5, 2.0);
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "3, 1", "1, 7"})
  void variancesDependNeitherOnThreadsNorOnTheSeed(int threads, long seed) {
    LearnedPrior expected = learn(settings(5, 4), CORPUS, 2);
    KernelLearner learner =
        new KernelLearner(settings(5, 4), new Run(threads, seed), Progress.NONE);
    assertThat(learn(learner, CORPUS, 2)).usingRecursiveComparison().isEqualTo(expected);
  }

  private static LearnedPrior learn(KernelLearning settings, List<Step> stepsOut) {
    return learn(new KernelLearner(settings, new Run(1, 1), stepsOut::add), CORPUS, 2);
  }

  @Test
  void resultHasTheLossOfAStep() {
    List<Step> steps = new ArrayList<>();
    LearnedPrior learned = learn(settings(3, 4), steps);
    assertThat(steps).hasSize(4).extracting(Step::phase).containsOnly("prior");
    assertThat(steps).extracting(Step::done).isSorted().endsWith(1.0);
    assertThat(learned.validationLoss()).isLessThan(steps.get(0).objective());
    assertThat(steps).extracting(Step::objective).contains(learned.validationLoss());
  }

  /**
   * Learning stops when the next step would gain little, so that the last round makes no
   * difference.
   */
  @Test
  void learningStopsWhenStepsGainLittle() {
    List<Step> steps = new ArrayList<>();
    LearnedPrior learned = learn(settings(3, 50), steps);
    assertThat(steps.size()).isBetween(3, 20);
    LearnedPrior withoutLast = learn(settings(3, steps.size() - 1), new ArrayList<>());
    assertThat(withoutLast.validationLoss())
        .isCloseTo(learned.validationLoss(), withinPercentage(0.5));
  }

  /** Initial variances are clamped. */
  @ParameterizedTest
  @CsvSource({"1, 1, 1, 1", "0.25, 4, 0.25, 4", "1e300, 1e-300, 8103.08, 8.3153e-7"})
  void oneRoundReturnsTheInitialVariances(
      double group, double transition, double clampedGroup, double clampedTransition) {
    Prior start =
        learner(settings(2, 1), 1)
            .learn(CORPUS, TwoGroups.groups(), Prior.of(2, group, transition), new LinearChain(2))
            .prior();
    assertThat(start.groupVariance())
        .containsExactly(new double[] {clampedGroup, clampedGroup}, within(1e-4 * clampedGroup));
    assertThat(start.transitionVariance()).isCloseTo(clampedTransition, withinPercentage(0.01));
  }

  /**
   * The first adjoint starts at zero, and has more steps than the settings allow for later rounds.
   */
  @Test
  void firstStepHasAnAccurateAdjoint() {
    Prior few =
        learn(
                new KernelLearning(2, 3, TOKENS, new RoundLimits(40, 1), new Hyperprior(0, 2, 3)),
                CORPUS,
                2)
            .prior();
    Prior many = learn(settings(3, 2), CORPUS, 2).prior();
    assertThat(few.groupVariance()).containsExactly(many.groupVariance()).doesNotContain(1);
  }

  /** The evidence provides the initial variances and the center of the prior. */
  @Test
  void evidenceProvidesInitialVariancesAndTheirPrior() {
    KernelLearning settings =
        new KernelLearning(1, 3, TOKENS, new RoundLimits(40, 25), new Hyperprior(4, 1, 3));
    double[] start = learn(settings, CORPUS, 2).prior().groupVariance();

    assertThat(start[0] / start[1]).isGreaterThan(3);

    double[] expected =
        learn(
                new KernelLearning(
                    10, 3, TOKENS, new RoundLimits(40, 25), new Hyperprior(4, 1e-2, 3)),
                CORPUS,
                2)
            .prior()
            .groupVariance();
    assertThat(expected[0] / expected[1] / (start[0] / start[1])).isBetween(0.8, 1.25);

    Prior afterOne =
        learn(
                new KernelLearning(1, 3, TOKENS, new RoundLimits(40, 25), new Hyperprior(1, 1, 3)),
                CORPUS,
                2)
            .prior();
    double[] theta = new double[3];
    new DiagonalEvidence(CORPUS, TwoGroups.groups(), new LinearChain(2), 1)
        .update(theta, new ValidationFold.Effort(15, 5e-4), pass -> {});

    // A constant is added to the log variances of the evidence, which are too small.
    assertThat(afterOne.groupVariance())
        .containsExactly(Math.exp(theta[0] + 2), Math.exp(theta[1] + 2));
    assertThat(afterOne.transitionVariance()).isEqualTo(1);
  }

  /** Folds that do not fit into a round are not held out. Each thread takes one fold at a time. */
  @ParameterizedTest
  @CsvSource({
    "1, 300, 10, 68.25, 604.8", // three of five folds, each with 0.8 · (20 + 8) passes in 9 rounds
    "2, 300, 10, 68.25, 403.2",
    "3, 300, 10, 68.25, 201.6",
    "1, 300, 100, 68.25, 201.6", // twice the usual number of labels: half the tokens
    "2, 50, 10, 68.25, 604.8"
  })
  void workIsThatOfEvidenceAndRounds(
      int threads, int tokens, int labels, double evidence, double descent) {
    KernelLearning settings =
        new KernelLearning(10, 5, 1_000, new RoundLimits(20, 8), new Hyperprior(4, 2, 3));
    assertThat(learner(settings, threads).work(tokens, labels))
        .containsExactly(new double[] {evidence, descent}, within(1e-9));
  }

  @Test
  void progressIsMeasuredByExpectedWork() {
    KernelLearning settings =
        new KernelLearning(4, 3, TOKENS, new RoundLimits(40, 25), new Hyperprior(2, 2, 3));
    List<Step> steps = new ArrayList<>();
    learn(settings, steps);
    double[] work = learner(settings, 1).work(CORPUS.tokenCount(), 2);
    double evidence = work[0] / (work[0] + work[1]);

    assertThat(steps).extracting(Step::done).isSorted().endsWith(1.0);
    assertThat(steps).hasSizeGreaterThan(10).allMatch(step -> step.objective() < 1);
    assertThat(steps.get(0).done()).isCloseTo(evidence / 23, withinPercentage(1e-9));

    int first = (int) steps.stream().filter(step -> step.worked() <= evidence).count();
    Step round = steps.get(first);

    // The first round takes as long as 2.5 of the expected 4.5 rounds.
    assertThat(round.worked() - steps.get(first - 1).worked())
        .isCloseTo((1 - evidence) * 2.5 / 4.5, withinPercentage(1e-9));
    assertThat(round.left()).isPositive().isLessThanOrEqualTo((1 - evidence) * 3 / 4.5);
  }

  /** If the corpus is too large for a round, one fold is held out. */
  @Test
  void variancesOfALargeCorpusDoNotDependOnThreads() {
    KernelLearning large =
        new KernelLearning(3, 5, 1, new RoundLimits(40, 25), new Hyperprior(0, 2, 3));
    LearnedPrior expected = learn(large, CORPUS, 2);
    for (int threads : new int[] {2, 3}) {
      assertThat(learn(learner(large, threads), CORPUS, 2))
          .usingRecursiveComparison()
          .isEqualTo(expected);
    }
    assertThat(expected.validationLoss())
        .isNotEqualTo(learn(settings(5, 3), CORPUS, 2).validationLoss());

    // Even with the smallest budget, every ninth of 48 sentences in five folds is used.
    int second = new BlockFolds(48, 5).heldOut(0)[9];
    assertThat(learn(large, withOtherLabels(CORPUS, n -> n == second), 2).validationLoss())
        .isNotEqualTo(expected.validationLoss());
  }

  /**
   * The corpus has 210 tokens for a budget of 70. One fold is held out, and every third sentence is
   * used: of the fold, of the other folds, and of all sentences for the evidence.
   */
  @Test
  void everyThirdSentenceOfALargeCorpusIsUsed() {
    LabeledRows large = TwoGroups.corpus(2, lengths(42, 5));
    BlockFolds blocks = new BlockFolds(42, 3);
    Set<Integer> used = new TreeSet<>();
    int[] allSentences = IntStream.range(0, 42).toArray();
    for (int[] part : new int[][] {blocks.heldOut(0), blocks.others(0), allSentences}) {
      for (int i = 0; i < part.length; i += 3) {
        used.add(part[i]);
      }
    }

    assertThat(used).hasSizeBetween(14, 30);

    KernelLearning budget =
        new KernelLearning(4, 3, 70, new RoundLimits(40, 25), new Hyperprior(2, 1, 3));
    LearnedPrior expected = learn(budget, large, 2);

    assertThat(learn(budget, withOtherLabels(large, n -> !used.contains(n)), 2))
        .usingRecursiveComparison()
        .isEqualTo(expected);

    for (int n : used) {
      // The prior need not change with each sentence, but the loss does.
      assertThat(learn(budget, withOtherLabels(large, m -> m == n), 2).validationLoss())
          .as("without sentence " + n)
          .isNotEqualTo(expected.validationLoss());
    }
  }

  private static LabeledRows withOtherLabels(LabeledRows corpus, IntPredicate sentences) {
    int[] labels = corpus.labels().clone();
    for (int n = 0; n < corpus.sentenceCount(); n++) {
      if (sentences.test(n)) {
        for (int t = corpus.sentenceStart()[n]; t < corpus.sentenceStart()[n + 1]; t++) {
          labels[t] = 1 - labels[t];
        }
      }
    }
    return new LabeledRows(corpus.rows(), corpus.sentenceStart(), labels, 2);
  }

  @Test
  void varianceOfASingleGroupIsLearned() {
    assertThat(learn(settings(3, 5), CORPUS, 1).prior().groupVariance()[0]).isNotEqualTo(1);
  }

  /** The prior determines the variance of a group without features. */
  @Test
  void groupWithoutFeaturesHasAVarianceSimilarToTheOthers() {
    LearnedPrior learned = learn(settings(3, 10), CORPUS, 3);
    assertThat(learned.prior().groupVariance()[0])
        .isGreaterThan(learned.prior().groupVariance()[1]);
    assertThat(learned.prior().groupVariance()[2])
        .isBetween(
            0.5 * learned.prior().groupVariance()[1], 2 * learned.prior().groupVariance()[0]);
  }

  @Test
  void sentencesOfOneTokenKeepTheTransitionVariance() {
    LearnedPrior learned = learn(settings(4, 8), TwoGroups.corpus(3, lengths(20, 1)), 2);
    assertThat(learned.prior().transitionVariance()).isEqualTo(1);
  }

  @Test
  void eachFoldNeedsASentence() {
    learn(settings(4, 2), TwoGroups.corpus(4), 2);
    assertRefused(
        () -> learn(settings(5, 2), TwoGroups.corpus(4), 2),
        "number of sentences for kernel learning must be at least 5, was 4");
  }

  @Test
  void groupsAreChecked() {
    KernelLearner learner = learner(settings(3, 1), 1);
    LinearChain chain = new LinearChain(2);
    assertRefused(
        () -> learner.learn(CORPUS, new int[3], Prior.of(1, 1, 1), chain), "groupOfFeature");
    assertFails(
        IndexOutOfBoundsException.class,
        () -> learner.learn(CORPUS, TwoGroups.groups(), Prior.of(1, 1, 1), chain),
        "group of a feature must be in [0, 1), was 1");
    assertRefused(
        () -> learner.learn(CORPUS, TwoGroups.groups(), Prior.of(0, 1, 1), chain),
        "number of groups");
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.NEGATIVE_INFINITY})
  void likelihoodThatIsNotFiniteIsRejected(double value) {
    var broken = new BrokenLikelihood(Double.NaN, value);
    KernelLearner learner = learner(settings(3, 2), 2);
    assertRefused(
        () -> learner.learn(CORPUS, TwoGroups.groups(), Prior.of(2, 1, 1), broken),
        "must be a finite number");
  }
}
