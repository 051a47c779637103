package org.gpchain.training.uima;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngine;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.Type;
import org.apache.uima.cas.text.AnnotationFS;
import org.apache.uima.fit.component.JCasAnnotator_ImplBase;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.fit.factory.TypeSystemDescriptionFactory;
import org.apache.uima.fit.testing.factory.TokenBuilder;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.apache.uima.ruta.engine.RutaEngine;
import org.apache.uima.util.CasCreationUtils;
import org.gpchain.annotator.GpNamedEntityRecognizer;
import org.gpchain.annotator.ModelCache;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.internal.annotator.cas.UnusableCasException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of columns from annotations, which a Ruta script and a dictionary write. */
class AnnotationColumnsTest {
  private static final String RULES =
      "(ANY{REGEXP(\"[0-9]+\")} W{REGEXP(\"mg|ml\")}){-> demo.Dose};";

  private static final String[] COLUMNS = {"drug=demo.Drug/code", "dose=demo.Dose"};

  @TempDir private Path directory;
  private Path model;

  /** A dictionary that marks drugs in a document. */
  public static final class Dictionary extends JCasAnnotator_ImplBase {
    @Override
    public void process(JCas document) {
      for (int n = 0; n < 70; n++) {
        if (n % 3 != 1) {
          mark(document, word(n), "demo.Drug", n % 2 == 0 ? "A1" : "B2");
        }
      }
    }
  }

  /** Returns a word by its number. Two of three successive words are drugs in the dictionary. */
  private static String word(int number) {
    return Integer.toString(1_000_000 + number * 7_919_113, 36);
  }

  private static void mark(JCas document, String word, String typeName, String code) {
    Type type = document.getTypeSystem().getType(typeName);
    int begin = document.getDocumentText().indexOf(word);
    if (begin >= 0) {
      AnnotationFS annotation =
          document.getCas().createAnnotation(type, begin, begin + word.length());
      annotation.setStringValue(type.getFeatureByBaseName("code"), code);
      document.getCas().addFsToIndexes(annotation);
    }
  }

  private static JCas document(String text) throws UIMAException {
    TypeSystemDescription demo =
        TypeSystemDescriptionFactory.createTypeSystemDescription(new String[0]);
    for (String type : List.of("demo.Drug", "demo.Dose", "other.Medicine")) {
      demo.addType(type, "", CAS.TYPE_NAME_ANNOTATION).addFeature("code", "", CAS.TYPE_NAME_STRING);
    }

    return withText(
        JCasFactory.createJCas(
            CasCreationUtils.mergeTypeSystems(
                List.of(TypeSystemDescriptionFactory.createTypeSystemDescription(), demo))),
        text);
  }

  private static JCas withText(JCas document, String text) {
    new TokenBuilder<>(Token.class, Sentence.class).buildTokens(document, text);
    document.setDocumentLanguage("en");
    return document;
  }

  private static AnalysisEngine rules() throws UIMAException {
    return createEngine(RutaEngine.class, RutaEngine.PARAM_RULES, RULES);
  }

  /**
   * Trains a model on drugs that are names only if a dose follows, so that it needs both columns.
   */
  @BeforeEach
  void train() throws UIMAException {
    model = directory.resolve("drugs.gpchain");
    AnalysisEngine trainer = trainer(COLUMNS);
    AnalysisEngine rules = rules();
    AnalysisEngine dictionary = createEngine(Dictionary.class);

    for (int n = 0; n < 60; n += 3) {
      String drug = word(n);
      JCas taken =
          document(
              "She took %s %s mg and water\nHe took %s 3 ml again".formatted(drug, n, word(n + 1)));
      NamedEntity name = new NamedEntity(taken, 9, 9 + drug.length());
      name.setValue("DRUG");
      name.addToIndexes();

      JCas seen = document("She took %s %s times today".formatted(word(n + 2), n));
      for (JCas document : List.of(taken, seen)) {
        rules.process(document);
        dictionary.process(document);
        trainer.process(document);
      }
    }

    trainer.collectionProcessComplete();
  }

  private AnalysisEngine trainer(String... columns) throws UIMAException {
    return createEngine(
        GpNamedEntityRecognizerTrainer.class,
        "targetLocation",
        model.toString(),
        "columns",
        columns);
  }

  private List<String> names(JCas document, Object... parameters) throws UIMAException {
    Object[] allParameters = Arrays.copyOf(parameters, parameters.length + 2);
    allParameters[parameters.length] = "modelLocation";
    allParameters[parameters.length + 1] = model.toUri().toString();
    createEngine(GpNamedEntityRecognizer.class, allParameters).process(document);
    return JCasUtil.select(document, NamedEntity.class).stream()
        .map(NamedEntity::getCoveredText)
        .toList();
  }

  @Test
  void findsUnseenNamesByTheirColumns() throws UIMAException {
    JCas document =
        document("She took %s 7 ml then\nShe took %s 7 times".formatted(word(60), word(62)));
    rules().process(document);
    assertThat(names(document)).isEmpty();
    createEngine(Dictionary.class).process(document);
    assertThat(names(document)).containsExactly(word(60));
  }

  @Test
  void columnsCanBeReadFromOtherTypes() throws UIMAException {
    JCas document = document("She took %s 7 ml then".formatted(word(60)));
    rules().process(document);
    mark(document, word(60), "other.Medicine", "B2");
    assertThat(names(document, "columns", new String[] {"drug=other.Medicine/code"}))
        .containsExactly(word(60));
  }

  @Test
  void columnsThatDoNotExistAreReported() throws UIMAException {
    JCas document = document("She took %s 7 ml then".formatted(word(60)));
    assertThatThrownBy(() -> names(document, "columns", new String[] {"food=demo.Drug"}))
        .hasMessageContaining("no column 'food' is read from annotations")
        .hasMessageContaining("drug=demo.Drug/code, dose=demo.Dose");
    assertThatThrownBy(() -> names(withText(JCasFactory.createJCas(), "She left")))
        .isInstanceOf(UnusableCasException.class)
        .hasMessageContainingAll("column drug=demo.Drug/code", "no annotation type 'demo.Drug'");
  }

  private AnalysisEngine voicesTrainer(String... voices) throws UIMAException {
    return createEngine(
        GpVoicesTrainer.class,
        "targetLocation",
        model.toString(),
        "doneType",
        "other.Medicine",
        "voices",
        voices);
  }

  /** Every fourth sentence is annotated; rules and a dictionary label the other sentences. */
  @Test
  void learnsFromAnnotationsAsVoices() throws UIMAException {
    model = directory.resolve("voices.gpchain");
    AnalysisEngine trainer = voicesTrainer("DOSE demo.Dose", "A1=DRUG,B2=DRUG demo.Drug/code");
    AnalysisEngine rules = rules();
    AnalysisEngine dictionary = createEngine(Dictionary.class);

    for (int n = 0; n < 60; n++) {
      JCas document = document("She took %s %s mg and water".formatted(word(n), n));
      if (n % 4 == 0) {
        addEntity(document, n + " mg", "DOSE");
        addEntity(document, "water", "DRINK");
        markAsDone(document);
      }
      rules.process(document);
      dictionary.process(document);
      trainer.process(document);
    }
    trainer.collectionProcessComplete();
    JCas document = document("He took nothing 7 ml and water");
    assertThat(names(document)).contains("7 ml", "water");
  }

  private static void addEntity(JCas document, String name, String value) {
    int begin = document.getDocumentText().lastIndexOf(name);
    NamedEntity entity = new NamedEntity(document, begin, begin + name.length());
    entity.setValue(value);
    entity.addToIndexes();
  }

  private static void markAsDone(JCas document) {
    int end = document.getDocumentText().length();
    Type done = document.getTypeSystem().getType("other.Medicine");
    document.addFsToIndexes(document.getCas().createAnnotation(done, 0, end));
  }

  @Test
  void trainingFailsIfVoicesLabelNoToken() throws UIMAException {
    AnalysisEngine silent = voicesTrainer("DOSE demo.Dose");
    silent.process(document("She took water"));
    assertThatThrownBy(silent::collectionProcessComplete)
        .hasMessageContaining("no voice has labeled a token");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo.Dose",
        "* demo.Dose",
        "* de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity/value",
        "a=b,a=c demo.Dose"
      })
  void invalidVoicesAreRefused(String voice) {
    assertThatThrownBy(() -> voicesTrainer(voice))
        .hasRootCauseInstanceOf(IllegalArgumentException.class);
  }

  /** The parameter would have no effect, since tokens without a voice are always unknown. */
  @ParameterizedTest
  @ValueSource(strings = {"marked", "sentences", "segments"})
  void parameterAnnotatedIsRefusedForVoices(String annotated) {
    assertThatThrownBy(
            () ->
                createEngine(
                    GpVoicesTrainer.class,
                    "targetLocation",
                    model.toString(),
                    "voices",
                    new String[] {"DOSE demo.Dose"},
                    "annotated",
                    annotated))
        .rootCause()
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("annotated cannot be used with voices; remove it");
  }

  /** Values become labels without any change, even with blanks. */
  @Test
  void valuesOfVoicesBecomeLabels() throws Exception {
    model = directory.resolve("blanks.gpchain");
    AnalysisEngine trainer = voicesTrainer("* demo.Drug/code", "B 2=B2 demo.Dose/code");
    for (int n = 0; n < 20; n++) {
      JCas document = document("She took %s %s times".formatted(word(n), word(n + 20)));
      mark(document, word(n), "demo.Drug", "my drug");
      mark(document, word(n + 20), "demo.Dose", "B 2");
      trainer.process(document);
    }
    trainer.collectionProcessComplete();
    assertThat(ModelCache.SHARED.get(model.toString(), Contents.EVERYTHING).labels().labels())
        .contains("B-my drug", "B-B2");
  }

  @Test
  void invalidColumnsAreRefused() throws UIMAException {
    model = directory.resolve("none.gpchain");
    for (String column : List.of("drug", "word=demo.Drug", "dose=demo.Drug")) {
      assertThatThrownBy(() -> trainer("dose=demo.Dose", column))
          .hasRootCauseInstanceOf(IllegalArgumentException.class)
          .rootCause()
          .hasMessageContaining(column.replaceAll("=.*", ""));
    }

    AnalysisEngine trainer = trainer("drug=demo.Drug/name");
    assertThatThrownBy(() -> trainer.process(document("She took water")))
        .hasMessageContainingAll("has no feature 'name'", "[begin, end, code]");
    assertThat(model).doesNotExist();
  }
}
