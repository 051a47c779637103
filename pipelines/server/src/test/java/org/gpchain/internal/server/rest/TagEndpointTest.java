package org.gpchain.internal.server.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.internal.server.models.ToyNames.json;
import static org.gpchain.internal.server.models.ToyNames.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.gpchain.core.model.ModelReader;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.internal.documents.Segmenter;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.server.annotations.SentenceReader;
import org.gpchain.internal.server.annotations.Suggestion;
import org.gpchain.internal.server.http.Answer;
import org.gpchain.internal.server.http.ClientRequest;
import org.gpchain.internal.server.http.Refusal;
import org.gpchain.internal.server.models.ModelStore;
import org.gpchain.internal.server.models.ServedModels;
import org.gpchain.internal.server.models.StoreCase;
import org.gpchain.internal.server.models.ToyNames;
import org.gpchain.internal.server.models.TrainingQueue.Phase;
import org.gpchain.internal.server.suggestion.ShippedModel;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.internal.training.ToySettings;
import org.gpchain.internal.training.data.DefaultTemplates;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests tagging of texts and the list of models without a network. */
class TagEndpointTest extends StoreCase {
  private static final String TEXT = "Ann sings in Oslo.\nBob sleeps.";
  private static final ModelKey KEY = new ModelKey("p", "my.Layer", "f", "u", Anchoring.SEGMENTS);
  private static final String NAMES = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity";

  private TagEndpoint tags;

  @BeforeEach
  void openTags() {
    tags = endpoint(List.of(shipped));
  }

  private TagEndpoint endpoint(List<ShippedModel> models) {
    return new TagEndpoint(
        new ServedModels(store, queue, models), SentenceReader.of(Segmenter.DEFAULT));
  }

  private static JsonNode tree(Answer answer) throws IOException {
    assertThat(answer.status()).isEqualTo(200);
    return new ObjectMapper().readTree(answer.body());
  }

  private static List<String> segments(Answer answer) throws IOException {
    List<String> texts = new ArrayList<>();
    for (JsonNode one : tree(answer).get("segments")) {
      texts.add(one.get("text").asText() + " " + one.get("type").asText());
    }
    return texts;
  }

  @Test
  void tagsATextWithAllModels() throws Exception {
    JsonNode tagged = tree(tags.tag(request("text/plain", "", TEXT)));
    assertThat(tagged.get("text").asText()).isEqualTo(TEXT);
    assertThat(tagged.get("sentences").toString())
        .isEqualTo("[[[0,3],[4,9],[10,12],[13,17],[17,18]],[[19,22],[23,29],[29,30]]]");

    List<Suggestion> expected = shipped.suggester().suggest(shipped.read(TEXT, null), () -> {});
    assertThat(tagged.get("segments")).hasSameSizeAs(expected).hasSize(3);
    JsonNode place = tagged.get("segments").get(1);
    Suggestion same = expected.get(1);
    assertThat(place.get("begin").asInt()).isEqualTo(13);
    assertThat(place.get("end").asInt()).isEqualTo(17);
    assertThat(place.get("text").asText()).isEqualTo("Oslo");
    assertThat(place.get("type").asText()).isEqualTo("LOC");
    assertThat(place.get("probability").asDouble()).isEqualTo(same.probability());
    assertThat(place.get("layer").asText()).isEqualTo(NAMES);
    assertThat(place.get("model").asText()).isEqualTo("names");
    assertThat(place.get("reasons")).hasSameSizeAs(same.reasons()).isNotEmpty();
    assertThat(place.get("alternatives")).hasSameSizeAs(same.alternatives()).isNotEmpty();

    JsonNode other = place.get("alternatives").get(0);
    assertThat(other.get("text").asText()).isNotEmpty();
    assertThat(other.has("reasons") || other.has("layer") || other.has("alternatives")).isFalse();
  }

  @Test
  void keepsTheTokensOfTheRequest() throws Exception {
    JsonNode tagged =
        tree(tags.tag(json("{'tokens': [['Ann', 'sings'], [], ['in', 'New', 'York']]}")));
    assertThat(tagged.get("text").asText()).isEqualTo("Ann sings in New York ");
    assertThat(tagged.get("sentences").toString())
        .isEqualTo("[[[0,3],[4,9]],[[10,12],[13,16],[17,21]]]");
    assertThat(segments(tags.tag(json("{'tokens': [['Ann', 'sings'], ['in', 'New', 'York']]}"))))
        .containsExactly("Ann PER", "New York LOC");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{'tokens': [['Ann', '']]}; each an array of words",
        "{'tokens': [['Ann', 3]]}; each an array of words",
        "{'model': 'names'}; the request (without 'tokens') has no string 'text'",
        "{'text': 'Ann', 'maxError': 0}; 'maxError', 'confidence': the share of an"
            + " error guarantee must be",
        "{'text': 'Ann', 'maxError': 'x'}; between 0 and 1, was -1.0",
        "{'text': 'Ann', 'maxError': 0.1, 'confidence': 1}; confidence must be in [0, 1), was 1.0",
        "{'text': 'Ann', 'maxError': 0.1, 'confidence': 'x'}; must be in [0, 1), was -1.0",
        "{'tokens': 'Ann'}; each an array of words",
        "{'tokens': ['Ann']}; each an array of words",
        "{'text': 'Ann', 'confidence': 0.9}; 'maxError', 'confidence': the share of an error guarantee",
        "{'text': 'Ann', 'accepted': 'Ann'}; 'accepted' must be an array of segments",
        "{'text': 'Ann', 'accepted': {'begin': 0}}; 'accepted' must be an array of segments",
        "{'text': 'Ann', 'model': 3}; there is no model of this name",
        "{'text': 'Ann', 'maxError': 0.1}; names: the model has no held-out segments",
        "{'text': 'a', 'model': 'other'}; there is no model of this name",
        "{'text': 'Ann', 'accepted': [{'begin': 0, 'end': 4, 'type': 'X'}]}; at 0 to 4, is not in",
        "{'text': 'Ann', 'accepted': [{'begin': -1, 'end': 2, 'type': 'X'}]}; at -1 to 2, is not",
        "{'text': 'Ann', 'accepted': [{'begin': 2, 'end': 2, 'type': 'X'}]}; of 3 characters",
        "{'text': 'Ann', 'accepted': [{'begin': 0, 'end': 2}]}; one of 'accepted' has no string"
      })
  void refusesInvalidRequests(String request, String why) {
    assertThatThrownBy(() -> tags.tag(json(request)))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining(why);
  }

  @Test
  void refusesLongTexts() throws Exception {
    assertThat(segments(tags.tag(json("{'tokens': []}")))).isEmpty();
    String longest = " ".repeat(1 << 21);
    assertThat(segments(tags.tag(request("text/plain", "", longest)))).isEmpty();
    assertThatThrownBy(() -> tags.tag(request("text/plain", "", longest + " ")))
        .isInstanceOf(Refusal.class)
        .hasMessage("a text may have at most 2097152 characters; send it in parts");
  }

  @Test
  void removesAByteOrderMark() throws Exception {
    JsonNode tagged = tree(tags.tag(request("text/plain", "", "\uFEFF" + TEXT)));
    assertThat(tagged.get("text").asText()).isEqualTo(TEXT);
  }

  @Test
  void refusesTextsThatAreNotUtf8() {
    ClientRequest latin =
        new ClientRequest("text/plain", "", new byte[] {'a', (byte) 0xFC}, () -> false);
    assertThatThrownBy(() -> tags.tag(latin)).hasMessage("the text is not UTF-8");
    ClientRequest late = new ClientRequest("text/plain", "", new byte[] {'a'}, () -> true);
    assertThatThrownBy(() -> tags.tag(late)).isInstanceOf(CancellationException.class);
  }

  /** The limit holds whether or not the segments are valid. */
  @Test
  void limitsAcceptedSegments() {
    String accepted = String.join(",", Collections.nCopies(200_001, "{}"));
    assertThatThrownBy(() -> tags.tag(json("{'text': 'Ann', 'accepted': [" + accepted + "]}")))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("at most 200000 segments");
  }

  @Test
  void tagsWithTheNamedModels() throws Exception {
    assertThat(segments(tags.tag(json("{'text': 'Ann sings', 'model': 'names'}"))))
        .containsExactly("Ann PER");
    assertThat(segments(tags.tag(json("{'text': 'Ann sings', 'model': ['names', 'names']}"))))
        .containsExactly("Ann PER", "Ann PER");
    assertThat(segments(tags.tag(json("{'text': 'Ann sings', 'model': []}"))))
        .containsExactly("Ann PER");

    for (int count : new int[] {50, 51}) {
      String all = String.join(",", IntStream.range(0, count).mapToObj(n -> "'names'").toList());
      ClientRequest request = json("{'text': '', 'model': [" + all + "]}");
      if (count == 50) {
        assertThat(segments(tags.tag(request))).isEmpty();
      } else {
        assertThatThrownBy(() -> tags.tag(request))
            .hasMessage("a request may name at most 50 models");
      }
    }

    TagEndpoint none = endpoint(List.of());
    assertThatThrownBy(() -> none.tag(request("text/plain", "", TEXT)))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("the server was started without models");
  }

  @Test
  void doesNotSuggestAcceptedSegments() throws Exception {
    String request = "{'text': 'Ann sings', 'accepted': [{'begin': 0, 'end': 3, 'type': 'PER'%s}]}";
    assertThat(segments(tags.tag(json(request.formatted(""))))).isEmpty();
    String whole = "{'text': 'Ann', 'accepted': [{'begin': 0, 'end': 3, 'type': 'PER'}]}";
    assertThat(segments(tags.tag(json(whole)))).isEmpty();
    assertThat(segments(tags.tag(json(request.formatted(", 'layer': '" + NAMES + "'"))))).isEmpty();
    assertThat(segments(tags.tag(json(request.formatted(", 'layer': 'other'")))))
        .containsExactly("Ann PER");
    // A part of a token cannot be a known segment, but no suggestion overlaps it. Accepted segments
    // of unknown types are ignored.
    String half = "{'text': 'Ann sings', 'accepted': [{'begin': 0, 'end': 2, 'type': '%s'}]}";
    assertThat(segments(tags.tag(json(half.formatted("LOC"))))).isEmpty();
    assertThat(segments(tags.tag(json(half.formatted("OTHER"))))).containsExactly("Ann PER");
  }

  /** The model is certain of Ann but not of Kim, who is a person in three of five sentences. */
  @Test
  void leavesOutUncertainSegmentsUnderAPromise() throws Exception {
    List<LabeledSequence> learned = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(1);
    for (int n = 0; n < 800; n++) {
      String kim = random.nextInt(5) < 3 ? "Kim/_/B-PER" : "Kim/_/O";
      learned.add(ToyCorpus.sentence(random.nextBoolean() ? "Ann/_/B-PER" : kim, "sings/_/O"));
    }

    ShippedModel unsure =
        ToyNames.shipped(
            directory,
            "unsure",
            ToySettings.of("ne", DefaultTemplates.of("ne", List.of("word")))
                .withIterations(20)
                .withLanguage("en")
                .learn(learned));
    TagEndpoint endpoint = endpoint(List.of(unsure));
    String both = "['Ann', 'sings'], ['Kim', 'sings']";

    assertThat(segments(endpoint.tag(json("{'tokens': [" + both + "]}"))))
        .containsExactly("Ann PER", "Kim PER");
    assertThat(tree(endpoint.tag(json("{'tokens': [" + both + "]}"))).fieldNames())
        .toIterable()
        .containsExactly("text", "sentences", "segments");
    assertThat(kept(endpoint, both, 60)).isEqualTo("60 Ann PER, HOLDS");
    assertThat(kept(endpoint, "['Ann', 'sings']", 60)).isEqualTo("60 Ann PER, WITHDRAWN");
    assertThat(kept(endpoint, both, 20)).isEqualTo("20 Ann PER, UNKNOWN");
  }

  /** Returns the segments in repeated sentences under a promise of a maximum error of 5 %. */
  private static String kept(TagEndpoint endpoint, String sentences, int count) throws Exception {
    String all = String.join(", ", Collections.nCopies(count, sentences));
    Answer answer = endpoint.tag(json("{'tokens': [" + all + "], 'maxError': 0.05}"));
    JsonNode promise = tree(answer).at("/promises/0");
    assertThat(promise.get("model").asText()).isEqualTo("unsure");
    assertThat(promise.get("reason").asText().isEmpty())
        .isEqualTo(promise.get("level").asText().equals("HOLDS"));
    List<String> found = segments(answer);
    return found.size()
        + " "
        + String.join(" ", new TreeSet<>(found))
        + ", "
        + promise.get("level").asText();
  }

  @ParameterizedTest
  @EnumSource
  void tagsWithLearnedModels(Anchoring unit) throws Exception {
    ModelKey key = new ModelKey("p", "my.Layer", "f", "u", unit);
    ToyNames.learn(store, key);
    String model = "'model': '" + key.id() + "'}";
    JsonNode found = tree(tags.tag(json("{'text': 'Ann sings.\\nThe dog.', " + model)));
    assertThat(found.get("sentences")).hasSize(2);
    JsonNode hero = found.at("/segments/0");
    assertThat(hero.get("type").asText()).isEqualTo("hero");
    assertThat(hero.get("text").asText())
        .isEqualTo(unit == Anchoring.SENTENCES ? "Ann sings." : "Ann");
    assertThat(hero.get("layer").asText()).isEqualTo("my.Layer");
    assertThat(hero.get("model").asText()).isEqualTo(key.id());
    assertThat(tree(tags.tag(json("{'text': '', " + model))).get("segments")).isEmpty();
    assertThat(segments(tags.tag(json("{'tokens': [['Ann', 'sings']], " + model))))
        .containsExactly(unit == Anchoring.SENTENCES ? "Ann sings hero" : "Ann hero");
  }

  @Test
  void listsModels() throws Exception {
    ToyNames.learn(store, KEY);
    queue.offer(
        KEY.withUser("v"),
        () -> {
          throw new IOException("made by a test");
        },
        null);

    while (queue.count(Phase.FAILED) < 1) {
      Thread.sleep(2);
    }
    JsonNode all = tree(tags.list());
    assertThat(all.get("shipped").toString())
        .isEqualTo(
            ("[{'name':'names','language':'en','task':'ne','layer':'"
                    + NAMES
                    + "','types':['LOC','PER']}]")
                .replace('\'', '"'));
    assertThat(all.get("trained")).hasSize(2);

    for (JsonNode one : all.get("trained")) {
      boolean ready = one.get("user").asText().equals("u");
      ModelKey key = ready ? KEY : KEY.withUser("v");
      assertThat(one.get("name").asText()).isEqualTo(key.id());
      assertThat(one.get("project").asText()).isEqualTo("p");
      assertThat(one.get("layer").asText()).isEqualTo("my.Layer");
      assertThat(one.get("feature").asText()).isEqualTo("f");
      assertThat(one.get("unit").asText()).isEqualTo("segments");
      assertThat(one.get("ready").asBoolean()).isEqualTo(ready);
      assertThat(one.at("/training/phase").asText()).isEqualTo(ready ? "" : "failed");
    }
  }

  /** The shipped model that the learned model builds on is no longer served. */
  @Test
  void listsAModelWithoutItsBaseAsNotReady() throws Exception {
    queue.offer(KEY, ToyNames.SENTENCES, shipped);
    while (queue.count(Phase.DONE) < 1) {
      Thread.sleep(2);
    }
    assertThat(tree(tags.list()).at("/trained/0/ready").asBoolean()).isTrue();
    store.close();
    store = ModelStore.open(directory.resolve("s"), 9, 1 << 26, List.of(), line -> {});
    tags = endpoint(List.of());
    JsonNode listed = tree(tags.list()).at("/trained/0");
    assertThat(listed.get("name").asText()).isEqualTo(KEY.id());
    assertThat(listed.get("ready").asBoolean()).isFalse();
    assertThatThrownBy(() -> tags.tag(json("{'text': 'a', 'model': '" + KEY.id() + "'}")))
        .hasMessageContaining("there is no model of this name");
  }

  @Test
  void returnsAModelAsAFile() throws Exception {
    ToyNames.learn(store, KEY);
    Answer answer = tags.model(request("", KEY.id(), ""));
    assertThat(answer.type()).isEqualTo("application/zip");
    assertThat(answer.headers())
        .containsEntry("Content-Disposition", "attachment; filename=\"" + KEY.id() + ".gpchain\"");
    assertThat(
            ModelReader.read(new ByteArrayInputStream(answer.body()), ModelReader.Contents.DECODING)
                .labels()
                .labels())
        .contains("B-hero");
    assertThatThrownBy(() -> tags.model(request("", "none", "")))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("there is no model of this name");
  }

  @Test
  void refusesToReturnADamagedModel() throws Exception {
    ToyNames.learn(store, KEY);
    store.close();
    store = ModelStore.open(directory.resolve("s"), 9, 1 << 26, List.of(shipped), line -> {});
    Files.writeString(directory.resolve("s").resolve(KEY.id() + ".gpchain"), "damaged");
    tags = endpoint(List.of(shipped));
    assertThatThrownBy(() -> tags.model(request("", KEY.id(), "")))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("there is no model of this name");
    assertThatThrownBy(() -> tags.tag(json("{'text': 'a', 'model': '" + KEY.id() + "'}")))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("there is no model of this name");
  }
}
