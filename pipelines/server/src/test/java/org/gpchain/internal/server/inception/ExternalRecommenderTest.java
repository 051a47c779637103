package org.gpchain.internal.server.inception;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.internal.server.models.ToyNames.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.apache.uima.cas.impl.XmiCasSerializer;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.cas.FSArray;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.server.InceptionProject;
import org.gpchain.internal.server.InceptionProject.Label;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.server.annotations.Suggestion;
import org.gpchain.internal.server.annotations.TeamSentences;
import org.gpchain.internal.server.http.Answer;
import org.gpchain.internal.server.http.ClientRequest;
import org.gpchain.internal.server.http.Refusal;
import org.gpchain.internal.server.models.ColdStart;
import org.gpchain.internal.server.models.ModelStore;
import org.gpchain.internal.server.models.ServedModels;
import org.gpchain.internal.server.models.StoreCase;
import org.gpchain.internal.server.models.ToyNames;
import org.gpchain.internal.server.models.TrainingQueue;
import org.gpchain.internal.server.models.TrainingQueue.Phase;
import org.gpchain.internal.server.models.TrainingResources;
import org.gpchain.internal.server.suggestion.NameList;
import org.gpchain.internal.server.suggestion.ShippedModel;
import org.gpchain.internal.server.suggestion.Suggester;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.internal.training.ToySettings;
import org.gpchain.internal.training.data.Annotated;
import org.gpchain.type.ScoredSegment;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests INCEpTION's external recommender without a network. */
class ExternalRecommenderTest extends StoreCase {
  private static final long BYTES = 1 << 28;
  private static final String[] SENTENCES = {"Ann sings in Oslo", "Bob sleeps"};

  private static InceptionProject names;
  private static InceptionProject custom;

  private final List<String> log = new ArrayList<>();
  private TeamSentences team;
  private boolean alternatives;
  private Path replay;
  private Map<String, String> renamedLabels = Map.of();
  private List<NameList> nameLists = List.of();

  @BeforeAll
  static void projects() throws Exception {
    names = new InceptionProject(InceptionProject.NAMED_ENTITY, "value", "tokens");
    custom = new InceptionProject(InceptionProject.CUSTOM, "kind", "tokens");
  }

  private ExternalRecommender recommender(ShippedModel... models) throws IOException {
    ServedModels served = new ServedModels(store, queue, List.of(models), nameLists);
    RecommenderOptions options =
        new RecommenderOptions(Annotated.SENTENCES, alternatives, renamedLabels, replay);
    return new ExternalRecommender(served, team, options, BYTES, log::add);
  }

  private static ClientRequest request(JsonNode json) {
    return new ClientRequest(
        "application/json", "", json.toString().getBytes(StandardCharsets.UTF_8), () -> false);
  }

  private String predicted(ExternalRecommender recommender, JsonNode request) throws Exception {
    Answer answer = recommender.predict(request(request));
    assertThat(answer.status()).isEqualTo(200);
    return InceptionProject.document(new String(answer.body(), StandardCharsets.UTF_8));
  }

  private static List<String> texts(List<Label> labels) {
    return labels.stream().map(label -> label.text() + " " + label.value()).toList();
  }

  private static ModelKey key(String layer, String feature, String user, Anchoring unit) {
    return new ModelKey("42", layer, feature, user, unit);
  }

  private static ModelKey custom(String user) {
    return key(InceptionProject.CUSTOM, "kind", user, Anchoring.SEGMENTS);
  }

  @Test
  void returnsADocumentUnchangedWithoutAModel() throws Exception {
    String xmi = custom.xmi(SENTENCES);
    ExternalRecommender recommender = recommender(shipped);
    assertThat(recommender.keptBytes()).isZero();
    assertThat(predicted(recommender, custom.predict("ann", xmi))).isEqualTo(xmi);
    assertThat(recommender.keptBytes()).isPositive();
    assertThat(predicted(recommender(), names.predict("ann", names.xmi(SENTENCES))))
        .isEqualTo(names.xmi(SENTENCES));
  }

  /** No model knows these tags, but names-en has such kinds of names. */
  @Test
  void suggestsNamesForTagsThatNoModelKnows() throws Exception {
    String[] sentences = {"Ann sings in Oslo", "Bob sleeps in Norway"};
    String tagSet =
        "[{'tags': [{'tag': 'Land', 'description': 'A country'}, {'tag': 'City'}, {'tag': 'x'}],"
            + " 'targets': [{'type': '%s', 'feature': '%s'}]}]";
    nameLists = NameList.ofLanguages(List.of(shipped));
    ObjectNode request = custom.predict("ann", custom.xmi(sentences));
    request.set("tagsets", array(tagSet.formatted(InceptionProject.CUSTOM, "kind")));
    List<Label> labels = custom.labels(predicted(recommender(), request));
    assertThat(texts(labels)).containsExactly("Oslo City", "Norway Land");
    assertThat(labels).extracting(Label::score).containsOnly(0.0);
    assertThat(labels.get(1).why())
        .isEqualTo("names-en, not trained on this project: kind of names: country");

    InceptionProject characters =
        new InceptionProject(InceptionProject.CUSTOM, "kind", "characters");
    ObjectNode ofCharacters = characters.predict("ann", characters.xmi(sentences));
    ofCharacters.set("tagsets", request.get("tagsets"));
    assertThat(texts(characters.labels(predicted(recommender(), ofCharacters))))
        .containsExactly("Oslo City", "Norway Land");

    ObjectNode withPersons = names.predict("ann", names.xmi(sentences));
    tagSet = tagSet.replace("'x'", "'PER'");
    withPersons.set("tagsets", array(tagSet.formatted(InceptionProject.NAMED_ENTITY, "value")));
    labels = names.labels(predicted(recommender(shipped), withPersons));
    assertThat(texts(labels)).containsExactly("Ann PER", "Oslo City", "Bob PER", "Norway Land");
    assertThat(labels.get(0).score()).isPositive();
    assertThat(labels.get(0).why()).startsWith("names, not trained");
    assertThat(labels.get(1).why()).startsWith("names-en, not trained");
  }

  private static JsonNode array(String json) throws IOException {
    return new ObjectMapper().readTree(json.replace('\'', '"'));
  }

  @Test
  void suggestsWithShippedModelsBeforeATraining() throws Exception {
    String document = predicted(recommender(shipped), names.predict("ann", names.xmi(SENTENCES)));
    List<Label> labels = names.labels(document);
    assertThat(texts(labels)).containsExactly("Ann PER", "Oslo LOC", "Bob PER");

    String text = "Ann sings in Oslo Bob sleeps ";
    List<Suggestion> same =
        shipped
            .suggester()
            .suggest(
                List.of(passage(0, "Ann", "sings", "in", "Oslo"), passage(18, "Bob", "sleeps")),
                () -> {});

    for (int i = 0; i < labels.size(); i++) {
      assertThat(labels.get(i).suggested()).isTrue();
      assertThat(labels.get(i).score()).isEqualTo(same.get(i).probability());
      assertThat(labels.get(i).why())
          .isEqualTo(
              "names, not trained on this project: " + String.join("; ", same.get(i).reasons()));
      assertThat(text.substring(labels.get(i).begin(), labels.get(i).end()))
          .isEqualTo(labels.get(i).text());
    }

    assertThat(
            texts(
                names.labels(
                    predicted(recommender(shipped), names.predict("ann", document, 0, 5)))))
        .as("those of before are replaced where they are asked about")
        .containsExactly("Ann PER", "Oslo LOC", "Bob PER");

    String part = names.xmi(SENTENCES);
    assertThat(
            texts(
                names.labels(predicted(recommender(shipped), names.predict("ann", part, 13, 20)))))
        .containsExactly("Oslo LOC", "Bob PER");
  }

  private static Passage passage(int from, String... words) {
    int[] begins = new int[words.length];
    int[] ends = new int[words.length];
    for (int t = 0; t < words.length; t++) {
      begins[t] = t == 0 ? from : ends[t - 1] + 1;
      ends[t] = begins[t] + words[t].length();
    }
    return new Passage(TokenSequence.ofWords(List.of(words)), begins, ends);
  }

  @Test
  void keepsAnnotationsOfUsers() throws Exception {
    String xmi = names.xmi("[Ann|PER] sings in Oslo");
    List<Label> labels = names.labels(predicted(recommender(shipped), names.predict("ann", xmi)));
    assertThat(texts(labels)).containsExactly("Ann PER", "Oslo LOC");
    assertThat(labels).extracting(Label::suggested).containsExactly(false, true);
  }

  private static ObjectNode withTags(ObjectNode request, String... tags) {
    for (String tag : tags) {
      custom.addTag(request, tag, null);
    }
    return request;
  }

  @Test
  void suggestsOnlyTagsOfTheLayer() throws Exception {
    ObjectNode request = withTags(custom.predict("ann", custom.xmi(SENTENCES)), "LOC", "x");
    assertThat(texts(custom.labels(predicted(recommender(shipped), request))))
        .containsExactly("Oslo LOC");
  }

  /** The description of a tag says which of the model's labels it corresponds to. */
  @Test
  void startsWithTagsThatMeanTheSameAsLabelsOfAShippedModel() throws Exception {
    ObjectNode request = custom.predict("ann", custom.xmi(SENTENCES));
    custom.addTag(request, "hero", "A person of the novel");
    custom.addTag(request, "scene", "");
    assertThat(texts(custom.labels(predicted(recommender(shipped), request))))
        .containsExactly("Ann hero", "Bob hero");
  }

  @Test
  void suggestsOtherLabelsOnRequest() throws Exception {
    renamedLabels = Map.of("PER", "actor", "LOC", "");
    ObjectNode request = names.predict("ann", names.xmi(SENTENCES));
    assertThat(texts(names.labels(predicted(recommender(shipped), request))))
        .containsExactly("Ann actor", "Bob actor");
  }

  /** Without a tag set, the labels are learned from the annotations, and they are not renamed. */
  @Test
  void suggestsTheLabelsOfTheAnnotations() throws Exception {
    renamedLabels = Map.of("Person", "actor");
    ExternalRecommender recommender = recommender(shipped);
    train(recommender, custom.train("ann", custom.xmi("[Ann|Person] sings in Oslo")));
    await(1);
    String xmi = custom.xmi("Bob sleeps in Rome");
    List<Label> labels = custom.labels(predicted(recommender, custom.predict("ann", xmi)));
    assertThat(texts(labels)).contains("Bob Person").doesNotContain("Bob PER");
  }

  /** The tag set arrives with requests for suggestions only. */
  @Test
  void suggestsOnlyTagsOfTheLayerAfterATraining() throws Exception {
    ExternalRecommender recommender = recommender(shipped);
    train(recommender, custom.train("ann", custom.xmi("[Ann|PER] sings in Oslo")));
    await(1);
    ObjectNode request = custom.predict("ann", custom.xmi(SENTENCES));
    assertThat(texts(custom.labels(predicted(recommender, request)))).contains("Oslo LOC");
    assertThat(texts(custom.labels(predicted(recommender, withTags(request, "PER")))))
        .containsExactly("Ann PER", "Bob PER");
  }

  /** The label is known to the shipped model, but not to the project's own model. */
  @Test
  void explainsSuggestionsThatOnlyTheShippedModelMade() throws Exception {
    ExternalRecommender recommender = recommender(shipped);
    train(recommender, custom.train("ann", custom.xmi("[Ann|PER] sings in Oslo")));
    await(1);
    ObjectNode request = custom.predict("ann", custom.xmi(SENTENCES));
    List<Label> labels = custom.labels(predicted(recommender, request));
    Label oslo = labels.stream().filter(l -> l.text().equals("Oslo")).findFirst().orElseThrow();
    assertThat(oslo.why()).matches("names, not trained on this project: .*\\w.*");
    Label ann = labels.stream().filter(l -> l.text().equals("Ann")).findFirst().orElseThrow();
    assertThat(ann.why()).isNotEmpty().doesNotContain("not trained");
  }

  /** The shipped model's labels are impossible values of the feature. */
  @ParameterizedTest
  @CsvSource({"uima.cas.Integer, 12", "uima.cas.Boolean, true", "uima.cas.Integer, -3"})
  void suggestsNumbersAndBooleans(String range, String value) throws Exception {
    InceptionProject project =
        new InceptionProject(InceptionProject.CUSTOM, "kind", range, "tokens");
    ExternalRecommender recommender = recommender(shipped);
    train(
        recommender,
        project.train("ann", project.xmi("[Ann|" + value + "] sings in Oslo", "a dog sings")));
    await(1);
    String xmi = project.xmi("Bob sleeps", "Ann sings");
    List<Label> labels = project.labels(predicted(recommender, project.predict("ann", xmi)));
    assertThat(texts(labels)).contains("Ann " + value).allMatch(text -> text.endsWith(value));
    assertThat(labels).allMatch(label -> label.score() > 0);
  }

  /** The new text is divided like the annotated one. */
  @Test
  void learnsAndSuggestsHalfTokensOfCharacterLayers() throws Exception {
    InceptionProject project = new InceptionProject(InceptionProject.CUSTOM, "kind", "characters");
    String[] sentences = new String[8];
    for (int n = 0; n < sentences.length; n++) {
      sentences[n] = n % 2 == 0 ? "[Ann|hero]'s dog sings " + n : "It's a dog's life " + n;
    }
    ExternalRecommender recommender = recommender();
    train(recommender, project.train("ann", project.xmi(sentences)));
    await(1);
    String xmi = project.xmi("Ann's dog sings", "[Bob|hero]'s dog");
    List<Label> labels = project.labels(predicted(recommender, project.predict("ann", xmi)));
    assertThat(texts(labels)).containsExactly("Ann hero", "Bob hero");
    assertThat(log).isEmpty();
  }

  @Test
  void reportsHalfTokensThatCannotBeSuggestedExactly() throws Exception {
    InceptionProject project = new InceptionProject(InceptionProject.CUSTOM, "kind", "characters");
    ExternalRecommender recommender = recommender();
    train(recommender, project.train("ann", project.xmi("[Donau|river]dampf", "[Ann|hero]'s")));
    await(1);
    assertThat(log)
        .containsExactly(
            "training: annotations that begin or end inside a token, which are"
                + " learned, although new texts are not split there: 1 (at 0 to 5 of"
                + " document 7)");

    log.clear();
    train(recommender, custom.train("ann", custom.xmi("[Donau|river]dampf", "[Ann|hero]'s")));
    await(2);
    assertThat(log)
        .containsExactly(
            "training: annotations that begin or end inside a token, which are learned as whole"
                + " tokens: 2 (at 0 to 5 of document 7)");
  }

  /** Writes a document to the folder of precomputed annotations. */
  private void precompute(String name, String xmi) throws IOException {
    replay = Files.createDirectories(directory.resolve("replay"));
    Files.writeString(replay.resolve(name), xmi);
  }

  @Test
  void suggestsPrecomputedAnnotationsOfTheSameText() throws Exception {
    JCas cas = JCasFactory.createText("Ann sings in Oslo Bob sleeps ");
    scored(cas, "Ann", "HERO", 0).addToIndexes();
    scored(cas, "Oslo", "HERO", 0.625).addToIndexes();
    scored(cas, "Bob", "HERO", 1).addToIndexes();
    precompute("a.xmi", xmi(cas));
    precompute("b.xmi", xmi(cas));
    precompute("c.xmi", xmi(JCasFactory.createText("Eve runs ")));

    ExternalRecommender recommender = recommender(shipped);
    assertThat(log)
        .containsExactly(
            "gpchain: note: suggesting the annotations of 2 documents; documents with the same text"
                + " as another one: 1");
    String xmi = names.xmi("Ann sings in Oslo", "[Bob|HERO] sleeps");
    List<Label> labels = names.labels(predicted(recommender, names.predict("ann", xmi, 5, 99)));
    assertThat(texts(labels)).as("in the range").containsExactly("Oslo HERO", "Bob HERO");
    assertThat(labels.get(0).score()).isEqualTo(0.625);
    assertThat(labels.get(0).why()).isEqualTo("precomputed by big");
    assertThat(labels.get(1).suggested()).isFalse();

    ObjectNode other = names.predict("ann", names.xmi("Bob sleeps"));
    assertThat(texts(names.labels(predicted(recommender, other))))
        .as("another text")
        .containsExactly("Bob PER");
  }

  /** Returns a segment of precomputed annotations that is not in the indexes yet. */
  private static ScoredSegment scored(
      JCas document, String words, String value, double probability) {
    int begin = document.getDocumentText().indexOf(words);
    ScoredSegment scored = new ScoredSegment(document, begin, begin + words.length());
    scored.setLayer(InceptionProject.NAMED_ENTITY);
    scored.setModel("big");
    scored.setValue(value);
    scored.setValue_score(probability);
    return scored;
  }

  private static String xmi(JCas document) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    XmiCasSerializer.serialize(document.getCas(), out);
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Of equal alternatives, the most probable is suggested. Half tokens are widened. */
  @Test
  void suggestsPrecomputedAlternativesOnRequest() throws Exception {
    JCas cas = JCasFactory.createText("Ann's dog sleeps ");
    ScoredSegment ann = scored(cas, "Ann", "PER", 0.5);
    ann.setAlternatives(new FSArray<>(cas, 2));
    ann.setAlternatives(0, scored(cas, "Ann", "LOC", 0.25));
    ann.setAlternatives(1, scored(cas, "dog", "PER", 0.125));
    ann.addToIndexes();
    ScoredSegment dog = scored(cas, "dog sleeps", "LOC", 0.375);
    dog.setAlternatives(new FSArray<>(cas, 1));
    dog.setAlternatives(0, scored(cas, "dog", "PER", 0.25));
    dog.addToIndexes();
    precompute("a.xmi", xmi(cas));

    JsonNode request = names.predict("ann", names.xmi("Ann's dog sleeps"));
    assertThat(texts(names.labels(predicted(recommender(), request))))
        .containsExactlyInAnyOrder("Ann's PER", "dog sleeps LOC");

    alternatives = true;
    List<Label> labels = names.labels(predicted(recommender(), request));
    assertThat(labels)
        .extracting(label -> label.text() + " " + label.value() + " " + label.score())
        .containsExactlyInAnyOrder(
            "Ann's PER 0.5", "Ann's LOC 0.25", "dog sleeps LOC 0.375", "dog PER 0.25");
  }

  /** Other programs write no scores. */
  @Test
  void suggestsPrecomputedAnnotationsWithoutScores() throws Exception {
    precompute("a.xmi", names.xmi("[Ann|HERO] sings in Oslo", "Bob sleeps"));
    String xmi = names.xmi(SENTENCES);
    List<Label> labels = names.labels(predicted(recommender(), names.predict("ann", xmi)));
    assertThat(log).containsExactly("gpchain: note: suggesting the annotations of 1 documents");
    assertThat(texts(labels)).containsExactly("Ann HERO");
    assertThat(labels.get(0).score()).isZero();
    assertThat(labels.get(0).why()).isEqualTo("precomputed");
  }

  @Test
  void refusesFoldersWithoutPrecomputedAnnotations() throws Exception {
    replay = directory.resolve("none");
    assertThatThrownBy(this::recommender).hasMessageContaining("this is not a folder");
    replay = Files.createDirectories(replay);
    assertThatThrownBy(this::recommender).hasMessageContaining("there are no .xmi files");
    precompute("bad.xmi", "<xmi");
    assertThatThrownBy(this::recommender).hasMessageContaining("bad.xmi");

    JCas cas = JCasFactory.createText("Ann");
    ScoredSegment segment = scored(cas, "Ann", "PER", 0.5);
    segment.setAlternatives(new FSArray<>(cas, 1));
    segment.setAlternatives(0, scored(cas, "Ann", "LOC", 0.25));
    segment.addToIndexes();
    for (String probability : List.of("0.5", "0.25")) {
      String sound = "value_score=\"" + probability;
      precompute("bad.xmi", xmi(cas).replace(sound, "value_score=\"2"));
      assertThatThrownBy(this::recommender)
          .isInstanceOf(InputException.class)
          .hasMessageContaining("has the probability 2")
          .hasMessageContaining("bad.xmi");
    }
  }

  /** One server serves several layers with one model each. */
  @Test
  void usesTheModelOfTheLayer() throws Exception {
    ShippedModel ofLayer = shipped.withTarget(new SegmentLayer(InceptionProject.CUSTOM, "kind"));
    ObjectNode request = custom.predict("ann", custom.xmi(SENTENCES));
    assertThat(texts(custom.labels(predicted(recommender(ofLayer), request))))
        .containsExactly("Ann PER", "Oslo LOC", "Bob PER");
    String xmi = names.xmi(SENTENCES);
    assertThat(predicted(recommender(ofLayer), names.predict("ann", xmi)))
        .as("another layer")
        .isEqualTo(xmi);
  }

  /** INCEpTION anchors parts of speech to single tokens. */
  @Test
  void suggestsLabelsOfSingleTokensWithAShippedModel() throws Exception {
    List<LabeledSequence> tagged = new ArrayList<>();
    for (LabeledSequence sentence : ToyCorpus.sentences(40, 1)) {
      List<String> tags = sentence.tokens().column("pos");
      List<Span> spans = new ArrayList<>();
      for (int t = 0; t < tags.size(); t++) {
        spans.add(new Span(t, t + 1, tags.get(t)));
      }
      List<String> words = sentence.tokens().column(TokenSequence.WORD);
      tagged.add(new LabeledSequence(TokenSequence.ofWords(words), spans));
    }
    Model model =
        ToySettings.of("pos", Anchoring.SEGMENTS.templates())
            .withScheme(TagScheme.TOKEN)
            .withCalibrationFolds(0)
            .withLanguage("en")
            .learn(tagged);
    ShippedModel tagger = ToyNames.shipped(directory, "tagger", model);
    InceptionProject project =
        new InceptionProject(InceptionProject.POS, "PosValue", "singleToken");
    String xmi = project.xmi("[Ann|V] sings in Oslo");
    List<Label> labels =
        project.labels(predicted(recommender(tagger), project.predict("ann", xmi)));
    assertThat(texts(labels)).containsExactly("Ann V", "sings V", "in P", "Oslo NP");
  }

  /** Each label is suggested at most once for the same tokens. */
  @Test
  void suggestsAlternativesOnRequest() throws Exception {
    alternatives = true;
    String xmi = names.xmi("Ann sings in Oslo", "Oslo sleeps");
    List<Label> labels = names.labels(predicted(recommender(shipped), names.predict("ann", xmi)));
    assertThat(texts(labels)).contains("Ann PER", "Oslo LOC", "Oslo PER");
    assertThat(labels.stream().map(one -> one.begin() + " " + one.end() + " " + one.value()))
        .doesNotHaveDuplicates();
    assertThat(labels)
        .as("INCEpTION shows a score of 0 as no score")
        .allMatch(label -> label.score() >= 0.01);
  }

  @Test
  void prefersLearnedModels() throws Exception {
    ToyNames.learn(store, key(InceptionProject.NAMED_ENTITY, "value", "ann", Anchoring.SEGMENTS));
    List<Label> labels =
        names.labels(predicted(recommender(shipped), names.predict("ann", names.xmi(SENTENCES))));
    assertThat(texts(labels)).containsExactly("Ann hero", "Bob hero");
    assertThat(labels.get(0).why()).isNotEmpty().doesNotContain("not trained");
    assertThat(
            texts(
                names.labels(
                    predicted(recommender(shipped), names.predict("eve", names.xmi(SENTENCES))))))
        .as("another user")
        .containsExactly("Ann PER", "Oslo LOC", "Bob PER");

    ToyNames.learn(store, key(InceptionProject.NAMED_ENTITY, "value", "", Anchoring.SEGMENTS));
    team = new TeamSentences(directory, line -> {});
    assertThat(
            texts(
                names.labels(
                    predicted(recommender(shipped), names.predict("eve", names.xmi(SENTENCES))))))
        .as("one model of all")
        .containsExactly("Ann hero", "Bob hero");
  }

  @ParameterizedTest
  @CsvSource({"sentences, SENTENCES, Ann sings in Oslo hero", "singleToken, TOKENS, Ann hero"})
  void suggestsOtherUnitsOnlyWithALearnedModel(String mode, Anchoring unit, String first)
      throws Exception {
    InceptionProject project = new InceptionProject(InceptionProject.NAMED_ENTITY, "value", mode);
    String xmi = project.xmi(SENTENCES);
    assertThat(predicted(recommender(shipped), project.predict("ann", xmi))).isEqualTo(xmi);
    ToyNames.learn(store, key(InceptionProject.NAMED_ENTITY, "value", "ann", unit));
    String document = predicted(recommender(shipped), project.predict("ann", xmi));
    assertThat(texts(project.labels(document))).startsWith(first);
  }

  @Test
  void refusesInvalidRequests() throws Exception {
    ExternalRecommender recommender = recommender(shipped);
    String xmi = custom.xmi(SENTENCES);
    assertThatThrownBy(() -> recommender.predict(json("{}")))
        .hasMessage("the request has no object 'metadata'");

    ObjectNode noTypes = custom.predict("ann", xmi);
    noTypes.remove("typeSystem");
    assertThatThrownBy(() -> recommender.predict(request(noTypes)))
        .hasMessage("the request has no string 'typeSystem'");

    ObjectNode noText = custom.predict("ann", xmi);
    noText.putObject("document");
    assertThatThrownBy(() -> recommender.predict(request(noText)))
        .hasMessage("document has no string 'xmi'");
    assertThatThrownBy(() -> recommender.predict(request(custom.predict("u".repeat(1001), xmi))))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("at most 1000 characters");

    ObjectNode none = names.predict("ann", names.xmi(SENTENCES));
    ((ObjectNode) none.get("metadata")).put("feature", "none");
    assertThatThrownBy(() -> recommender.predict(request(none)))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("has no feature 'none'");

    ClientRequest late =
        new ClientRequest(
            "",
            "",
            names.predict("ann", names.xmi(SENTENCES)).toString().getBytes(StandardCharsets.UTF_8),
            () -> true);

    assertThatThrownBy(() -> recommender.predict(late)).isInstanceOf(CancellationException.class);
    ObjectNode train = custom.train("ann", xmi);
    train.put("documents", 3);
    assertThatThrownBy(() -> recommender.train(request(train)))
        .hasMessage("the request has no array 'documents'");

    ObjectNode bad = custom.train("ann", xmi);
    ((ObjectNode) bad.get("documents").get(0)).remove("xmi");
    assertThatThrownBy(() -> recommender.train(request(bad)))
        .hasMessage("a document has no string 'xmi'");

    ClientRequest lateTraining =
        new ClientRequest(
            "",
            "",
            custom.train("ann", xmi).toString().getBytes(StandardCharsets.UTF_8),
            () -> true);

    assertThatThrownBy(() -> recommender.train(lateTraining))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void requiresTheFeatureThatMarksSuggestions() throws Exception {
    ObjectNode request = names.predict("ann", names.xmi(SENTENCES));
    String types = request.get("typeSystem").asText();
    request.put("typeSystem", types.replace("inception_internal_predicted", "other"));

    assertThatThrownBy(() -> recommender(shipped).predict(request(request)))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("inception_internal_predicted");
  }

  @Test
  void refusesLongTexts() throws Exception {
    String xmi = custom.xmi("x".repeat(1 << 20), "x".repeat(1 << 20));
    for (JsonNode bad : List.of(custom.predict("ann", xmi), custom.train("ann", xmi))) {
      assertThatThrownBy(
              () -> {
                if (bad.has("documents")) {
                  recommender().train(request(bad));
                } else {
                  recommender().predict(request(bad));
                }
              })
          .isInstanceOf(Refusal.class)
          .hasMessage("a text may have at most 2097152 characters; send it in parts");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {10_000, 10_001})
  void limitsTheDocumentsOfARequest(int count) {
    ObjectNode request = custom.train("ann");
    ArrayNode documents = request.withArray("documents");
    IntStream.range(0, count).forEach(n -> documents.addObject());
    assertThatThrownBy(() -> recommender().train(request(request)))
        .hasMessage(
            count > 10_000
                ? "a request may have at most 10000 documents"
                : "a document has no string 'xmi'");
  }

  private static String[] annotated() {
    return IntStream.range(0, 8)
        .mapToObj(n -> n % 2 == 0 ? "[Ann|hero] sings now " + n : "a dog sings now " + n)
        .toArray(String[]::new);
  }

  private static void train(ExternalRecommender recommender, JsonNode request) throws Exception {
    assertThat(recommender.train(request(request)).status()).isEqualTo(204);
  }

  @Test
  void learnsFromTheDocumentsOfAUser() throws Exception {
    ExternalRecommender recommender = recommender();
    String xmi = custom.xmi(annotated());
    train(recommender, custom.train("ann", xmi, xmi));
    await(1);
    assertThat(queue.states().get(custom("ann")).sentences())
        .as("sentences with annotations, of both documents")
        .isEqualTo(8);
    assertThat(
            texts(
                custom.labels(
                    predicted(recommender, custom.predict("ann", custom.xmi("Ann sings"))))))
        .containsExactly("Ann hero");
    assertThat(store.keys().values()).containsExactly(custom("ann"));

    ObjectNode two = custom.train("eve", xmi, xmi);
    ((ObjectNode) two.get("documents").get(1)).put("userId", "dan");
    train(recommender, two);
    await(3);
    assertThat(store.keys().values())
        .containsExactlyInAnyOrder(custom("ann"), custom("eve"), custom("dan"));
  }

  @Test
  void doesNotTrainWithoutAnnotations() throws Exception {
    train(recommender(), custom.train("ann", custom.xmi(SENTENCES)));
    train(recommender(), custom.train("ann"));
    assertThat(queue.states()).isEmpty();
  }

  @Test
  void trainsModelsThatBuildOnAShippedModel() throws Exception {
    train(recommender(shipped), custom.train("ann", custom.xmi(annotated())));
    await(1);
    Suggester suggester = store.find(custom("ann")).orElseThrow();
    assertThat(suggester.model().features().base()).isNotNull();
    assertThat(suggester.types()).contains("hero");
    InceptionProject tokens = new InceptionProject(InceptionProject.CUSTOM, "kind", "singleToken");
    train(recommender(shipped), tokens.train("ann", tokens.xmi(annotated())));
    await(2);
    ModelKey key = key(InceptionProject.CUSTOM, "kind", "ann", Anchoring.TOKENS);
    assertThat(store.find(key).orElseThrow().model().features().base()).isNull();
  }

  @Test
  void trainsOneModelForATeam() throws Exception {
    team = new TeamSentences(directory, line -> {});
    ExternalRecommender recommender = recommender();
    train(recommender, custom.train("ann", custom.xmi("[Ann|hero] sings")));
    await(1);
    train(recommender, custom.train("eve", custom.xmi("[Ann|hero] sings", "[Bob|hero] sleeps")));
    await(2);

    assertThat(queue.states()).containsOnlyKeys(custom(""));
    assertThat(queue.states().get(custom("")).sentences())
        .as("the same sentence of the same document counts once")
        .isEqualTo(2);

    ObjectNode other = custom.train("eve", custom.xmi("[Ann|hero] sings"));
    ((ObjectNode) other.get("documents").get(0)).put("documentId", 8);
    train(recommender, other);
    await(3);
    assertThat(queue.states().get(custom("")).sentences()).isEqualTo(2);
  }

  /** A label that no model may have does not fail the trainings of a team. */
  @Test
  void leavesOutLabelsThatCannotBeLearned() throws Exception {
    team = new TeamSentences(directory, storeLog::add);
    ExternalRecommender recommender = recommender();
    String longest = "x".repeat(998);
    train(recommender, custom.train("ann", custom.xmi("[Ann|" + longest + "] sings")));
    await(1);
    String[] bad = {
      "[Bob|he\u202ero] sleeps", "[Bob|" + longest + "x] sleeps", "[Ann|hero] sleeps"
    };
    train(recommender, custom.train("eve", custom.xmi(bad)));
    await(2);
    train(recommender, custom.train("cy", custom.xmi("[Ann|hero] runs")));
    await(3);

    assertThat(queue.count(Phase.DONE)).isEqualTo(3);
    assertThat(queue.states().get(custom("")).sentences()).isEqualTo(3);
    assertThat(store.find(custom("")).orElseThrow().types())
        .containsExactlyInAnyOrder("hero", longest);
    assertThat(storeLog)
        .contains(
            "annotations not used for training: 2, for example one for which a label must have no"
                + " control characters, had U+202E");
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 101})
  void limitsTheLabelsOfALayer(int count) throws Exception {
    List<String> sentences = new ArrayList<>();
    IntStream.range(0, count).forEach(n -> sentences.add("[Ann|hero" + n + "] sings"));
    ObjectNode request = custom.train("ann", custom.xmi(sentences.toArray(String[]::new)));
    close();
    ModelStore full = ModelStore.open(directory.resolve("t"), 1, 1, List.of(), line -> {});
    ToyNames.learn(full, custom("other"));
    store = full;
    queue =
        new TrainingQueue(
            store, TrainingResources.NONE, 1 << 20, Duration.ofMinutes(1), line -> {});
    assertThatThrownBy(() -> recommender().train(request(request)))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining(
            count > 100
                ? "the feature has more than 100 different values"
                : "the store has reached its maximum number of models");
    // Without annotations, there is nothing to train, so that the store need not have room.
    train(recommender(), custom.train("ann", custom.xmi(SENTENCES)));
  }

  @Test
  void reportsARunningTraining() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    queue.offer(
        custom("ann"),
        () -> {
          begun.countDown();
          try {
            end.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          throw new IOException();
        },
        null);
    begun.await();
    ObjectNode request = custom.train("ann", custom.xmi(annotated()));

    assertThatThrownBy(() -> recommender().train(request(request)))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("a model of this layer is being trained");
    assertThat(queue.count(Phase.WAITING)).isEqualTo(1);

    queue.close();
    assertThatThrownBy(() -> recommender().train(request(request)))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("too many training runs are waiting");
  }

  @Test
  void voicesLearnFromPredictRequests() throws Exception {
    close();
    Files.writeString(directory.resolve("places.txt"), "Oslo\n");
    Path voices = directory.resolve("my.voices");
    Files.writeString(voices, "list LOC places.txt\nregex O (?<!\\S)\\p{Ll}+(?!\\S)\n");
    open(9, ColdStart.read(voices, 1 << 20));
    ExternalRecommender recommender = recommender();
    predicted(recommender, custom.predict("ann", custom.xmi(SENTENCES)));

    assertThat(queue.states()).as("a layer without tags").isEmpty();
    predicted(recommender, names.predict("ann", names.xmi("They live in Oslo now")));
    await(1);
    String xmi = names.xmi("She was in Oslo");
    assertThat(texts(names.labels(predicted(recommender, names.predict("ann", xmi)))))
        .contains("Oslo LOC");

    ObjectNode tagged = withTags(custom.predict("ann", custom.xmi("They live in Oslo")), "x");
    assertThat(custom.labels(predicted(recommender, tagged))).isEmpty();
    // Two trainings for the layer of names, because a second sentence has arrived, and one for this
    // layer.
    await(3);

    assertThat(queue.states()).containsKey(custom("ann"));
    assertThat(custom.labels(predicted(recommender, tagged))).as("no such tag").isEmpty();
    ObjectNode place = withTags(custom.predict("ann", custom.xmi("They live in Oslo")), "LOC");
    assertThat(texts(custom.labels(predicted(recommender, place)))).contains("Oslo LOC");
  }

  @Test
  void requiresSentences() throws Exception {
    ObjectNode request = names.predict("ann", names.xmi(SENTENCES));
    String xmi = request.at("/document/xmi").asText();
    ((ObjectNode) request.get("document"))
        .put("xmi", xmi.replaceAll("<type\\d*:(Sentence|Token)[^>]*/>", ""));
    assertThatThrownBy(() -> recommender(shipped).predict(request(request)))
        .isInstanceOf(Refusal.class);
  }
}
