package org.gpchain.annotator;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngine;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.analysis_engine.TypeOrFeature;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.fit.factory.TypeSystemDescriptionFactory;
import org.apache.uima.fit.testing.factory.TokenBuilder;
import org.apache.uima.jcas.JCas;
import org.apache.uima.resource.metadata.Capability;
import org.apache.uima.resource.metadata.TypeDescription;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.apache.uima.util.CasCreationUtils;
import org.assertj.core.data.Offset;
import org.gpchain.core.hmm.HiddenMarkovModel;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.model.WordLocations;
import org.gpchain.core.model.WordResourceFile;
import org.gpchain.core.words.Lexicon;
import org.gpchain.core.words.WordNumbers;
import org.gpchain.core.words.WordOrigin;
import org.gpchain.core.words.WordResource;
import org.gpchain.core.words.WordStates;
import org.gpchain.type.WordState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GpWordAnnotatorTest {
  private static final String TEXT = "the cat in Port Ansel";

  @TempDir private Path directory;

  private static WordResource words() {
    double[] emissions = {0.6, 0.1, 0.1, 0.3, 0.1, 0.2, 0.1, 0.3, 0.1, 0.1};
    return new WordResource(
        "toy",
        "en",
        new WordNumbers(List.of("the", "cat", "in"), List.of(WordNumbers.shapeClassOf("Port"))),
        new TreeMap<>(Map.of("cluster2", new int[] {0, 1, 0})),
        WordStates.of(
            new HiddenMarkovModel(
                new double[] {0.7, 0.3}, new double[] {0.1, 0.9, 0.6, 0.4}, emissions)),
        new TreeMap<>(Map.of("places", new Lexicon(List.of("Port Ansel"), false))),
        new WordOrigin(List.of(), "", "", 0, Map.of(), "test"));
  }

  private Path write(WordResource words, Path file) throws Exception {
    Files.createDirectories(file.getParent());
    try (OutputStream out = Files.newOutputStream(file)) {
      WordResourceFile.write(words, out);
    }
    return file;
  }

  private JCas annotate(JCas document, WordResource words, Object... more) throws Exception {
    Path file = write(words, directory.resolve("toy.words"));
    AnalysisEngine engine =
        createEngine(
            GpWordAnnotator.class,
            Stream.concat(
                    Stream.of(GpWordAnnotator.PARAM_WORDS_LOCATION, file.toString()),
                    Arrays.stream(more))
                .toArray());
    engine.process(document);
    return document;
  }

  private static List<WordState> states(JCas document) {
    return document.select(WordState.class).asList();
  }

  @Test
  void writesStatesClustersAndLexicons() throws Exception {
    List<WordState> written = states(annotate(TestDocuments.tokens("en", TEXT), words()));
    assertThat(written)
        .extracting(WordState::getCoveredText)
        .containsExactly("the", "cat", "in", "Port", "Ansel");
    int[] numbers =
        Arrays.stream(TEXT.split(" ")).mapToInt(word -> words().numbers().of(word)).toArray();
    double[] posteriors = new double[2 * numbers.length];
    words().states().smooth(numbers, new Workspace(), posteriors);
    for (int t = 0; t < numbers.length; t++) {
      WordState state = written.get(t);
      int best = posteriors[2 * t] > posteriors[2 * t + 1] ? 0 : 1;
      assertThat(state.getState()).isEqualTo(Integer.toString(best));
      assertThat(state.getProbability()).isCloseTo(posteriors[2 * t + best], Offset.offset(1e-9));
      for (int i = 0; i < state.getStates().size(); i++) {
        assertThat(state.getProbabilities(i))
            .isCloseTo(
                posteriors[2 * t + Integer.parseInt(state.getStates(i))], Offset.offset(1e-9));
      }
      assertThat(state.getColumns()).containsExactly("cluster2", "places");
      assertThat(state.getResource()).isEqualTo("toy");
    }
    assertThat(written)
        .extracting(state -> String.join(" ", state.getValues()))
        .containsExactly("0 O", "1 O", "0 O", "- B", "- I");
  }

  @Test
  void leavesImprobableStatesOut() throws Exception {
    List<WordState> all = states(annotate(TestDocuments.tokens("en", TEXT), words()));
    List<WordState> likely =
        states(
            annotate(
                TestDocuments.tokens("en", TEXT),
                words(),
                GpWordAnnotator.PARAM_MIN_PROBABILITY,
                0.6));
    IntStream.range(0, all.size())
        .forEach(
            t -> {
              boolean kept = all.get(t).getProbability() >= 0.6;
              assertThat(likely.get(t).getState()).isEqualTo(kept ? all.get(t).getState() : null);
              assertThat(likely.get(t).getStates()).hasSize(kept ? 1 : 0);
            });
    for (double bad : new double[] {-0.1, 1.1, Double.NaN}) {
      assertThatThrownBy(
              () ->
                  annotate(
                      TestDocuments.tokens("en", TEXT),
                      words(),
                      GpWordAnnotator.PARAM_MIN_PROBABILITY,
                      bad))
          .hasStackTraceContaining("minProbability must be in [0, 1]");
    }
    JCas none =
        annotate(
            TestDocuments.tokens("en", TEXT), words(), GpWordAnnotator.PARAM_MIN_PROBABILITY, 1.0);
    assertThat(states(none)).extracting(WordState::getState).containsOnlyNulls();
  }

  @Test
  void aResourceOfClustersAlone() throws Exception {
    WordResource clusters = words().only(List.of("cluster2"));
    for (WordState state : states(annotate(TestDocuments.tokens("en", TEXT), clusters))) {
      assertThat(state.getState()).isNull();
      assertThat(state.getStates()).isNull();
      assertThat(state.getColumns()).containsExactly("cluster2");
    }
  }

  @Test
  void replacesWhatItWrote() throws Exception {
    JCas document = annotate(TestDocuments.tokens("en", TEXT), words());
    annotate(document, words(), GpWordAnnotator.PARAM_REPLACE_EXISTING, true);
    assertThat(states(document)).hasSize(5);
    annotate(document, words());
    assertThat(states(document)).hasSize(10);
    states(document).get(0).setResource("another");
    annotate(document, words(), GpWordAnnotator.PARAM_REPLACE_EXISTING, true);
    assertThat(states(document))
        .hasSize(6)
        .filteredOn(state -> state.getResource().equals("another"))
        .hasSize(1);
  }

  @Test
  void findsTheResourceOfALanguage() throws Exception {
    Path classes = Path.of(getClass().getResource("/").toURI());
    Path file = classes.resolve(WordLocations.FOLDER + "words-xx.words");
    AnalysisEngine engine = createEngine(GpWordAnnotator.class);
    assertThatThrownBy(() -> engine.process(TestDocuments.tokens("xx-yy", TEXT)))
        .hasMessageContaining("no word resource for the language 'xx-yy'")
        .hasMessageContaining("wordsLocation");
    try {
      write(words(), file);
      JCas document = TestDocuments.tokens("xx-yy", TEXT);
      // The failure has left nothing behind.
      engine.process(document);
      assertThat(states(document)).hasSize(5);
      JCas other = TestDocuments.tokens("en", TEXT);
      createEngine(GpWordAnnotator.class, GpWordAnnotator.PARAM_LANGUAGE, "xx").process(other);
      assertThat(states(other)).hasSize(5);
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void saysWhatItCannotUse() throws Exception {
    JCas document = TestDocuments.tokens("en", TEXT);
    Path absent = directory.resolve("absent.words");
    assertThatThrownBy(
            () ->
                createEngine(
                        GpWordAnnotator.class,
                        GpWordAnnotator.PARAM_WORDS_LOCATION,
                        absent.toString())
                    .process(document))
        .hasMessageContaining("there is no word resource at");
    Path model = TestModels.write(TestModels.chunks(), directory.resolve("m.gpchain"));
    assertThatThrownBy(
            () ->
                createEngine(
                        GpWordAnnotator.class,
                        GpWordAnnotator.PARAM_WORDS_LOCATION,
                        model.toString())
                    .process(document))
        .hasMessageContaining("m.gpchain")
        .hasMessageContaining("this is a GPChain model, not a word resource");
    TypeSystemDescription types =
        CasCreationUtils.mergeTypeSystems(
            List.of(TypeSystemDescriptionFactory.createTypeSystemDescription()));
    types.setTypes(
        Arrays.stream(types.getTypes())
            .filter(type -> !type.getName().startsWith("org.gpchain"))
            .toArray(TypeDescription[]::new));
    JCas foreign = JCasFactory.createJCas(types);
    new TokenBuilder<>(Token.class, Sentence.class).buildTokens(foreign, TEXT);
    assertThatThrownBy(() -> annotate(foreign, words()))
        .hasMessageContaining("no type 'org.gpchain.type.WordState'");
    assertThat(states(document)).isEmpty();
  }

  @Test
  void emptyDocumentsStayEmpty() throws Exception {
    assertThat(states(annotate(TestDocuments.text("en", " \n"), words()))).isEmpty();
  }

  @Test
  void declaresWhatItWrites() throws Exception {
    Capability[] capabilities =
        AnalysisEngineFactory.createEngineDescription(GpWordAnnotator.class)
            .getAnalysisEngineMetaData()
            .getCapabilities();
    assertThat(capabilities).hasSize(1);
    assertThat(capabilities[0].getOutputs())
        .extracting(TypeOrFeature::getName)
        .containsExactly(WordState._TypeName);
  }
}
