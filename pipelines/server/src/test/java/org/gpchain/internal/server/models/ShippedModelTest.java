package org.gpchain.internal.server.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.documents.Segmenter;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.server.annotations.Suggestion;
import org.gpchain.internal.server.suggestion.Blend;
import org.gpchain.internal.server.suggestion.LayerLabels;
import org.gpchain.internal.server.suggestion.ShippedModel;
import org.gpchain.internal.server.suggestion.Suggester;
import org.gpchain.internal.training.ToySettings;
import org.gpchain.training.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests shipped models, models that build on them, and the model store. */
class ShippedModelTest {
  private static final ModelKey KEY =
      new ModelKey("p", SegmentLayer.NAMED_ENTITY.typeName(), "value", "u", Anchoring.SEGMENTS);

  private static final List<LabeledSequence> SENTENCES = ToyNames.SENTENCES;
  private static final Model NAMES = ToyNames.MODEL;
  private static final String TEXT = "Ann sings in Oslo.\nBob sleeps.";

  @TempDir private Path directory;
  private final List<String> log = new ArrayList<>();

  private static Model model(String task, TagScheme scheme, List<LabeledSequence> sentences) {
    return ToySettings.of(task, Anchoring.SEGMENTS.templates())
        .withIterations(20)
        .withCalibrationFolds(0)
        .withScheme(scheme)
        .withLanguage("en")
        .learn(sentences);
  }

  private ShippedModel load(String name, Model model) throws IOException {
    return ToyNames.shipped(directory, name, model);
  }

  @Test
  void readsNameLanguageAndLayer() throws Exception {
    ShippedModel names = load("names", NAMES);
    assertThat(names.name()).isEqualTo("names");
    assertThat(names.language()).isEqualTo("en");
    assertThat(names.layer()).isEqualTo(SegmentLayer.NAMED_ENTITY.typeName());
    assertThat(names.isCalled("names")).isTrue();
    assertThat(names.isCalled(directory.resolve("names.gpchain").toString())).isTrue();
    assertThat(names.isCalled("name")).isFalse();
    assertThat(names.hash()).isEqualTo(NAMES.provenance().dataHash());
    assertThat(names.suggester().types()).containsExactly("LOC", "PER");
    Path file = directory.resolve("names.gpchain");
    ShippedModel norsk = ShippedModel.load(file, "nb", Segmenter.DEFAULT);
    assertThat(norsk.language()).isEqualTo("nb");
    assertThat(norsk.fits("no-NO", SegmentLayer.NAMED_ENTITY, LayerLabels.ANY)).isTrue();
    assertThat(words(names.read("Ann's dog", null))).containsExactly("Ann", "'s", "dog");
    assertThat(words(norsk.read("Ann's dog", null))).containsExactly("Ann's", "dog");
  }

  /** Returns the words of a single sentence. */
  private static List<String> words(List<Passage> read) {
    assertThat(read).hasSize(1);
    return read.get(0).units().column("word");
  }

  @Test
  void fitsLayersByTypeOrTags() throws IOException {
    ShippedModel names = load("names", NAMES);
    SegmentLayer identity = new SegmentLayer(SegmentLayer.NAMED_ENTITY.typeName(), "identity");
    for (String language : Stream.of("en", "en-GB", "en_US", "x-unspecified", null).toList()) {
      assertThat(names.fits(language, SegmentLayer.NAMED_ENTITY, LayerLabels.ANY)).isTrue();
    }
    assertThat(names.fits("de", SegmentLayer.NAMED_ENTITY, LayerLabels.ANY)).isFalse();
    assertThat(names.fits("en", identity, LayerLabels.ANY)).isFalse();
    assertThat(names.fits("en", SegmentLayer.CHUNK, LayerLabels.ANY)).isFalse();
    SegmentLayer own = new SegmentLayer("my.Type", "kind");
    assertThat(names.fits("en", own, LayerLabels.ofTags(List.of("X", "LOC")))).isTrue();
    assertThat(names.fits("en", own, LayerLabels.ofTags(List.of("X", "Y")))).isFalse();
    assertThat(names.fits("de", own, LayerLabels.ofTags(List.of("LOC")))).isFalse();
  }

  @Test
  void fitsOnlyTheLayerItWasChosenFor() throws IOException {
    SegmentLayer own = new SegmentLayer("my.Type", "kind");
    ShippedModel model = load("names", NAMES).withTarget(new SegmentLayer("my.Type", ""));
    assertThat(model.fits("en", own, LayerLabels.ANY)).isTrue();
    assertThat(model.fits("de", own, LayerLabels.ANY)).isFalse();
    assertThat(model.fits("en", SegmentLayer.NAMED_ENTITY, LayerLabels.ANY)).isFalse();
    ShippedModel ofFeature = model.withTarget(own);
    assertThat(ofFeature.fits("en", own, LayerLabels.ANY)).isTrue();
    assertThat(ofFeature.fits("en", new SegmentLayer("my.Type", "x"), LayerLabels.ANY)).isFalse();
  }

  @Test
  void suggestsNounPhrasesWithOneType() throws IOException {
    List<LabeledSequence> phrases =
        SENTENCES.stream()
            .map(
                one ->
                    new LabeledSequence(
                        one.tokens(),
                        one.spans().stream()
                            .map(span -> span.type().equals("PER") ? "NP" : "VP")
                            .map(type -> new Span(0, 1, type))
                            .limit(1)
                            .toList()))
            .toList();
    Suggester suggester = load("np", model("np", TagScheme.IOB2, phrases)).suggester();
    assertThat(suggester.types()).containsExactly("NP");
  }

  /** Otherwise, the label {@code O} would be taken for a segment. */
  @Test
  void refusesTokenLabelsOfOtherTasks() throws IOException {
    Model tokens = model("ne", TagScheme.TOKEN, SENTENCES);
    assertThatThrownBy(() -> load("tokens", tokens))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("tokens.gpchain: this model labels tokens, but annotating texts");
  }

  /** The model that fits the layer is chosen, regardless of the order of the models. */
  @Test
  void choosesTheBaseOfAModel() throws IOException {
    ShippedModel names = load("names", NAMES);
    List<LabeledSequence> tokens =
        SENTENCES.stream().map(one -> new LabeledSequence(one.tokens(), List.of())).toList();
    ShippedModel tags = load("tags", model("pos", TagScheme.TOKEN, tokens));
    ShippedModel chunks = load("chunks", model("chunk", TagScheme.IOB2, SENTENCES));
    SegmentLayer layer = SegmentLayer.NAMED_ENTITY;
    assertThat(ShippedModel.chooseBase(List.of(tags), "en", layer, LayerLabels.ANY)).isNull();
    assertThat(ShippedModel.chooseBase(List.of(names), "de", layer, LayerLabels.ANY)).isNull();
    for (List<ShippedModel> all : List.of(List.of(chunks, names), List.of(names, chunks))) {
      assertThat(ShippedModel.chooseBase(all, "en", layer, LayerLabels.ANY)).isSameAs(names);
      assertThat(ShippedModel.chooseBase(all, null, SegmentLayer.CHUNK, LayerLabels.ANY))
          .isSameAs(chunks);
    }
  }

  @Test
  void findsSentencesAndTokensOfTexts() throws Exception {
    ShippedModel names = load("names", NAMES);
    List<Passage> read = names.read(TEXT, null);
    assertThat(read).hasSize(2);
    assertThat(read.get(0).units().column("word"))
        .containsExactly("Ann", "sings", "in", "Oslo", ".");
    assertThat(read.get(0).begins()).containsExactly(0, 4, 10, 13, 17);
    assertThat(names.read(TEXT, read)).isEqualTo(read);
    assertThat(names.read(TEXT, List.of())).isEmpty();
    assertThat(names.suggester().suggest(read, () -> {}))
        .extracting(one -> TEXT.substring(one.begin(), one.end()) + " " + one.type())
        .containsExactly("Ann PER", "Oslo LOC", "Bob PER");
  }

  /** Returns a model that reads an additional column. */
  private static Model reading(String column, Function<LabeledSequence, List<String>> cells) {
    TemplateSet templates =
        TemplateSet.parse(
            "U:%x[0,word]\nU:%x[0,COLUMN]\nB".replace("COLUMN", column),
            List.of(TokenSequence.WORD, column));
    return ToySettings.of("ne", templates)
        .withIterations(5)
        .withCalibrationFolds(0)
        .withLanguage("en")
        .learn(
            SENTENCES.stream()
                .map(one -> one.withTokens(one.tokens().with(column, cells.apply(one))))
                .toList());
  }

  /** The given sentences have no parts of speech. */
  @Test
  void addsMissingPartsOfSpeech() throws Exception {
    Model tagged = reading("pos", one -> Collections.nCopies(one.length(), "NOUN"));
    ShippedModel model = load("tagged", tagged);
    TokenSequence words = TokenSequence.ofWords(List.of("Ann", "sang"));
    Passage given = new Passage(words, new int[] {0, 4}, new int[] {3, 9});
    List<Passage> read = model.read(TEXT, List.of(given));
    assertThat(read).hasSize(1);
    assertThat(read.get(0).units().column("word")).containsExactly("Ann", "sang");
    assertThat(read.get(0).units().column("pos")).allMatch(tag -> tag.matches("[A-Z]+"));
    assertThat(read.get(0).ends()).containsExactly(3, 9);
    assertThat(model.read(TEXT, read)).isEqualTo(read);
  }

  @Test
  void refusesTextsIfTheModelReadsAnnotations() throws Exception {
    AnnotationColumn drugs = new AnnotationColumn("drug", "my.Drug", "code");
    Model drug = reading("drug", one -> Collections.nCopies(one.length(), "O"));
    ShippedModel model = load("drugs", drug.reading(List.of(drugs)));
    assertThat(model.read(TEXT, List.of())).isEmpty();
    assertThatThrownBy(() -> model.read(TEXT, null))
        .isInstanceOf(DocumentException.class)
        .hasMessageContaining("the model drugs reads annotations, [");
  }

  private ModelStore store(int most, ShippedModel... shipped) throws IOException {
    return ModelStore.open(directory.resolve("s"), most, 1 << 30, List.of(shipped), log::add);
  }

  private Model learn(ShippedModel base) {
    List<LabeledSequence> people =
        SENTENCES.stream()
            .map(
                one ->
                    new LabeledSequence(
                        one.tokens(),
                        one.spans().stream().filter(span -> span.type().equals("PER")).toList()))
            .limit(20)
            .toList();
    return LayerLearner.learn(KEY, people, base, null, Progress.NONE);
  }

  /** The model is learned, saved and read again, and blended with its base. */
  @Test
  void savesAndReadsAModelThatBuildsOnAnother() throws Exception {
    ShippedModel names = load("names", NAMES);
    Model own = learn(names);
    assertThat(own.provenance().settings())
        .containsEntry("base", names.hash())
        .containsKey("blend");
    assertThat(own.language()).isEqualTo("en");

    List<Passage> read = names.read(TEXT, null);
    List<Suggestion> expected;
    try (ModelStore store = store(3, names)) {
      store.save(KEY, own);
      Suggester suggester = store.find(KEY).orElseThrow();
      assertThat(LayerLearner.isOfVoicesOnly(suggester)).isFalse();
      assertThat(suggester.read(TEXT, null)).hasSize(2);
      expected = suggester.suggest(read, () -> {});
      assertThat(expected).extracting(Suggestion::type).contains("PER");
    }

    try (ModelStore store = store(3, names)) {
      Suggester suggester = store.find(KEY).orElseThrow();
      assertThat(suggester.suggest(read, () -> {})).isEqualTo(expected);
      Blend.Weights weights = own.provenance().get(LayerLearner.BLEND).orElseThrow();
      assertThat(suggester.types()).containsAll(weights.addedTypes()).isEqualTo(store.types(KEY));
      List<ScoredSpan> blended =
          new Blend(NAMES, own.over(NAMES), weights)
              .tag(read.get(0).units(), new Workspace(), LayerLabels.ANY.of(suggester.types()));
      assertThat(expected.get(0).probability()).isEqualTo(blended.get(0).probability());
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      ModelWriter.write(suggester.model(), out);
      Model whole =
          ModelReader.read(
              new ByteArrayInputStream(out.toByteArray()), ModelReader.Contents.DECODING);
      assertThat(whole.features().base()).as("with its base").isNotNull();
    }

    try (ModelStore store = store(3)) {
      assertThat(log)
          .singleElement()
          .asString()
          .startsWith(
              "it was trained on top of a shipped model that is not served, so the model is ignored");
      assertThat(store.find(KEY)).isEmpty();
      assertThat(store.isReady(KEY)).isFalse();
      assertThat(store.key(KEY.id())).as("it may be served again").hasValue(KEY);
      store.save(KEY, NAMES);
      assertThat(store.isReady(KEY)).as("there is another one").isTrue();
    }
  }

  @Test
  void findsModelsAfterARestart() throws Exception {
    ModelKey other = KEY.withUser("v");
    try (ModelStore store = store(2)) {
      assertThat(store.find(KEY)).isEmpty();
      assertThat(store.keys()).isEmpty();
      store.save(KEY, NAMES);
      assertThat(store.keys()).isEqualTo(Map.of(KEY.id(), KEY));
      assertThat(store.key(KEY.id())).hasValue(KEY);
      assertThat(store.key(other.id())).isEmpty();
      long bytes = Files.size(directory.resolve("s/" + KEY.id() + ".gpchain"));
      assertThat(store.loadedBytes()).isEqualTo(20 * bytes);
      Suggester saved = store.find(KEY).orElseThrow();
      assertThat(store.find(KEY).orElseThrow()).isSameAs(saved);
      assertThat(store.hasRoomFor(other, List.of())).isTrue();
      store.save(other, NAMES);
      assertThat(store.hasRoomFor(KEY.withUser("w"), List.of())).isFalse();
      assertThat(store.hasRoomFor(other, List.of())).isTrue();
      assertThatThrownBy(() -> store(2))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("another server uses this folder for its models");
    }

    try (ModelStore store = store(2)) {
      assertThat(store.loadedBytes()).isZero();
      Suggester read = store.find(KEY).orElseThrow();
      assertThat(store.loadedBytes()).isPositive();
      assertThat(store.find(KEY).orElseThrow()).isSameAs(read);
      assertThat(read.types()).containsExactly("LOC", "PER");
    }

    assertThat(log).isEmpty();
  }

  @Test
  void renamesDamagedFiles() throws Exception {
    Path folder = directory.resolve("s");
    try (ModelStore store = store(5)) {
      store.save(KEY, NAMES);
      store.save(KEY.withUser("v"), NAMES);
    }

    String a = "a".repeat(32) + ".json";
    String b = "b".repeat(32) + ".json";
    Files.writeString(folder.resolve(a), "null");
    Files.createDirectory(folder.resolve(b));
    Files.writeString(folder.resolve("package.json"), "{");
    Path file = folder.resolve(KEY.id() + ".gpchain");
    byte[] damaged = Files.readAllBytes(file);
    damaged[damaged.length / 2] ^= 1;
    Files.write(file, damaged);
    Files.delete(folder.resolve(KEY.withUser("v").id() + ".gpchain"));

    try (ModelStore store = store(5)) {
      assertThat(log)
          .containsExactlyInAnyOrder(
              "damaged, has no checksum, set aside as .damaged: " + a,
              "cannot be read, left unchanged: " + b);
      assertThat(folder.resolve(a)).doesNotExist();
      assertThat(folder.resolve(a + ".damaged")).hasContent("null");
      assertThat(folder.resolve("package.json")).as("of somebody else").exists();
      assertThat(store.keys()).as("of which there is a model").containsOnlyKeys(KEY.id());
      log.clear();
      assertThat(store.find(KEY)).isEmpty();
      assertThat(log)
          .containsExactly(
              "damaged, so the model is ignored, set aside as .damaged: " + file.getFileName());
      assertThat(store.keys()).isEmpty();
      assertThat(store.loadedBytes()).isZero();
      assertThat(file).doesNotExist();
    }
  }
}
