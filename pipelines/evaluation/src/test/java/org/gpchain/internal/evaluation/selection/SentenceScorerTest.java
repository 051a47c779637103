package org.gpchain.internal.evaluation.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.core.Draws;
import org.gpchain.core.decode.TaggerCase;
import org.gpchain.core.features.SequenceEncoder;
import org.gpchain.core.model.Features;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelTask;
import org.gpchain.core.model.Provenance;
import org.gpchain.core.text.Legality;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.BruteForce;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.core.posterior.LatentSamples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests uncertainty scores against the enumeration of all label sequences. */
class SentenceScorerTest {
  private static final int SEEDS = 30;

  private static Model model(TaggerCase taggerCase) {
    return new Model(
        new ModelTask("test", "x-unspecified", taggerCase.scheme(), taggerCase.labels()),
        Features.of(
            taggerCase.vocabulary(), Prior.of(taggerCase.vocabulary().groupCount(), 1, 1), null),
        taggerCase.posterior(),
        new Provenance(Map.of(), 0, "", 1, 1, "test"));
  }

  private static Uncertainty uncertainty(
      TaggerCase taggerCase, Criterion criterion, TokenSequence sentence) {
    return new SentenceScorer(model(taggerCase), criterion, 5)
        .score(sentence, new Workspace())
        .uncertainty();
  }

  private static TokenSequence sentence(int seed) {
    return TaggerCase.sentence(new Draws(seed), 1 + seed % 4);
  }

  /** Returns the probability of each legal label sequence. */
  private static Map<List<String>, Double> legal(TaggerCase taggerCase, BruteForce oracle) {
    Map<List<String>, Double> legal = new HashMap<>();
    double sum = 0;
    for (int n = 0; n < oracle.paths().size(); n++) {
      List<String> labels = taggerCase.names(oracle.paths().get(n));
      if (Legality.isLegal(taggerCase.codec(), labels)) {
        legal.put(labels, Math.exp(oracle.logProbability(n)));
        sum += legal.get(labels);
      }
    }

    double all = sum;
    legal.replaceAll((labels, p) -> p / all);
    return legal;
  }

  /** Returns the probability of each label of each token. */
  private static double[][] marginals(
      TaggerCase taggerCase, Map<List<String>, Double> sequences, int length) {
    double[][] marginals = new double[length][taggerCase.labels().size()];
    sequences.forEach(
        (labels, p) -> {
          for (int t = 0; t < length; t++) {
            marginals[t][taggerCase.labels().indexOf(labels.get(t))] += p;
          }
        });
    return marginals;
  }

  private static double entropy(double[][] marginals) {
    double entropy = 0;
    for (double[] token : marginals) {
      for (double p : token) {
        entropy -= p > 0 ? p * Math.log(p) : 0;
      }
    }
    return entropy;
  }

  @ParameterizedTest
  @EnumSource
  void entropyAndProbabilityOfTheBestSequence(TagScheme scheme) {
    for (int seed = 0; seed < SEEDS; seed++) {
      TaggerCase taggerCase = TaggerCase.of(seed, scheme);
      TokenSequence sentence = sentence(seed);
      Map<List<String>, Double> sequences = legal(taggerCase, taggerCase.enumerate(sentence));
      if (sequences.isEmpty()) {
        continue;
      }
      Uncertainty uncertainty = uncertainty(taggerCase, Criterion.ENTROPY, sentence);
      assertThat(uncertainty.tokens()).isEqualTo(sentence.length());
      double entropy = entropy(marginals(taggerCase, sequences, sentence.length()));
      assertClose("entropy", uncertainty.entropy(), entropy, ALGEBRA);
      double best = sequences.values().stream().mapToDouble(p -> p).max().orElseThrow();
      Uncertainty whole = uncertainty(taggerCase, Criterion.SEQUENCE, sentence);
      assertClose("log p", whole.logProbability(), Math.log(best), ALGEBRA);
      double score = Criterion.SEQUENCE.score(whole, Criterion.Measure.WHOLE, 1);
      assertClose("score", score, 1 - best, ALGEBRA);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"IOB1", "IOB2"})
  void expectedNumbersOfSegments(TagScheme scheme) {
    for (int seed = 0; seed < SEEDS; seed++) {
      TaggerCase taggerCase = TaggerCase.of(seed, scheme);
      TokenSequence sentence = sentence(seed);
      Map<Span, Double> probability = new HashMap<>();
      legal(taggerCase, taggerCase.enumerate(sentence))
          .forEach(
              (labels, p) ->
                  taggerCase
                      .codec()
                      .decode(labels)
                      .forEach(s -> probability.merge(s, p, Double::sum)));
      List<Span> predicted =
          model(taggerCase).tagger().tag(sentence).spans().stream().map(ScoredSpan::span).toList();
      double found = predicted.stream().mapToDouble(s -> probability.getOrDefault(s, 0.0)).sum();
      probability.keySet().removeAll(predicted);
      double missed =
          probability.values().stream()
              .mapToDouble(p -> p)
              .filter(p -> p >= SentenceScorer.LEAST)
              .sum();
      Uncertainty uncertainty = uncertainty(taggerCase, Criterion.F1, sentence);
      assertClose("found", uncertainty.found(), found, ALGEBRA);
      assertClose("wrong", uncertainty.wrong(), predicted.size() - found, ALGEBRA);
      assertClose("missed", uncertainty.missed(), missed, ALGEBRA);
    }
  }

  @Test
  void mutualInformationMeasuresTheDisagreementOfSamples() {
    for (int seed = 0; seed < SEEDS; seed++) {
      TaggerCase taggerCase = TaggerCase.of(seed, TagScheme.IOB2);
      TokenSequence sentence = sentence(seed);
      int length = sentence.length();
      LatentSamples samples =
          taggerCase
              .posterior()
              .latent(
                  new SequenceEncoder(taggerCase.vocabulary()).encode(List.of(sentence)),
                  0,
                  length,
                  true)
              .deviations()
              .draw(1, 5);
      double[][] mean = new double[length][taggerCase.labels().size()];
      double expected = 0;
      for (int s = 0; s < 5; s++) {
        double[][] ofSample =
            marginals(
                taggerCase, legal(taggerCase, taggerCase.enumerate(sentence, samples, s)), length);
        expected += entropy(ofSample) / 5;
        for (int t = 0; t < length; t++) {
          for (int a = 0; a < mean[t].length; a++) {
            mean[t][a] += ofSample[t][a] / 5;
          }
        }
      }
      Uncertainty uncertainty = uncertainty(taggerCase, Criterion.MUTUAL_INFORMATION, sentence);
      assertThat(uncertainty.mutualInformation()).isNotNegative();
      assertClose("I", uncertainty.mutualInformation(), entropy(mean) - expected, ALGEBRA);
      Uncertainty single =
          new SentenceScorer(model(taggerCase), Criterion.MUTUAL_INFORMATION, 1)
              .score(sentence, new Workspace())
              .uncertainty();
      assertClose("I of one sample", single.mutualInformation(), 0, ALGEBRA);
    }
  }

  @Test
  void rejectsSamplesOfAModelWithoutCovariance() {
    TaggerCase taggerCase = TaggerCase.of(1, TagScheme.IOB2);
    DecoupledPosterior q = taggerCase.posterior();
    double[] none = new double[q.pairwiseMean().length];
    DecoupledPosterior mean =
        new DecoupledPosterior(q.labelCount(), q.weights(), q.pairwiseMean(), none, null);
    TaggerCase plain =
        new TaggerCase(taggerCase.vocabulary(), mean, taggerCase.labels(), taggerCase.scheme());
    assertThatThrownBy(() -> uncertainty(plain, Criterion.MUTUAL_INFORMATION, sentence(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("inducing points");
    assertThatThrownBy(() -> new SentenceScorer(model(taggerCase), Criterion.ENTROPY, 0))
        .hasMessageContaining("samples must be at least 1");
  }

  @Test
  void hasNoUncertaintyWithoutTokens() {
    TaggerCase taggerCase = TaggerCase.of(1, TagScheme.IOB2);
    for (Criterion criterion : Criterion.values()) {
      assertThat(uncertainty(taggerCase, criterion, TokenSequence.ofWords(List.of())))
          .isEqualTo(Uncertainty.NONE);
    }
  }

  @Test
  void tagsLongSentencesInPieces() {
    TaggerCase taggerCase = TaggerCase.of(1, TagScheme.IOB2);
    TokenSequence page = TaggerCase.sentence(new Draws(2), 2500);
    Uncertainty uncertainty = uncertainty(taggerCase, Criterion.F1, page);
    assertThat(uncertainty.tokens()).isEqualTo(2500);
    assertThat(uncertainty.logProbability()).isFinite().isNegative();
  }
}
