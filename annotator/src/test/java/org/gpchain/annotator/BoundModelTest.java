package org.gpchain.annotator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.cas.impl.XmiCasSerializer;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.apache.uima.jcas.JCas;
import org.gpchain.core.predict.DecodingOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundModelTest {
  @Test
  void annotatesAsIfItHadBeenLookedUp(@TempDir Path folder) throws Exception {
    Path file = TestModels.write(TestModels.chunks(), folder.resolve("my chunks.gpchain"));
    AnalysisEngine bound =
        new BoundModel(
                TestModels.chunks(), file.toUri().toURL(), DecodingOptions.DEFAULT.withNBest(2))
            .engine(GpChunker.class, GpChunker.PARAM_WRITE_TOKEN_MARGINALS, true);
    AnalysisEngine lookingUp =
        AnalysisEngineFactory.createEngine(
            GpChunker.class,
            GpChunker.PARAM_MODEL_LOCATION,
            file.toUri().toURL().toString(),
            GpChunker.PARAM_N_BEST,
            2,
            GpChunker.PARAM_WRITE_TOKEN_MARGINALS,
            true);
    Files.delete(file);
    JCas document = TestDocuments.tokens("en", "The old cat sat on a mat .");
    bound.process(document);
    assertThatThrownBy(() -> lookingUp.process(TestDocuments.tokens("en", "The cat")))
        .hasMessageContaining("there is no model at");
    TestModels.write(TestModels.chunks(), file);
    JCas same = TestDocuments.tokens("en", "The old cat sat on a mat .");
    lookingUp.process(same);
    assertThat(xmi(document)).isEqualTo(xmi(same)).contains("my chunks");
  }

  private static String xmi(JCas document) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    XmiCasSerializer.serialize(document.getCas(), out);
    return out.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "classpath:/org/gpchain/annotator/lib/ner-en-demo.gpchain, ner-en-demo",
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
  void isTheLastPartOfTheLocation(String location, String name) {
    assertThat(BoundModel.nameOf(location)).isEqualTo(name);
  }
}
