package org.gpchain.internal.server.labelstudio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.internal.server.models.ToyNames.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.gpchain.internal.documents.Segmenter;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.annotations.Gold.UserAnnotation;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.server.annotations.SentenceReader;
import org.gpchain.internal.server.annotations.Suggestion;
import org.gpchain.internal.server.http.Answer;
import org.gpchain.internal.server.http.ClientRequest;
import org.gpchain.internal.server.http.Refusal;
import org.gpchain.internal.server.labelstudio.AnnotationFiles.Task;
import org.gpchain.internal.server.models.ColdStart;
import org.gpchain.internal.server.models.ServedModels;
import org.gpchain.internal.server.models.StoreCase;
import org.gpchain.internal.server.models.ToyNames;
import org.gpchain.internal.server.models.TrainingQueue.Phase;
import org.gpchain.internal.server.suggestion.ShippedModel;
import org.gpchain.internal.training.data.Annotated;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the backend for Label Studio without a network. */
class LabelStudioBackendTest extends StoreCase {
  private static final String CONFIG =
      "<View><Labels name=`l` toName=`t`><Label value=`PER`/><Label value=`hero`/></Labels>"
          + "<Text name=`t` value=`$text`/></View>";
  private static final ModelKey KEY =
      new ModelKey("3", "label-studio", "l", "", Anchoring.SEGMENTS);

  private AnnotationFiles files;
  private Annotated annotated = Annotated.ALL;

  @BeforeEach
  void openFiles() {
    files = new AnnotationFiles(directory.resolve("a"), line -> {});
  }

  private LabelStudioBackend backend(ShippedModel... models) {
    ServedModels served = new ServedModels(store, queue, List.of(models));
    return new LabelStudioBackend(served, SentenceReader.of(Segmenter.DEFAULT), files, annotated);
  }

  private static String config(String name) {
    return "'" + name + "': '" + CONFIG.replace("`", "\\\"") + "'";
  }

  private static ClientRequest tasks(String more, String... texts) {
    List<String> tasks = new ArrayList<>();
    for (String text : texts) {
      tasks.add("{'id': 1, 'data': {'text': '" + text + "'}}");
    }
    return json(
        "{'project': '3.17', "
            + config("label_config")
            + more
            + ", 'tasks': ["
            + String.join(",", tasks)
            + "]}");
  }

  private static JsonNode tree(Answer answer) throws IOException {
    return new ObjectMapper().readTree(answer.body());
  }

  private static String event(String action, String more) {
    return "{'action': '"
        + action
        + "', 'project': {'id': 3, "
        + config("label_config")
        + "}"
        + more
        + "}";
  }

  /** Returns an annotation with one region at the beginning of the text. */
  private static String annotation(int id, int end, String text) {
    return annotation(
        id,
        "[{'from_name': 'l', 'value': {'start': 0, 'end': %d, 'text': '%s',".formatted(end, text)
            + " 'labels': ['hero']}}]");
  }

  private static String annotation(int id, String result) {
    return "{'id': " + id + ", 'was_cancelled': false, 'result': " + result + "}";
  }

  private static String task(int id, String text) {
    return "{'id': " + id + ", 'data': {'text': '" + text + "'}}";
  }

  private void send(String event) throws Exception {
    Answer answer = backend(shipped).webhook(json(event));
    assertThat(answer.status()).isEqualTo(201);
    assertThat(tree(answer).toString()).isEqualTo("{\"status\":\"ok\"}");
  }

  private void create(int id, int taskId, String text, int end) throws Exception {
    send(
        event(
            "ANNOTATION_CREATED",
            ", 'annotation': "
                + annotation(id, end, text.substring(0, end))
                + ", 'task': "
                + task(taskId, text)));
  }

  @Test
  void versionNamesTheModel() throws Exception {
    ClientRequest setup = json("{'project': '3', " + config("schema") + "}");
    assertThat(tree(backend().setup(setup)).toString())
        .isEqualTo("{\"model_version\":\"untrained\"}");
    assertThat(tree(backend(shipped).setup(setup)).get("model_version").asText())
        .isEqualTo("names");

    ToyNames.learn(store, KEY);
    String hash = store.find(KEY).orElseThrow().model().provenance().dataHash();
    assertThat(tree(backend(shipped).setup(setup)).get("model_version").asText())
        .isEqualTo("gpchain-" + hash.substring(0, 12));
    assertThatThrownBy(() -> backend().setup(json("{'project': '3'}")))
        .hasMessage("the request has no string 'schema'");

    String long1001 = "x".repeat(1001);
    assertThatThrownBy(
            () ->
                backend().setup(json("{'project': '" + long1001 + "', " + config("schema") + "}")))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("at most 1000 characters");
  }

  @Test
  void labelsTextsOfTasks() throws Exception {
    JsonNode answer = tree(backend(shipped).predict(tasks("", "Ann sings in Oslo.", "no")));
    assertThat(answer.get("model_version").asText()).isEqualTo("names");
    assertThat(answer.get("results")).hasSize(2);

    JsonNode first = answer.get("results").get(0);
    List<Suggestion> same =
        shipped.suggester().suggest(shipped.read("Ann sings in Oslo.", null), () -> {});
    assertThat(same).extracting(Suggestion::type).containsExactly("PER", "LOC");
    assertThat(first.get("result")).as("LOC is no label of the project").hasSize(1);
    assertThat(first.at("/result/0/value/labels/0").asText()).isEqualTo("PER");
    assertThat(first.get("score").asDouble()).isEqualTo(same.get(0).probability());
    assertThat(first.get("model_version").asText()).isEqualTo("names");
    assertThat(answer.get("results").get(1).get("score").asDouble()).isZero();

    answer = tree(backend().predict(tasks("", "Ann sings")));
    assertThat(answer.get("model_version").asText()).isEqualTo("untrained");
    assertThat(answer.get("results").get(0).get("result")).isEmpty();

    ToyNames.learn(store, KEY);
    answer = tree(backend(shipped).predict(tasks("", "Ann sings. Bob sleeps.")));
    assertThat(answer.at("/results/0/result")).hasSize(2);
    assertThat(answer.at("/results/0/result/1/value/labels/0").asText()).isEqualTo("hero");
  }

  /** Regions that the annotator has already marked are not suggested. */
  @Test
  void keepsRegionsOfTheAnnotator() throws Exception {
    String context =
        ", 'params': {'context': {'result': [{'from_name': 'l', 'value': {'start': 0, 'end': 3,"
            + " 'text': 'Ann', 'labels': ['PER']}}]}}";
    assertThat(tree(backend(shipped).predict(tasks(context, "Ann sings"))).at("/results/0/result"))
        .isEmpty();
  }

  /** A task without a text does not affect other tasks of the request. */
  @Test
  void returnsNoSuggestionsForATaskWithoutText() throws Exception {
    String batch =
        "{'project': '3', "
            + config("label_config")
            + ", 'tasks': [{'id': 5, 'data': {'text': null}}, {'data': {'text': 'Ann'}}, {}]}";
    JsonNode results = tree(backend().predict(json(batch))).path("results");
    assertThat(results).hasSize(3);
    for (JsonNode result : results) {
      assertThat(result.path("result").isArray()).isTrue();
      assertThat(result.path("model_version").asText()).isEqualTo("untrained");
    }
  }

  @Test
  void refusesInvalidTasks() {
    assertThatThrownBy(() -> backend().predict(json("{'tasks': 3}")))
        .hasMessage("the request has no array 'tasks'");
    String bad = "{'project': '3', " + config("label_config") + ", 'tasks': [{'id': 5}, {}]}";
    assertThatThrownBy(() -> backend().predict(json(bad)))
        .hasMessage("the data of task 5 has no string 'text'");
    assertThatThrownBy(() -> backend().predict(json(bad.replace("{'id': 5}, ", ""))))
        .hasMessage("the data of task without 'id' has no string 'text'");
    ClientRequest late = tasks("", "a");
    assertThatThrownBy(() -> backend().predict(new ClientRequest("", "", late.body(), () -> true)))
        .isInstanceOf(CancellationException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {10_000, 10_001})
  void limitsTheTasksOfARequest(int count) {
    String tasks = String.join(",", IntStream.range(0, count).mapToObj(n -> "{}").toList());
    assertThatThrownBy(
            () ->
                backend()
                    .predict(json("{" + config("label_config") + ", 'tasks': [" + tasks + "]}")))
        .hasMessage(
            count > 10_000
                ? "a request may have at most 10000 tasks"
                : "the data of task without 'id' has no string 'text'");
  }

  @Test
  void storesAnnotationsAndLearnsFromThem() throws Exception {
    create(1, 10, "Ann sings", 3);
    await(1);
    assertThat(files.read(KEY))
        .containsExactly(new Task(10, "Ann sings", List.of(new UserAnnotation(0, 3, "hero"))));
    assertThat(queue.states().get(KEY).sentences()).isEqualTo(1);
    assertThat(store.find(KEY).orElseThrow().model().features().base()).isNotNull();

    create(2, 10, "Ann sings", 3);
    create(3, 11, "Bob sleeps", 3);
    await(2);
    assertThat(files.count(KEY)).isEqualTo(3);
    assertThat(queue.states().get(KEY).sentences()).as("two texts").isEqualTo(2);

    send(event("ANNOTATION_DELETED", ", 'annotation': {'id': 3}"));
    await(3);
    assertThat(queue.states().get(KEY).sentences()).isEqualTo(1);

    send(event("ANNOTATIONS_DELETED", ", 'annotations': [{'id': 1}, {'id': 2}]"));
    assertThat(files.count(KEY)).isZero();
    assertThat(queue.count(Phase.WAITING)).as("an earlier model stays").isZero();
    assertThatThrownBy(() -> backend().webhook(json(event("START_TRAINING", ""))))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("no annotations of this project have arrived");
  }

  /** After a crash during a training, the next request trains again. */
  @Test
  void learnsFromStoredAnnotationsAfterARestart() throws Exception {
    files.put(KEY, 1, new Task(10, "Ann sings", List.of(new UserAnnotation(0, 3, "hero"))));
    ClientRequest setup = json("{'project': '3', " + config("schema") + "}");
    backend(shipped).setup(setup);
    await(1);
    assertThat(store.find(KEY)).isPresent();
    backend(shipped).setup(setup);
    assertThat(queue.count(Phase.DONE)).isOne();
    assertThat(queue.count(Phase.WAITING) + queue.count(Phase.RUNNING)).isZero();
  }

  @Test
  void servesProjectsIfThereIsNoRoomForAModel() throws Exception {
    close();
    open(0, null);
    files.put(KEY, 1, new Task(10, "Ann sings", List.of(new UserAnnotation(0, 3, "hero"))));
    ClientRequest setup = json("{'project': '3', " + config("schema") + "}");
    assertThat(backend(shipped).setup(setup).status()).isEqualTo(200);
    assertThat(queue.states()).isEmpty();
  }

  @Test
  void handlesSeveralAnnotationsAndUpdates() throws Exception {
    send(
        event(
            "ANNOTATIONS_CREATED",
            ", 'annotation': ["
                + annotation(1, 3, "Ann")
                + ", "
                + annotation(2, 3, "Bob")
                + "], 'task': ["
                + task(10, "Ann sings")
                + ", "
                + task(11, "Bob sleeps")
                + "]"));
    await(1);

    assertThat(files.read(KEY)).extracting(Task::text).containsExactly("Ann sings", "Bob sleeps");
    send(
        event(
            "ANNOTATION_UPDATED",
            ", 'annotation': " + annotation(1, "[]") + ", 'task': " + task(10, "Ann sings")));
    await(2);

    assertThat(files.read(KEY).get(0).given()).isEmpty();
    send(
        event(
            "ANNOTATION_UPDATED",
            ", 'annotation': {'id': 1, 'was_cancelled': true}, 'task': " + task(10, "Ann sings")));
    await(3);

    assertThat(files.read(KEY)).extracting(Task::task).containsExactly(11L);
    send(event("START_TRAINING", ""));
    await(4);
    assertThat(tree(backend().webhook(json("{'action': 'ELSE'}"))).toString())
        .isEqualTo("{\"status\":\"Unknown event\"}");
  }

  /** With partial annotation, tokens outside of regions are unknown. */
  @Test
  void learnsSegmentsOfPartialAnnotations() throws Exception {
    annotated = Annotated.SEGMENTS;
    create(1, 10, "Ann sings. Bob sleeps.", 3);
    await(1);
    assertThat(queue.states().get(KEY).sentences()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "'annotation': {'id': 'x'}, 'task': {}; the annotation has no number 'id'",
        "'annotation': [{'id': 1}, {'id': 2}], 'task': [{}]; a 'task' for each 'annotation'",
        "'annotation': {'id': 1, 'result': []}, 'task': {'id': 2}; the data of task 2 has no string",
        "'annotation': {'id': 1}, 'task': {'data': {'text': 'a'}}; the task has no number 'id'"
      })
  void refusesInvalidEvents(String members, String why) {
    assertThatThrownBy(() -> backend().webhook(json(event("ANNOTATION_CREATED", ", " + members))))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining(why);
  }

  @Test
  void refusesOtherInvalidEvents() {
    assertThatThrownBy(() -> backend().webhook(json("{}")))
        .hasMessage("the request has no string 'action'");
    assertThatThrownBy(() -> backend().webhook(json("{'action': 'START_TRAINING'}")))
        .hasMessage("the event's 'project' has no string 'label_config'");
    assertThatThrownBy(
            () ->
                backend().webhook(json(event("ANNOTATION_DELETED", ", 'annotation': {'id': 'x'}"))))
        .hasMessage("an annotation has no number 'id'");
  }

  @Test
  void refusesAnnotationsIfThereIsNoRoom() throws Exception {
    close();
    open(1, null);
    ToyNames.learn(store, KEY.withUser("other"));
    assertThatThrownBy(() -> create(1, 10, "Ann sings", 3))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("the maximum number of models, or of annotations of the project");
    close();
    open(9, null);
    queue.close();
    assertThatThrownBy(() -> create(1, 10, "Ann sings", 3))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("the annotation is stored, but too many trainings wait");
    assertThat(files.count(KEY)).isEqualTo(1);
  }

  /** Replaced and cancelled annotations do not count toward the limit. */
  @Test
  void limitsTheAnnotationsOfAProject() throws Exception {
    create(1, 10, "Ann sings", 3);
    await(1);
    Path folder = directory.resolve("a").resolve(KEY.id());
    for (int n = 2; n < 10_000; n++) {
      Files.createFile(folder.resolve(n + ".json"));
    }

    String several =
        event(
            "ANNOTATIONS_CREATED",
            ", 'annotation': [%s, {'id': 0, 'was_cancelled': true}, %s, %s], 'task': [%s, {}, %s, %s]"
                .formatted(
                    annotation(1, 3, "Ann"),
                    annotation(20_000, 3, "Bob"),
                    annotation(20_001, 3, "Cy "),
                    task(10, "Ann sings"),
                    task(11, "Bob sleeps"),
                    task(12, "Cy runs")));

    assertThatThrownBy(() -> send(several))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("the maximum number of models, or of annotations of the project");
    assertThat(files.count(KEY)).isEqualTo(10_000);
    assertThat(files.contains(KEY, 20_000)).isTrue();
  }

  @Test
  void refusesLongTexts() {
    String text = "x".repeat((1 << 21) + 1);
    String event = "', 'annotation': " + annotation(1, "[]") + ", 'task': " + task(10, text);
    assertThatThrownBy(
            () -> backend().webhook(json(event("ANNOTATION_CREATED", event.substring(1)))))
        .hasMessage("a text may have at most 2097152 characters; send it in parts");
    assertThatThrownBy(() -> backend().predict(tasks("", text)))
        .isInstanceOf(Refusal.class)
        .hasMessage("a text may have at most 2097152 characters; send it in parts");
  }

  @Test
  void learnsFromTasksWithVoices() throws Exception {
    close();
    Files.writeString(directory.resolve("people.txt"), "Ann\n");
    Path voices = directory.resolve("my.voices");
    Files.writeString(voices, "list PER people.txt\nregex O (?<!\\S)\\p{Ll}+(?!\\S)\n");
    open(9, ColdStart.read(voices, 1 << 20));
    backend().predict(tasks("", "then Ann sings"));
    await(1);
    JsonNode answer = tree(backend().predict(tasks("", "so Ann sleeps")));
    assertThat(answer.at("/results/0/result/0/value/text").asText()).isEqualTo("Ann");
  }
}
