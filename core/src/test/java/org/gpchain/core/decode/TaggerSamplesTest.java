package org.gpchain.core.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import org.gpchain.core.features.SequenceEncoder;
import org.gpchain.core.promise.LatticeScalingTest;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.BruteForce;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.core.posterior.LatentSamples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests tagging with samples of the posterior. */
class TaggerSamplesTest {
  private static DecodingOptions sampled(int samples, boolean residual, long seed) {
    return new DecodingOptions(Decoding.MARGINAL, samples, residual, seed);
  }

  /** This also applies to the probabilities of alternatives. */
  @ParameterizedTest
  @CsvSource({
    "IOB2, 1, false",
    "IOB2, 5, true",
    "IOBES, 5, false",
    "TOKEN, 7, true",
    "IOB1, 3, false"
  })
  void probabilitiesAreAveragesOverSamples(TagScheme scheme, int count, boolean residual) {
    for (int seed = 0; seed < 25; seed++) {
      TaggerCase model = TaggerCase.of(seed, scheme);
      TokenSequence sentence = TaggerCase.sentence(new Draws(seed), 1 + seed % 4);
      DecodingOptions options = sampled(count, residual, 3).withNBest(6);
      Prediction prediction = model.tagger(options).tag(sentence);
      LatentSamples samples = model.samples(sentence, options);
      List<BruteForce> oracles =
          IntStream.range(0, count)
              .mapToObj(s -> model.enumerateLegal(sentence, samples, s))
              .toList();

      int v = model.labels().size();
      double[] marginals = new double[sentence.length() * v];
      double[] entropies = new double[sentence.length()];
      for (BruteForce oracle : oracles) {
        double[] ofSample = oracle.marginals();
        for (int i = 0; i < ofSample.length; i++) {
          marginals[i] += ofSample[i] / count;
          if (ofSample[i] != 0) {
            entropies[i / v] -= ofSample[i] * Math.log(ofSample[i]) / count;
          }
        }
      }
      assertClose("p(y_t)", TaggerCase.marginals(prediction), marginals, ALGEBRA);
      for (int t = 0; t < sentence.length(); t++) {
        assertClose("E[H]", prediction.expectedEntropy(t), entropies[t], ALGEBRA);
      }
      double sequence = average(oracles, path -> model.names(path).equals(prediction.labels()));
      assertClose("p(y)", prediction.sequenceProbability(), sequence, ALGEBRA);
      for (ScoredSpan scored : LatticeScalingTest.withAlternatives(prediction)) {
        Span span = scored.span();
        List<String> labels = model.codec().encode(List.of(span), span.end());
        double expected = average(oracles, path -> model.has(span, path, labels));
        assertClose("p(" + span + ")", scored.probability(), expected, ALGEBRA);
      }
    }
  }

  private static double average(List<BruteForce> oracles, Predicate<int[]> condition) {
    return oracles.stream().mapToDouble(o -> o.probability(condition)).average().orElseThrow();
  }

  @ParameterizedTest
  @EnumSource(Decoding.class)
  void tinyCovarianceHardlyChangesThePrediction(Decoding decoding) {
    for (int seed = 0; seed < 20; seed++) {
      TaggerCase model =
          TaggerCase.of(seed, TagScheme.IOB2, TaggerCase.labelsOf(TagScheme.IOB2), 1e6, 1e-12);
      TokenSequence sentence = TaggerCase.sentence(new Draws(seed), 1 + seed % 4);
      Prediction mean = model.tagger(new DecodingOptions(decoding, 0, false, 1)).tag(sentence);
      Prediction average = model.tagger(new DecodingOptions(decoding, 8, false, 1)).tag(sentence);

      assertThat(average.labels()).isEqualTo(mean.labels());
      for (int t = 0; t < sentence.length(); t++) {
        for (int a = 0; a < model.labels().size(); a++) {
          assertThat(average.marginal(t, a)).isCloseTo(mean.marginal(t, a), within(1e-5));
        }
        assertThat(average.entropy(t) - average.expectedEntropy(t)).isCloseTo(0, within(1e-5));
      }

      for (int i = 0; i < mean.spans().size(); i++) {
        assertThat(average.spans().get(i).span()).isEqualTo(mean.spans().get(i).span());
        assertThat(average.spans().get(i).probability())
            .isCloseTo(mean.spans().get(i).probability(), within(1e-5));
      }
    }
  }

  @Test
  void seedDeterminesThePrediction() {
    TaggerCase model = TaggerCase.of(1, TagScheme.IOB2);
    TokenSequence sentence = TaggerCase.sentence(new Draws(1), 5);
    TokenSequence other = TaggerCase.sentence(new Draws(2), 9);
    Tagger tagger = model.tagger(sampled(16, true, 7));
    Workspace workspace = new Workspace();
    Outcome first = Outcome.of(tagger.tag(sentence, workspace));
    tagger.tag(other, workspace);
    assertThat(Outcome.of(tagger.tag(sentence, workspace))).isEqualTo(first);
    assertThat(Outcome.of(model.tagger(sampled(16, true, 7)).tag(sentence))).isEqualTo(first);
    assertThat(Outcome.of(model.tagger(sampled(16, true, 8)).tag(sentence))).isNotEqualTo(first);
  }

  @Test
  void residualIncreasesTheUncertainty() {
    TaggerCase model =
        TaggerCase.of(1, TagScheme.TOKEN, TaggerCase.labelsOf(TagScheme.TOKEN), 50, 0);
    TokenSequence sentence = TokenSequence.ofWords(List.of("a", "b", "c", "d"));
    Prediction without = model.tagger(sampled(400, false, 1)).tag(sentence);
    Prediction with = model.tagger(sampled(400, true, 1)).tag(sentence);
    double increase = 0;
    for (int t = 0; t < 4; t++) {
      increase += with.entropy(t) - with.expectedEntropy(t);
      increase -= without.entropy(t) - without.expectedEntropy(t);
    }
    assertThat(increase).isPositive();
  }

  @Test
  void samplesNeedACovariance() {
    TaggerCase model = TaggerCase.of(1, TagScheme.TOKEN);
    DecoupledPosterior plugIn =
        DecoupledPosterior.plugIn(
            model.labels().size(), model.posterior().weights(), model.posterior().pairwiseMean());
    TaggerCase without = new TaggerCase(model.vocabulary(), plugIn, model.labels(), model.scheme());
    assertRefused(() -> without.tagger(sampled(1, false, 1)), "without a posterior covariance");
    assertThat(
            without.tagger(sampled(0, true, 1)).tag(TokenSequence.ofWords(List.of("a"))).length())
        .isEqualTo(1);
  }

  /** Encoded rows of a corpus are tagged like their sentences. */
  @ParameterizedTest
  @ValueSource(ints = {0, 5})
  void rowsAreTaggedLikeTheirSentence(int samples) {
    TaggerCase model = TaggerCase.of(4, TagScheme.IOB2);
    Draws draws = new Draws(4);
    List<TokenSequence> corpus = new ArrayList<>();
    for (int length = 0; length < 5; length++) {
      corpus.add(TaggerCase.sentence(draws, length));
    }

    SparseRows rows = new SequenceEncoder(model.vocabulary()).encode(corpus);
    Tagger tagger = model.tagger(sampled(samples, samples > 0, 3));
    int first = 0;
    for (TokenSequence sentence : corpus) {
      Prediction prediction = tagger.tag(rows, first, sentence.length(), new Workspace());
      assertThat(Outcome.of(prediction)).isEqualTo(Outcome.of(tagger.tag(sentence)));
      first += sentence.length();
    }

    assertRefused(
        () -> tagger.tag(rows.selectColumns(new int[] {0}), 0, 1, new Workspace()), "rows");
  }
}
