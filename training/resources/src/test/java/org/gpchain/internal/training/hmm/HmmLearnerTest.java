package org.gpchain.internal.training.hmm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.LogGamma;
import org.gpchain.internal.core.hmm.HiddenMarkovModel;
import org.gpchain.internal.core.hmm.StateLattice;
import org.gpchain.internal.core.math.Seeds;
import org.gpchain.internal.training.hmm.HmmSettings.Method;
import org.gpchain.internal.training.hmm.HmmSettings.Priors;
import org.gpchain.internal.training.hmm.HmmSettings.StepSchedule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HmmLearnerTest {
  private static final int STATES = 3;
  private static final int WORDS = 7;

  private static final int[][] CORPUS = {
    {0, 1, 2, 3}, {4}, {5, 6, 0}, {1, 1, 1, 1, 2}, {6, 5, 4, 3, 2, 1, 0}, {2, 4}, {3, 5, 0, 1, 6}
  };
  private static final EncodedText SENTENCES = StoredSentences.of(WORDS, CORPUS);
  private static final EncodedText MANY =
      drawn(150, 11, WORDS, random -> random.ints(1 + random.nextInt(9), 0, WORDS));

  /** Sentences in which words of two kinds alternate. */
  private static final EncodedText ALTERNATING =
      drawn(400, 4, 10, random -> IntStream.range(0, 10).map(t -> 2 * random.nextInt(5) + t % 2));

  private static EncodedText drawn(
      int count, long seed, int words, Function<Random, IntStream> sentence) {
    Random random = new Random(seed);
    int[][] sentences = new int[count][];
    Arrays.setAll(sentences, s -> sentence.apply(random).toArray());
    return StoredSentences.of(words, sentences);
  }

  /** Expectation maximization never lowers the likelihood. */
  @Test
  void expectationMaximizationNeverLowersTheLikelihood() throws IOException {
    HmmSettings settings = settings(Method.EM, 1, 0);
    double last = Double.NEGATIVE_INFINITY;
    try (HmmLearner learner = learner(SENTENCES, settings)) {
      for (int pass = 0; pass < 30; pass++) {
        learner.pass(seen -> {});
        assertThat(learner.passLogLikelihood()).isGreaterThanOrEqualTo(last - 1e-12);
        last = learner.passLogLikelihood();
      }
    }
  }

  /**
   * With all sentences in a batch and a step size of one, SVI is variational Bayes, which is
   * coordinate ascent on the evidence lower bound. The bound is computed from its definition.
   */
  @Test
  void fullBatchInferenceNeverLowersTheBound() {
    double alpha = 0.4;
    double eta = 0.3;
    TransitionPrior prior = new TransitionPrior(STATES, alpha);
    GlobalCounts counts = GlobalCounts.random(STATES, SENTENCES, 3);
    double last = Double.NEGATIVE_INFINITY;

    for (int pass = 0; pass < 30; pass++) {
      HiddenMarkovModel weights =
          counts.weights(prior, eta, Method.SVI.weight(), IntStream.range(0, WORDS).toArray());
      double bound = -divergence(counts, alpha, eta);
      ExpectedCounts batch = new ExpectedCounts(STATES, WORDS);
      for (int[] sentence : CORPUS) {
        bound += expect(weights, sentence, batch);
      }
      assertThat(bound).isGreaterThanOrEqualTo(last - 1e-9);
      last = bound;
      counts.blend(batch, 1, 1);
    }
  }

  /** Returns KL(q ‖ p), summed over the Dirichlet distributions of all parameters. */
  private static double divergence(GlobalCounts counts, double alpha, double eta) {
    double sum = 0;
    for (int from = 0; from <= STATES; from++) {
      int row = from;
      sum += divergence(STATES, to -> counts.transition(row, to), alpha);
    }
    for (int state = 0; state < STATES; state++) {
      int column = state;
      sum += divergence(WORDS, word -> counts.emission(word, column), eta);
    }
    return sum;
  }

  private static double divergence(int size, IntToDoubleFunction countOf, double prior) {
    double[] counts = IntStream.range(0, size).mapToDouble(countOf).toArray();
    double total = Arrays.stream(counts).sum() + prior * counts.length;
    double sum = LogGamma.value(total) - LogGamma.value(prior * counts.length);
    for (double count : counts) {
      sum +=
          LogGamma.value(prior)
              - LogGamma.value(count + prior)
              + count * (Digamma.value(count + prior) - Digamma.value(total));
    }
    return sum;
  }

  /** Computes expected counts of a sentence without optimizations, cell by cell. */
  private static double expect(HiddenMarkovModel weights, int[] sentence, ExpectedCounts counts) {
    StateLattice lattice = new StateLattice();
    double logSum = lattice.run(weights, sentence, 0, sentence.length);
    double[] posteriors = new double[sentence.length * STATES];
    lattice.posteriors(posteriors, 0);
    double[] outer = new double[STATES * STATES];
    lattice.addOuterProducts(outer);

    for (int i = 0; i < outer.length; i++) {
      counts.transitions[i] += outer[i] * weights.transitions()[i];
    }
    for (int k = 0; k < STATES; k++) {
      counts.transitions[STATES * STATES + k] += posteriors[k];
    }
    for (int t = 0; t < sentence.length; t++) {
      counts.addToken(sentence[t], posteriors, t * STATES);
    }
    counts.sentences++;
    return logSum;
  }

  /** Compares with batch CVB0 (Wang and Blunsom 2013), written out. */
  @Test
  void aFullBatchMatchesBatchCvb0() throws IOException {
    HmmSettings settings = settings(Method.SCVI, 1000, 0);
    double[] transitions = new Random(1).doubles((STATES + 1) * STATES).toArray();
    double[] emissions = new Random(2).doubles(WORDS * STATES).toArray();
    HiddenMarkovModel found;

    try (HmmLearner learner =
        new HmmLearner(
            SENTENCES,
            settings,
            new GlobalCounts(STATES, transitions.clone(), emissions.clone()))) {
      found = passed(learner, 2).model();
    }

    for (int pass = 0; pass < 2; pass++) {
      HiddenMarkovModel surrogate = means(transitions, emissions, settings);
      ExpectedCounts counts = new ExpectedCounts(STATES, WORDS);
      for (int[] sentence : CORPUS) {
        expect(surrogate, sentence, counts);
      }
      transitions = counts.transitions;
      emissions = counts.emissions;
    }

    HiddenMarkovModel expected = means(transitions, emissions, settings);
    assertThat(found.transitions()).containsExactly(expected.transitions(), within(1e-10));
    assertThat(found.start()).containsExactly(expected.start(), within(1e-10));
    assertThat(found.emissions()).containsExactly(expected.emissions(), within(1e-10));
  }

  private static HiddenMarkovModel means(
      double[] transitions, double[] emissions, HmmSettings settings) {
    double alpha = settings.priors().transition();
    double eta = settings.priors().emission();
    double[] a = new double[STATES * STATES];
    double[] start = new double[STATES];

    for (int from = 0; from <= STATES; from++) {
      double total = STATES * alpha;
      for (int to = 0; to < STATES; to++) {
        total += transitions[from * STATES + to];
      }
      for (int to = 0; to < STATES; to++) {
        double mean = (transitions[from * STATES + to] + alpha) / total;
        if (from < STATES) {
          a[from * STATES + to] = mean;
        } else {
          start[to] = mean;
        }
      }
    }

    double[] b = new double[WORDS * STATES];
    for (int state = 0; state < STATES; state++) {
      double total = WORDS * eta;
      for (int w = 0; w < WORDS; w++) {
        total += emissions[w * STATES + state];
      }
      for (int w = 0; w < WORDS; w++) {
        b[w * STATES + state] = (emissions[w * STATES + state] + eta) / total;
      }
    }
    return new HiddenMarkovModel(start, a, b);
  }

  @ParameterizedTest
  @EnumSource
  void modelDoesNotDependOnTheNumberOfThreads(Method method) throws IOException {
    HiddenMarkovModel one = learn(settings(method, 40, 0.7), MANY);
    HiddenMarkovModel three = learn(settings(method, 40, 0.7).withThreads(3), MANY);
    assertThat(three).usingRecursiveComparison().isEqualTo(one);
  }

  /** Tests batches of one sentence, and a short last batch. */
  @ParameterizedTest
  @EnumSource
  void acceptsAnyBatchSize(Method method) throws IOException {
    for (int batch : new int[] {1, 3, 5, 7, 1000}) {
      HiddenMarkovModel model = learn(settings(method, batch, 0.7), SENTENCES);
      assertThat(likelihood(model)).isFinite();
    }
  }

  /** A learner that is saved and resumed after each batch learns the same model. */
  @ParameterizedTest
  @EnumSource
  void resumesFromASavedState(Method method) throws IOException {
    HmmSettings settings = settings(method, 40, 0.7);
    HiddenMarkovModel whole = learn(settings, MANY);
    List<byte[]> saved = new ArrayList<>();

    try (HmmLearner learner = learner(MANY, settings)) {
      for (int pass = 0; pass < settings.passes(); pass++) {
        learner.pass(seen -> saved.add(save(learner)));
        saved.add(save(learner));
      }
    }

    for (byte[] bytes : saved) {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
      try (HmmLearner learner = HmmLearner.resume(MANY, settings.withThreads(2), in)) {
        HiddenMarkovModel resumed = passed(learner, settings.passes()).model();
        assertThat(resumed).usingRecursiveComparison().isEqualTo(whole);
        assertThat(learner.passTokens()).isEqualTo(MANY.tokenCount());
      }
      assertThat(in.available()).isZero();
    }
  }

  private static byte[] save(HmmLearner learner) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      learner.save(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  @Test
  void computesTheLikelihoodOfOtherSentences() throws IOException {
    try (HmmLearner learner = learner(MANY, settings(Method.SCVI, 40, 0.7))) {
      passed(learner, 1);
      assertThat(learner.logLikelihood(SENTENCES))
          .isCloseTo(likelihood(learner.model()) / SENTENCES.tokenCount(), within(1e-12));
      assertThat(learner.logLikelihood(StoredSentences.of(WORDS))).isNaN();
    }
  }

  /** Finds the states even if some clusters are wrong. */
  @Test
  void findsStatesFromClusters() throws IOException {
    HmmSettings settings =
        new HmmSettings(
            Method.SCVI, 2, new Priors(0.1, 0.1), new StepSchedule(20, 40, 1, 0.6), 3, 8, 1);
    int[] clusters = {0, 1, 0, 1, 0, 0, 0, 1, 1};
    try (HmmLearner learner = new HmmLearner(ALTERNATING, settings, clusters)) {
      double[] transitions = passed(learner, settings.passes()).model().transitions();
      assertThat(transitions[0]).isLessThan(0.02);
      assertThat(transitions[3]).isLessThan(0.02);
      // The states have the numbers of their clusters.
      assertThat(learner.model().emissions()[0]).isGreaterThan(0.1);
    }
  }

  /** Every method finds the two kinds of words that alternate. */
  @ParameterizedTest
  @EnumSource
  void findsAlternatingStates(Method method) throws IOException {
    HmmSettings settings =
        new HmmSettings(
            method,
            2,
            new Priors(0.1, 0.1),
            new StepSchedule(20, 40, 1, method == Method.EM ? 0 : 0.6),
            20,
            8,
            1);
    HiddenMarkovModel model = learn(settings, ALTERNATING);
    double[] transitions = model.transitions();

    assertThat(transitions[0]).isLessThan(0.02);
    assertThat(transitions[3]).isLessThan(0.02);
    for (int word = 0; word < 10; word++) {
      double even = model.emissions()[word * 2];
      double odd = model.emissions()[word * 2 + 1];
      assertThat(Math.min(even, odd)).isLessThan(0.01);
      assertThat(Math.max(even, odd)).isCloseTo(0.2, within(0.05));
    }
  }

  /** Returns a learner with a random start. */
  private static HmmLearner learner(EncodedText sentences, HmmSettings settings) {
    return new HmmLearner(
        sentences,
        settings,
        GlobalCounts.random(settings.states(), sentences, Seeds.mix(settings.seed(), -1)));
  }

  private static HiddenMarkovModel learn(HmmSettings settings, EncodedText sentences)
      throws IOException {
    try (HmmLearner learner = learner(sentences, settings)) {
      return passed(learner, settings.passes()).model();
    }
  }

  /** Makes passes and returns the learner. */
  private static HmmLearner passed(HmmLearner learner, int passes) throws IOException {
    while (learner.passes() < passes) {
      learner.pass(seen -> {});
    }
    return learner;
  }

  private static double likelihood(HiddenMarkovModel model) {
    double sum = 0;
    for (int[] sentence : CORPUS) {
      sum += new StateLattice().run(model, sentence, 0, sentence.length);
    }
    return sum;
  }

  private static HmmSettings settings(Method method, int batch, double forgetting) {
    return new HmmSettings(
        method,
        STATES,
        new Priors(0.4, 0.3),
        new StepSchedule(batch, 3 * batch, 1, forgetting),
        3,
        17,
        1);
  }

  /**
   * Word resources store this text, and checkpoints are compared by it, so that it must not change.
   */
  @Test
  void formatsSettingsAsFlatText() {
    assertThat(HmmSettings.of(Method.SVI, 64, 3, 7, 1))
        .hasToString(
            "HmmSettings[method=SVI, states=64, transitionPrior=0.1, emissionPrior=0.01, batch=500,"
                + " largeBatch=5000, delay=1.0, forgetting=0.6, passes=3, seed=7, threads=1]");
  }
}
