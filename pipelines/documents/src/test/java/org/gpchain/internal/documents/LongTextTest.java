package org.gpchain.internal.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.annotator.ModelsOnClassPath;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.promise.Promise;
import org.gpchain.internal.corpora.TextSegmenter;
import org.gpchain.internal.documents.output.AnnotatedDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that cutting a long text into pieces does not change the result. */
class LongTextTest {
  private static final List<String> SENTENCES =
      List.of(
          "The old ferry reached the harbour of Ostrey.",
          "Mr. Dahl didn't pay $3.50 (he had U.S. dollars), did he?",
          "\"No,\" said Dana; it's 5.30 p.m.!",
          "A list:\n- one, two\n- three");

  private static final DocumentOrigin ORIGIN = new DocumentOrigin("a", null);

  @TempDir private Path directory;

  private static String text(int paragraphs) {
    Random random = new Random(3);
    StringBuilder text = new StringBuilder();
    for (int p = 0; p < paragraphs; p++) {
      for (int s = random.nextInt(4); s >= 0; s--) {
        text.append(SENTENCES.get(random.nextInt(SENTENCES.size()))).append(' ');
      }
      text.append(random.nextBoolean() ? "\n\n" : "\r\n \t\r\n\n");
    }
    return text.toString();
  }

  private static List<String> places(JCas document, Class<? extends Annotation> type) {
    return JCasUtil.select(document, type).stream()
        .map(annotation -> annotation.getBegin() + "-" + annotation.getEnd())
        .toList();
  }

  private static JCas document(String text) {
    return RawText.document(ORIGIN.restart(InputFormat.newDocument(), "en"), text);
  }

  private static List<String> words(JCas document, Class<? extends Annotation> type) {
    return JCasUtil.select(document, type).stream().map(Annotation::getCoveredText).toList();
  }

  private static JCas segmented(AnalysisEngine engine, String text) throws Exception {
    return segmented(engine, "en", text);
  }

  private static JCas segmented(AnalysisEngine engine, String language, String text)
      throws Exception {
    JCas document = document(text);
    document.setDocumentLanguage(language);
    engine.process(document);
    return document;
  }

  private static AnalysisEngine bounded() throws Exception {
    return AnalysisEngineFactory.createEngine(Segmenter.DEFAULT.description());
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "nb"})
  void cutsWordsThatAreTooLong(String language) throws Exception {
    String longWord = "a.".repeat(1000) + "😀".repeat(1000);
    String text = "Dana saw " + longWord + " and left. ";
    JCas document = segmented(bounded(), language, text);
    StringBuilder joined = new StringBuilder();
    for (Token token : JCasUtil.select(document, Token.class)) {
      assertThat(token.getEnd() - token.getBegin()).isBetween(1, TextSegmenter.MAX_WORD_LENGTH + 1);
      assertThat(Character.isLowSurrogate(token.getCoveredText().charAt(0))).isFalse();
      joined.append(token.getCoveredText());
    }
    assertThat(joined.toString()).isEqualTo(text.replace(" ", ""));
  }

  /** Regression test: the time was quadratic, 11 s for 80,000 such characters. */
  @ParameterizedTest
  @ValueSource(strings = {"en", "nb"})
  void annotatesAMegabyteWithoutASpace(String language) throws Exception {
    JCas document = segmented(bounded(), language, "a.".repeat(1 << 19));
    assertThat(places(document, Sentence.class)).isNotEmpty();
  }

  /** The result does not depend on the default locale. */
  @Test
  void segmentsOtherLanguagesByRules() throws Exception {
    Locale before = Locale.getDefault();
    try {
      for (String machine : List.of("nb", "th", "ja")) {
        Locale.setDefault(Locale.forLanguageTag(machine));
        for (String language : List.of("nb", "nb-NO", "tlh_x")) {
          JCas document = segmented(bounded(), language, "Vi ser 😀👍! «E-post: 3,5», sa Å.");
          assertThat(words(document, Sentence.class))
              .containsExactly("Vi ser 😀👍!", "«E-post: 3,5», sa Å.");
          assertThat(words(document, Token.class))
              .containsExactly("Vi ser 😀 👍 ! « E-post : 3,5 » , sa Å .".split(" ", -1));
        }
      }
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void cutsPiecesAtParagraphBreaks() {
    String text = text(100);
    List<String> pieces = LongText.cut(text, 500);
    assertThat(String.join("", pieces)).isEqualTo(text);
    assertThat(pieces).hasSizeGreaterThan(5);
    assertThat(pieces.subList(0, pieces.size() - 1)).allMatch(piece -> piece.endsWith("\n"));
    assertThat(pieces).allMatch(piece -> !Character.isWhitespace(piece.charAt(0)));
    assertThat(pieces).allMatch(piece -> piece.length() <= 500);
  }

  @Test
  void cutsALongParagraphAtLinesOrWords() {
    String lines = "some words\n".repeat(1000);
    String words = "some words ".repeat(1000);
    String nothing = "😀".repeat(5000);
    for (String text : List.of(lines, words, nothing)) {
      List<String> pieces = LongText.cut(text, 101);
      assertThat(String.join("", pieces)).isEqualTo(text);
      assertThat(pieces).hasSizeBetween(10, 110);
      assertThat(pieces).allMatch(piece -> piece.length() <= 404);
      assertThat(pieces).noneMatch(piece -> Character.isLowSurrogate(piece.charAt(0)));
    }
  }

  @Test
  void piecesGiveTheSameResultAsTheWholeText() throws Exception {
    Path model = TestModel.write("chunk", directory.resolve("chunk.gpchain"));
    String text = text(5500);
    assertThat(text.length()).isGreaterThan(LongText.LENGTH);

    try (SharedModels models = SharedModels.load(TestOptions.ofText(model), 1);
        TextPipeline pipeline = models.pipeline()) {
      JCas document = document(text);
      pipeline.process(document);
      AnnotatedDocument whole =
          AnnotatedDocument.of("a", document, models.layers(), 0, UnaryOperator.identity());
      for (int threads : new int[] {1, 3}) {
        try (LongText longText = new LongText(models, threads)) {
          assertThat(longText.annotate(null, ORIGIN, text).copy()).isEqualTo(whole);
        }
      }
    }
  }

  /** Unknown names are recognized by their contexts on both sides of the cut. */
  @Test
  void modelsWithTwoPassesReadBeyondCuts() throws Exception {
    assumeTrue(ModelsOnClassPath.find("ner-en").isPresent(), "models/rebuild makes it");
    String filler = "The boats were late.\n\n".repeat(LongText.LENGTH / 22 - 3);
    String names = "Mr. Zurrick lives there.\n\nZurrick came.\n\nThey met Zurrick.\n\n";
    String text = filler + names.repeat(8);

    AnnotateOptions options =
        AnnotateOptions.builder(List.of(Path.of("ner-en")), InputFormat.text())
            .decoding(DecodingOptions.DEFAULT.withPromise(Promise.maxError(0.1)))
            .build();
    try (SharedModels models = SharedModels.load(options, 1);
        TextPipeline pipeline = models.pipeline();
        LongText longText = new LongText(models, 2)) {
      JCas document = document(text);
      List<long[]> evidence = pipeline.process(document).evidence();
      AnnotatedDocument whole =
          AnnotatedDocument.of("a", document, models.layers(), 0, UnaryOperator.identity());
      assertThat(whole.segments()).hasSizeGreaterThan(10);

      AnnotatedResult inPieces = longText.annotate(null, ORIGIN, text);
      assertThat(inPieces.copy().segments()).isEqualTo(whole.segments());
      assertThat(inPieces.additions().evidence())
          .usingRecursiveFieldByFieldElementComparator()
          .isEqualTo(evidence);
    }
  }
}
