package org.gpchain.training.uima;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngine;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.Location;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
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
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.gp.posterior.SparsePosterior;
import org.gpchain.type.ScoredSegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the parameters of trainers. */
class TrainerParametersTest {
  /** Documents with slashes between sentences; {@code Ada_PER} is a name of the type PER. */
  private static final List<String> DOCUMENTS =
      List.of(
          "Ada_PER met Bob_PER in Paris_GPE . / Carol_PER stayed in Rome_GPE .",
          "Dan_PER left Oslo_GPE . / Nobody met Ada_PER .",
          "Bob_PER flew from Rome_GPE to Oslo_GPE . / He met Carol_PER and Dan_PER .",
          "In Paris_GPE it rained . / Ada_PER and Bob_PER left .");

  @TempDir private Path directory;
  private final List<String> log = new ArrayList<>();

  /** A name in the text of a document. */
  private record Name(int begin, int end, String type) {}

  static JCas document(int number) throws UIMAException {
    JCas document = document(DOCUMENTS.get(number));
    DocumentMetaData.create(document).setDocumentId("news-" + number);
    return document;
  }

  /** Returns a document in which {@code Ada_PER} is a name of the type PER. */
  static JCas document(String marked) throws UIMAException {
    StringBuilder text = new StringBuilder();
    List<Name> names = new ArrayList<>();

    for (String word : marked.split(" ", -1)) {
      if (word.equals("/")) {
        text.append('\n');
        continue;
      }
      int begin = text.length();
      int bar = word.indexOf('_');
      if (bar < 0) {
        text.append(word);
      } else {
        text.append(word, 0, bar);
        names.add(new Name(begin, text.length(), word.substring(bar + 1)));
      }
      text.append(' ');
    }

    JCas document = JCasFactory.createJCas();
    // Blanks at the ends of lines are not tokens.
    new TokenBuilder<>(Token.class, Sentence.class).buildTokens(document, text.toString());

    for (Name name : names) {
      NamedEntity entity = new NamedEntity(document, name.begin(), name.end());
      entity.setValue(name.type());
      entity.addToIndexes();
    }

    document.setDocumentLanguage("en");
    return document;
  }

  private Model train(String name, List<JCas> documents, Object... more) throws Exception {
    return train(GpNamedEntityRecognizerTrainer.class, name, documents, more);
  }

  private Model train(
      Class<? extends AnalysisComponent> type, String name, List<JCas> documents, Object... more)
      throws Exception {
    return run(type, name, documents, joined(more, "kernelRounds", 0, "numThreads", 1));
  }

  static Object[] joined(Object[] first, Object... second) {
    return Stream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
  }

  private void assertRefused(String message, Object... parameters) {
    assertThatThrownBy(() -> train("x", allDocuments(), parameters))
        .hasStackTraceContaining(message);
  }

  private Model run(
      Class<? extends AnalysisComponent> type, String name, List<JCas> documents, Object... more)
      throws Exception {
    Path file = directory.resolve(name + ".gpchain");
    AnalysisEngine trainer = createEngine(type, joined(more, "targetLocation", file.toString()));
    ((UimaContextAdmin) trainer.getUimaContext()).setLogger(logger());
    for (JCas document : documents) {
      trainer.process(document);
    }
    trainer.collectionProcessComplete();
    trainer.destroy();
    return read(file);
  }

  static Model read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return ModelReader.read(in, Contents.EVERYTHING);
    }
  }

  /** Returns a logger that adds its entries to {@code log} as text. */
  private Logger logger() {
    return (Logger)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Logger.class},
            (proxy, method, arguments) -> recordCall(method, arguments));
  }

  /** Records a call of the method {@code log}, and returns false or null. */
  private Object recordCall(Method method, Object... arguments) {
    if (method.getName().equals("log")) {
      log.add(arguments[0] + " " + arguments[1]);
    }
    return method.getReturnType() == boolean.class ? false : null;
  }

  private static List<JCas> allDocuments() throws UIMAException {
    return news(0, 1, 2, 3);
  }

  private static List<JCas> news(int... numbers) throws UIMAException {
    List<JCas> documents = new ArrayList<>();
    for (int number : numbers) {
      documents.add(document(number));
    }
    return documents;
  }

  @Test
  void learnsOnlyAcceptedTags() throws Exception {
    Model model = train("per", allDocuments(), "acceptedTags", new String[] {"PER"});
    assertThat(model.labels().labels()).containsExactly("B-PER", "I-PER", "O");
    Object none = new String[] {"ORG"};
    assertRefused("no NamedEntity annotation with the value ORG", "acceptedTags", none);
  }

  @Test
  void learnsFromPartlyAnnotatedDocuments() throws Exception {
    // Five of the eight sentences contain a place.
    Model places =
        train(
            "places",
            allDocuments(),
            "annotated",
            "sentences",
            "acceptedTags",
            new String[] {"GPE"});
    assertThat(places.provenance().sentences()).isEqualTo(5);

    Model segments = train("segments", allDocuments(), "annotated", "segments");
    assertThat(segments.provenance().sentences()).isEqualTo(8);
    assertThat(segments.provenance().settings()).containsKey("entityRatio");
    Model given = train("given", allDocuments(), "annotated", "SEGMENTS", "entityRatio", 0.5);
    assertThat(given.provenance().settings()).containsEntry("entityRatio", "0.5");

    assertRefused("entityRatio needs segments", "entityRatio", 0.5);
    assertRefused("no.such.Type", "rejectedType", "no.such.Type", "annotated", "segments");
  }

  @Test
  void labelMapRenamesAndDropsTags() throws Exception {
    Path map = Files.writeString(directory.resolve("types.map"), "# names\nGPE\tLOC\nPER\t-\n");
    Model model = train("loc", allDocuments(), "labelMapLocation", map.toString());
    assertThat(model.labels().labels()).containsExactly("B-LOC", "I-LOC", "O");
    Files.writeString(map, "GPE\tLOC\n");
    assertRefused("the tag PER is not listed in " + map, "labelMapLocation", map.toString());
    Files.writeString(map, "GPE\tLOC\nPER PER\n");
    assertRefused(map + ", line 2: ", "labelMapLocation", map.toString());
  }

  private static JCas withTags(JCas document, UnaryOperator<String> tagOf) {
    for (Token token : JCasUtil.select(document, Token.class)) {
      POS pos = new POS(document, token.getBegin(), token.getEnd());
      pos.setPosValue(tagOf.apply(token.getText()));
      pos.addToIndexes();
    }
    return document;
  }

  private Model trainTagger(String name, List<JCas> documents) throws Exception {
    Object[] tags = {"tagScheme", "token", "type", POS._TypeName, "feature", "PosValue"};
    return train(GpSequenceTaggerTrainer.class, name, documents, tags);
  }

  @Test
  void learnsFromTagsOfATagger() throws Exception {
    List<JCas> documents = allDocuments();
    documents.forEach(
        document ->
            withTags(document, word -> Character.isUpperCase(word.charAt(0)) ? "UPPER" : "LOWER"));
    trainTagger("pos", documents);
    String tagger = directory.resolve("pos.gpchain").toString();
    Path template = Files.writeString(directory.resolve("t"), "U0:%x[0,word]\nU1:%x[0,pos]\nB\n");
    Object[] templates = {"templateLocation", template.toString()};

    assertRefused("tagPosLocation", templates);

    Model model = train("tagged", allDocuments(), joined(templates, "tagPosLocation", tagger));
    assertThat(model.posTagset().orElseThrow().tags()).containsExactly("LOWER", "UPPER");

    train("names", allDocuments());
    assertRefused(
        "names.gpchain: this model predicts labels of the scheme IOB2",
        "tagPosLocation",
        directory.resolve("names.gpchain").toString());
  }

  @Test
  void measuresOnDevelopmentDocuments() throws Exception {
    Model with = train("with", allDocuments(), "devDocuments", "news-[23]$");
    assertThat(log).anyMatch(line -> line.contains("F1 on development"));
    Model without = train("without", news(0, 1));
    assertThat(with.provenance()).isEqualTo(without.provenance());
    train("unmatched", allDocuments(), "devDocuments", "sports");
    assertThat(log)
        .anyMatch(line -> line.startsWith("WARN") && line.contains("no document matches"));
  }

  @Test
  void limitIsTheNumberOfLearnedSentences() throws Exception {
    Model limited = train("limited", allDocuments(), "limit", 4);
    assertThat(limited.provenance()).isEqualTo(train("four", news(0, 1)).provenance());
    assertRefused("limit must be at least 1", "limit", 0);
  }

  @Test
  void logsASummaryAtTheEnd() throws Exception {
    Model model = train("names", allDocuments());
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
    Object[] quick = {"samples", 2, "rounds", 1, "iterations", 5, "calibrationFolds", 0};
    Object[] sparse = joined(quick, "posterior", "Sparse", "kernel", "linear+rbf", "inducing", 8);
    Model model = train("sparse", allDocuments(), sparse);
    assertThat(model.posterior()).isInstanceOf(SparsePosterior.class);
    assertThat(model.provenance().settings()).containsEntry("kernel", "linear+rbf");
  }

  @ParameterizedTest
  @CsvSource({
    "sparse, pruning, 0.1, pruning is for decoupled posteriors",
    "decoupled, kernel, rbf, kernel needs posterior sparse",
    "samples, inducing, 5, inducing is for other posteriors than samples",
    "samples, calibrationFolds, 5, calibrationFolds is for other posteriors than samples",
    "samples, kernel, cosine, kernel needs posterior sparse",
    "decoupled, tagScheme, iobs, 'tagScheme must be one of IOB1, IOB2, IOBES, TOKEN, was iobs'",
    "full, kernel, rbf, 'posterior must be one of DECOUPLED, SPARSE, SAMPLES, was full'"
  })
  void contradictionsAndUnknownNamesAreRefused(
      String posterior, String name, String value, String message) {
    Object typed =
        switch (name) {
          case "pruning" -> Double.valueOf(value);
          case "inducing", "calibrationFolds" -> Integer.valueOf(value);
          default -> value;
        };
    assertRefused(message, "posterior", posterior, name, typed);
  }

  @Test
  void warnsOfAnEncoderForAnotherLanguage() throws Exception {
    train("german", allDocuments(), "encoderLocation", ParityEncoders.GERMAN);
    assertThat(log)
        .anyMatch(
            line ->
                line.startsWith("WARN")
                    && line.contains(
                        "german@1 is for the language 'de', but the model is for 'en'"));

    log.clear();
    train("any", allDocuments(), "encoderLocation", "any");
    assertThat(log).noneMatch(line -> line.startsWith("WARN"));
  }

  @Test
  void trainedModelIsFoundByItsLanguageOnTheClassPath() throws Exception {
    train("ner-en-mine", allDocuments());
    Path lib =
        Files.createDirectories(
            Path.of(getClass().getResource("/").toURI()).resolve("org/gpchain/annotator/lib"));
    List<Path> copies = new ArrayList<>();

    try {
      for (String name : List.of("ner-en-mine.gpchain", "ner-en-mine.properties")) {
        copies.add(Files.copy(directory.resolve(name), lib.resolve(name)));
      }
      JCas document = document(0);
      createEngine(GpNamedEntityRecognizer.class, "modelVariant", "mine").process(document);
      assertThat(JCasUtil.select(document, ScoredSegment.class))
          .isNotEmpty()
          .allMatch(score -> score.getModel().equals("ner-en-mine"));
    } finally {
      for (Path copy : copies) {
        Files.delete(copy);
      }
    }
  }

  @Test
  void recognizesUnseenNamesWithoutPartsOfSpeech() throws Exception {
    List<JCas> documents = new ArrayList<>();
    for (String place : List.of("Ostrey", "Tarrin", "Wexley", "Dunmarrow", "Corvenna")) {
      documents.add(document("the ferry to " + place + "_LOC was late ."));
    }
    run(GpNamedEntityRecognizerTrainer.class, "ferries", documents, "inducing", 20);
    String model = directory.resolve("ferries.gpchain").toString();
    JCas document = document("the train to Halder was late .");
    createEngine(GpNamedEntityRecognizer.class, "modelLocation", model, "samples", 16)
        .process(document);
    assertThat(JCasUtil.select(document, NamedEntity.class))
        .extracting(NamedEntity::getCoveredText)
        .containsExactly("Halder");
    assertThat(JCasUtil.selectSingle(document, ScoredSegment.class).getValue_score())
        .isBetween(0.2, 1.0);
  }

  @Test
  void learnsSubtypesOfAnyType() throws Exception {
    JCas document = document("to Ostrey by boat / to Wexley by train");
    new Location(document, 3, 9).addToIndexes();
    Object[] type = {"type", NamedEntity._TypeName, "task", "places", "subtypesAsLabels", true};
    Model model = train(GpSequenceTaggerTrainer.class, "subtypes", List.of(document), type);
    assertThat(model.task().name()).isEqualTo("places");
    assertThat(model.labels().labels()).containsExactly("B-Location", "I-Location", "O");
    assertThatThrownBy(
            () -> train(GpSequenceTaggerTrainer.class, "x", List.of(document), type[0], type[1]))
        .hasStackTraceContaining("name the feature, or take sub-types as labels");
  }

  @Test
  void learnsLabelsOfTokens() throws Exception {
    Map<String, String> tags =
        Map.of("Ostrey", "PROPN", "Wexley", "PROPN", "boat", "B-NOUN", "train", "O");
    JCas document =
        withTags(
            document("to Ostrey by boat / to Wexley by train"),
            word -> tags.getOrDefault(word, "ADP"));
    Model model = trainTagger("tags", List.of(document));
    assertThat(model.scheme()).isEqualTo(TagScheme.TOKEN);
    assertThat(model.labels().labels()).containsExactly("ADP", "B-NOUN", "O", "PROPN");
    assertThat(model.tagger().tag(TokenSequence.ofWords(List.of("to", "Wexley", "by"))).labels())
        .containsExactly("ADP", "PROPN", "ADP");
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        GpChunkerTrainer.class,
        GpNamedEntityRecognizerTrainer.class,
        GpNounPhraseChunkerTrainer.class,
        GpSequenceTaggerTrainer.class
      })
  void generatedDescriptorsAreComplete(Class<?> trainer) throws IOException, UIMAException {
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

  @Test
  void parametersThatLeaveNothingToLearnAreRefused() throws Exception {
    Path map = Files.writeString(directory.resolve("none.map"), "PER\t-\nGPE\t-\n");
    assertRefused("no segments remain to learn from", "labelMapLocation", map.toString());
    List<JCas> documents = new ArrayList<>(List.of(document("Nobody left . / Ada_PER came .")));
    documents.addAll(allDocuments());
    assertThatThrownBy(() -> train("x", documents, "limit", 1))
        .hasStackTraceContaining("no segments remain to learn from");
    assertRefused("no feature occurs as often as cutoff demands", "cutoff", 1000);
    assertRefused("need annotated", "doneType", NamedEntity.class.getName());
  }

  @Test
  void unwritableTargetIsReportedAtInitialization() throws Exception {
    Path file = Files.writeString(directory.resolve("file"), "");
    assertThatThrownBy(
            () ->
                createEngine(
                    GpNamedEntityRecognizerTrainer.class,
                    "targetLocation",
                    file.resolve("x.gpchain").toString()))
        .hasRootCauseInstanceOf(IOException.class);
  }
}
