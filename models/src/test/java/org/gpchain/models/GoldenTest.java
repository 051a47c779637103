package org.gpchain.models;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngine;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_component.AnalysisComponent;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.fit.testing.factory.TokenBuilder;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.apache.uima.resource.ResourceInitializationException;
import org.gpchain.annotator.GpChunker;
import org.gpchain.annotator.GpNamedEntityRecognizer;
import org.gpchain.annotator.GpNounPhraseChunker;
import org.gpchain.annotator.GpSequenceTagger;
import org.gpchain.annotator.ModelCache;
import org.gpchain.annotator.ModelsOnClassPath;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.type.ScoredSegment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that a shipped model is found, by its language or by its variant, and annotates the
 * sentences of {@code golden.txt} as it did when it was made. Each line of {@code golden.tsv} has
 * an expected segment: number of the sentence, type, text, probability. With {@code
 * -Dgpchain.golden.write=true}, that file is written first.
 */
class GoldenTest {
  private static final String NAME = System.getProperty("gpchain.model");
  private static final List<String> PARTS = List.of(NAME.split("-"));
  private static final String TOOL = PARTS.get(0);
  private static final String LANGUAGE = PARTS.get(1);
  private static final String VARIANT = PARTS.get(2);

  /** Whether the language alone selects the model, without the variant. */
  private static final boolean IS_DEFAULT = Boolean.getBoolean("gpchain.model.isDefault");

  private static final Map<String, Class<? extends AnalysisComponent>> COMPONENTS =
      Map.of(
          "chunker", GpChunker.class,
          "ner", GpNamedEntityRecognizer.class,
          "tagger", GpSequenceTagger.class);
  private static final String EXPECTED = "golden.tsv";
  private static final long LARGEST = 12_000_000;

  /** Another Java may round the last digits of an exponential differently. */
  private static final double TOLERANCE = 0.005;

  /**
   * A segment.
   *
   * @param sentence number of its sentence, from 1
   * @param type of the segment
   * @param text that it covers
   * @param probability of the segment
   */
  private record Found(int sentence, String type, String text, double probability) {
    static Found parse(String line) {
      List<String> cells = List.of(line.split("\t", -1));
      return new Found(
          Integer.parseInt(cells.get(0)),
          cells.get(1),
          cells.get(2),
          Double.parseDouble(cells.get(3)));
    }

    String line() {
      return String.format(Locale.ROOT, "%d\t%s\t%s\t%.3f", sentence, type, text, probability);
    }

    Found withoutProbability() {
      return new Found(sentence, type, text, 0);
    }
  }

  private URL file;

  @BeforeEach
  void findTheModel() {
    file = ModelsOnClassPath.find(NAME).orElse(null);
    assertThat(file).as("%s.gpchain on the class path (models/rebuild makes it)", NAME).isNotNull();
  }

  @Test
  void isSmall() throws IOException {
    try (InputStream in = file.openStream()) {
      assertThat(in.transferTo(OutputStream.nullOutputStream())).isLessThanOrEqualTo(LARGEST);
    }
  }

  @Test
  void isTheDefaultOfItsLanguage() throws IOException {
    Optional<URL> defaultModel = ModelsOnClassPath.find(TOOL + "-" + LANGUAGE);

    assertThat(defaultModel.equals(Optional.of(file))).isEqualTo(IS_DEFAULT);
    assertThat(model().language()).isEqualTo(LANGUAGE);
  }

  @Test
  void annotatesAsItDidWhenItWasMade() throws Exception {
    List<Found> found = annotate(COMPONENTS.get(TOOL));
    if (Boolean.getBoolean("gpchain.golden.write")) {
      write(found);
    }
    assertSame(found, expected());
  }

  @Test
  void givesItsNounPhrasesAlone() throws Exception {
    assumeTrue(TOOL.equals("chunker"), "a model of names has no noun phrases");
    List<Found> all = annotate(GpChunker.class);
    assertSame(
        annotate(GpNounPhraseChunker.class),
        all.stream().filter(found -> found.type().equals("NP")).toList());
  }

  private Model model() throws IOException {
    return ModelCache.SHARED.get(file, Contents.DECODING);
  }

  private List<Found> annotate(Class<? extends AnalysisComponent> component)
      throws IOException, UIMAException {
    JCas document = JCasFactory.createJCas();
    new TokenBuilder<>(Token.class, Sentence.class).buildTokens(document, text("golden.txt"));
    document.setDocumentLanguage(LANGUAGE);
    if (model().vocabulary().templates().requiredColumns().contains(TokenSequence.POS)) {
      // The tagger of the language, whose tags the model was trained on.
      engine(GpSequenceTagger.class).process(document);
    }
    engine(component).process(document);
    List<Found> all = new ArrayList<>();
    int number = 0;
    for (Sentence sentence : JCasUtil.select(document, Sentence.class)) {
      number++;
      for (ScoredSegment found : JCasUtil.selectCovered(ScoredSegment.class, sentence)) {
        if (found.getAnnotation() instanceof POS == (component == GpSequenceTagger.class)) {
          all.add(
              new Found(number, found.getValue(), found.getCoveredText(), found.getValue_score()));
        }
      }
    }
    return all;
  }

  private static AnalysisEngine engine(Class<? extends AnalysisComponent> component)
      throws ResourceInitializationException {
    if (component == GpSequenceTagger.class) {
      return createEngine(
          component,
          GpSequenceTagger.PARAM_TYPE,
          POS._TypeName,
          GpSequenceTagger.PARAM_FEATURE,
          "PosValue");
    }
    if (IS_DEFAULT) {
      return createEngine(component);
    }
    return createEngine(component, GpNamedEntityRecognizer.PARAM_VARIANT, VARIANT);
  }

  private static void assertSame(List<Found> found, List<Found> expected) {
    assertThat(found.stream().map(Found::withoutProbability))
        .containsExactlyElementsOf(expected.stream().map(Found::withoutProbability).toList());
    for (int i = 0; i < found.size(); i++) {
      assertThat(found.get(i).probability())
          .as(found.get(i).text())
          .isCloseTo(expected.get(i).probability(), within(TOLERANCE));
    }
  }

  private static List<Found> expected() throws IOException {
    return text(EXPECTED).lines().map(Found::parse).toList();
  }

  private static String text(String resource) throws IOException {
    try (InputStream in = GoldenTest.class.getResourceAsStream("/" + resource)) {
      assertThat(in).as("%s (models/rebuild writes golden.tsv)", resource).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
  }

  /** Writes beside the sources, and to where the test reads it. */
  private static void write(List<Found> found) throws Exception {
    List<String> lines = found.stream().map(Found::line).toList();
    Files.write(Path.of("src/test/resources", EXPECTED), lines);
    Files.write(Path.of(GoldenTest.class.getResource("/").toURI()).resolve(EXPECTED), lines);
  }
}
