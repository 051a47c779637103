package org.gpchain.annotator;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngine;
import static org.apache.uima.fit.util.JCasUtil.select;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.annotator.TestEngines.assertRefuses;

import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.jcas.JCas;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.type.ScoredSegment;
import org.gpchain.type.SentenceUncertainty;
import org.gpchain.type.TokenMarginals;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelLookupTest {
  private static final String TEXT = "The old cat sat on a mat .\nThe mat sat on a cat .";

  @TempDir private Path directory;

  private static AnalysisEngine chunker(String location) throws UIMAException {
    return createEngine(GpChunker.class, GpChunker.PARAM_MODEL_LOCATION, location);
  }

  private Path model(String name) throws IOException {
    return TestModels.write(TestModels.chunks(), directory.resolve(name));
  }

  @Test
  void findsAModelByPathAndUrl() throws Exception {
    Path file = model("a model.gpchain");
    for (String location : List.of(file.toString(), file.toUri().toString())) {
      JCas document = TestDocuments.tokens("en", "The cat");
      chunker(location).process(document);
      assertThat(select(document, Chunk.class)).hasSize(1);
    }
  }

  @Test
  void findsAModelByLanguageOnTheClassPath() throws Exception {
    // Beside the test classes, where the look-up of DKPro expects a model of the language "xx".
    Path classes = Path.of(getClass().getResource("/").toURI());
    Path lib = Files.createDirectories(classes.resolve("org/gpchain/annotator/lib"));
    Path file = TestModels.write(TestModels.chunks(), lib.resolve("chunker-xx-small.gpchain"));
    Path properties = lib.resolve("chunker-xx-small.properties");
    Path variants = lib.resolve("chunker-default-variants.map");
    try {
      Files.writeString(
          properties, "location=classpath:/org/gpchain/annotator/lib/chunker-xx-small.gpchain\n");
      Files.writeString(variants, "xx=small\n");
      AnalysisEngine chunker = createEngine(GpChunker.class);
      JCas unknown = TestDocuments.tokens("tlh", "The cat");
      assertRefuses(chunker, unknown, "'tlh'", "there are chunker-xx-small;");
      JCas document = TestDocuments.tokens("xx", "The cat");
      chunker.process(document);
      assertThat(select(document, Chunk.class)).hasSize(1);
    } finally {
      for (Path each : List.of(file, properties, variants)) {
        Files.delete(each);
      }
    }
  }

  @Test
  void saysWhichLanguageHasNoModel() throws UIMAException {
    AnalysisEngine chunker = createEngine(GpChunker.class);
    JCas document = TestDocuments.tokens("tlh", "The cat");
    assertThatThrownBy(() -> chunker.process(document))
        // DKPro's message names an artifact that does not exist
        .hasNoCause()
        .hasMessageContainingAll(
            "no chunker model for the language 'tlh'",
            "there are no chunker models at all",
            "modelLocation",
            "org/gpchain/annotator/lib/chunker-tlh-VARIANT.properties",
            "modelVariant");
  }

  @Test
  void sharesOneModel() throws Exception {
    URL url = model("shared.gpchain").toUri().toURL();
    Model first = ModelCache.SHARED.get(url, Contents.DECODING);
    assertThat(ModelCache.SHARED.get(url, Contents.DECODING)).isSameAs(first);
    assertThat(ModelCache.SHARED.get(url, Contents.EVERYTHING)).isNotSameAs(first);
  }

  @Test
  void readsAModelAgainThatWasTrainedAnew() throws Exception {
    Path file = model("anew.gpchain");
    URL url = file.toUri().toURL();
    Model first = ModelCache.SHARED.get(url, Contents.DECODING);
    Files.setLastModifiedTime(file, FileTime.fromMillis(0));
    assertThat(ModelCache.SHARED.get(url, Contents.DECODING)).isNotSameAs(first);
  }

  @Test
  void readsAModelOnceForAllThreads() throws Exception {
    URL url = model("threads.gpchain").toUri().toURL();
    ModelCache cache = new ModelCache();
    List<Model> models = inEightThreads(() -> cache.get(url, Contents.DECODING));
    assertThat(models).allSatisfy(model -> assertThat(model).isSameAs(models.get(0)));
  }

  private static <T> List<T> inEightThreads(Callable<T> task) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> result : threads.invokeAll(Collections.nCopies(8, task))) {
        results.add(result.get());
      }
      return results;
    } finally {
      threads.shutdown();
    }
  }

  /** Engines with every parameter that costs or writes something. */
  @ParameterizedTest
  @CsvSource({"0, 1", "0, 5", "4, 5"})
  void annotatesTheSameInEightThreads(int samples, int nBest) throws Exception {
    Path file =
        TestModels.write(
            TestModels.withCovariance(TestModels.chunks()), directory.resolve("eight.gpchain"));
    Callable<String> annotate = () -> annotations(file, samples, nBest);
    String expected = annotate.call();
    assertThat(inEightThreads(annotate)).containsOnly(expected);
  }

  private static String annotations(Path model, int samples, int nBest) throws UIMAException {
    AnalysisEngine chunker =
        TestEngines.engine(
            GpChunker.class,
            model,
            TestEngines.EVERYTHING,
            GpChunker.PARAM_SAMPLES,
            samples,
            GpChunker.PARAM_N_BEST,
            nBest);
    StringBuilder all = new StringBuilder();
    for (int document = 0; document < 8; document++) {
      JCas jcas = TestDocuments.tokens("en", TEXT.repeat(document + 1));
      chunker.process(jcas);
      // What an annotation holds, and what that holds, is part of its text.
      select(jcas, ScoredSegment.class).forEach(all::append);
      select(jcas, TokenMarginals.class).forEach(all::append);
      select(jcas, SentenceUncertainty.class).forEach(all::append);
    }
    return all.toString();
  }
}
