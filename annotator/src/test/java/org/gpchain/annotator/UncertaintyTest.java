package org.gpchain.annotator;

import static org.apache.uima.fit.util.JCasUtil.select;
import static org.apache.uima.fit.util.JCasUtil.selectSingle;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.annotator.TestEngines.annotate;
import static org.gpchain.annotator.TestEngines.annotations;
import static org.gpchain.annotator.TestEngines.engine;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.StreamSupport;
import org.apache.uima.UIMAException;
import org.apache.uima.cas.SerialFormat;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.cas.FSArray;
import org.apache.uima.jcas.cas.TOP;
import org.apache.uima.util.CasIOUtils;
import org.gpchain.type.ScoredSegment;
import org.gpchain.type.SentenceUncertainty;
import org.gpchain.type.TokenMarginals;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of marginals, uncertainty and alternatives, and of long sentences that are cut. */
class UncertaintyTest {
  private static final String TEXT = "The old cat sat on a mat .\nThe mat unknown on .";

  @TempDir private Path directory;
  private Path model;

  @BeforeEach
  void writeModel() throws IOException {
    model =
        TestModels.write(
            TestModels.withCovariance(TestModels.chunks()), directory.resolve("chunk.gpchain"));
  }

  private JCas annotated(String text, Object... parameters) throws UIMAException {
    return annotate(engine(GpChunker.class, model, parameters), text);
  }

  @Test
  void marginalsUncertaintyAndAlternativesAreOffByDefault() throws UIMAException {
    JCas document = annotated(TEXT);
    assertThat(select(document, TokenMarginals.class)).isEmpty();
    assertThat(select(document, SentenceUncertainty.class)).isEmpty();
    assertThat(select(document, ScoredSegment.class))
        .isNotEmpty()
        .allMatch(scored -> scored.getRank() == 1 && scored.getAlternatives() == null);
  }

  @Test
  void allAnnotationsNameTheirLayerAndModel() throws UIMAException {
    JCas document = annotated(TEXT, TestEngines.EVERYTHING);
    List<ScoredSegment> segments = new ArrayList<>(select(document, ScoredSegment.class));
    List<ScoredSegment> others =
        segments.stream().flatMap(segment -> alternatives(segment).stream()).toList();
    assertThat(others).isNotEmpty();
    segments.addAll(others);

    for (Collection<? extends TOP> structures :
        List.of(
            segments,
            select(document, TokenMarginals.class),
            select(document, SentenceUncertainty.class))) {
      assertThat(structures)
          .extracting("layer", "model")
          .containsOnly(tuple(Chunk._TypeName, "chunk"));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5})
  void writesMarginalsOfEachToken(int samples) throws UIMAException {
    JCas document =
        annotated(
            TEXT,
            GpChunker.PARAM_SAMPLES,
            samples,
            GpChunker.PARAM_WRITE_TOKEN_MARGINALS,
            true,
            // Marginals matter most where no segment is probable enough to be written.
            GpChunker.PARAM_MIN_PROBABILITY,
            1.0);
    List<Token> tokens = List.copyOf(select(document, Token.class));
    List<TokenMarginals> marginals = TestEngines.marginals(document);

    assertThat(select(document, Chunk.class)).isEmpty();
    assertThat(marginals).hasSameSizeAs(tokens);

    for (int t = 0; t < tokens.size(); t++) {
      TokenMarginals token = marginals.get(t);
      assertThat(token.getToken()).isEqualTo(tokens.get(t));
      assertThat(token.getLabels()).isSameAs(marginals.get(0).getLabels());
      assertThat(token.getLabels().toArray())
          .containsExactlyElementsOf(TestModels.chunks().labels().labels());
      assertThat(Arrays.stream(token.getProbabilities().toArray()).sum())
          .isCloseTo(1, within(1e-9));
    }

    int noun = Arrays.asList(marginals.get(0).getLabels().toArray()).indexOf("B-NP");
    assertThat(marginals.get(0).getProbabilities(noun)).isGreaterThan(0.5);
  }

  @Test
  void writesTheNoveltyOfEachSentence() throws IOException, UIMAException {
    Path file = TestModels.write(TestModels.chunksWithNovelty(), directory.resolve("n.gpchain"));
    JCas document =
        annotate(
            engine(GpChunker.class, file, GpChunker.PARAM_WRITE_UNCERTAINTY, true),
            "The old cat sat on .\nThe on a unknown .");
    assertThat(select(document, SentenceUncertainty.class))
        .extracting(SentenceUncertainty::getNovelty, SentenceUncertainty::getUnlikeTraining)
        .containsExactly(tuple(3.0, false), tuple(7.2, true));

    JCas without = annotated(TEXT, GpChunker.PARAM_WRITE_UNCERTAINTY, true);
    assertThat(select(without, SentenceUncertainty.class))
        .extracting(SentenceUncertainty::getNovelty, SentenceUncertainty::getUnlikeTraining)
        .containsOnly(tuple(0.0, false));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5})
  void writesUncertaintyOfEachSentence(int samples) throws UIMAException {
    JCas document =
        annotated(TEXT, GpChunker.PARAM_SAMPLES, samples, GpChunker.PARAM_WRITE_UNCERTAINTY, true);
    List<SentenceUncertainty> uncertainties =
        List.copyOf(select(document, SentenceUncertainty.class));
    assertThat(uncertainties)
        .extracting(SentenceUncertainty::getCoveredText)
        .containsExactlyElementsOf(
            select(document, Sentence.class).stream().map(Sentence::getCoveredText).toList());

    for (SentenceUncertainty sentence : uncertainties) {
      assertThat(sentence.getSequenceProbability()).isBetween(0.0, 1.0).isNotZero();
      assertThat(sentence.getEntropy())
          .isCloseTo(
              sentence.getExpectedEntropy() + sentence.getMutualInformation(), within(1e-12));
      assertThat(sentence.getMutualInformation() > 0).isEqualTo(samples > 0);
    }

    assertThat(uncertainties.get(1).getEntropy())
        .as("with an unknown word")
        .isGreaterThan(uncertainties.get(0).getEntropy());
  }

  @Test
  void alternativesAreRankedAndNotIndexed() throws UIMAException {
    JCas without = annotated(TEXT);
    JCas document = annotated(TEXT, GpChunker.PARAM_N_BEST, 40);
    assertThat(select(document, ScoredSegment.class))
        .hasSameSizeAs(select(without, ScoredSegment.class));
    assertThat(select(document, Chunk.class)).hasSameSizeAs(select(without, Chunk.class));

    int count = 0;
    for (ScoredSegment scored : select(document, ScoredSegment.class)) {
      assertThat(scored.getRank()).isEqualTo(1);
      assertThat(scored.getAnnotation()).isNotNull();

      List<ScoredSegment> others = alternatives(scored);
      count += others.size();
      assertThat(others)
          .isSortedAccordingTo(Comparator.comparingDouble(ScoredSegment::getValue_score).reversed())
          .allMatch(other -> other.getAnnotation() == null && other.getAlternatives() == null)
          .allMatch(other -> other.getBegin() < scored.getEnd())
          .allMatch(other -> scored.getBegin() < other.getEnd());
      for (int i = 0; i < others.size(); i++) {
        assertThat(others.get(i).getRank()).isEqualTo(i + 2);
      }
    }

    assertThat(count).isPositive();
  }

  private static List<ScoredSegment> alternatives(ScoredSegment scored) {
    FSArray<ScoredSegment> others = scored.getAlternatives();
    return others == null ? List.of() : StreamSupport.stream(others.spliterator(), false).toList();
  }

  @Test
  void alternativesOfNounPhrasesAreNounPhrases() throws UIMAException {
    JCas document =
        annotate(
            engine(GpNounPhraseChunker.class, model, GpNounPhraseChunker.PARAM_N_BEST, 40), TEXT);
    assertThat(select(document, ScoredSegment.class))
        .flatExtracting(UncertaintyTest::alternatives)
        .isNotEmpty()
        .allMatch(other -> other.getValue().equals("NP"));
  }

  @Test
  void annotationsSurviveXmi() throws Exception {
    JCas document = annotated(TEXT, TestEngines.EVERYTHING);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CasIOUtils.save(document.getCas(), out, SerialFormat.XMI);
    JCas copy = JCasFactory.createJCas();
    CasIOUtils.load(new ByteArrayInputStream(out.toByteArray()), copy.getCas());
    // XMI restores an FSArray as an array of the type of its elements.
    assertThat(annotations(copy).replaceAll("\\w+\\[]", "FSArray"))
        .isEqualTo(annotations(document));
    assertThat(select(copy, TokenMarginals.class))
        .extracting(TokenMarginals::getLabels)
        .containsOnly(select(copy, TokenMarginals.class).iterator().next().getLabels());
  }

  @Test
  void cutsOfLongSentencesLoseNoAnnotations() throws UIMAException {
    String text = "The cat sat . The old cat sat on a mat . ".repeat(150).trim();
    JCas whole = annotated(text, TestEngines.EVERYTHING, GpChunker.PARAM_MAX_SENTENCE_LENGTH, 0);
    assertThat(select(whole, Token.class)).hasSizeGreaterThan(1000);

    for (int length : new int[] {1000, 17}) {
      JCas cut =
          annotated(text, TestEngines.EVERYTHING, GpChunker.PARAM_MAX_SENTENCE_LENGTH, length);
      // The model has neither context features nor transition weights. A cut only prevents a chunk
      // from continuing after it, which is improbable at these places anyway.
      assertThat(chunks(cut)).isEqualTo(chunks(whole));
      assertThat(select(cut, TokenMarginals.class)).hasSameSizeAs(select(whole, Token.class));
      SentenceUncertainty sentence = selectSingle(cut, SentenceUncertainty.class);
      assertThat(sentence.getCoveredText()).isEqualTo(text);
      assertThat(sentence.getEntropy())
          .isCloseTo(selectSingle(whole, SentenceUncertainty.class).getEntropy(), within(1e-3));
    }
  }

  private static List<String> chunks(JCas document) {
    return select(document, Chunk.class).stream()
        .map(chunk -> chunk.getBegin() + chunk.getChunkValue() + chunk.getCoveredText())
        .toList();
  }

  @Test
  void segmentsEndAtCuts() throws UIMAException {
    JCas document = annotated("The old cat", GpChunker.PARAM_MAX_SENTENCE_LENGTH, 2);
    assertThat(select(document, Chunk.class))
        .extracting(Chunk::getCoveredText)
        .containsExactly("The old", "cat");
  }
}
