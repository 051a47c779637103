package org.gpchain.annotator;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngine;
import static org.apache.uima.fit.util.JCasUtil.select;
import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.annotator.TestEngines.assertRefuses;
import static org.gpchain.annotator.TestEngines.chunks;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.jcas.JCas;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.TagScheme;
import org.gpchain.type.ScoredSegment;
import org.gpchain.type.TokenMarginals;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of predictions that must be consistent with annotations of the document. */
class ConstraintTypesTest {
  private static final String TEXT = "The old cat sat on a mat .\nThe mat .";
  private static final String CHUNK = Chunk._TypeName;
  private static final String NAME = NamedEntity._TypeName;

  @TempDir private Path directory;

  private AnalysisEngine chunker(Model model, boolean strict, String... constraints)
      throws Exception {
    return TestEngines.engine(
        GpChunker.class,
        TestModels.write(model, directory.resolve("chunks.gpchain")),
        new Object[] {
          GpSegmentAnnotator.PARAM_STRICT,
          strict,
          GpSegmentAnnotator.PARAM_WRITE_TOKEN_MARGINALS,
          true,
          GpSegmentAnnotator.PARAM_REPLACE_EXISTING,
          true,
          GpSegmentAnnotator.PARAM_CONSTRAINT_TYPES
        },
        new Object[] {constraints});
  }

  private static Chunk chunk(JCas document, int begin, int end, String value) {
    Chunk chunk = new Chunk(document, begin, end);
    chunk.setChunkValue(value);
    chunk.addToIndexes();
    return chunk;
  }

  private static void name(JCas document, int begin, int end) {
    new NamedEntity(document, begin, end).addToIndexes();
  }

  private JCas annotated(JCas document, boolean strict, String... constraints) throws Exception {
    chunker(TestModels.chunks(), strict, constraints).process(document);
    return document;
  }

  /** The kept chunk has probability 1, and exists only once even after a second run. */
  @Test
  void keptChunkIsUnchangedAndPredictionsFitAroundIt() throws Exception {
    JCas document = TestDocuments.tokens("en", TEXT);
    Chunk kept = chunk(document, 4, 11, "NP");
    for (int run = 0; run < 2; run++) {
      annotated(document, true, CHUNK);
      createEngine(GpCleanup.class).process(document);

      assertThat(chunks(document))
          .containsExactly("NP The", "NP old cat", "VP sat", "PP on", "NP a mat", "NP The mat");
      assertThat(select(document, Chunk.class)).contains(kept);
      assertThat(select(document, ScoredSegment.class))
          .filteredOn(score -> score.getBegin() == 4)
          .singleElement()
          .satisfies(score -> assertThat(score.getValue_score()).isEqualTo(1))
          .satisfies(score -> assertThat(score.getAnnotation()).isNull());

      TokenMarginals second = TestEngines.marginals(document).get(1);
      assertThat(
              second.getProbabilities(List.of(second.getLabels().toStringArray()).indexOf("B-NP")))
          .isEqualTo(1);
    }
  }

  /** The score of a kept chunk does not refer to the chunk. */
  @Test
  void cleanupRemovesTheScoreOfAKeptChunk() throws Exception {
    JCas document = TestDocuments.tokens("en", TEXT);
    Chunk kept = chunk(document, 4, 12, "NP");
    new POS(document, 4, 11).addToIndexes();
    annotated(document, true, CHUNK);
    int scoreCount = select(document, ScoredSegment.class).size();

    kept.removeFromIndexes();
    createEngine(GpCleanup.class).process(document);

    assertThat(select(document, ScoredSegment.class))
        .hasSize(scoreCount - 1)
        .noneMatch(score -> score.getBegin() == 4);
  }

  @ParameterizedTest
  @CsvSource({
    "=NP, 12, 15, NP The old cat|PP on|NP a mat|NP The mat",
    "=O, 12, 22, NP The old cat|NP mat|NP The mat",
    "=O, 19, 30, NP The old cat|VP sat|PP on|NP mat",
    "=|, 4, 15, NP The|NP old cat|VP sat|PP on|NP a mat|NP The mat"
  })
  void annotationsOfOtherTypesConstrainLabels(String mapping, int begin, int end, String expected)
      throws Exception {
    JCas document = TestDocuments.tokens("en", TEXT);
    name(document, begin, end);
    List<String> predicted = chunks(annotated(document, true, NAME + mapping));
    assertThat(String.join("|", predicted)).isEqualTo(expected);
  }

  /** Annotations that overlap, or are equal, are no conflict if both can be true. */
  @ParameterizedTest
  @CsvSource({
    "O, 12, 20, 19, 24, NP The old cat|NP The mat",
    "|, 0, 26, 4, 11, NP The|NP old cat|VP sat|PP on|NP a mat|NP The mat",
    "NP, 4, 11, 4, 11, NP The|VP sat|PP on|NP a mat|NP The mat"
  })
  void compatibleAnnotationsOfTheSameTokensAreCombined(
      String label, int begin, int end, int otherBegin, int otherEnd, String expected)
      throws Exception {
    JCas document = TestDocuments.tokens("en", TEXT);
    name(document, begin, end);
    name(document, otherBegin, otherEnd);
    List<String> predicted = chunks(annotated(document, true, NAME + "=" + label));
    assertThat(String.join("|", predicted)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "4, 11, XX, the labels of the model cannot represent it",
    "12, 18, VP, the labels of the model cannot represent it",
    "4, 9, NP, it does not begin and end with tokens of one sentence",
    "19, 30, NP, it does not begin and end with tokens of one sentence",
    "5, 7, NP, it contains no complete token",
    "8, 15, NP, it conflicts with an annotation that is already kept"
  })
  void impossibleConstraintsAreIgnoredOrIfStrictRefused(
      int begin, int end, String value, String reason) throws Exception {
    JCas document = TestDocuments.tokens("en", TEXT);
    name(document, 0, 11);
    chunk(document, begin, end, value);
    String[] constraints = {NAME + "=NP", CHUNK};
    AnalysisEngine strict = chunker(TestModels.chunks(), true, constraints);

    String text = TEXT.substring(begin, end).replace('\n', ' ');
    String where = CHUNK + " '" + text + "' at " + begin + " to " + end;
    assertRefuses(strict, document, reason, where);

    annotated(document, false, constraints);
    assertThat(select(document, ScoredSegment.class))
        .extracting(ScoredSegment::getCoveredText)
        .containsExactly("The old cat", "sat", "on", "a mat", "The mat");
  }

  @Test
  void whiteSpaceAroundKeptAnnotationsIsIgnored() throws Exception {
    JCas document = TestDocuments.tokens("en", TEXT);
    Chunk kept = chunk(document, 3, 12, "NP");
    annotated(document, true, CHUNK);
    assertThat(select(document, ScoredSegment.class))
        .filteredOn(score -> score.getValue_score() == 1)
        .singleElement()
        .satisfies(score -> assertThat(score.getCoveredText()).isEqualTo("old cat"));
    assertThat(kept.getBegin()).as("begin of the kept annotation").isEqualTo(3);
  }

  /** Annotated values become labels without any change. */
  @Test
  void keptLabelsMayContainBlanks() throws Exception {
    Map<String, String> labels = Map.of("Ann", "B-my PER", "Lee", "I-my PER", "sat", "O", ".", "O");
    Model model = TestModels.model("chunk", "en", TagScheme.IOB2, labels, null);
    JCas document = TestDocuments.tokens("en", "He sat .\nAnn Lee sat .");
    chunk(document, 0, 2, "my PER");
    chunker(model, true, CHUNK).process(document);
    assertThat(chunks(document)).containsExactly("my PER He", "my PER Ann Lee");
  }

  /** The label of the misaligned annotation does not override the label of the aligned one. */
  @Test
  void misalignedAnnotationsDoNotConstrainTheirTokens() throws Exception {
    JCas document = TestDocuments.tokens("en", TEXT);
    chunk(document, 4, 9, "VP");
    chunk(document, 4, 7, "PP");
    annotated(document, false, CHUNK);
    assertThat(select(document, ScoredSegment.class))
        .filteredOn(score -> score.getBegin() == 4)
        .singleElement()
        .satisfies(score -> assertThat(score.getValue()).isEqualTo("PP"));
  }

  @Test
  void refusedDocumentsAreUnchanged() throws Exception {
    JCas document = annotated(TestDocuments.tokens("en", TEXT), true);
    chunk(document, 4, 9, "NP");
    String before = TestEngines.annotations(document);
    assertRefuses(chunker(TestModels.chunks(), true, CHUNK), document, "is not kept");
    assertRefuses(chunker(TestModels.chunks(), true, "no.Type=NP"), document, "no.Type");
    assertThat(TestEngines.annotations(document)).isEqualTo(before);
  }

  /** The sentence is cut into pieces of two tokens, and the kept chunk has four. */
  @Test
  void keptChunkMayBeLongerThanAPieceOfItsSentence() throws Exception {
    JCas document = TestDocuments.tokens("en", TEXT);
    chunk(document, 0, 15, "NP");
    AnalysisEngine chunker = chunker(TestModels.chunks(), true, CHUNK);
    chunker.setConfigParameterValue(GpSegmentAnnotator.PARAM_MAX_SENTENCE_LENGTH, 2);
    chunker.reconfigure();
    chunker.process(document);
    assertThat(select(document, ScoredSegment.class))
        .extracting(ScoredSegment::getCoveredText)
        .containsExactly("The old cat sat", "on", "a", "mat", "The mat");
  }

  /** A kept chunk raises the probability of chunks with the same words in other sentences. */
  @Test
  void keptChunkMakesItsWordsLikelyInOtherSentences() throws Exception {
    JCas document = TestDocuments.tokens("en", "Xyz sat on a mat .\nThe Xyz sat .");
    double without = nounPhraseProbability(annotated(document, true, CHUNK));
    chunk(document, 0, 3, "NP");
    assertThat(nounPhraseProbability(annotated(document, true, CHUNK)))
        .isGreaterThan(without)
        .isLessThan(1);
  }

  /** Returns the probability that the eighth token is in a chunk of the type NP. */
  private static double nounPhraseProbability(JCas document) {
    TokenMarginals token = TestEngines.marginals(document).get(7);
    List<String> labels = List.of(token.getLabels().toStringArray());
    return token.getProbabilities(labels.indexOf("B-NP"))
        + token.getProbabilities(labels.indexOf("I-NP"));
  }

  @Test
  void unsupportedSchemesTypesAndFeaturesAreRefused() throws Exception {
    JCas document = TestDocuments.tokens("en", "The cat");
    Model model = TestModels.model("chunk", "en", TagScheme.IOB1, "The/I-NP cat/O");
    assertRefuses(
        chunker(model, false, CHUNK), document, "IOB1", "train a model with the scheme IOB2");
    assertRefuses(chunker(TestModels.chunks(), false, "no.such.Type=NP"), document, "no.such.Type");
    assertRefuses(chunker(TestModels.chunks(), false, NAME), document, "chunkValue", "value");
  }
}
