package org.gpchain.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.server.InceptionProject.document;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.server.InceptionProject.Label;
import org.gpchain.training.data.Annotated;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What INCEpTION asks, and what it gets. */
class RecommenderTest {
  private static final String[] NEW = {"Sven lives in Ostrey .", "Mr. Aske has never seen Bly ."};

  @TempDir private Path store;
  private TestServer server;

  @BeforeEach
  void start() throws IOException {
    server = TestServer.start(store);
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  private List<Label> predicted(InceptionProject project, String user, String xmi)
      throws Exception {
    HttpResponse<String> answer = server.post("/predict", project.predict(user, xmi));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return project.suggestions(document(answer.body()));
  }

  private void train(InceptionProject project, String user, String... xmis) throws Exception {
    double before = server.metric("gpchain_trainings_done_total");
    HttpResponse<String> answer = server.post("/train", project.train(user, xmis));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
    assertThat(answer.body()).isEmpty();
    server.awaitTrainings((int) before + 1);
  }

  private static InceptionProject places() throws Exception {
    return new InceptionProject(InceptionProject.CUSTOM, "kind", "tokens");
  }

  @Test
  void givesDocumentsBackUnchangedBeforeThereIsAModel() throws Exception {
    InceptionProject project = places();
    String xmi = project.xmi(Sample.sentences(3));

    HttpResponse<String> answer = server.post("/predict", project.predict("ann", xmi));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(document(answer.body())).isEqualTo(xmi);
  }

  @Test
  void learnsALayerOfItsOwn() throws Exception {
    InceptionProject project = places();
    train(project, "ann", project.xmi(Sample.sentences(40)));

    List<Label> found = predicted(project, "ann", project.xmi(NEW));

    assertThat(found)
        .extracting(label -> label.text() + " " + label.value())
        .containsExactly("Sven PER", "Ostrey LOC", "Aske PER", "Bly LOC");
    assertThat(found).allSatisfy(label -> assertThat(label.score()).isBetween(0.3, 1.0));
    assertThat(found.get(1).why()).contains("shape=Xxx");
  }

  @Test
  void sendsARivalOfEachSuggestion() throws Exception {
    InceptionProject project = places();
    train(project, "ann", project.xmi(Sample.sentences(40)));

    String answer = server.post("/predict", project.predict("ann", project.xmi(NEW))).body();

    List<Label> all = project.labels(document(answer));
    for (Label best : project.suggestions(document(answer))) {
      assertThat(all)
          .anySatisfy(
              other -> {
                assertThat(other.begin()).isEqualTo(best.begin());
                assertThat(other.end()).isEqualTo(best.end());
                assertThat(other.value()).isNotEqualTo(best.value());
                assertThat(other.score()).isLessThanOrEqualTo(best.score());
              });
    }
  }

  @Test
  void suggestsOnlyInTheRange() throws Exception {
    InceptionProject project = places();
    train(project, "ann", project.xmi(Sample.sentences(40)));
    String xmi = project.xmi(NEW);

    String answer = server.post("/predict", project.predict("ann", xmi, 0, 10)).body();

    assertThat(project.suggestions(document(answer)))
        .extracting(Label::text)
        .containsExactly("Sven");
  }

  @Test
  void replacesEarlierSuggestionsAndKeepsAnnotationsOfPeople() throws Exception {
    InceptionProject project = places();
    train(project, "ann", project.xmi(Sample.sentences(40)));
    String xmi = project.xmi("[Sven|PER] lives in Ostrey .");
    String once = document(server.post("/predict", project.predict("ann", xmi)).body());

    String twice = document(server.post("/predict", project.predict("ann", once)).body());

    assertThat(project.labels(twice)).isEqualTo(project.labels(once));
    assertThat(project.labels(twice)).filteredOn(label -> !label.suggested()).hasSize(1);
  }

  @Test
  void doesNotLearnFromItsOwnSuggestions() throws Exception {
    InceptionProject project = places();
    String annotated = project.xmi(Sample.sentences(40));
    train(project, "ann", annotated);
    String suggested =
        document(server.post("/predict", project.predict("ann", project.xmi(NEW))).body());

    HttpResponse<String> answer = server.post("/train", project.train("bob", suggested));

    assertThat(answer.statusCode()).isEqualTo(204);
    assertThat(predicted(project, "bob", project.xmi(NEW))).isEmpty();
  }

  @Test
  void sentencesWithoutAnnotationsSayNothing() throws Exception {
    InceptionProject project = places();
    List<String> sentences = new ArrayList<>(List.of(Sample.sentences(40)));
    for (String sentence : Sample.sentences(200)) {
      sentences.add(sentence.replaceAll("[\\[\\]]|\\|[A-Z]+", ""));
    }
    train(project, "ann", project.xmi(sentences.toArray(String[]::new)));

    assertThat(predicted(project, "ann", project.xmi(NEW))).hasSize(4);
  }

  /** Sentences of which every second name, in turn, is annotated. */
  private static String[] halfAnnotated(int count) {
    String[] sentences = Sample.sentences(count);
    for (int n = 0; n < count; n++) {
      // Sentences have four patterns in turn: of each, both names are annotated now and then.
      String type = n / 4 % 2 == 0 ? "PER" : "LOC";
      sentences[n] = sentences[n].replaceAll("\\[([^\\[|]*)\\|" + type + "]", "$1");
    }
    return sentences;
  }

  /**
   * Of half of the names in each sentence, those that are not annotated are learned all the same.
   */
  @Test
  void annotationsAloneCanBeLearnedFrom() throws Exception {
    InceptionProject project = places();
    train(project, "ann", project.xmi(halfAnnotated(80)));
    List<Label> bySentences = predicted(project, "ann", project.xmi(NEW));
    server.close();
    server = TestServer.start(store, Annotated.SEGMENTS);
    train(project, "ann", project.xmi(halfAnnotated(80)));
    List<Label> bySegments = predicted(project, "ann", project.xmi(NEW));

    assertThat(bySegments)
        .extracting(label -> label.text() + " " + label.value())
        .containsExactly("Sven PER", "Ostrey LOC", "Aske PER", "Bly LOC");
    assertThat(sumOfScores(bySegments)).isGreaterThan(sumOfScores(bySentences));
  }

  private static double sumOfScores(List<Label> labels) {
    return labels.stream().mapToDouble(Label::score).sum();
  }

  @Test
  void allCanBeLearnedFrom() throws Exception {
    server.close();
    server = TestServer.start(store, Annotated.ALL);
    InceptionProject project = places();
    List<String> sentences = new ArrayList<>(List.of(Sample.sentences(40)));
    for (String sentence : Sample.sentences(200)) {
      sentences.add(sentence.replaceAll("[\\[\\]]|\\|[A-Z]+", ""));
    }
    train(project, "ann", project.xmi(sentences.toArray(String[]::new)));

    assertThat(predicted(project, "ann", project.xmi(NEW)))
        .allSatisfy(label -> assertThat(label.score()).isLessThan(0.5));
  }

  @Test
  void whereAnnotationsAloneAreLearnedFromOneWithoutALabelDoesNotMatter() throws Exception {
    server.close();
    server = TestServer.start(store, Annotated.SEGMENTS);
    InceptionProject project = places();
    List<String> sentences = new ArrayList<>();
    for (String sentence : Sample.sentences(40)) {
      sentences.add(sentence.replace("|PER]", "|]"));
    }
    train(project, "ann", project.xmi(sentences.toArray(String[]::new)));

    assertThat(predicted(project, "ann", project.xmi(NEW)))
        .extracting(Label::value)
        .contains("LOC")
        .containsOnly("LOC");
  }

  @Test
  void annotationsWithoutALabelAreNotLearned() throws Exception {
    InceptionProject project = places();

    HttpResponse<String> answer =
        server.post("/train", project.train("ann", project.xmi("[Sven|] lives in [Lund|LOC] .")));

    assertThat(answer.statusCode()).isEqualTo(204);
    assertThat(server.metric("gpchain_trainings_waiting")).isZero();
    assertThat(server.metric("gpchain_trainings_running")).isZero();
  }

  @Test
  void modelsOfUsersAndLayersAreTheirOwn() throws Exception {
    InceptionProject places = places();
    InceptionProject names = new InceptionProject(InceptionProject.NAMED_ENTITY, "value", "tokens");
    train(places, "ann", places.xmi(Sample.sentences(40)));

    assertThat(predicted(places, "bob", places.xmi(NEW))).isEmpty();
    assertThat(predicted(names, "ann", names.xmi(NEW))).isEmpty();
    assertThat(predicted(places, "ann", places.xmi(NEW))).isNotEmpty();
  }

  @Test
  void theNewestDocumentsCount() throws Exception {
    InceptionProject project = places();
    String[] old = Sample.sentences(40);
    String[] renamed = Sample.sentences(40);
    for (int n = 0; n < renamed.length; n++) {
      renamed[n] = renamed[n].replace("|LOC]", "|CITY]");
    }
    train(project, "ann", project.xmi(old));
    train(project, "ann", project.xmi(renamed));

    assertThat(predicted(project, "ann", project.xmi(NEW)))
        .extracting(Label::value)
        .containsExactly("PER", "CITY", "PER", "CITY");
  }

  @Test
  void modelsSurviveARestart() throws Exception {
    InceptionProject project = places();
    train(project, "ann", project.xmi(Sample.sentences(40)));
    List<Label> before = predicted(project, "ann", project.xmi(NEW));
    server.close();
    server = TestServer.start(store);

    assertThat(predicted(project, "ann", project.xmi(NEW))).isEqualTo(before).hasSize(4);
  }

  @Test
  void learnsChunksByCharacters() throws Exception {
    InceptionProject project =
        new InceptionProject(InceptionProject.CHUNK, "chunkValue", "characters");
    train(project, "ann", project.xmi(Sample.sentences(40)));

    assertThat(predicted(project, "ann", project.xmi(NEW))).hasSize(4);
  }

  @Test
  void labelsTokens() throws Exception {
    InceptionProject project =
        new InceptionProject(InceptionProject.POS, "PosValue", "singleToken");
    String[] sentences = new String[40];
    String[] verbs = {"sees", "hears", "meets", "knows"};
    String[] nouns = {"dog", "ferry", "bridge", "tower", "horse"};
    for (int n = 0; n < sentences.length; n++) {
      sentences[n] =
          String.format(
              "[the|DET] [%s|NOUN] [%s|VERB] [the|DET] [old|ADJ] [%s|NOUN] [.|O]",
              nouns[n % 5], verbs[n % 4], nouns[(n + 2) % 5]);
    }
    train(project, "ann", project.xmi(sentences));

    assertThat(predicted(project, "ann", project.xmi("the old horse meets the ferry .")))
        .extracting(Label::value)
        .containsExactly("DET", "ADJ", "NOUN", "VERB", "DET", "NOUN", "O");
  }

  @Test
  void labelsSomeTokens() throws Exception {
    InceptionProject project = new InceptionProject(InceptionProject.CUSTOM, "kind", "singleToken");
    String[] sentences = new String[40];
    for (int n = 0; n < sentences.length; n++) {
      String place = List.of("Lund", "Kivik", "Tarn").get(n % 3);
      sentences[n] = List.of("he", "she").get(n % 2) + " lives in [" + place + "|CITY] now";
    }
    train(project, "ann", project.xmi(sentences));

    assertThat(predicted(project, "ann", project.xmi("he lives in Bergby now")))
        .extracting(label -> label.text() + " " + label.value())
        .containsExactly("Bergby CITY");
  }

  @Test
  void labelsSentences() throws Exception {
    InceptionProject project = new InceptionProject(InceptionProject.CUSTOM, "kind", "sentences");
    String[] sentences = new String[40];
    String[] things = {"ferry", "room", "meal", "guide", "garden"};
    for (int n = 0; n < sentences.length; n++) {
      String word = n % 2 == 0 ? "wonderful" : "terrible";
      sentences[n] =
          String.format(
              "[We found the %s %s .|%s]", things[n % 5], word, n % 2 == 0 ? "good" : "bad");
    }
    train(project, "ann", project.xmi(sentences));

    assertThat(
            predicted(
                project,
                "ann",
                project.xmi("It was a terrible meal .", "The garden is wonderful .")))
        .extracting(label -> label.text() + " " + label.value())
        .containsExactly("It was a terrible meal . bad", "The garden is wonderful . good");
  }
}
