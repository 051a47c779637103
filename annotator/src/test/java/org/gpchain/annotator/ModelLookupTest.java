package org.gpchain.annotator;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngine;
import static org.apache.uima.fit.util.JCasUtil.select;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.annotator.TestEngines.annotate;
import static org.gpchain.annotator.TestEngines.annotations;
import static org.gpchain.annotator.TestEngines.assertRefuses;
import static org.gpchain.annotator.TestEngines.engine;

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
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader.Contents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelLookupTest {
  private static final String TEXT = "The old cat sat on a mat .\nThe mat sat on a cat .";

  @TempDir private Path directory;

  private Path model(String name) throws IOException {
    return TestModels.write(TestModels.chunks(), directory.resolve(name));
  }

  @Test
  void findsAModelByPathAndUrl() throws Exception {
    Path file = model("a model.gpchain");
    for (String location : List.of(file.toString(), file.toUri().toString())) {
      JCas document = annotate(engine(GpChunker.class, location), "The cat");
      assertThat(select(document, Chunk.class)).hasSize(1);
    }
  }

  @Test
  void findsAModelByLanguageOnTheClassPath() throws Exception {
    try (ClassPathModels models = new ClassPathModels()) {
      models.add("chunker-xx-small", TestModels.chunks());
      models.add("chunker-default-variants.map", "xx=small\n");
      AnalysisEngine chunker = createEngine(GpChunker.class);
      JCas unknown = TestDocuments.tokens("tlh", "The cat");
      assertRefuses(chunker, unknown, "'tlh'", "there are chunker-xx-small;");
      JCas document = annotate(chunker, TestDocuments.tokens("xx", "The cat"));
      assertThat(select(document, Chunk.class)).hasSize(1);
    }
  }

  @Test
  void missingModelIsReportedWithItsLanguageAndHowToAddOne() throws UIMAException {
    AnalysisEngine chunker = createEngine(GpChunker.class);
    JCas document = TestDocuments.tokens("tlh", "The cat");
    assertThatThrownBy(() -> chunker.process(document))
        // The exception of DKPro would name an artifact that does not exist.
        .hasNoCause()
        .hasMessageContainingAll(
            "no chunker model for the language 'tlh'",
            "there are no chunker models at all",
            "modelLocation",
            "org/gpchain/annotator/lib/chunker-tlh-VARIANT.properties",
            "modelVariant");
  }

  @Test
  void missingVariantIsReportedWithItsArtifact() throws UIMAException {
    AnalysisEngine names =
        createEngine(
            GpNamedEntityRecognizer.class, GpNamedEntityRecognizer.PARAM_VARIANT, "encoder");

    assertThatThrownBy(() -> names.process(TestDocuments.tokens("en", "The cat")))
        .hasMessageContaining("the artifact org.gpchain:gpchain-model-ner-en-encoder");
  }

  @Test
  void cachesModelsByUrlAndContents() throws Exception {
    URL url = model("shared.gpchain").toUri().toURL();
    Model first = ModelCache.SHARED.get(url, Contents.DECODING);
    assertThat(ModelCache.SHARED.get(url, Contents.DECODING)).isSameAs(first);
    assertThat(ModelCache.SHARED.get(url, Contents.EVERYTHING)).isNotSameAs(first);
  }

  @Test
  void rereadsAModelWhoseFileHasChanged() throws Exception {
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

  /** Uses engines with sampling, alternatives and all optional annotations. */
  @ParameterizedTest
  @CsvSource({"0, 1", "0, 5", "4, 5"})
  void enginesInEightThreadsWriteTheSameAnnotations(int samples, int nBest) throws Exception {
    Path file =
        TestModels.write(
            TestModels.withCovariance(TestModels.chunks()), directory.resolve("eight.gpchain"));
    Callable<String> annotate = () -> annotationsOfEightDocuments(file, samples, nBest);
    String expected = annotate.call();
    assertThat(inEightThreads(annotate)).containsOnly(expected);
  }

  private static String annotationsOfEightDocuments(Path model, int samples, int nBest)
      throws UIMAException {
    AnalysisEngine chunker =
        engine(
            GpChunker.class,
            model,
            TestEngines.EVERYTHING,
            GpChunker.PARAM_SAMPLES,
            samples,
            GpChunker.PARAM_N_BEST,
            nBest);
    StringBuilder allAnnotations = new StringBuilder();
    for (int document = 0; document < 8; document++) {
      allAnnotations.append(annotations(annotate(chunker, TEXT.repeat(document + 1))));
    }
    return allAnnotations.toString();
  }

  @Test
  void boundModelAnnotatesLikeALookedUpModel(@TempDir Path folder) throws Exception {
    Path file = TestModels.write(TestModels.chunks(), folder.resolve("my chunks.gpchain"));
    AnalysisEngine bound =
        new BoundModel(
                TestModels.chunks(), file.toUri().toURL(), DecodingOptions.DEFAULT.withNBest(2))
            .engine(GpChunker.class, GpChunker.PARAM_WRITE_TOKEN_MARGINALS, true);
    AnalysisEngine lookingUp =
        engine(
            GpChunker.class,
            file.toUri().toURL(),
            GpChunker.PARAM_N_BEST,
            2,
            GpChunker.PARAM_WRITE_TOKEN_MARGINALS,
            true);
    Files.delete(file);
    JCas document = annotate(bound, TEXT);

    assertRefuses(lookingUp, TestDocuments.tokens("en", "The cat"), "there is no model at");

    TestModels.write(TestModels.chunks(), file);
    JCas expected = annotate(lookingUp, TEXT);
    assertThat(annotations(document)).isEqualTo(annotations(expected)).contains("my chunks");
  }

  @ParameterizedTest
  @CsvSource({
    "classpath:/org/gpchain/annotator/lib/ner-en-default.gpchain, ner-en-default",
    "names.gpchain, names",
    "/a folder/my names.v2.gpchain, my names.v2",
    "file:/a%20folder/my%20names.gpchain, my names",
    "file:names.gpchain, names",
    "jar:file:/models.jar!/lib/names.gpchain, names",
    "C:\\models\\names.gpchain, names",
    "100%.gpchain, 100%",
    "models/names, names",
    "models.d/.names, .names"
  })
  void modelNameIsTheFileNameWithoutItsExtension(String location, String name) {
    assertThat(BoundModel.nameOf(location)).isEqualTo(name);
  }
}
