package org.gpchain.annotator;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngine;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.annotator.TestEngines.annotate;
import static org.gpchain.annotator.TestEngines.chunks;
import static org.gpchain.annotator.TestEngines.engine;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.analysis_engine.AnalysisEngineProcessException;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.core.predict.DecodingOptions.Decoding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parameters as users write them, and engines that several threads use at once. */
class EngineParametersTest {
  @TempDir private Path directory;

  private Path model() throws Exception {
    return TestModels.write(TestModels.chunks(), directory.resolve("chunk.gpchain"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"viterbi", "VITERBI", "Marginal", "segments"})
  void decodingIsNamedInAnyCase(String decoding) throws Exception {
    AnalysisEngine chunker = engine(GpChunker.class, model(), GpChunker.PARAM_DECODING, decoding);
    assertThat(chunks(annotate(chunker, "The cat sat"))).containsExactly("NP The cat", "VP sat");
  }

  @Test
  void decodingIsAConstantOrOneOfTheNames() throws Exception {
    createEngine(GpChunker.class, GpChunker.PARAM_DECODING, Decoding.VITERBI);
    assertThatThrownBy(() -> createEngine(GpChunker.class, GpChunker.PARAM_DECODING, "beam"))
        .rootCause()
        .hasMessageContaining("decoding must be one of")
        .hasMessageContaining("SEGMENTS")
        .hasMessageContaining("VITERBI")
        .hasMessageEndingWith("was beam");
  }

  /** Holds a document up until it may go on. */
  public static final class Waiting extends GpChunker {
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
  void aSecondThreadIsTurnedAway() throws Exception {
    GpChunker chunker = new Waiting();
    var engine = engine(GpChunker.class, model());
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
      Waiting.inside.await();
      assertThatThrownBy(() -> chunker.process(second))
          .isInstanceOf(AnalysisEngineProcessException.class)
          .hasMessageContaining("another thread")
          .hasMessageContaining("an engine for each");
      Waiting.mayLeave.countDown();
      result.get();
    } finally {
      thread.shutdown();
    }
    assertThat(JCasUtil.select(first, Chunk.class)).hasSize(2);
    assertThat(JCasUtil.select(second, Chunk.class)).isEmpty();
    chunker.process(second);
    assertThat(JCasUtil.select(second, Chunk.class)).hasSize(2);
  }
}
