package org.gpchain.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gpchain.internal.server.InceptionProject.Label;
import org.gpchain.internal.training.data.Annotated;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests INCEpTION's external recommender over HTTP. */
class RecommenderTest {
  private static final String[] NEW = {"Sven lives in Ostrey .", "Mr. Aske has never seen Bly ."};

  @TempDir private static Path store;
  private static TestServer server;

  /** A layer for which Ann has a model. */
  private static InceptionProject places;

  @TempDir private Path other;

  @BeforeAll
  static void start() throws Exception {
    server = TestServer.startWithAlternatives(store);
    places = new InceptionProject(InceptionProject.CUSTOM, "kind", "tokens");
    server.train(places, "ann", places.xmi(Sample.sentences(40)));
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  private static List<Label> predicted(
      TestServer server, InceptionProject project, String user, String xmi) throws Exception {
    return project.suggestions(server.suggested(project, user, xmi));
  }

  /** Trains a model for a layer, and returns its suggestions for a text. */
  private static List<Label> learned(
      InceptionProject project, String user, String[] sentences, String... text) throws Exception {
    server.train(project, user, project.xmi(sentences));
    return predicted(server, project, user, project.xmi(text));
  }

  /** Trains a server with an option for partial annotations, and returns its suggestions. */
  private List<Label> learned(Annotated annotated, List<String> sentences) throws Exception {
    try (TestServer one = TestServer.start(other.resolve(annotated.toString()), annotated)) {
      one.train(places, "bob", places.xmi(sentences.toArray(String[]::new)));
      return predicted(one, places, "bob", places.xmi(NEW));
    }
  }

  private static List<String> texts(List<Label> labels) {
    return labels.stream().map(label -> label.text() + " " + label.value()).toList();
  }

  @Test
  void learnsACustomLayer() throws Exception {
    String answer = server.suggested(places, "ann", places.xmi(NEW));
    List<Label> found = places.suggestions(answer);

    assertThat(texts(found)).containsExactly("Sven PER", "Ostrey LOC", "Aske PER", "Bly LOC");
    assertThat(found).allSatisfy(label -> assertThat(label.score()).isBetween(0.3, 1.0));
    assertThat(found.get(1).why()).contains("shape=Xxx");
    assertThat(places.labels(answer))
        .as("with alternatives")
        .allMatch(label -> label.score() >= 0.01);
  }

  /** The shipped model still makes suggestions while there are few annotations. */
  @Test
  void keepsSuggestionsOfTheShippedModelAfterTheFirstAnnotations() throws Exception {
    InceptionProject names = new InceptionProject(InceptionProject.NAMED_ENTITY, "value", "tokens");
    InceptionProject own = new InceptionProject(InceptionProject.CUSTOM, "kind", "tokens");
    String text = names.xmi("Hanna Wexley works for Acme Ltd. in London .", "Ivo Brandt left .");
    List<String> known =
        List.of("Hanna Wexley PER", "Acme Ltd. ORG", "London LOC", "Ivo Brandt PER");
    Path downloaded;
    try (TestServer one = TestServer.start(other, "ner-en")) {
      assertThat(one.statusOf("/train", names.train("ann", text))).isEqualTo(204);
      assertThat(one.statusOf("/train", names.train("ann"))).isEqualTo(204);
      assertThat(texts(predicted(one, names, "ann", text))).isEqualTo(known);
      one.train(names, "ann", names.xmi("Yesterday [Ruth Hale|PER] went by train ."));
      assertThat(texts(predicted(one, names, "ann", text))).isEqualTo(known);
      assertCoherent(names.labels(one.suggested(names, "ann", text)));

      String[] persons = Sample.sentences(40);
      for (int i = 0; i < persons.length; i++) {
        persons[i] =
            persons[i].replace("|PER]", "|person]").replaceAll("\\[([^\\[|]*)\\|LOC]", "$1");
      }
      one.train(own, "ann", own.xmi(persons));
      String[] words = "Hanna Wexley met Adam Smith in London .".split("\n");
      assertThat(texts(predicted(one, own, "ann", own.xmi(words))))
          .containsExactly("Hanna Wexley person", "Adam Smith person");
      downloaded = downloaded(one, InceptionProject.CUSTOM);
    }
    try (TestServer alone = TestServer.start(other.resolve("alone"), downloaded.toString())) {
      String tokens =
          "{\"tokens\": [[\"Hanna\", \"Wexley\", \"met\", \"Ivo\", \"Brandt\", \".\"]]}";
      assertThat(alone.post("/v1/tag", tokens).body())
          .contains("\"Hanna Wexley\",\"type\":\"person\"", "\"Ivo Brandt\",\"type\":\"person\"");
      assertThat(alone.get("/v1/models/0123").statusCode()).isEqualTo(422);
    }
    try (TestServer again = TestServer.start(other, "ner-en")) {
      assertThat(texts(predicted(again, names, "ann", text))).isEqualTo(known);
    }
    try (TestServer without = TestServer.start(other)) {
      assertThat(predicted(without, names, "ann", text)).isEmpty();
      assertThat(without.log())
          .anyMatch(line -> line.contains("is not served, so the model is ignored"));
    }
  }

  /** Downloads the model of a layer. */
  private Path downloaded(TestServer server, String layer) throws Exception {
    for (JsonNode one :
        new ObjectMapper().readTree(server.get("/v1/models").body()).get("trained")) {
      if (one.get("layer").asText().equals(layer)) {
        URI uri = server.uri("/v1/models/" + one.get("name").asText());
        HttpRequest request = HttpRequest.newBuilder(uri).build();
        Path file = other.resolve("downloaded.gpchain");
        return server.client().send(request, BodyHandlers.ofFile(file)).body();
      }
    }
    throw new AssertionError("no model of " + layer);
  }

  /** Voices make suggestions until there are annotations. */
  @Test
  void suggestsWithVoicesBeforeThereAreAnnotations() throws Exception {
    InceptionProject names = new InceptionProject(InceptionProject.NAMED_ENTITY, "value", "tokens");
    Path places = Files.writeString(other.resolve("places.txt"), "Ostrey\nPort Vale\nLund\n");
    Path voices = other.resolve("my.voices");
    Files.writeString(
        voices,
        "list LOC places.txt\nregex PER Mr\\. (\\p{Lu}\\w+)\nregex O (?<!\\S)[\\p{Ll}.]+(?!\\S)\n");
    String[] plain = Sample.sentences(40);

    for (int i = 0; i < plain.length; i++) {
      plain[i] = plain[i].replaceAll("\\[([^|]+)\\|\\w+]", "$1");
    }
    String text = names.xmi(plain);

    try (TestServer one = TestServer.startWithVoices(other.resolve("store"), voices)) {
      assertThat(predicted(one, names, "ann", text)).isEmpty();
      one.awaitTrainings(1);
      assertThat(texts(predicted(one, names, "ann", text))).contains("Ostrey LOC", "Port Vale LOC");
      assertThat(one.metric("gpchain_trainings_done_total")).isEqualTo(1);
      String[] annotated = Sample.sentences(40);
      for (int i = 0; i < annotated.length; i++) {
        annotated[i] = annotated[i].replace("|LOC]", "|harbour]");
      }
      one.train(names, "ann", names.xmi(annotated));
      assertThat(texts(predicted(one, names, "ann", names.xmi(NEW))))
          .containsExactly("Sven PER", "Ostrey harbour", "Aske PER", "Bly harbour");
      assertThat(one.metric("gpchain_trainings_done_total")).isEqualTo(2);
    }
  }

  private static void assertCoherent(List<Label> labels) {
    assertThat(labels).allMatch(label -> label.score() >= 0.1);
    for (Label label : labels) {
      assertThat(labels)
          .filteredOn(other -> other.begin() < label.end() && label.begin() < other.end())
          .containsExactly(label);
    }
  }

  /** Returns sentences, and five times as many without annotations. */
  private static List<String> mostlyUnannotated() {
    List<String> sentences = new ArrayList<>(List.of(Sample.sentences(40)));
    for (String sentence : Sample.sentences(200)) {
      sentences.add(sentence.replaceAll("[\\[\\]]|\\|[A-Z]+", ""));
    }
    return sentences;
  }

  @Test
  void learnsFromUnannotatedSentencesOnRequest() throws Exception {
    assertThat(learned(Annotated.ALL, mostlyUnannotated()))
        .allSatisfy(label -> assertThat(label.score()).isLessThan(0.5));
  }

  /**
   * If users disagree, the majority is learned. Sentences that a single user has annotated are
   * learned too. A restart does not change the result.
   */
  @Test
  void sharedModelLearnsFromAllUsers() throws Exception {
    String[] all = Sample.sentences(40);
    String[] cities = Stream.of(all).map(s -> s.replace("|LOC]", "|CITY]")).toArray(String[]::new);
    String[] people =
        Stream.of(all).map(s -> s.replaceAll("\\[([^\\[|]*)\\|LOC]", "$1")).toArray(String[]::new);
    List<Label> before;

    try (TestServer one = TestServer.startShared(other)) {
      one.train(places, "ann", places.xmi(people));
      assertThat(predicted(one, places, "bob", places.xmi(NEW)))
          .extracting(Label::value)
          .containsOnly("PER");
      one.train(places, "bob", places.xmi(cities));
      one.train(places, "eve", places.xmi(all));
      one.train(places, "kim", places.xmi(all));
      before = predicted(one, places, "ann", places.xmi(NEW));
      assertThat(texts(before)).containsExactly("Sven PER", "Ostrey LOC", "Aske PER", "Bly LOC");
      assertThat(predicted(one, places, "nobody", places.xmi(NEW))).isEqualTo(before);
      assertThat(one.metric("gpchain_models")).isEqualTo(1);
    }

    try (TestServer again = TestServer.startShared(other)) {
      assertThat(predicted(again, places, "bob", places.xmi(NEW))).isEqualTo(before);
      again.train(places, "kim", places.xmi(cities));
      again.train(places, "eve", places.xmi(cities));
      assertThat(predicted(again, places, "ann", places.xmi(NEW)))
          .extracting(Label::value)
          .containsExactly("PER", "CITY", "PER", "CITY");
    }
  }

  @Test
  void labelsSentences() throws Exception {
    InceptionProject project = new InceptionProject(InceptionProject.CUSTOM, "kind", "sentences");
    String[] things = {"ferry", "room", "meal", "guide", "garden"};
    String[] kinds = {"wonderful .|good]", "terrible .|bad]"};
    String[] sentences =
        IntStream.range(0, 40)
            .mapToObj(n -> "[We found the " + things[n % 5] + " " + kinds[n % 2])
            .toArray(String[]::new);

    String[] text = {"It was a terrible meal .", "The garden is wonderful ."};
    assertThat(texts(learned(project, "ann", sentences, text)))
        .containsExactly("It was a terrible meal . bad", "The garden is wonderful . good");
  }
}
