package org.gpchain.annotator;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngine;
import static org.apache.uima.fit.util.JCasUtil.select;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.Tagset;
import org.gpchain.type.ScoredSegment;
import org.gpchain.type.SentenceUncertainty;
import org.gpchain.type.TokenMarginals;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of components that run repeatedly on a document, and of the cleanup of scores. */
class ReplaceExistingTest {
  private static final String TEXT = "The cat sat in London .\nAda sat on a mat .";

  @TempDir private Path directory;

  private AnalysisEngine engine(
      Class<? extends GpSegmentAnnotator> type, String name, Model model, Object... parameters)
      throws UIMAException, IOException {
    Path file = TestModels.write(model, directory.resolve(name + ".gpchain"));
    return TestEngines.engine(type, file, TestEngines.EVERYTHING, parameters);
  }

  private AnalysisEngine chunker(String name, boolean replace) throws Exception {
    return engine(
        GpChunker.class,
        name,
        TestModels.chunks(),
        GpSegmentAnnotator.PARAM_REPLACE_EXISTING,
        replace);
  }

  private static List<Integer> counts(JCas document) {
    return Stream.of(
            Chunk.class,
            NamedEntity.class,
            ScoredSegment.class,
            TokenMarginals.class,
            SentenceUncertainty.class)
        .map(type -> select(document, type).size())
        .toList();
  }

  @Test
  void secondRunRepeatsAnnotationsUnlessTheyAreReplaced() throws Exception {
    JCas document = TestDocuments.tokens("en", TEXT);
    chunker("chunks", false).process(document);
    List<Integer> firstCounts = counts(document);
    assertThat(firstCounts).containsExactly(8, 0, 8, 12, 2);
    chunker("chunks", false).process(document);
    assertThat(counts(document)).isEqualTo(firstCounts.stream().map(count -> 2 * count).toList());
    chunker("chunks", true).process(document);
    assertThat(counts(document)).isEqualTo(firstCounts);
  }

  @Test
  void annotationsOfOtherModelsAndPeopleAreKept() throws Exception {
    JCas document = TestDocuments.tokens("en", TEXT);
    new Chunk(document, 0, 3).addToIndexes();
    engine(GpNamedEntityRecognizer.class, "names", TestModels.entities()).process(document);
    chunker("others", false).process(document);
    List<Integer> before = counts(document);
    AnalysisEngine chunker = chunker("chunks", true);

    for (int run = 0; run < 3; run++) {
      chunker.process(document);
      assertThat(counts(document))
          .containsExactly(
              before.get(0) + 8,
              before.get(1),
              before.get(2) + 8,
              before.get(3) + 12,
              before.get(4) + 2);
    }
  }

  @Test
  void failedRunRemovesNothing() throws Exception {
    JCas document = TestDocuments.tokens("en", TEXT);
    chunker("chunks", false).process(document);
    List<Integer> before = counts(document);

    AnalysisEngine other =
        engine(
            GpChunker.class,
            "chunks",
            TestModels.chunksWithPos(new Tagset("ptb", List.of("DT"))),
            GpSegmentAnnotator.PARAM_REPLACE_EXISTING,
            true);
    assertThatThrownBy(() -> other.process(document)).hasMessageContaining("has no part of speech");
    assertThat(counts(document)).isEqualTo(before);
  }

  @Test
  void acceptedSegmentsAreKept() throws Exception {
    JCas document = TestDocuments.tokens("en", TEXT);
    AnalysisEngine chunker =
        engine(
            GpChunker.class,
            "chunks",
            TestModels.chunks(),
            GpSegmentAnnotator.PARAM_REPLACE_EXISTING,
            true,
            GpSegmentAnnotator.PARAM_CONSTRAINT_TYPES,
            Chunk.class.getName());

    chunker.process(document);
    int chunks = select(document, Chunk.class).size();
    ScoredSegment accepted = select(document, ScoredSegment.class).iterator().next();
    accepted.setAcceptedBy("ann");

    for (int run = 0; run < 2; run++) {
      chunker.process(document);
      assertThat(select(document, Chunk.class))
          .hasSize(chunks)
          .contains((Chunk) accepted.getAnnotation());
      assertThat(select(document, ScoredSegment.class)).contains(accepted).hasSize(chunks + 1);
    }
  }

  @Test
  void tokensReferToTheNewPartsOfSpeech() throws Exception {
    JCas document = TestDocuments.tokens("en", "The cat sat");
    AnalysisEngine tagger =
        engine(
            GpSequenceTagger.class,
            "pos",
            TestModels.tokenLabels(),
            TestEngines.POS_LAYER,
            GpSegmentAnnotator.PARAM_REPLACE_EXISTING,
            true);

    tagger.process(document);
    List<POS> first = List.copyOf(select(document, POS.class));
    tagger.process(document);
    List<POS> second = List.copyOf(select(document, POS.class));

    assertThat(second).hasSameSizeAs(first).doesNotContainAnyElementsOf(first);
    assertThat(select(document, Token.class)).extracting(Token::getPos).isEqualTo(second);

    tagger.setConfigParameterValue(GpSegmentAnnotator.PARAM_MIN_PROBABILITY, 1.0);
    tagger.reconfigure();
    tagger.process(document);
    assertThat(select(document, Token.class)).allMatch(token -> token.getPos() == null);
  }

  @Test
  void cleanupRemovesTheScoresOfRemovedAnnotations() throws Exception {
    JCas document = TestDocuments.tokens("en", TEXT);
    chunker("chunks", false).process(document);
    chunker("others", false).process(document);
    engine(GpNamedEntityRecognizer.class, "names", TestModels.entities()).process(document);
    AnalysisEngine cleanup = createEngine(GpCleanup.class);
    List<Integer> before = counts(document);
    cleanup.process(document);
    assertThat(counts(document)).isEqualTo(before);

    // Both models wrote this chunk; the equal chunk of the other model stays.
    Chunk removed = JCasUtil.select(document, Chunk.class).iterator().next();
    removed.removeFromIndexes();
    cleanup.process(document);
    assertThat(counts(document).get(2)).isEqualTo(before.get(2) - 1);
    assertThat(select(document, ScoredSegment.class))
        .noneMatch(score -> score.getAnnotation().equals(removed));

    List.copyOf(select(document, NamedEntity.class)).forEach(Annotation::removeFromIndexes);
    cleanup.process(document);
    assertThat(select(document, ScoredSegment.class))
        .hasSize(before.get(2) - 1 - before.get(1))
        .allMatch(score -> score.getLayer().equals(Chunk._TypeName));
  }

  @Test
  void cleanupRemovesMarginalsAndUncertaintyOfRemovedTokens() throws Exception {
    JCas document = TestDocuments.tokens("en", TEXT);
    chunker("chunks", false).process(document);
    AnalysisEngine cleanup = createEngine(GpCleanup.class);

    List<Token> tokens = List.copyOf(select(document, Token.class));
    tokens.get(0).removeFromIndexes();
    cleanup.process(document);
    assertThat(counts(document).subList(3, 5)).containsExactly(11, 2);

    // The second sentence begins with the seventh token.
    tokens.subList(6, tokens.size()).forEach(Annotation::removeFromIndexes);
    cleanup.process(document);
    assertThat(counts(document).subList(3, 5)).containsExactly(5, 1);
  }
}
