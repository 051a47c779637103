package org.gpchain.training.uima;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngine;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.annotator.GpNamedEntityRecognizer.PARAM_VARIANT;
import static org.gpchain.training.uima.GpSegmentTrainer.PARAM_ACCEPTED_TAGS;
import static org.gpchain.training.uima.GpSegmentTrainer.PARAM_ANNOTATED;
import static org.gpchain.training.uima.GpSegmentTrainer.PARAM_CALIBRATION_FOLDS;
import static org.gpchain.training.uima.GpSegmentTrainer.PARAM_CUTOFF;
import static org.gpchain.training.uima.GpSegmentTrainer.PARAM_DEV_DOCUMENTS;
import static org.gpchain.training.uima.GpSegmentTrainer.PARAM_ENTITY_RATIO;
import static org.gpchain.training.uima.GpSegmentTrainer.PARAM_INDUCING;
import static org.gpchain.training.uima.GpSegmentTrainer.PARAM_ITERATIONS;
import static org.gpchain.training.uima.GpSegmentTrainer.PARAM_KERNEL;
import static org.gpchain.training.uima.GpSegmentTrainer.PARAM_KERNEL_ROUNDS;
import static org.gpchain.training.uima.GpSegmentTrainer.PARAM_LABEL_MAP_LOCATION;
import static org.gpchain.training.uima.GpSegmentTrainer.PARAM_LIMIT;
import static org.gpchain.training.uima.GpSegmentTrainer.PARAM_NUM_THREADS;
import static org.gpchain.training.uima.GpSegmentTrainer.PARAM_OPTIMIZER;
import static org.gpchain.training.uima.GpSegmentTrainer.PARAM_POSTERIOR;
import static org.gpchain.training.uima.GpSegmentTrainer.PARAM_REJECTED_TYPE;
import static org.gpchain.training.uima.GpSegmentTrainer.PARAM_ROUNDS;
import static org.gpchain.training.uima.GpSegmentTrainer.PARAM_SAMPLES;
import static org.gpchain.training.uima.GpSegmentTrainer.PARAM_TAG_POS_LOCATION;
import static org.gpchain.training.uima.GpSegmentTrainer.PARAM_TAG_SCHEME;
import static org.gpchain.training.uima.GpSegmentTrainer.PARAM_TARGET_LOCATION;
import static org.gpchain.training.uima.GpSegmentTrainer.PARAM_TEMPLATE_LOCATION;
import static org.gpchain.training.uima.GpSegmentTrainer.PARAM_UPDATABLE;
import static org.gpchain.training.uima.GpSegmentTrainer.PARAM_UPDATE;
import static org.gpchain.training.uima.GpSequenceTaggerTrainer.PARAM_FEATURE;
import static org.gpchain.training.uima.GpSequenceTaggerTrainer.PARAM_TYPE;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.uima.UIMAException;
import org.apache.uima.UIMAFramework;
import org.apache.uima.UimaContextAdmin;
import org.apache.uima.analysis_component.AnalysisComponent;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.analysis_engine.AnalysisEngineDescription;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.fit.testing.factory.TokenBuilder;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.apache.uima.util.Logger;
import org.apache.uima.util.XMLInputSource;
import org.gpchain.annotator.GpNamedEntityRecognizer;
import org.gpchain.annotator.cas.TokenReader;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.posterior.DecoupledPosterior;
import org.gpchain.core.posterior.SparsePosterior;
import org.gpchain.core.text.TagScheme;
import org.gpchain.training.TrainerSettings.Run;
import org.gpchain.training.data.Annotated;
import org.gpchain.training.data.Task;
import org.gpchain.training.decoupled.Update;
import org.gpchain.type.ScoredSegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the trainers can do beside their defaults. */
class TrainerParametersTest {
  /** A document a line, sentences between slashes: word_tag is a name. */
  private static final List<String> DOCUMENTS =
      List.of(
          "Ada_PER met Bob_PER in Paris_GPE . / Carol_PER stayed in Rome_GPE .",
          "Dan_PER left Oslo_GPE . / Nobody met Ada_PER .",
          "Bob_PER flew from Rome_GPE to Oslo_GPE . / He met Carol_PER and Dan_PER .",
          "In Paris_GPE it rained . / Ada_PER and Bob_PER left .");

  @TempDir private Path directory;
  private final List<String> log = new ArrayList<>();

  private static JCas document(int number) throws UIMAException {
    String[] words = DOCUMENTS.get(number).split(" ", -1);
    StringBuilder text = new StringBuilder();
    List<Object[]> names = new ArrayList<>();
    for (String word : words) {
      int bar = word.indexOf('_');
      int begin = text.length();
      text.append(word.equals("/") ? "\n" : bar < 0 ? word : word.substring(0, bar));
      if (bar >= 0) {
        names.add(new Object[] {begin, text.length(), word.substring(bar + 1)});
      }
      text.append(word.equals("/") ? "" : " ");
    }
    JCas document = JCasFactory.createJCas();
    // Blanks at the ends of lines are not tokens.
    new TokenBuilder<>(Token.class, Sentence.class).buildTokens(document, text.toString());
    for (Object[] name : names) {
      NamedEntity entity = new NamedEntity(document, (Integer) name[0], (Integer) name[1]);
      entity.setValue((String) name[2]);
      entity.addToIndexes();
    }
    document.setDocumentLanguage("en");
    DocumentMetaData.create(document).setDocumentId("news-" + number);
    return document;
  }

  private Model train(String name, List<Integer> documents, Object... more) throws Exception {
    return train(GpNamedEntityRecognizerTrainer.class, name, documents, more);
  }

  private Model train(
      Class<? extends AnalysisComponent> type, String name, List<Integer> documents, Object... more)
      throws Exception {
    List<Object> parameters =
        new ArrayList<>(List.of(PARAM_KERNEL_ROUNDS, 0, PARAM_NUM_THREADS, 1));
    parameters.addAll(Arrays.asList(more));
    return run(type, name, documents, parameters.toArray());
  }

  private Model run(
      Class<? extends AnalysisComponent> type, String name, List<Integer> documents, Object... more)
      throws Exception {
    Path file = directory.resolve(name + ".gpchain");
    List<Object> parameters = new ArrayList<>(List.of(PARAM_TARGET_LOCATION, file.toString()));
    parameters.addAll(Arrays.asList(more));
    AnalysisEngine trainer = createEngine(type, parameters.toArray());
    ((UimaContextAdmin) trainer.getUimaContext()).setLogger(logger());
    for (int number : documents) {
      trainer.process(document(number));
    }
    trainer.collectionProcessComplete();
    trainer.destroy();
    try (InputStream in = Files.newInputStream(file)) {
      return ModelReader.read(in, Contents.EVERYTHING);
    }
  }

  /** Keeps what is logged as text. */
  private Logger logger() {
    return (Logger)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Logger.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("log")) {
                log.add(arguments[0] + " " + arguments[1]);
              }
              return method.getReturnType() == boolean.class ? false : null;
            });
  }

  private static List<Integer> all() {
    return List.of(0, 1, 2, 3);
  }

  @Test
  void learnsTheAcceptedTagsAlone() throws Exception {
    Model model = train("per", all(), PARAM_ACCEPTED_TAGS, new String[] {"PER"});
    assertThat(model.labels().labels()).containsExactly("B-PER", "I-PER", "O");
    assertThatThrownBy(() -> train("none", all(), PARAM_ACCEPTED_TAGS, new String[] {"ORG"}))
        .hasMessageContaining("no NamedEntity annotation with the value ORG");
  }

  @Test
  void learnsFromWhatIsAnnotated() throws Exception {
    // Of eight sentences, the sixth has none.
    Model places =
        train(
            "places",
            all(),
            PARAM_ANNOTATED,
            "sentences",
            PARAM_ACCEPTED_TAGS,
            new String[] {"GPE"});
    assertThat(places.provenance().sentences()).isEqualTo(5);
    Model segments = train("segments", all(), PARAM_ANNOTATED, "segments");
    assertThat(segments.provenance().sentences()).isEqualTo(8);
    assertThat(segments.provenance().settings()).containsKey("entityRatio");
    Model given = train("given", all(), PARAM_ANNOTATED, "SEGMENTS", PARAM_ENTITY_RATIO, 0.5f);
    assertThat(given.provenance().settings()).containsEntry("entityRatio", "0.5");
    assertThatThrownBy(() -> train("x", all(), PARAM_ENTITY_RATIO, 0.5f))
        .hasStackTraceContaining("entityRatio needs segments");
    assertThatThrownBy(() -> train("x", all(), PARAM_REJECTED_TYPE, "no.such.Type"))
        .hasStackTraceContaining("no.such.Type");
  }

  private Model update(String earlier, List<Integer> documents, Object... more) throws Exception {
    List<Object> parameters =
        new ArrayList<>(List.of(PARAM_UPDATE, directory.resolve(earlier + ".gpchain").toString()));
    parameters.addAll(Arrays.asList(more));
    return run(GpNamedEntityRecognizerTrainer.class, "updated", documents, parameters.toArray());
  }

  @Test
  void goesOnFromAModel() throws Exception {
    Model first = train("first", List.of(0, 1), PARAM_UPDATABLE, true);
    CasCorpus corpus =
        new CasCorpus(
            LabelSource.NAMED_ENTITIES,
            TokenReader.of(List.of("word"), ""),
            TagScheme.IOB2,
            Annotated.ALL,
            DocumentMarks.NONE);
    corpus.add(document(2));
    corpus.add(document(3));
    Model expected = new Update(first, new Run(1, 1)).with(corpus.sentences(), Task.of(first));

    Model updated = update("first", List.of(2, 3), PARAM_NUM_THREADS, 1);

    assertThat(updated.provenance()).isEqualTo(expected.provenance());
    assertThat(weights(updated)).isEqualTo(weights(expected)).isNotEqualTo(weights(first));
    assertThat(updated.language()).isEqualTo("en");
    // What was updated can be updated again.
    Path again = directory.resolve("updated.gpchain");
    Files.move(again, directory.resolve("second.gpchain"));
    assertThat(update("second", List.of(0)).provenance().settings()).containsEntry("updates", "2");
  }

  private static float[] weights(Model model) {
    return ((DecoupledPosterior) model.posterior()).weights();
  }

  @Test
  void whatAnUpdateCannotFollow() throws Exception {
    train("fixed", List.of(0, 1));
    assertThatThrownBy(() -> update("fixed", all())).hasStackTraceContaining("--updatable");
    train("first", List.of(0, 1), PARAM_UPDATABLE, true);
    assertThatThrownBy(() -> update("first", all(), PARAM_CUTOFF, 2, PARAM_TAG_SCHEME, "IOBES"))
        .hasStackTraceContaining(
            "update keeps features, variances and calibration of the model: cutoff, tagScheme"
                + " cannot be given with it");
    assertThatThrownBy(
            () ->
                run(
                    GpChunkerTrainer.class,
                    "x",
                    all(),
                    PARAM_UPDATE,
                    directory.resolve("first.gpchain").toString()))
        .hasStackTraceContaining("has learned the task ne, not chunk");
    assertThatThrownBy(() -> train("x", all(), PARAM_UPDATABLE, true, PARAM_INDUCING, 5))
        .hasStackTraceContaining("updatable is for models without inducing points");
  }

  @Test
  void renamesTags() throws Exception {
    Path map = Files.writeString(directory.resolve("types.map"), "# names\nGPE\tLOC\nPER\t-\n");
    Model model = train("loc", all(), PARAM_LABEL_MAP_LOCATION, map.toString());
    assertThat(model.labels().labels()).containsExactly("B-LOC", "I-LOC", "O");
    Files.writeString(map, "GPE\tLOC\n");
    assertThatThrownBy(() -> train("x", all(), PARAM_LABEL_MAP_LOCATION, map.toString()))
        .hasMessageContaining("the tag PER is not listed in " + map);
    Files.writeString(map, "GPE\tLOC\nPER PER\n");
    assertThatThrownBy(() -> train("x", all(), PARAM_LABEL_MAP_LOCATION, map.toString()))
        .hasStackTraceContaining(map + ", line 2: ");
  }

  @Test
  void learnsFromTagsOfATagger() throws Exception {
    // Every name is a part of speech of its own here, which is enough to see where tags come from.
    Path tagger = directory.resolve("pos.gpchain");
    AnalysisEngine trainer =
        createEngine(
            GpSequenceTaggerTrainer.class,
            PARAM_TARGET_LOCATION,
            tagger.toString(),
            PARAM_KERNEL_ROUNDS,
            0,
            PARAM_TAG_SCHEME,
            "token",
            PARAM_TYPE,
            POS._TypeName,
            PARAM_FEATURE,
            "PosValue");
    for (int number : all()) {
      JCas document = document(number);
      for (Token token : JCasUtil.select(document, Token.class)) {
        POS pos = new POS(document, token.getBegin(), token.getEnd());
        pos.setPosValue(Character.isUpperCase(token.getText().charAt(0)) ? "UPPER" : "LOWER");
        pos.addToIndexes();
      }
      trainer.process(document);
    }
    trainer.collectionProcessComplete();
    Path template = Files.writeString(directory.resolve("t"), "U0:%x[0,word]\nU1:%x[0,pos]\nB\n");
    Object[] templates = {PARAM_TEMPLATE_LOCATION, template.toString()};
    assertThatThrownBy(() -> train("x", all(), templates)).hasMessageContaining("tagPosLocation");
    Model model =
        train(
            "tagged", all(), templates[0], templates[1], PARAM_TAG_POS_LOCATION, tagger.toString());
    assertThat(model.posTagset().orElseThrow().tags()).containsExactly("LOWER", "UPPER");
    train("names", all());
    assertThatThrownBy(
            () ->
                train(
                    "x",
                    all(),
                    PARAM_TAG_POS_LOCATION,
                    directory.resolve("names.gpchain").toString()))
        .hasStackTraceContaining("names.gpchain: this model makes labels of the scheme IOB2");
  }

  @Test
  void measuresOnDevelopmentDocuments() throws Exception {
    Model with = train("with", all(), PARAM_DEV_DOCUMENTS, "news-[23]$");
    assertThat(log).anyMatch(line -> line.contains("F1 on development"));
    Model without = train("without", List.of(0, 1));
    assertThat(with.provenance()).isEqualTo(without.provenance());
    train("unmatched", all(), PARAM_DEV_DOCUMENTS, "sports");
    assertThat(log)
        .anyMatch(line -> line.startsWith("WARN") && line.contains("no document matches"));
  }

  @Test
  void learnsFromTheFirstSentences() throws Exception {
    Model limited = train("limited", all(), PARAM_LIMIT, 4);
    assertThat(limited.provenance()).isEqualTo(train("four", List.of(0, 1)).provenance());
    assertThatThrownBy(() -> train("none", all(), PARAM_LIMIT, 0))
        .rootCause()
        .hasMessageContaining("limit must be at least 1");
  }

  @Test
  void endsWithASummary() throws Exception {
    Model model = train("names", all());
    assertThat(log.get(log.size() - 1))
        .matches(
            "INFO Learned from 8 sentences \\(\\d+ tokens\\): "
                + model.labels().size()
                + " labels, "
                + model.vocabulary().featureCount()
                + " features, in \\d+\\.\\d s\\. Model: .*names\\.gpchain \\(0\\.\\d MB\\)\\.");
  }

  @Test
  void learnsSparsePosteriors() throws Exception {
    Model model =
        train(
            "sparse",
            all(),
            PARAM_POSTERIOR,
            "Sparse",
            PARAM_KERNEL,
            "linear+rbf",
            PARAM_INDUCING,
            8,
            PARAM_SAMPLES,
            2,
            PARAM_ROUNDS,
            1,
            PARAM_ITERATIONS,
            5,
            PARAM_CALIBRATION_FOLDS,
            0);
    assertThat(model.posterior()).isInstanceOf(SparsePosterior.class);
    assertThat(model.provenance().settings()).containsEntry("kernel", "linear+rbf");
  }

  @ParameterizedTest
  @CsvSource({
    "sparse, pruning, 0.1, pruning is for decoupled posteriors",
    "decoupled, kernel, rbf, kernel needs posterior sparse",
    "samples, inducing, 5, inducing is for other posteriors than samples",
    "samples, calibrationFolds, 5, calibrationFolds is for other posteriors than samples",
    "samples, kernel, cosine, kernel needs posterior sparse"
  })
  void contradictionsAreRefused(String posterior, String name, String value, String message) {
    Object typed =
        switch (name) {
          case "kernel" -> value;
          case "pruning" -> Double.valueOf(value);
          default -> Integer.valueOf(value);
        };
    assertThatThrownBy(() -> train("x", all(), PARAM_POSTERIOR, posterior, name, typed))
        .rootCause()
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource({
    "tagScheme, iobs, 'tagScheme must be one of IOB1, IOB2, IOBES, TOKEN, was iobs'",
    "optimizer, adam, 'optimizer must be one of '",
    "posterior, full, 'posterior must be one of DECOUPLED, SPARSE, SAMPLES, was full'"
  })
  void namesOfConstantsAreListed(String parameter, String value, String message) {
    assertThatThrownBy(() -> train("x", all(), parameter, value))
        .rootCause()
        .hasMessageContaining(message);
  }

  @Test
  void constantsAreNamedInAnyCase() throws Exception {
    Model model = train("cases", all(), PARAM_TAG_SCHEME, "iobes", PARAM_OPTIMIZER, "lbfgs");
    assertThat(model.scheme()).isEqualTo(TagScheme.IOBES);
  }

  @Test
  void theModelIsFoundByItsLanguageOnTheClassPath() throws Exception {
    train("ner-en-mine", all());
    Path lib =
        Files.createDirectories(
            Path.of(getClass().getResource("/").toURI()).resolve("org/gpchain/annotator/lib"));
    List<Path> copies = new ArrayList<>();
    try {
      for (String name : List.of("ner-en-mine.gpchain", "ner-en-mine.properties")) {
        copies.add(Files.copy(directory.resolve(name), lib.resolve(name)));
      }
      JCas document = document(0);
      createEngine(GpNamedEntityRecognizer.class, PARAM_VARIANT, "mine").process(document);
      assertThat(JCasUtil.select(document, ScoredSegment.class))
          .isNotEmpty()
          .allMatch(score -> score.getModel().equals("ner-en-mine"));
    } finally {
      for (Path copy : copies) {
        Files.delete(copy);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        GpChunkerTrainer.class,
        GpNamedEntityRecognizerTrainer.class,
        GpNounPhraseChunkerTrainer.class,
        GpSequenceTaggerTrainer.class
      })
  void haveDescriptors(Class<?> trainer) throws IOException, UIMAException {
    URL file = trainer.getResource(trainer.getSimpleName() + ".xml");
    AnalysisEngineDescription description =
        UIMAFramework.getXMLParser().parseAnalysisEngineDescription(new XMLInputSource(file));
    var metaData = description.getAnalysisEngineMetaData();
    assertThat(metaData.getVersion()).matches("\\d+\\.\\d+.*");
    assertThat(metaData.getVendor()).isEqualTo("org.gpchain");
    assertThat(metaData.getConfigurationParameterDeclarations().getConfigurationParameters())
        .hasSizeGreaterThan(20)
        .allMatch(parameter -> parameter.getDescription().length() > 10)
        .noneMatch(parameter -> parameter.getDescription().contains("{@"));
  }
}
