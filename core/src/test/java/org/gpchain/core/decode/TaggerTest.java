package org.gpchain.core.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.gpchain.core.Draws;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.promise.HeldOutSegments;
import org.gpchain.core.promise.LatticeScaling;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.Legality;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.BruteForce;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares tagging with the posterior mean with an enumeration of the legal label sequences. */
class TaggerTest {
  private static final int SEEDS = 40;

  private static DecodingOptions plugIn(Decoding decoding) {
    return new DecodingOptions(decoding, 0, false, 1);
  }

  private static List<String> best(
      TaggerCase model, BruteForce oracle, ToDoubleFunction<int[]> value) {
    return oracle.paths().stream()
        .filter(model::isLegal)
        .max(Comparator.comparingDouble(value))
        .map(model::names)
        .orElseThrow();
  }

  @ParameterizedTest
  @EnumSource
  void marginalsAndDecodingsEqualThoseOfEnumeration(TagScheme scheme) {
    Workspace workspace = new Workspace();
    for (int seed = 0; seed < SEEDS; seed++) {
      TaggerCase model = TaggerCase.of(seed, scheme);
      TokenSequence sentence = TaggerCase.sentence(new Draws(seed), 1 + seed % 4);
      Prediction prediction = model.tagger(plugIn(Decoding.MARGINAL)).tag(sentence, workspace);
      BruteForce oracle = model.enumerateLegal(sentence);
      double[] marginals = oracle.marginals();

      assertThat(prediction.length()).isEqualTo(sentence.length());
      assertThat(prediction.labelSet()).isEqualTo(model.labels());
      assertClose("p(y_t)", TaggerCase.marginals(prediction), marginals, ALGEBRA);

      for (int t = 0; t < sentence.length(); t++) {
        assertThat(prediction.label(t)).isEqualTo(prediction.labels().get(t));
        assertThat(prediction.expectedEntropy(t)).isEqualTo(prediction.entropy(t));
      }

      assertThat(prediction.labels())
          .isEqualTo(best(model, oracle, path -> sum(marginals, path, model.labels().size())));
      assertThat(model.tagger(plugIn(Decoding.VITERBI)).tag(sentence, workspace).labels())
          .isEqualTo(best(model, oracle, oracle::score));
    }
  }

  private static double sum(double[] marginals, int[] path, int v) {
    double sum = 0;
    for (int t = 0; t < path.length; t++) {
      sum += marginals[t * v + path[t]];
    }
    return sum;
  }

  /**
   * The probability of a segment is the probability of sequences that have exactly this segment.
   */
  @ParameterizedTest
  @EnumSource
  void probabilitiesOfSegmentsEqualThoseOfEnumeration(TagScheme scheme) {
    int spans = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      TaggerCase model = TaggerCase.of(seed, scheme);
      TokenSequence sentence = TaggerCase.sentence(new Draws(seed), 1 + seed % 4);
      for (Decoding decoding : Decoding.values()) {
        Prediction prediction = model.tagger(plugIn(decoding)).tag(sentence);
        BruteForce oracle = model.enumerateLegal(sentence);

        assertThat(prediction.spans())
            .extracting(ScoredSpan::span)
            .isEqualTo(model.codec().decode(prediction.labels()));
        assertClose(
            "p(y)",
            prediction.sequenceProbability(),
            oracle.probability(path -> model.names(path).equals(prediction.labels())),
            ALGEBRA);

        for (ScoredSpan scored : prediction.spans()) {
          double expected =
              oracle.probability(path -> model.has(scored.span(), path, prediction.labels()));
          assertClose("p(" + scored.span() + ")", scored.probability(), expected, ALGEBRA);
          spans++;
        }
      }
    }

    assertThat(spans).isGreaterThan(20);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void labelsArePredictedEvenIfNoSequenceIsLegal(int length) {
    LabelSet labels = LabelSet.of(List.of("B-X", "E-X"));
    TaggerCase model = TaggerCase.of(1, TagScheme.IOBES, labels, 1, 0);
    for (Decoding decoding : Decoding.values()) {
      for (int samples : new int[] {0, 3}) {
        Prediction prediction =
            model
                .tagger(new DecodingOptions(decoding, samples, false, 1).withNBest(5))
                .tag(TaggerCase.sentence(new Draws(1), length));
        assertThat(prediction.labels()).hasSize(length).isSubsetOf(labels.labels());
        assertThat(prediction.spans()).isNotEmpty();
        if (length % 2 == 1) {
          assertThat(prediction.spans()).allMatch(scored -> scored.alternatives().isEmpty());
        } else {
          assertThat(Legality.isLegal(model.codec(), prediction.labels())).isTrue();
        }
      }
    }
  }

  @Test
  void emptySentenceHasAnEmptyPrediction() {
    TaggerCase model = TaggerCase.of(1, TagScheme.IOB2);
    for (int samples : new int[] {0, 4}) {
      Prediction prediction =
          model
              .tagger(new DecodingOptions(Decoding.MARGINAL, samples, true, 1))
              .tag(TokenSequence.ofWords(List.of()));
      assertThat(prediction.length()).isZero();
      assertThat(prediction.labels()).isEmpty();
      assertThat(prediction.spans()).isEmpty();
    }
  }

  @Test
  void brokenWeightsGiveNaN() {
    TaggerCase model = TaggerCase.of(1, TagScheme.IOB2);
    float[] weights = new float[model.posterior().weights().length];
    Arrays.fill(weights, Float.NaN);
    int v = model.labels().size();
    DecoupledPosterior broken = DecoupledPosterior.plugIn(v, weights, new double[v * v]);
    Prediction prediction =
        new TaggerCase(model.vocabulary(), broken, model.labels(), model.scheme())
            .tagger(DecodingOptions.DEFAULT)
            .tag(TokenSequence.ofWords(List.of("a", "b")));
    assertThat(prediction.marginal(0, 0)).isNaN();
    assertThat(prediction.entropy(1)).isNaN();
    assertThat(prediction.expectedEntropy(1)).isNaN();
    assertThat(prediction.spans()).allMatch(scored -> Double.isNaN(scored.probability()));
  }

  @Test
  void inconsistentPartsAreRejected() {
    TaggerCase model = TaggerCase.of(1, TagScheme.IOB2);
    assertRefused(
        () ->
            new SequenceModel(
                model.vocabulary(),
                model.posterior(),
                new LinearChain(3),
                model.labels(),
                model.scheme()),
        "5, 5, 3");
    assertRefused(() -> new DecodingOptions(Decoding.MARGINAL, -1, false, 1), "samples");
    assertRefused(() -> DecodingOptions.DEFAULT.withNBest(0), "nBest");
  }

  private static final int THREADS = 8;

  private static List<Outcome> tagAll(Tagger tagger, List<TokenSequence> sentences) {
    Workspace workspace = new Workspace();
    return sentences.stream().map(s -> Outcome.of(tagger.tag(s, workspace))).toList();
  }

  @ParameterizedTest
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  @CsvSource({
    "MARGINAL, 0, 1",
    "VITERBI, 0, 1",
    "MARGINAL, 5, 1",
    "VITERBI, 0, 4",
    "MARGINAL, 5, 4"
  })
  void predictionsDoNotDependOnThreads(Decoding decoding, int samples, int nBest) throws Exception {
    Tagger tagger =
        TaggerCase.of(1, TagScheme.IOB2)
            .tagger(new DecodingOptions(decoding, samples, true, 1).withNBest(nBest));
    Draws draws = new Draws(1);
    List<TokenSequence> sentences = new ArrayList<>();
    for (int s = 0; s < 200; s++) {
      sentences.add(TaggerCase.sentence(draws, draws.between(0, 20)));
    }

    List<Outcome> expected = tagAll(tagger, sentences);
    ExecutorService executor = Executors.newFixedThreadPool(THREADS);
    try {
      Callable<List<Outcome>> task = () -> tagAll(tagger, sentences);
      for (Future<List<Outcome>> result : executor.invokeAll(Collections.nCopies(THREADS, task))) {
        assertThat(result.get()).isEqualTo(expected);
      }
    } finally {
      executor.shutdownNow();
    }
  }

  private static final LabelSet LABELS = LabelSet.of(List.of("O", "B-X", "I-X"));

  private static Tagger tagger() {
    Vocabulary vocabulary =
        Vocabulary.of(
            TemplateSet.parse("U:%x[0,0]", List.of("word")), List.of("a"), List.of(new int[] {0}));
    SequenceModel model =
        new SequenceModel(
            vocabulary,
            DecoupledPosterior.plugIn(3, new float[3], new double[9]),
            new LinearChain(3),
            LABELS,
            TagScheme.IOB2);
    return new Tagger(
        model,
        new Calibration(LatticeScaling.LEGAL, 0.1, HeldOutSegments.NONE),
        AddedColumns.NONE,
        DecodingOptions.DEFAULT);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 2_000, 50_000})
  void memoryIsLinearInTheLength(int length) {
    TokenSequence sentence = TokenSequence.ofWords(Collections.nCopies(length, "a"));
    Tagger tagger = tagger();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    Prediction prediction = tagger.tag(sentence);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before)
        .isLessThan(50_000_000L + 2_000L * length);
    assertThat(prediction.spans()).allMatch(span -> span.probability() <= 1);
  }
}
