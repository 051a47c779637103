package org.gpchain.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.gpchain.annotator.ModelCache;
import org.gpchain.annotator.ModelsOnClassPath;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Whether no probability of a shipped model contradicts another one, in its golden sentences and in
 * sentences of random words that it knows, with random tags. With {@code
 * -Dgpchain.test.columns=FILE} the sentences of a file are looked at too: one token per line, the
 * word in the first column.
 */
class AgreementTest {
  private static final String NAME = System.getProperty("gpchain.model");
  private static final int RANDOM_SENTENCES = 300;
  private static final int LONGEST = 25;
  private static final double ROUNDING = 1e-9;

  private final SplittableRandom random = new SplittableRandom(1);
  private final Workspace workspace = new Workspace();
  private Model model;

  @BeforeEach
  void load() throws IOException {
    model = ModelCache.SHARED.get(ModelsOnClassPath.find(NAME).orElseThrow(), Contents.DECODING);
  }

  @Test
  void probabilitiesAgreeInGoldenAndRandomSentences() throws IOException {
    assertThat(model.calibration().hasLearnedScales()).isTrue();
    List<TokenSequence> sentences = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of("src/test/resources/golden.txt"))) {
      sentences.add(sentence(List.of(line.split(" ", -1))));
    }
    List<String> known = model.vocabulary().symbols();
    for (int n = 0; n < RANDOM_SENTENCES; n++) {
      List<String> words = new ArrayList<>();
      for (int length = 1 + random.nextInt(LONGEST); words.size() < length; ) {
        words.add(known.get(random.nextInt(known.size())));
      }
      sentences.add(sentence(words));
    }
    int segments = sentences.stream().mapToInt(this::assertAgreement).sum();
    assertThat(segments).isGreaterThan(RANDOM_SENTENCES);
  }

  @Test
  void probabilitiesAgreeInSentencesOfAFile() throws IOException {
    String file = System.getProperty("gpchain.test.columns");
    assumeTrue(file != null, "no file was given");
    int sentences = 0;
    List<String> words = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of(file))) {
      if (!line.isBlank()) {
        words.add(line.split("[ \t]", 2)[0]);
      } else if (!words.isEmpty()) {
        assertAgreement(sentence(words));
        sentences++;
        words.clear();
      }
    }
    assertThat(sentences).isPositive();
  }

  /** Any tags will do: probabilities must agree whatever the text is. */
  private TokenSequence sentence(List<String> words) {
    TokenSequence sentence = TokenSequence.ofWords(words);
    if (!model.requiredColumns().contains(TokenSequence.POS)) {
      return sentence;
    }
    List<String> tags = List.copyOf(model.features().tagset().tags());
    return sentence.with(
        TokenSequence.POS,
        words.stream().map(word -> tags.get(random.nextInt(tags.size()))).toList());
  }

  /** Returns the number of segments that were looked at. */
  private int assertAgreement(TokenSequence sentence) {
    Tagger tagger = model.tagger(DecodingOptions.DEFAULT.withNBest(20));
    Prediction prediction = tagger.tag(sentence, workspace);
    for (int t = 0; t < sentence.length(); t++) {
      double sum = 0;
      for (int v = 0; v < model.labels().size(); v++) {
        sum += prediction.marginal(t, v);
      }
      assertThat(sum).isCloseTo(1, within(ROUNDING));
    }
    Map<Span, Double> segments = candidates(tagger, sentence);
    for (ScoredSpan decoded : prediction.spans()) {
      assertThat(prediction.sequenceProbability())
          .isLessThanOrEqualTo(decoded.probability() + ROUNDING);
      assertSame(segments, decoded);
      for (ScoredSpan other : decoded.alternatives()) {
        assertThat(other.span().overlaps(decoded.span())).isTrue();
        assertSame(segments, other);
      }
    }
    segments.forEach((span, p) -> assertNotAboveItsTokens(prediction, span, p));
    for (int t = 0; t < sentence.length(); t++) {
      int token = t;
      double exclusive =
          segments.entrySet().stream()
              .filter(entry -> entry.getKey().start() <= token && token < entry.getKey().end())
              .mapToDouble(Map.Entry::getValue)
              .sum();
      assertThat(exclusive).as("exclusive segments").isLessThanOrEqualTo(1 + ROUNDING);
    }
    return segments.size();
  }

  private Map<Span, Double> candidates(Tagger tagger, TokenSequence sentence) {
    List<Span> spans =
        tagger.candidates(sentence, 1e-4, workspace).stream().map(ScoredSpan::span).toList();
    double[] probabilities = tagger.probabilities(sentence, spans, workspace);
    Map<Span, Double> candidates = new HashMap<>();
    for (int i = 0; i < probabilities.length; i++) {
      candidates.put(spans.get(i), probabilities[i]);
    }
    return candidates;
  }

  /** Wherever a segment is named, it has one probability. */
  private static void assertSame(Map<Span, Double> segments, ScoredSpan scored) {
    Double other = segments.putIfAbsent(scored.span(), scored.probability());
    if (other != null) {
      assertThat(scored.probability())
          .as(scored.span().toString())
          .isCloseTo(other, within(ROUNDING));
    }
  }

  private void assertNotAboveItsTokens(Prediction prediction, Span span, double probability) {
    int length = span.end() - span.start();
    List<String> labels =
        SpanCodec.of(model.scheme()).encode(List.of(new Span(0, length, span.type())), length);
    for (int t = 0; t < length; t++) {
      double token = prediction.marginal(span.start() + t, model.labels().indexOf(labels.get(t)));
      assertThat(probability).as(span.toString()).isLessThanOrEqualTo(token + ROUNDING);
    }
  }
}
