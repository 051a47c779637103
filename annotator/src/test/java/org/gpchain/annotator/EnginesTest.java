package org.gpchain.annotator;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngine;
import static org.apache.uima.fit.util.JCasUtil.select;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.annotator.TestEngines.annotate;
import static org.gpchain.annotator.TestEngines.assertRefuses;
import static org.gpchain.annotator.TestEngines.chunks;
import static org.gpchain.annotator.TestEngines.engine;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.analysis_engine.AnalysisEngineProcessException;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.TagScheme;
import org.gpchain.type.ScoredSegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of engines that annotate several documents: a failure has no effect on the next document,
 * parameters can be changed in between, and concurrent use is refused.
 */
class EnginesTest {
  private static final String TEXT = "The old cat";

  @TempDir private Path directory;

  private static int chunkCount(AnalysisEngine engine, String language) throws UIMAException {
    JCas document = annotate(engine, TestDocuments.tokens(language, TEXT));
    return select(document, Chunk.class).size();
  }

  private static void assertFails(AnalysisEngine engine, String language, String... messages)
      throws UIMAException {
    assertRefuses(engine, TestDocuments.tokens(language, TEXT), messages);
  }

  private Path chunkModel() throws IOException {
    return TestModels.write(TestModels.chunks(), directory.resolve("chunk.gpchain"));
  }

  /** Returns a chunker with a map from tags to types. */
  private AnalysisEngine chunkerWithMap(Path map) throws Exception {
    return engine(
        GpChunker.class, chunkModel(), GpChunker.PARAM_CHUNK_MAPPING_LOCATION, map.toString());
  }

  private static Model norwegian() {
    return TestModels.model("chunk", "nb", TagScheme.IOB2, "The/B-NP old/O");
  }

  @Test
  void onlyLanguagesWithoutAModelFail() throws Exception {
    try (ClassPathModels models = new ClassPathModels()) {
      models.add("chunker-en-default", TestModels.chunks());
      models.add("chunker-nb-default", norwegian());
      AnalysisEngine chunker = createEngine(GpChunker.class);

      for (String language : List.of("en", "fr", "en", "en", "nb", "de", "en", "x-unspecified")) {
        if (List.of("en", "nb").contains(language)) {
          assertThat(chunkCount(chunker, language)).isPositive();
        } else {
          assertFails(
              chunker,
              language,
              "no chunker model for the language '" + language + "'",
              "there are chunker-en-default, chunker-nb-default;");
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "en-US, chunker-en-default",
    "en_GB, chunker-en-default",
    "EN, chunker-en-default",
    "en-ca, chunker-en-ca-default",
    "no, chunker-nb-default",
    "no-NO, chunker-nb-default",
    "nb_NO, chunker-nb-default"
  })
  void regionalCodesFallBackToTheirLanguage(String language, String model) throws Exception {
    try (ClassPathModels models = new ClassPathModels()) {
      models.add("chunker-en-default", TestModels.chunks());
      models.add("chunker-en-ca-default", TestModels.chunks());
      models.add("chunker-nb-default", norwegian());
      AnalysisEngine byDocument = createEngine(GpChunker.class);
      AnalysisEngine byParameter =
          createEngine(GpChunker.class, GpChunker.PARAM_LANGUAGE, language);
      List<JCas> documents =
          List.of(
              annotate(byDocument, TestDocuments.tokens(language, TEXT)),
              annotate(byParameter, TestDocuments.tokens("fr", TEXT)));

      for (JCas document : documents) {
        assertThat(select(document, ScoredSegment.class))
            .isNotEmpty()
            .allMatch(score -> score.getModel().equals(model));
        assertThat(select(document, Chunk.class))
            .allMatch(chunk -> chunk.getType().getShortName().equals("NC"));
      }
    }
  }

  @Test
  void modelWithoutLanguageMapsTagsByTheLanguageOfTheDocument() throws Exception {
    String labels = "The/DT old/JJ cat/NN a/IN";
    Model tagger = TestModels.model("pos", "x-unspecified", TagScheme.TOKEN, labels);
    Path file = TestModels.write(tagger, directory.resolve("pos.gpchain"));
    AnalysisEngine engine = engine(GpSequenceTagger.class, file, TestEngines.POS_LAYER);
    for (String language : List.of("x-unspecified", "en", "xx", "en")) {
      JCas document = annotate(engine, TestDocuments.tokens(language, TEXT));
      assertThat(select(document, POS.class).iterator().next().getType().getShortName())
          .as(language)
          .isEqualTo(language.equals("en") ? "POS_DET" : "POS");
    }
  }

  @Test
  void modelWithLanguageMapsTagsByItsLanguage() throws Exception {
    Model tagger = TestModels.model("pos", "en", TagScheme.TOKEN, "The/DT old/JJ cat/NN a/IN");
    Path file = TestModels.write(tagger, directory.resolve("pos.gpchain"));
    AnalysisEngine engine = engine(GpSequenceTagger.class, file, TestEngines.POS_LAYER);
    for (String language : List.of("en", "xx", "en-US", "x-unspecified", "en")) {
      JCas document = annotate(engine, TestDocuments.tokens(language, TEXT));
      assertThat(select(document, POS.class))
          .as(language)
          .extracting(pos -> pos.getType().getShortName())
          .containsExactly("POS_DET", "POS_ADJ", "POS_NOUN");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void damagedModelIsReadAgainAfterItsReplacement(boolean byLanguage) throws Exception {
    try (ClassPathModels models = new ClassPathModels()) {
      Path file = models.add("chunker-en-default", TestModels.chunks());
      byte[] sound = Files.readAllBytes(file);
      Files.write(file, Arrays.copyOf(sound, sound.length / 2));
      AnalysisEngine chunker =
          byLanguage ? createEngine(GpChunker.class) : engine(GpChunker.class, file);
      assertFails(chunker, "en", "chunker-en-default", "train it again");
      assertFails(chunker, "en", "chunker-en-default", "train it again");
      Files.write(file, sound);
      assertThat(chunkCount(chunker, "en")).isEqualTo(1);
    }
  }

  @Test
  void missingModelIsReadOnceItExists() throws Exception {
    Path file = directory.resolve("late.gpchain");
    AnalysisEngine chunker = engine(GpChunker.class, file);
    for (int attempt = 0; attempt < 2; attempt++) {
      assertFails(chunker, "en", "there is no model at " + file, "modelLocation");
    }
    TestModels.write(TestModels.chunks(), file);
    assertThat(chunkCount(chunker, "en")).isEqualTo(1);
    // The engine keeps the model, so that its file is no longer needed.
    Files.delete(file);
    assertThat(chunkCount(chunker, "en")).isEqualTo(1);
  }

  @Test
  void missingMapOfTagsIsReadOnceItExists() throws Exception {
    Path map = directory.resolve("chunk.map");
    AnalysisEngine chunker = chunkerWithMap(map);
    assertFails(chunker, "en", "cannot read the map from tags to types", map.toString());
    Files.writeString(map, "*=" + Chunk._TypeName);
    assertThat(chunkCount(chunker, "en")).isEqualTo(1);
    Files.delete(map);
    assertFails(chunker, "en", map.toString());
    Files.writeString(map, "*=" + Chunk._TypeName);
    assertThat(chunkCount(chunker, "en")).isEqualTo(1);
  }

  @Test
  void unusableMappedTypesAreReplacedByTheLayerType() throws Exception {
    Path map =
        Files.writeString(directory.resolve("chunk.map"), "NP=no.such.Type\n*=" + POS._TypeName);
    JCas document = annotate(chunkerWithMap(map), "The old cat sat");
    assertThat(select(document, Chunk.class))
        .extracting(Chunk::getChunkValue)
        .containsExactly("NP", "VP");
    assertThat(select(document, Chunk.class))
        .allMatch(chunk -> chunk.getType().getName().equals(Chunk._TypeName));
  }

  @Test
  void reconfigureAppliesChangedParameters() throws Exception {
    Path english = TestModels.write(TestModels.chunks(), directory.resolve("english.gpchain"));
    Path norwegian = TestModels.write(norwegian(), directory.resolve("norwegian.gpchain"));
    AnalysisEngine chunker = engine(GpChunker.class, english, GpChunker.PARAM_DECODING, "VITERBI");
    assertThat(model(chunker)).isEqualTo("english");
    change(chunker, GpChunker.PARAM_MODEL_LOCATION, norwegian.toString());
    assertThat(model(chunker)).isEqualTo("norwegian");
    change(chunker, GpChunker.PARAM_MODEL_LOCATION, directory.resolve("none").toString());
    assertFails(chunker, "en", "there is no model at");
    change(chunker, GpChunker.PARAM_MODEL_LOCATION, english.toString());
    assertThat(model(chunker)).isEqualTo("english");

    change(chunker, GpChunker.PARAM_MIN_PROBABILITY, 1.0);
    assertThat(chunkCount(chunker, "en")).isZero();
    change(chunker, GpChunker.PARAM_MIN_PROBABILITY, 0.0);
    assertThat(chunkCount(chunker, "en")).isEqualTo(1);

    chunker.setConfigParameterValue(GpChunker.PARAM_DECODING, "nonsense");
    assertThatThrownBy(chunker::reconfigure).rootCause().hasMessageContaining("nonsense");
    change(chunker, GpChunker.PARAM_DECODING, "marginal");
    assertThat(chunkCount(chunker, "en")).isEqualTo(1);
  }

  @Test
  void reconfigureAppliesRemovedParameters() throws Exception {
    try (ClassPathModels models = new ClassPathModels()) {
      models.add("chunker-en-default", TestModels.chunks());
      models.add("chunker-nb-default", norwegian());
      Path given = TestModels.write(TestModels.chunks(), directory.resolve("given.gpchain"));
      AnalysisEngine chunker = createEngine(GpChunker.class);
      assertThat(model(chunker)).isEqualTo("chunker-en-default");

      change(chunker, GpChunker.PARAM_LANGUAGE, "nb");
      assertThat(model(chunker)).isEqualTo("chunker-nb-default");
      change(chunker, GpChunker.PARAM_LANGUAGE, null);
      assertThat(model(chunker)).isEqualTo("chunker-en-default");

      change(chunker, GpChunker.PARAM_MODEL_LOCATION, given.toString());
      assertThat(model(chunker)).isEqualTo("given");
      change(chunker, GpChunker.PARAM_MODEL_LOCATION, null);
      assertThat(model(chunker)).isEqualTo("chunker-en-default");
    }
  }

  private static void change(AnalysisEngine engine, String parameter, Object value)
      throws UIMAException {
    engine.setConfigParameterValue(parameter, value);
    engine.reconfigure();
  }

  private static String model(AnalysisEngine engine) throws UIMAException {
    JCas document = annotate(engine, TestDocuments.tokens("en", TEXT));
    return select(document, ScoredSegment.class).iterator().next().getModel();
  }

  @ParameterizedTest
  @ValueSource(strings = {"viterbi", "VITERBI", "Marginal", "segments"})
  void decodingNamesMayHaveAnyCase(String decoding) throws Exception {
    AnalysisEngine chunker =
        engine(GpChunker.class, chunkModel(), GpChunker.PARAM_DECODING, decoding);
    assertThat(chunks(annotate(chunker, "The cat sat"))).containsExactly("NP The cat", "VP sat");
  }

  @Test
  void unknownDecodingIsRefusedWithTheKnownNames() throws Exception {
    createEngine(GpChunker.class, GpChunker.PARAM_DECODING, Decoding.VITERBI);
    assertThatThrownBy(() -> createEngine(GpChunker.class, GpChunker.PARAM_DECODING, "beam"))
        .rootCause()
        .hasMessageContaining("decoding must be one of")
        .hasMessageContaining("SEGMENTS")
        .hasMessageContaining("VITERBI")
        .hasMessageEndingWith("was beam");
  }

  /** A chunker that waits in its first document until {@code mayLeave} is released. */
  public static final class WaitingChunker extends GpChunker {
    private static final CountDownLatch inside = new CountDownLatch(1);
    private static final CountDownLatch mayLeave = new CountDownLatch(1);

    @Override
    void written(Annotation annotation, List<Token> tokens) {
      inside.countDown();
      try {
        mayLeave.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void concurrentUseOfAnEngineIsRefused() throws Exception {
    GpChunker chunker = new WaitingChunker();
    var engine = engine(GpChunker.class, chunkModel());
    chunker.initialize(engine.getUimaContext());
    JCas first = TestDocuments.tokens("en", "The cat sat");
    JCas second = TestDocuments.tokens("en", "The cat sat");
    ExecutorService thread = Executors.newSingleThreadExecutor();

    try {
      Future<Void> result =
          thread.submit(
              () -> {
                chunker.process(first);
                return null;
              });
      WaitingChunker.inside.await();
      assertThatThrownBy(() -> chunker.process(second))
          .isInstanceOf(AnalysisEngineProcessException.class)
          .hasMessageContaining("another thread")
          .hasMessageContaining("a separate engine for each");
      WaitingChunker.mayLeave.countDown();
      result.get();
    } finally {
      thread.shutdown();
    }

    assertThat(select(first, Chunk.class)).hasSize(2);
    assertThat(select(second, Chunk.class)).isEmpty();

    chunker.process(second);
    assertThat(select(second, Chunk.class)).hasSize(2);
  }
}
