package org.gpchain.annotator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.annotator.TestEngines.assertRefuses;
import static org.gpchain.annotator.TestEngines.engine;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.Person;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.Type;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.fit.factory.TypeSystemDescriptionFactory;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.apache.uima.resource.metadata.FeatureDescription;
import org.apache.uima.resource.metadata.TypeDescription;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.apache.uima.resource.metadata.impl.TypeSystemDescription_impl;
import org.apache.uima.util.CasCreationUtils;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.TagScheme;
import org.gpchain.type.ScoredSegment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests with documents whose type system lacks some types. */
class ForeignTypesTest {
  private static final String TEXT = "Ada Lovelace in London";
  private static final String CUSTOM = "webanno.custom.Place";

  @TempDir private Path directory;
  private Path model;

  @BeforeEach
  void writeModel() throws IOException {
    model = TestModels.write(TestModels.entities(), directory.resolve("names.gpchain"));
  }

  /** Returns the types on the class path, without types whose names begin with a prefix. */
  static TypeSystemDescription without(String... prefixes) throws UIMAException {
    TypeSystemDescription allTypes =
        CasCreationUtils.mergeTypeSystems(
            List.of(TypeSystemDescriptionFactory.createTypeSystemDescription()));
    TypeSystemDescription remaining = new TypeSystemDescription_impl();
    remaining.setTypes(
        Arrays.stream(allTypes.getTypes())
            .filter(type -> Arrays.stream(prefixes).noneMatch(type.getName()::startsWith))
            .toArray(TypeDescription[]::new));
    return remaining;
  }

  private static JCas document(TypeSystemDescription types) throws UIMAException {
    JCas document = JCasFactory.createJCas(types);
    document.setDocumentLanguage("en");
    document.setDocumentText(TEXT);
    add(document, Sentence._TypeName, 0, TEXT.length());
    for (int begin = 0; begin < TEXT.length(); ) {
      int end = (TEXT + " ").indexOf(' ', begin);
      add(document, Token._TypeName, begin, end);
      begin = end + 1;
    }
    return document;
  }

  private static void add(JCas document, String type, int begin, int end) {
    Type known = document.getTypeSystem().getType(type);
    if (known != null) {
      document.getCas().addFsToIndexes(document.getCas().createAnnotation(known, begin, end));
    }
  }

  private AnalysisEngine recognizer(Object... parameters) throws UIMAException {
    return engine(GpNamedEntityRecognizer.class, model, TestEngines.EVERYTHING, parameters);
  }

  private static List<String> names(JCas document, String type) {
    return document.<Annotation>select(document.getTypeSystem().getType(type)).asList().stream()
        .map(Annotation::getCoveredText)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.gpchain.type.",
        "org.gpchain.type.TokenMarginals",
        // The types of tagset descriptions and of the metadata of documents.
        "de.tudarmstadt.ukp.dkpro.core.api.metadata.type."
      })
  void layerIsWrittenIfOtherTypesAreMissing(String missing) throws Exception {
    JCas document = document(without(missing));
    AnalysisEngine recognizer = recognizer();
    String log = logOf(() -> recognizer.process(document));
    assertThat(names(document, NamedEntity._TypeName)).containsExactly("Ada Lovelace", "London");
    boolean isGpchainType = missing.startsWith("org.gpchain");
    assertThat(log.contains("annotations of " + NamedEntity._TypeName + " are written"))
        .isEqualTo(isGpchainType);

    document.reset();
    assertThat(logOf(() -> recognizer.process(document(without(missing))))).isEmpty();
  }

  @Test
  void partsOfSpeechAreWrittenIfTokensHaveNoSuchFeature() throws Exception {
    TypeSystemDescription types = without();
    TypeDescription token = types.getType(Token._TypeName);
    token.setFeatures(
        Arrays.stream(token.getFeatures())
            .filter(feature -> !feature.getName().equals("pos"))
            .toArray(FeatureDescription[]::new));

    JCas document = document(types);
    Model tags = TestModels.model("pos", "en", TagScheme.TOKEN, "Ada/NOUN in/ADP");
    AnalysisEngine tagger =
        engine(
            GpSequenceTagger.class,
            TestModels.write(tags, directory.resolve("pos.gpchain")),
            TestEngines.POS_LAYER,
            GpSegmentAnnotator.PARAM_REPLACE_EXISTING,
            true);

    for (int run = 0; run < 2; run++) {
      tagger.process(document);
      assertThat(names(document, POS._TypeName)).containsExactly("Ada", "Lovelace", "in", "London");
    }
  }

  /**
   * Without scores, the writer of an annotation is unknown. All annotations within sentences are
   * replaced; annotations outside of sentences cannot be predictions.
   */
  @Test
  void withoutScoresAnnotationsWithinSentencesAreReplaced() throws Exception {
    JCas document = document(without("org.gpchain.type."));
    AnalysisEngine recognizer = recognizer(GpSegmentAnnotator.PARAM_REPLACE_EXISTING, true);
    document.select(Sentence.class).asList().forEach(Annotation::removeFromIndexes);
    add(document, Sentence._TypeName, 0, "Ada Lovelace in".length());
    add(document, NamedEntity._TypeName, 0, 3);
    add(document, NamedEntity._TypeName, TEXT.indexOf("London"), TEXT.length());

    for (int run = 0; run < 2; run++) {
      recognizer.process(document);
      assertThat(names(document, NamedEntity._TypeName)).containsExactly("Ada Lovelace", "London");
    }
  }

  /** Without scores, predictions and annotations to keep cannot be distinguished. */
  @Test
  void withoutScoresNothingIsReplacedIfAnnotationsAreKept() throws Exception {
    JCas document = document(without("org.gpchain.type."));
    add(document, NamedEntity._TypeName, 0, 3);
    recognizer(
            GpSegmentAnnotator.PARAM_REPLACE_EXISTING,
            true,
            GpSegmentAnnotator.PARAM_CONSTRAINT_TYPES,
            new String[] {NamedEntity._TypeName + "=LOC"})
        .process(document);
    assertThat(names(document, NamedEntity._TypeName))
        .contains("Ada")
        .doesNotContain("Ada Lovelace");
  }

  /** Older versions had no type for the status of promises. */
  @Test
  void annotationsAreReplacedIfTypesOfNewerVersionsAreMissing() throws Exception {
    JCas document = document(without("org.gpchain.type.PromiseStatus"));
    AnalysisEngine recognizer = recognizer(GpSegmentAnnotator.PARAM_REPLACE_EXISTING, true);
    for (int run = 0; run < 2; run++) {
      recognizer.process(document);
      assertThat(names(document, NamedEntity._TypeName)).containsExactly("Ada Lovelace", "London");
    }
  }

  @Test
  void missingSubtypesAreReplacedByTheLayerType() throws Exception {
    JCas document = document(without(Person._TypeName));
    AnalysisEngine recognizer = recognizer();
    assertThat(logOf(() -> recognizer.process(document)))
        .contains("'PER' is mapped to " + Person._TypeName)
        .contains("NamedEntity is written instead");
    assertThat(names(document, NamedEntity._TypeName)).containsExactly("Ada Lovelace", "London");
  }

  @Test
  void warnsOnceAboutEachForeignLanguage() throws Exception {
    AnalysisEngine recognizer = recognizer();
    StringBuilder log = new StringBuilder();
    for (String language : List.of("nl", "nl", "de", "nl")) {
      log.append(
          logOf(
              () -> {
                JCas document = document(without());
                document.setDocumentLanguage(language);
                recognizer.process(document);
              }));
    }

    assertThat(log.toString().lines())
        .hasSize(2)
        .first()
        .asString()
        .contains("in the language 'nl' is annotated with a model, which is for 'en'");
  }

  @ParameterizedTest
  @CsvSource({"api.segmentation.type.Sentence, Sentence", "api., Token"})
  void missingTypesOfTokensAndSentencesAreNamed(String missing, String type) throws Exception {
    String name = "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type." + type;
    JCas document = document(without("de.tudarmstadt.ukp.dkpro.core." + missing));
    AnalysisEngine recognizer = recognizer();
    assertThatThrownBy(() -> recognizer.process(document))
        .hasMessageContaining("the type system of the document has no type '" + name + "'")
        .message()
        .hasSizeLessThan(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {CAS.TYPE_NAME_DOUBLE, CAS.TYPE_NAME_FLOAT})
  void probabilityIsWrittenIntoTheScoreFeature(String number) throws Exception {
    for (boolean hasScores : new boolean[] {true, false}) {
      TypeSystemDescription types = hasScores ? without() : without("org.gpchain.type.");
      var place = types.addType(CUSTOM, "", CAS.TYPE_NAME_ANNOTATION);
      place.addFeature("kind", "", CAS.TYPE_NAME_STRING);
      place.addFeature("certainty", "", number);

      JCas document = document(types);
      Object[] score = {GpSegmentAnnotator.PARAM_SCORE_FEATURE, "certainty"};
      engine(GpSequenceTagger.class, model, TestEngines.layer(CUSTOM, "kind"), score)
          .process(document);
      assertThat(names(document, CUSTOM)).containsExactly("Ada Lovelace", "London");

      Type type = document.getTypeSystem().getType(CUSTOM);
      var certainty = type.getFeatureByBaseName("certainty");
      for (Annotation annotation : document.<Annotation>select(type).asList()) {
        double probability =
            number.equals(CAS.TYPE_NAME_DOUBLE)
                ? annotation.getDoubleValue(certainty)
                : annotation.getFloatValue(certainty);
        assertThat(probability).isBetween(0.5, 1.0);
        if (hasScores) {
          assertThat(document.select(ScoredSegment.class).asList())
              .filteredOn(scored -> scored.getAnnotation().equals(annotation))
              .first()
              .satisfies(
                  scored ->
                      assertThat(probability).isCloseTo(scored.getValue_score(), within(1e-7)));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"certainty", "value"})
  void missingOrNonNumericScoreFeatureIsRefused(String feature) throws Exception {
    JCas document = document(without());
    assertRefuses(
        recognizer(GpSegmentAnnotator.PARAM_SCORE_FEATURE, feature),
        document,
        "no feature '" + feature + "' of the type double or float",
        "its features of these types are []");
  }

  /** Returns the log of an action, which slf4j-simple writes to the error stream. */
  private static String logOf(Action action) throws Exception {
    PrintStream before = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      action.run();
    } finally {
      System.setErr(before);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** An action that may throw any exception. */
  private interface Action {
    void run() throws Exception;
  }
}
