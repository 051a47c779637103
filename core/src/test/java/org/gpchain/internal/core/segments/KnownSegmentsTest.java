package org.gpchain.internal.core.segments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.gpchain.core.Draws;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import org.gpchain.core.decode.Outcome;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.decode.TaggerCase;
import org.gpchain.core.promise.LatticeScalingTest;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.BruteForce;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.document.DocumentWindow;
import org.gpchain.internal.core.document.FirstPass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares predictions given known segments with an enumeration of the label sequences that are
 * consistent with them.
 */
class KnownSegmentsTest {
  private static final int SEEDS = 150;

  /**
   * Knowledge about the segments of a sentence.
   *
   * @param spans known segments
   * @param outside tokens that are in no segment
   * @param borders tokens that no segment continues into
   */
  private record Known(List<Span> spans, BitSet outside, BitSet borders) {
    static Known draw(Draws draws, TaggerCase model, int length) {
      Known known = new Known(new ArrayList<>(), new BitSet(), new BitSet());
      String[] types =
          model.scheme() == TagScheme.TOKEN ? new String[] {"NN", "VB"} : new String[] {"X"};
      for (int t = 0; t < length; t++) {
        switch (draws.index(5)) {
          case 0, 1 -> {
            int end = model.scheme() == TagScheme.TOKEN ? t + 1 : draws.between(t + 1, length);
            known.spans.add(new Span(t, end, draws.oneOf(types)));
            t = end - 1;
          }
          case 2 -> known.outside.set(t, model.scheme() != TagScheme.TOKEN);
          case 3 -> known.borders.set(t);
          default -> {}
        }
      }
      return known;
    }

    TokenSequence mark(TokenSequence sentence) {
      List<String> cells = KnownSegments.emptyCells(sentence.length());
      for (Span span : spans) {
        assertThat(KnownSegments.addSegment(span, cells)).isTrue();
      }
      for (int t : outside.stream().toArray()) {
        assertThat(KnownSegments.exclude(new Span(t, t + 1, ""), cells)).isTrue();
      }
      for (int t : borders.stream().toArray()) {
        Span fromBorder = new Span(t, sentence.length(), "");
        assertThat(KnownSegments.addBorders(fromBorder, cells)).isTrue();
      }
      return KnownSegments.withCells(sentence, cells);
    }

    boolean fits(TaggerCase model, int[] path) {
      List<String> names = model.names(path);
      List<String> spelled = model.codec().encode(spans, path.length);
      return spans.stream().allMatch(span -> model.has(span, path, spelled))
          && outside.stream().allMatch(t -> names.get(t).equals(SpanCodec.OUTSIDE))
          && model.codec().decode(names).stream()
              .allMatch(
                  span -> borders.stream().noneMatch(t -> span.start() < t && t < span.end()));
    }
  }

  /**
   * Compares marginals, entropies, sequences, segments, alternatives and the best sequence, with
   * and without samples of the posterior.
   */
  @ParameterizedTest
  @CsvSource({"IOB2, 0", "IOBES, 0", "TOKEN, 0", "IOB2, 3", "IOBES, 3", "TOKEN, 3"})
  void predictionsAreConditionedOnKnownSegments(TagScheme scheme, int samples) {
    int whole = 0;
    int ends = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      TaggerCase model = TaggerCase.of(seed, scheme);
      Draws draws = new Draws(seed);
      int length = 1 + seed % 4;
      TokenSequence plain = TaggerCase.sentence(draws, length);
      Known known = Known.draw(draws, model, length);
      TokenSequence sentence = known.mark(plain);
      for (Span span : known.spans) {
        if (span.equals(new Span(0, length, "X"))) {
          whole++;
        }
        if (span.start() == 0) {
          ends++;
        }
        if (span.end() == length) {
          ends++;
        }
      }

      for (Decoding decoding : Decoding.values()) {
        DecodingOptions options = new DecodingOptions(decoding, samples, false, 3).withNBest(6);
        List<BruteForce> oracles = oracles(model, known, plain, options);
        Tagger tagger = model.tagger(options);
        assertPrediction(model, known, tagger.tag(sentence), oracles);
        assertSegments(model, tagger, sentence, samples == 0 ? oracles.get(0) : null);
        if (decoding == Decoding.VITERBI && samples == 0) {
          double best =
              oracles.get(0).paths().stream()
                  .mapToDouble(oracles.get(0)::score)
                  .max()
                  .orElseThrow();
          int[] path =
              tagger.tag(sentence).labels().stream().mapToInt(model.labels()::indexOf).toArray();
          assertClose("score", oracles.get(0).score(path), best, ALGEBRA);
        }
      }
    }
    assertThat(ends).isGreaterThan(50);
    assertThat(whole > 10).isEqualTo(scheme != TagScheme.TOKEN);
  }

  /** Returns an enumeration for each sample, or one under the posterior mean without samples. */
  private static List<BruteForce> oracles(
      TaggerCase model, Known known, TokenSequence sentence, DecodingOptions options) {
    List<BruteForce> oracles = new ArrayList<>();
    if (options.samples() == 0) {
      oracles.add(model.enumerateLegal(sentence));
    }
    for (int s = 0; s < options.samples(); s++) {
      oracles.add(model.enumerateLegal(sentence, model.samples(sentence, options), s));
    }
    oracles.replaceAll(oracle -> oracle.given(path -> known.fits(model, path)));
    return oracles;
  }

  private static void assertPrediction(
      TaggerCase model, Known known, Prediction prediction, List<BruteForce> oracles) {
    ToDoubleFunction<Predicate<int[]>> probability =
        condition ->
            oracles.stream().mapToDouble(o -> o.probability(condition)).average().orElseThrow();
    int v = model.labels().size();
    double[] marginals = new double[prediction.length() * v];
    double[] expected = new double[prediction.length()];
    for (BruteForce oracle : oracles) {
      double[] p = oracle.marginals();
      for (int i = 0; i < p.length; i++) {
        marginals[i] += p[i] / oracles.size();
        if (p[i] != 0) {
          expected[i / v] -= p[i] * Math.log(p[i]) / oracles.size();
        }
      }
    }

    assertClose("p(y_t)", TaggerCase.marginals(prediction), marginals, ALGEBRA);
    for (int t = 0; t < expected.length; t++) {
      assertClose("E[H]", prediction.expectedEntropy(t), expected[t], ALGEBRA);
    }

    assertClose(
        "p(y)",
        prediction.sequenceProbability(),
        probability.applyAsDouble(path -> model.names(path).equals(prediction.labels())),
        ALGEBRA);
    for (ScoredSpan scored : LatticeScalingTest.withAlternatives(prediction)) {
      List<String> spelled = model.codec().encode(List.of(scored.span()), prediction.length());
      double p = probability.applyAsDouble(path -> model.has(scored.span(), path, spelled));
      assertClose("p(" + scored.span() + ")", scored.probability(), p, ALGEBRA);
    }

    assertThat(prediction.spans().stream().filter(scored -> scored.probability() == 1))
        .extracting(ScoredSpan::span)
        .containsAll(known.spans);
    assertThat(model.codec().decode(prediction.labels())).containsAll(known.spans);
  }

  /** Compares the probabilities of all candidates and log Z. */
  private static void assertSegments(
      TaggerCase model, Tagger tagger, TokenSequence sentence, BruteForce oracle) {
    if (oracle == null) {
      return;
    }

    List<Span> spans =
        tagger.candidates(sentence, 1e-9, new Workspace()).stream().map(ScoredSpan::span).toList();
    double[] probabilities = tagger.probabilities(sentence, spans, new Workspace());
    for (int i = 0; i < probabilities.length; i++) {
      Span span = spans.get(i);
      List<String> spelled = model.codec().encode(List.of(span), sentence.length());
      assertClose(
          "p(" + span + ")",
          probabilities[i],
          oracle.probability(path -> model.has(span, path, spelled)),
          ALGEBRA);
    }

    LegalInference given =
        new LegalInference(
            new LinearChain(model.labels().size()),
            LegalInference.constraints(model.codec(), model.labels()));
    double logPartition =
        given
            .lattice(
                KnownSegments.of(sentence, model.codec(), model.labels())
                    .clamp(model.unaryMean(sentence)),
                model.posterior().pairwiseMean(),
                sentence.length(),
                new Workspace())
            .logPartition();

    assertClose("log Z", logPartition, oracle.logPartition(), ALGEBRA);
  }

  /** Tokens of such a segment are outside of the segments of the model. */
  @Test
  void segmentThatLabelsCannotExpressIsOutside() {
    TaggerCase model = TaggerCase.of(1, TagScheme.IOB2);
    TokenSequence plain = TokenSequence.ofWords(List.of("a", "b", "c"));
    List<Span> strange = List.of(new Span(1, 3, "strange"));
    List<String> cells = KnownSegments.emptyCells(3);

    assertThat(KnownSegments.withCells(plain, cells)).isSameAs(plain);
    assertThat(KnownSegments.addSegment(strange.get(0), cells)).isTrue();

    TokenSequence marked = KnownSegments.withCells(plain, cells);
    Tagger tagger = model.tagger(DecodingOptions.DEFAULT);

    assertThat(tagger.canExpress(strange.get(0))).isFalse();
    assertThat(tagger.canExpress(new Span(1, 3, "X"))).isTrue();

    Tagger ofTokens = TaggerCase.of(1, TagScheme.TOKEN).tagger(DecodingOptions.DEFAULT);
    assertThat(ofTokens.canExpress(new Span(0, 2, "NN"))).isFalse();

    Tagger other = TaggerCase.of(1, TagScheme.IOB1).tagger(DecodingOptions.DEFAULT);
    assertThat(other.canExpress(new Span(0, 1, "X"))).isFalse();
    assertThat(Outcome.of(other.tag(marked))).isEqualTo(Outcome.of(other.tag(plain)));
    assertThat(tagger.tag(marked).marginal(1, model.labels().indexOf("O"))).isEqualTo(1);
    assertThat(KnownSegments.spans(marked)).isEqualTo(strange);
    assertThat(KnownSegments.spans(marked.slice(0, 2))).containsExactly(new Span(1, 2, "strange"));
  }

  /** If segments contradict each other, only the first one is kept. */
  @Test
  void contradictionsAreRejected() {
    List<String> cells = KnownSegments.emptyCells(8);
    assertThat(KnownSegments.addBorders(new Span(2, 4, ""), cells)).isTrue();
    assertThat(KnownSegments.addSegment(new Span(1, 3, "X"), cells)).isFalse();
    assertThat(KnownSegments.addSegment(new Span(2, 4, "X"), cells)).isTrue();
    assertThat(KnownSegments.addSegment(new Span(3, 5, "Y"), cells)).isFalse();
    assertThat(KnownSegments.addSegment(new Span(2, 4, "X"), cells))
        .as("the same segment again")
        .isTrue();
    assertThat(KnownSegments.addSegment(new Span(2, 3, "X"), cells)).isFalse();
    assertThat(KnownSegments.addSegment(new Span(2, 4, "Y"), cells)).isFalse();
    assertThat(KnownSegments.exclude(new Span(0, 3, ""), cells)).isFalse();
    assertThat(KnownSegments.exclude(new Span(4, 6, ""), cells)).isTrue();
    assertThat(KnownSegments.addSegment(new Span(5, 7, "X"), cells)).isFalse();
    assertThat(KnownSegments.addBorders(new Span(3, 7, ""), cells)).isFalse();
    assertThat(KnownSegments.addBorders(new Span(0, 8, ""), cells)).isTrue();

    TokenSequence text = TokenSequence.ofWords(List.of("a", "b", "c", "d", "e", "f", "g", "h"));
    assertThat(KnownSegments.spans(KnownSegments.withCells(text, cells)))
        .containsExactly(new Span(2, 4, "X"));
  }

  /** In the first pass, a known segment has the probability 1, which other sentences can read. */
  @Test
  void knownSegmentsInfluenceOtherSentences() {
    TokenSequence name = TokenSequence.ofWords(List.of("Aba"));
    List<String> cells = KnownSegments.emptyCells(1);
    KnownSegments.addSegment(new Span(0, 1, "Y"), cells);
    TokenSequence known = KnownSegments.withCells(name, cells);
    Tagger tagger = TaggerCase.of(1, TagScheme.IOB2).tagger(DecodingOptions.DEFAULT);
    List<TokenSequence> read =
        new FirstPass(tagger, null).over(List.of(known, name), new Workspace());
    assertThat(read.get(1).cells(DocumentWindow.TYPES).get(0))
        .singleElement()
        .satisfies(cell -> assertThat(cell.value()).isEqualTo("Y"))
        .satisfies(cell -> assertThat(cell.weight()).isEqualTo(0.25));
  }

  /** Where the words of a known segment occur again, the scores of its type are increased. */
  @ParameterizedTest
  @EnumSource(
      value = TagScheme.class,
      names = {"IOB2", "IOBES"})
  void repeatedWordsIncreaseTheScoresOfTheType(TagScheme scheme) {
    TaggerCase model = TaggerCase.of(1, scheme);
    List<TokenSequence> plain =
        Stream.of("in New York now", "New York New", "new york", "York", "New York")
            .map(text -> TokenSequence.ofWords(List.of(text.split(" "))))
            .toList();
    List<TokenSequence> document = new ArrayList<>(plain);
    document.set(0, kept(plain.get(0), new Span(1, 3, "X")));
    List<TokenSequence> spread = KnownSegments.markRepeatedNames(document);

    assertThat(spread.get(0).column("known segments")).containsExactly("", "B-X", "I-X", "|");
    assertThat(spread.get(1).column("known segments")).containsExactly("~X", "~X", "");
    assertThat(spread.get(4).column("known segments")).containsExactly("~X", "~X");
    assertThat(spread.subList(2, 4)).isEqualTo(plain.subList(2, 4));
    assertThat(KnownSegments.markRepeatedNames(spread)).isEqualTo(spread);

    Tagger tagger = model.tagger(DecodingOptions.DEFAULT);
    assertThat(tagger.inDocument(document, new Workspace())).isEqualTo(spread);
    assertThat(KnownSegments.spans(spread.get(1))).isEmpty();

    int v = model.labels().size();
    double[] scores =
        KnownSegments.of(spread.get(1), model.codec(), model.labels()).apply(new double[3 * v]);
    for (int i = 0; i < scores.length; i++) {
      boolean isLikely = i < 2 * v && model.labels().label(i % v).endsWith("-X");
      assertThat(scores[i]).isEqualTo(isLikely ? 3 : 0);
    }
  }

  /** Words with several types or in lower case are not spread, but words without case are. */
  @Test
  void onlyNamesWithOneTypeAreSpread() {
    TokenSequence text = TokenSequence.ofWords(List.of("Aba", "aba", "Aba", "\u6771\u4eac", "aba"));
    TokenSequence again = TokenSequence.ofWords(List.of("Aba", "aba", "\u6771\u4eac"));

    assertThat(
            KnownSegments.markRepeatedNames(
                    List.of(
                        kept(text, new Span(0, 1, "X"), new Span(2, 3, "Y"), new Span(3, 4, "X")),
                        kept(text, new Span(1, 2, "X")),
                        again))
                .get(2)
                .column("known segments"))
        .containsExactly("", "", "~X");
    List<TokenSequence> columns =
        List.of(new TokenSequence(List.of("pos"), List.of(List.of("NN"))), again);

    assertThat(KnownSegments.markRepeatedNames(columns)).isSameAs(columns);
    List<TokenSequence> nothing = List.of(text, again);

    assertThat(KnownSegments.markRepeatedNames(nothing)).isSameAs(nothing);
  }

  private static TokenSequence kept(TokenSequence sentence, Span... spans) {
    List<String> cells = KnownSegments.emptyCells(sentence.length());
    for (Span span : spans) {
      assertThat(KnownSegments.addSegment(span, cells)).isTrue();
    }
    return KnownSegments.withCells(sentence, cells);
  }
}
