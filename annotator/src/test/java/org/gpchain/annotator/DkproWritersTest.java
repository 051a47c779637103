package org.gpchain.annotator;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngine;
import static org.assertj.core.api.Assertions.assertThat;

import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.jcas.JCas;
import org.dkpro.core.api.io.JCasFileWriter_ImplBase;
import org.dkpro.core.io.bincas.BinaryCasWriter;
import org.dkpro.core.io.brat.BratWriter;
import org.dkpro.core.io.conll.Conll2000Writer;
import org.dkpro.core.io.conll.Conll2002Writer;
import org.dkpro.core.io.conll.ConllUWriter;
import org.dkpro.core.io.json.JsonWriter;
import org.dkpro.core.io.tei.TeiWriter;
import org.dkpro.core.io.xmi.XmiWriter;
import org.gpchain.core.words.WordNumbers;
import org.gpchain.core.words.WordOrigin;
import org.gpchain.core.words.WordResource;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** DKPro's writers write documents with all outputs of the components. */
class DkproWritersTest {
  @TempDir private Path directory;

  /** Returns a resource with clusters of words. */
  private static WordResource words() {
    return new WordResource(
        "toy",
        "en",
        new WordNumbers(List.of("the", "cat"), List.of()),
        new TreeMap<>(Map.of("cluster2", new int[] {0, 1})),
        null,
        new TreeMap<>(),
        null,
        new WordOrigin(List.of(), "", "", 0, Map.of(), "test"));
  }

  private JCas document() throws UIMAException, IOException {
    JCas document = TestDocuments.tokens("en", "The old cat sat on a mat");
    DocumentMetaData.create(document).setDocumentId("cats");
    Path chunks = TestModels.write(TestModels.chunks(), directory.resolve("chunks.gpchain"));
    TestEngines.engine(GpChunker.class, chunks, TestEngines.EVERYTHING).process(document);
    createEngine(
            GpWordAnnotator.class,
            GpWordAnnotator.PARAM_WORDS_LOCATION,
            TestModels.write(words(), directory.resolve("toy.words")).toString())
        .process(document);
    return document;
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        BinaryCasWriter.class,
        BratWriter.class,
        Conll2000Writer.class,
        Conll2002Writer.class,
        ConllUWriter.class,
        JsonWriter.class,
        TeiWriter.class,
        XmiWriter.class
      })
  void writesAllOutputs(Class<? extends JCasFileWriter_ImplBase> type) throws Exception {
    Path target = directory.resolve("written");
    AnalysisEngine writer =
        createEngine(type, JCasFileWriter_ImplBase.PARAM_TARGET_LOCATION, target.toString());
    writer.process(document());
    writer.collectionProcessComplete();

    try (Stream<Path> files = Files.list(target)) {
      List<Path> written = files.filter(file -> file.toString().contains("cats")).toList();
      assertThat(written).isNotEmpty().allSatisfy(file -> assertThat(file).isNotEmptyFile());
    }
  }
}
