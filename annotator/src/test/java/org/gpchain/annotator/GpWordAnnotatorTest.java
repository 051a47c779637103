package org.gpchain.annotator;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngine;
import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngineDescription;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.annotator.TestEngines.assertRefuses;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.analysis_engine.TypeOrFeature;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.fit.testing.factory.TokenBuilder;
import org.apache.uima.jcas.JCas;
import org.assertj.core.data.Offset;
import org.gpchain.core.model.WordLocations;
import org.gpchain.core.words.Lexicon;
import org.gpchain.core.words.WordNumbers;
import org.gpchain.core.words.WordOrigin;
import org.gpchain.core.words.WordResource;
import org.gpchain.core.words.WordStates;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.hmm.HiddenMarkovModel;
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
        null,
        new WordOrigin(List.of(), "", "", 0, Map.of(), "test"));
  }

  private static JCas document() throws UIMAException {
    return TestDocuments.tokens("en", TEXT);
  }

  private static AnalysisEngine engine(Path file) throws UIMAException {
    return createEngine(
        GpWordAnnotator.class, GpWordAnnotator.PARAM_WORDS_LOCATION, file.toString());
  }

  private void annotate(JCas document, WordResource words, String parameter, Object value)
      throws Exception {
    Path file = TestModels.write(words, directory.resolve("toy.words"));
    createEngine(
            GpWordAnnotator.class,
            GpWordAnnotator.PARAM_WORDS_LOCATION,
            file.toString(),
            parameter,
            value)
        .process(document);
  }

  private List<WordState> states(WordResource words, double minProbability) throws Exception {
    JCas document = document();
    annotate(document, words, GpWordAnnotator.PARAM_MIN_PROBABILITY, minProbability);
    return states(document);
  }

  private static List<WordState> states(JCas document) {
    return document.select(WordState.class).asList().stream()
        .sorted(Comparator.comparing(state -> state.getToken().getBegin()))
        .toList();
  }

  @Test
  void writesStatesClustersAndLexicons() throws Exception {
    List<WordState> written = states(words(), 0);
    assertThat(written)
        .extracting(state -> state.getToken().getCoveredText())
        .containsExactly("the", "cat", "in", "Port", "Ansel");

    int[] numbers =
        Arrays.stream(TEXT.split(" ")).mapToInt(word -> words().numbers().of(word)).toArray();
    double[] posteriors = words().states().probable(numbers, 0, new Workspace()).weights();
    assertThat(posteriors).hasSize(2 * numbers.length);

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
  void leavesOutStatesBelowMinProbability() throws Exception {
    List<WordState> unfiltered = states(words(), 0);
    List<WordState> likely = states(words(), 0.6);

    for (int t = 0; t < unfiltered.size(); t++) {
      if (unfiltered.get(t).getProbability() >= 0.6) {
        assertThat(likely.get(t).getState()).isEqualTo(unfiltered.get(t).getState());
        assertThat(likely.get(t).getStates()).hasSize(1);
      } else {
        assertThat(likely.get(t).getState()).isNull();
        assertThat(likely.get(t).getStates()).isEmpty();
      }
    }

    for (double bad : new double[] {-0.1, 1.1, Double.NaN}) {
      assertThatThrownBy(() -> states(words(), bad))
          .hasStackTraceContaining("minProbability must be in [0, 1]");
    }
    assertThat(states(words(), 1)).extracting(WordState::getState).containsOnlyNulls();
  }

  @Test
  void resourceWithoutStatesWritesOnlyClusters() throws Exception {
    WordResource clusters = words().only(List.of("cluster2"));
    for (WordState state : states(clusters, 0)) {
      assertThat(state.getState()).isNull();
      assertThat(state.getStates()).isNull();
      assertThat(state.getColumns()).containsExactly("cluster2");
    }
  }

  @Test
  void replacesOnlyAnnotationsOfTheSameResource() throws Exception {
    JCas document = document();
    for (int run = 0; run < 2; run++) {
      annotate(document, words(), GpWordAnnotator.PARAM_REPLACE_EXISTING, true);
      assertThat(states(document)).hasSize(5);
    }
    annotate(document, words(), GpWordAnnotator.PARAM_REPLACE_EXISTING, false);
    assertThat(states(document)).hasSize(10);

    states(document).get(0).setResource("another");
    annotate(document, words(), GpWordAnnotator.PARAM_REPLACE_EXISTING, true);
    assertThat(states(document))
        .hasSize(6)
        .filteredOn(state -> state.getResource().equals("another"))
        .hasSize(1);
  }

  @Test
  void findsTheResourceByLanguageOnTheClassPath() throws Exception {
    Path classes = Path.of(getClass().getResource("/").toURI());
    Path file = classes.resolve(WordLocations.FOLDER + "words-xx.words");
    AnalysisEngine engine = createEngine(GpWordAnnotator.class);
    JCas document = TestDocuments.tokens("xx-yy", TEXT);

    assertRefuses(engine, document, "no word resource for the language 'xx-yy'", "wordsLocation");

    try {
      TestModels.write(words(), file);
      // The failed lookup must not be cached.
      engine.process(document);
      assertThat(states(document)).hasSize(5);
      JCas other = document();
      createEngine(GpWordAnnotator.class, GpWordAnnotator.PARAM_LANGUAGE, "xx").process(other);
      assertThat(states(other)).hasSize(5);
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void unusableResourcesAndTypeSystemsAreReported() throws Exception {
    JCas document = document();
    Path absent = directory.resolve("absent.words");
    assertRefuses(engine(absent), document, "there is no word resource at");
    Path model = TestModels.write(TestModels.chunks(), directory.resolve("m.gpchain"));
    assertRefuses(
        engine(model), document, "m.gpchain", "this is a GPChain model, not a word resource");

    Path file = TestModels.write(words(), directory.resolve("toy.words"));
    JCas foreign = JCasFactory.createJCas(ForeignTypesTest.without("org.gpchain"));
    new TokenBuilder<>(Token.class, Sentence.class).buildTokens(foreign, TEXT);
    assertRefuses(engine(file), foreign, "no type 'org.gpchain.type.WordState'");

    JCas empty = TestDocuments.text("en", " \n");
    engine(file).process(empty);
    assertThat(states(document)).isEmpty();
    assertThat(states(empty)).isEmpty();
  }

  /** Checks the outputs; {@link CapabilitiesTest} checks that there is exactly one capability. */
  @Test
  void declaresWordStatesAsItsOnlyOutput() throws Exception {
    var metaData = createEngineDescription(GpWordAnnotator.class).getAnalysisEngineMetaData();
    assertThat(metaData.getCapabilities()[0].getOutputs())
        .extracting(TypeOrFeature::getName)
        .containsExactly(WordState._TypeName);
  }
}
