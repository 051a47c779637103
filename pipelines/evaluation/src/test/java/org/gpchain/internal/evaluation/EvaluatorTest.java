package org.gpchain.internal.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.promise.Promise;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.evaluation.EvaluationResult.PromiseScore;
import org.junit.jupiter.api.Test;

class EvaluatorTest {
  private static final DecodingOptions VITERBI =
      new DecodingOptions(DecodingOptions.Decoding.VITERBI, 0, false, 1);

  /** Tolerance for results that depend on weights, which are stored in single precision. */
  private static final double SINGLE = 1e-6;

  private static final LookupModel CHUNKS =
      new LookupModel(TagScheme.IOB2, "B-X", "I-X", "O")
          .with("a", 0.8, 0, 0.2)
          .with("b", 0.2, 0.5, 0.3)
          .with("c", 0.2, 0, 0.8)
          .with("d", 0.6, 0, 0.4);

  private static LabeledSequence sentence(String words, String labels) {
    return LookupModel.sentence(words, labels, TagScheme.IOB2);
  }

  private static EvaluationResult evaluate(
      LookupModel model, int threads, List<LabeledSequence> gold) {
    return evaluator(model, threads).evaluate(gold, model.model().scheme(), sentence -> {});
  }

  private static Evaluator evaluator(LookupModel model, int threads) {
    return new Evaluator(model.model().tagger(VITERBI), threads);
  }

  private static EvaluationResult evaluate(LookupModel model, LabeledSequence... gold) {
    return evaluate(model, 1, List.of(gold));
  }

  @Test
  void matchesMetricsComputedByHand() {
    EvaluationResult result =
        evaluate(CHUNKS, sentence("a b c", "B-X I-X O"), sentence("d a", "O B-X"));

    assertThat(result)
        .returns(2, of -> of.accuracy().sentences())
        .returns(5L, of -> of.accuracy().tokens())
        .returns(1 / 5.0, of -> of.accuracy().tokenError())
        .returns(2 / 3.0, of -> of.accuracy().segments().precision())
        .returns(1.0, of -> of.accuracy().segments().recall())
        .returns(0.8, of -> of.accuracy().segments().f1())
        .returns(null, of -> of.timing().trainSeconds())
        .returns(0L, of -> of.labelProblems().unknownLabelTokens());
    // I-X must not follow O, so that a probability of 0.2 · 0.5 is excluded for "a b".
    double a = 0.8 / 0.9;
    double b = 0.8 * 0.5 / 0.9;
    double logs = Math.log(a) + Math.log(b) + Math.log(0.8) + Math.log(0.4) + Math.log(0.8);
    assertThat(result.calibration().nll()).isCloseTo(-logs / 5, within(SINGLE));
    // The label of "d" is wrong, with a probability of 0.6; all others are correct.
    double errors = (1 - a) + (1 - b) + 2 * 0.2 + 0.6;
    assertThat(result.calibration().ece()).isCloseTo(errors / 5, within(SINGLE));
    assertThat(result.byType()).containsOnlyKeys("X");
    assertThat(result.timing().tokensPerSecond()).isPositive();
  }

  @Test
  void reportsEachSentenceToTheListener() {
    List<LabeledSequence> gold =
        List.of(sentence("a b c", "B-X I-X O"), sentence("c", "O"), sentence("d a", "O B-X"));
    List<String> reported = new ArrayList<>();
    EvaluationResult result =
        evaluator(CHUNKS, 2)
            .evaluate(gold, TagScheme.IOB2, scored -> reported.add(text(scored.counts())));
    assertThat(reported).containsExactly("1 1 1", "0 0 0", "1 2 1");
    assertThat(result.accuracy().segments().f1()).isEqualTo(2 * 2 / 5.0);
  }

  private static String text(SpanCounts counts) {
    return counts.gold() + " " + counts.predicted() + " " + counts.correct();
  }

  @Test
  void usesTheLikeliestLabelForConfidenceEvenIfAnotherIsDecoded() {
    // B-X I-X (0.2), B-X O (0.2), O O (0.3): the last is decoded, but B-X is likelier for "e".
    LookupModel model =
        new LookupModel(TagScheme.IOB2, "B-X", "I-X", "O")
            .with("e", 0.4, 0, 0.6)
            .with("f", 0, 0.5, 0.5);
    EvaluationResult result = evaluate(model, sentence("e f", "O O"));

    assertThat(result.accuracy().tokenError()).isZero();
    assertThat(result.calibration().ece()).isCloseTo((4 / 7.0 + (1 - 5 / 7.0)) / 2, within(SINGLE));
    double logs = Math.log(3 / 7.0) + Math.log(5 / 7.0);
    assertThat(result.calibration().nll()).isCloseTo(-logs / 2, within(SINGLE));
  }

  @Test
  void countsTokensWithLabelsNewToTheModel() {
    List<LabeledSequence> gold = List.of(sentence("a c", "B-Z O"), sentence("a c", "B-X O"));
    EvaluationResult result = evaluate(CHUNKS, 1, gold);

    assertThat(result.labelProblems().unknownLabelTokens()).isEqualTo(1);
    assertThat(result.accuracy().tokenError()).isEqualTo(1 / 4.0);
    assertThat(result.accuracy().segments().recall()).isEqualTo(1 / 2.0);
    assertThat(result.accuracy().segments().precision()).isEqualTo(1 / 2.0);
    assertThat(result.byType().get("Z")).isEqualTo(new SpanCounts(1, 0, 0));
    assertThat(result.calibration().nll()).isCloseTo(-Math.log(0.8), within(SINGLE));
    assertThat(result.calibration().ece()).isCloseTo(0.2, within(SINGLE));
  }

  @Test
  void hasNoLikelihoodWithoutKnownLabels() {
    EvaluationResult result = evaluate(CHUNKS, 1, List.of(sentence("a", "B-Z")));

    assertThat(result.calibration().nll()).isNull();
    assertThat(result.calibration().ece()).isNull();
    assertThat(result.toText()).contains("nll          unknown", "1 token with a label");
  }

  @Test
  void givesImpossibleLabelsAFiniteLikelihood() {
    LookupModel model = new LookupModel(TagScheme.TOKEN, "A", "B").with("w", 1, 0);

    assertThat(evaluate(model, LookupModel.sentence("w", "B", TagScheme.TOKEN)).calibration().nll())
        .isBetween(700.0, 800.0);
  }

  @Test
  void scoresTokenLabelsOtherThanOAsSegments() {
    LookupModel model =
        new LookupModel(TagScheme.TOKEN, "N", "V", "O")
            .with("n", 0.9, 0.05, 0.05)
            .with("v", 0.1, 0.8, 0.1)
            .with("o", 0.1, 0.1, 0.8);
    EvaluationResult result =
        evaluate(model, LookupModel.sentence("n n v o", "N V V O", TagScheme.TOKEN));

    assertThat(result.accuracy().tokenError()).isEqualTo(1 / 4.0);
    assertThat(result.byType()).containsOnlyKeys("N", "V");
    assertThat(result.accuracy().segments().precision()).isEqualTo(2 / 3.0);
  }

  @Test
  void convertsGoldLabelsToTheSchemeOfTheModel() {
    LookupModel model =
        new LookupModel(TagScheme.IOBES, "B-X", "E-X", "S-X", "O")
            .with("b", 0.7, 0, 0, 0.3)
            .with("e", 0, 0.5, 0, 0.5)
            .with("s", 0, 0, 0.7, 0.3);
    EvaluationResult result = evaluate(model, sentence("b e s", "B-X I-X B-X"));

    assertThat(result.accuracy().segments().f1()).isEqualTo(1);
    assertThat(result.accuracy().tokenError()).isZero();
    assertThat(result.calibration().nll()).isCloseTo(-Math.log(0.7), within(SINGLE));
    // In IOB1, the same segments have different labels, but the same metrics.
    EvaluationResult iob1 =
        evaluate(model, LookupModel.sentence("b e s", "I-X I-X B-X", TagScheme.IOB1));
    assertThat(iob1)
        .usingRecursiveComparison()
        .ignoringFields("timing.tokensPerSecond")
        .isEqualTo(result);
  }

  /** A misspelled label makes the scheme of the file TOKEN. */
  @Test
  void scoresSegmentsIfAMisspelledLabelMakesTheSchemeToken() {
    List<LabeledSequence> gold =
        List.of(LookupModel.sentence("a b c d", "B-X I-X O b-X", TagScheme.TOKEN));
    Evaluator counts = evaluator(CHUNKS, 1);
    EvaluationResult result = counts.evaluate(gold, TagScheme.TOKEN, scored -> {});

    assertThat(result.labelProblems().unknownLabelTokens()).isEqualTo(1);
    assertThat(result.accuracy().tokenError()).isEqualTo(1 / 4.0);
    assertThat(result.byType().get("X").gold()).isEqualTo(2);
    assertThat(result.accuracy().segments().f1()).isEqualTo(1);
    assertThat(Evaluator.goldLabels(gold.get(0), TagScheme.TOKEN, TagScheme.IOB2))
        .containsExactly("B-X", "I-X", "O", "b-X");
  }

  @Test
  void metricsDoNotDependOnTheNumberOfThreads() {
    List<LabeledSequence> kinds =
        List.of(sentence("a b c", "B-X I-X O"), sentence("d a", "O B-X"), sentence("c", "B-X"));
    List<LabeledSequence> gold =
        IntStream.range(0, 1_300).mapToObj(i -> kinds.get(i % kinds.size())).toList();
    EvaluationResult singleThreaded = evaluate(CHUNKS, 1, gold);
    EvaluationResult three = evaluate(CHUNKS, 3, gold);

    assertThat(three)
        .usingRecursiveComparison()
        .ignoringFields("timing.tokensPerSecond")
        .isEqualTo(singleThreaded);
    assertThat(singleThreaded.accuracy().sentences()).isEqualTo(1_300);
  }

  /** Evaluates a model whose training took 1.5 s. */
  private static EvaluationResult ofCorpus(LabeledSequence... sentences) {
    Corpus corpus = LookupModel.corpus(Path.of("test.txt"), TagScheme.IOB2, sentences);
    return evaluator(CHUNKS, 1).evaluate(corpus, 1.5, scored -> {});
  }

  @Test
  void returnsZerosWithoutSentences() {
    EvaluationResult result = evaluate(CHUNKS, 1, List.of());

    assertThat(result.accuracy().tokens()).isZero();
    assertThat(result.accuracy().segments().f1()).isZero();
    assertThat(result.accuracy().tokenError()).isZero();
  }

  @Test
  void jsonHasTheDocumentedKeys() throws IOException {
    EvaluationResult result = ofCorpus(sentence("a c", "B-X O"));
    JsonNode json = new ObjectMapper().readTree(result.toJson());

    assertThat(json.fieldNames())
        .toIterable()
        .containsExactly(
            ("sentences tokens tokenError precision recall f1 nll ece segmentEce segmentEceByChance"
                    + " f1At80 segmentF1At80 tokensPerSecond trainSeconds byType promise"
                    + " unknownLabelTokens repairedLabels")
                .split(" "));
    assertThat(json.path("byType").path("X").fieldNames())
        .toIterable()
        .containsExactly("precision", "recall", "f1", "gold", "predicted", "correct");
    assertThat(json.path("trainSeconds").asDouble()).isEqualTo(1.5);
    assertThat(json.path("repairedLabels").asInt()).isEqualTo(7);
  }

  /** A promise is neither kept nor broken if there are no segments. */
  @Test
  void doesNotJudgeAPromiseWithoutSegments() {
    PromiseScore recall = PromiseScore.of(Promise.minRecall(0.9), new SpanCounts(0, 3, 0), 0, null);

    assertThat(recall.text())
        .isEqualTo(
            "a recall of at least 90 %, on average: unknown, because there are no such segments");
    assertThat(recall).returns(null, PromiseScore::observed).returns(null, PromiseScore::kept);
    SpanCounts none = new SpanCounts(2, 0, 0);
    assertThat(PromiseScore.of(Promise.maxError(0.1), none, 0, null).text())
        .endsWith(": unknown, because there are no such segments");
    assertThat(PromiseScore.of(Promise.minRecall(0.1), none, 1, null).text())
        .endsWith(": 50.00 % found, kept");
    assertThat(PromiseScore.of(Promise.maxError(0.1), new SpanCounts(0, 3, 0), 0, null).text())
        .endsWith(": 100.00 % wrong, broken");
  }

  @Test
  void alignsTheTableOfTypesToLongNames() {
    String type = "A_LONG_TYPE_OF_NAMES";
    LookupModel model =
        new LookupModel(TagScheme.IOB2, "B-" + type, "I-" + type, "O").with("a", 0.8, 0.1, 0.1);

    assertThat(evaluate(model, sentence("a", "B-" + type)).toText())
        .contains(
            "type                  precision",
            "A_LONG_TYPE_OF_NAMES   100.00 %  100.00 %  100.00 %     1          1        1\n");
  }

  @Test
  void textDoesNotDependOnTheLocale() {
    EvaluationResult result = ofCorpus(sentence("a b c d", "B-X I-X O O"));
    String table = result.toText();
    Locale before = Locale.getDefault();

    try {
      for (String tag : List.of("tr-TR", "de-DE", "ar-EG-u-nu-arab")) {
        Locale.setDefault(Locale.forLanguageTag(tag));
        assertThat(result.toText()).isEqualTo(table);
      }
    } finally {
      Locale.setDefault(before);
    }

    assertThat(table)
        .contains("F1           66.67 %", "token error  25.00 %", "training     1.5 s")
        .contains("repaired     7 labels of the file");
  }
}
