package org.gpchain.annotator;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngineDescription;
import static org.apache.uima.fit.util.JCasUtil.select;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.annotator.TestEngines.annotate;
import static org.gpchain.annotator.TestEngines.assertRefuses;
import static org.gpchain.annotator.TestEngines.chunks;
import static org.gpchain.annotator.TestEngines.engine;

import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.NC;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.PC;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.VC;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.jcas.JCas;
import org.apache.uima.resource.ResourceInitializationException;
import org.dkpro.core.testing.AssertAnnotations;
import org.dkpro.core.testing.TestRunner;
import org.gpchain.core.model.Model;
import org.gpchain.type.ScoredSegment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GpChunkerTest {
  @TempDir private Path directory;
  private Path model;

  @BeforeEach
  void writeModel() throws IOException {
    model = TestModels.write(TestModels.chunks(), directory.resolve("chunk.gpchain"));
  }

  private AnalysisEngine chunker(Object... parameters) throws ResourceInitializationException {
    return engine(GpChunker.class, model, parameters);
  }

  @Test
  void writesChunksAsDkproComponentsDo() throws UIMAException {
    JCas document =
        TestRunner.runTest(
            createEngineDescription(
                GpChunker.class, GpChunker.PARAM_MODEL_LOCATION, model.toString()),
            "en",
            "The old cat sat on a mat .");
    TestDocuments.withPlainNumbers(
        () ->
            AssertAnnotations.assertChunks(
                new String[] {
                  "[  0, 11]NC(NP) (The old cat)",
                  "[ 12, 15]VC(VP) (sat)",
                  "[ 16, 18]PC(PP) (on)",
                  "[ 19, 24]NC(NP) (a mat)"
                },
                select(document, Chunk.class)));

    AssertAnnotations.assertTagset(
        Chunk.class, "conll2000", new String[] {"NP", "PP", "VP"}, document);
  }

  @Test
  void mapsTagsOfConll2000InEveryLanguage() throws UIMAException {
    for (String language : List.of("en", "nl", "x-unspecified")) {
      JCas document = annotate(chunker(), TestDocuments.tokens(language, "The cat sat on a mat ."));
      assertThat(select(document, Chunk.class))
          .as(language)
          .extracting(Object::getClass)
          .containsExactly(NC.class, VC.class, PC.class, NC.class);
    }
  }

  @Test
  void writesTheBaseTypeIfMappingIsDisabled() throws UIMAException {
    JCas document = annotate(chunker(GpChunker.PARAM_MAPPING_ENABLED, false), "The cat sat");
    assertThat(select(document, Chunk.class))
        .extracting(Object::getClass)
        .containsExactly(Chunk.class, Chunk.class);
    assertThat(chunks(document)).containsExactly("NP The cat", "VP sat");
  }

  @Test
  void writesAScoreForEachSegment() throws UIMAException {
    JCas document = annotate(chunker(), "The old cat sat on a mat .\nThe unknown");
    assertThat(select(document, ScoredSegment.class)).hasSameSizeAs(select(document, Chunk.class));

    for (ScoredSegment score : select(document, ScoredSegment.class)) {
      Chunk chunk = (Chunk) score.getAnnotation();
      assertThat(score.getBegin()).isEqualTo(chunk.getBegin());
      assertThat(score.getEnd()).isEqualTo(chunk.getEnd());
      assertThat(score.getValue()).isEqualTo(chunk.getChunkValue());
      assertThat(score.getValue_score()).isGreaterThan(0).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void leavesOutSegmentsBelowMinProbability() throws UIMAException {
    String text = "The cat sat on a mat .";
    JCas document = annotate(chunker(), text);

    List<Double> scores =
        select(document, ScoredSegment.class).stream()
            .map(ScoredSegment::getValue_score)
            .sorted()
            .toList();
    double threshold = scores.get(scores.size() - 1);

    assertThat(scores.get(0)).isLessThan(threshold);

    JCas filtered = annotate(chunker(GpChunker.PARAM_MIN_PROBABILITY, threshold), text);
    assertThat(select(filtered, ScoredSegment.class))
        .isNotEmpty()
        .hasSizeLessThan(scores.size())
        .allMatch(score -> score.getValue_score() >= threshold);
    assertThat(select(filtered, Chunk.class)).hasSameSizeAs(select(filtered, ScoredSegment.class));
  }

  @Test
  void countsOffsetsInUtf16() throws UIMAException {
    JCas document = annotate(chunker(), "😀😀 sat on 😀😀 .\nThe cat");
    assertThat(chunks(document))
        .containsExactly("NP 😀😀", "VP sat", "PP on", "NP 😀😀", "NP The cat");
    assertThat(select(document, Chunk.class)).extracting(Chunk::getBegin).startsWith(0, 5, 9, 12);
  }

  @Test
  void readsTheFormOfATokenInsteadOfItsText() throws UIMAException {
    JCas document = TestDocuments.tokens("en", "Teh cat sat");
    select(document, Token.class).iterator().next().setText("The");
    assertThat(chunks(annotate(chunker(), document))).startsWith("NP Teh cat");
    assertThat(chunks(annotate(chunker(), "cat"))).as("a single token").hasSize(1);
  }

  @Test
  void writesNothingIntoEmptyDocuments() throws UIMAException {
    AnalysisEngine chunker = chunker();
    for (String text : new String[] {null, "", " \n\t\u00a0\n", "\uFEFF\u200b\u0001"}) {
      JCas document = TestDocuments.text("en", text);
      chunker.process(document);
      assertThat(select(document, Chunk.class)).isEmpty();
    }
  }

  @Test
  void skipsSentencesWithoutTokens() throws UIMAException {
    JCas document = TestDocuments.text("en", "   The cat");
    new Sentence(document, 0, 2).addToIndexes();
    new Sentence(document, 3, 10).addToIndexes();
    new Token(document, 3, 6).addToIndexes();
    new Token(document, 7, 10).addToIndexes();
    chunker().process(document);
    assertThat(chunks(document)).containsExactly("NP The cat");
  }

  @Test
  void missingTokensOrSentencesAreReported() throws UIMAException {
    JCas document = TestDocuments.text("en", "The cat");
    // Adds metadata without an ID, which messages must not require.
    DocumentMetaData.create(document);
    assertRefuses(chunker(), document, "the document has no tokens", "OpenNlpSegmenter");
    new Token(document, 0, 3).addToIndexes();
    assertRefuses(chunker(), document, "no sentences", "OpenNlpSegmenter");
  }

  @Test
  void refusesModelsOfOtherTasksAndUnsupportedOptions() throws Exception {
    JCas document = TestDocuments.tokens("en", "The cat");
    for (Model other : List.of(TestModels.entities(), TestModels.tokenLabels())) {
      String task = other.task().name();
      Path file = TestModels.write(other, directory.resolve(task + ".gpchain"));
      assertRefuses(engine(GpChunker.class, file), document, "'" + task + "'", "GpChunker");
    }
    assertRefuses(chunker(GpChunker.PARAM_SAMPLES, 4), document, "inducing points");
    // A model without held-out segments supports only beta = 1.
    assertRefuses(chunker(GpChunker.PARAM_BETA, 2.0), document, "beta 2.0");
  }

  @ParameterizedTest
  @CsvSource({
    "minProbability, 1.5, 'minProbability must be in [0, 1], was 1.5'",
    "samples, -1, 'samples must be at least 0, was -1'",
    "nBest, 0, 'nBest must be at least 1, was 0'",
    "beta, 0.0, 'beta must be a positive finite number, was 0.0'",
    "beta, -1.0, 'beta must be a positive finite number, was -1.0'",
    "beta, NaN, 'beta must be a positive finite number, was NaN'",
    "beta, Infinity, 'beta must be a positive finite number, was Infinity'",
    "maxSentenceLength, -1, 'maxSentenceLength must be at least 0, was -1'",
    "maxError, 1.5, 'the share of an error guarantee must be between 0 and 1, was 1.5'"
  })
  void rejectsInvalidParametersBeforeTheFirstDocument(
      String parameter, String value, String message) {
    Object number =
        value.matches("-?\\d+") ? (Object) Integer.valueOf(value) : Double.valueOf(value);
    assertThatThrownBy(() -> chunker(parameter, number)).hasRootCauseMessage(message);
  }

  @Test
  void nounPhraseChunkerWritesOnlyNounPhrases() throws Exception {
    for (Model npModel : List.of(TestModels.chunks(), TestModels.untypedNounPhrases())) {
      Path file = TestModels.write(npModel, directory.resolve("any.gpchain"));
      JCas document = annotate(engine(GpNounPhraseChunker.class, file), "The cat sat");
      assertThat(chunks(document)).containsExactly("NP The cat");
      assertThat(select(document, NC.class)).hasSize(1);
    }
  }

  @Test
  void keepsChunksOfOtherComponents() throws UIMAException {
    JCas document = TestDocuments.tokens("en", "The cat sat");
    for (int[] span : new int[][] {{0, 7}, {4, 11}, {0, 11}}) {
      Chunk other = new Chunk(document, span[0], span[1]);
      other.setChunkValue("OTHER");
      other.addToIndexes();
    }
    chunker().process(document);
    assertThat(chunks(document))
        .containsExactlyInAnyOrder(
            "OTHER The cat", "OTHER cat sat", "OTHER The cat sat", "NP The cat", "VP sat");
    assertThat(select(document, ScoredSegment.class)).hasSize(2);
  }

  @Test
  void annotatesOverlappingTokens() throws UIMAException {
    JCas document = TestDocuments.tokens("en", "The cat sat");
    Token whole = new Token(document, 0, 7);
    whole.setText("The");
    whole.addToIndexes();
    new Sentence(document, 4, 11).addToIndexes();
    chunker().process(document);
    assertThat(select(document, Chunk.class))
        .isNotEmpty()
        .allMatch(chunk -> chunk.getBegin() < chunk.getEnd() && chunk.getEnd() <= 11);
    // The first segment covers its tokens "The cat", "The" and "cat".
    assertThat(chunks(document)).contains("NP The cat");
  }

  @Test
  void annotatesControlCharacters() throws UIMAException {
    String text = "The \u0001\u0007 sat \u200f\u202e \uD83D .";
    assertThat(chunks(annotate(chunker(TestEngines.EVERYTHING), text)))
        .anyMatch(chunk -> chunk.startsWith("NP The"))
        .contains("VP sat");
  }
}
