package org.gpchain.internal.server.labelstudio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.internal.server.models.ToyNames.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
import org.gpchain.internal.server.suggestion.NameList;
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

  private final List<String> log = new ArrayList<>();
  private AnnotationFiles files;
  private Annotated annotated = Annotated.ALL;

  @BeforeEach
  void openFiles() {
    files = new AnnotationFiles(directory.resolve("a"), log::add);
  }

  /** Returns the folder with the annotations for a model. */
  private Path folderOf(ModelKey key) throws IOException {
    try (Stream<Path> paths = Files.walk(directory.resolve("a"))) {
      return paths.filter(path -> path.endsWith(key.id())).findFirst().orElseThrow();
    }
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

  /** Labels that no model knows, but of which names-en has names, start with these names. */
  @Test
  void suggestsNamesForLabelsThatNoModelKnows() throws Exception {
    ServedModels served =
        new ServedModels(store, queue, List.of(shipped), NameList.ofLanguages(List.of(shipped)));
    LabelStudioBackend backend =
        new LabelStudioBackend(served, SentenceReader.of(Segmenter.DEFAULT), files, annotated);
    String request =
        "{'project': '3', 'label_config': '%s', 'tasks': [{'id': 1, 'data': {'text': '%s'}}]}";
    String text = "Ann sings in Oslo. Bob sleeps in Norway.";

    String places = CONFIG.replace("PER", "City").replace("hero", "Country").replace("`", "\\\"");
    JsonNode answer = tree(backend.predict(json(request.formatted(places, text))));
    assertThat(answer.get("model_version").asText()).isEqualTo("names-en");
    JsonNode result = answer.at("/results/0/result");
    assertThat(result).hasSize(2);
    assertThat(result.at("/0/value/text").asText()).isEqualTo("Oslo");
    assertThat(result.at("/1/value/labels/0").asText()).isEqualTo("Country");
    assertThat(result.get(0).has("score")).as("the probability is unknown").isFalse();
    assertThat(answer.at("/results/0").has("score")).isFalse();

    String both = CONFIG.replace("hero", "City").replace("`", "\\\"");
    answer = tree(backend.predict(json(request.formatted(both, "Ann sings in Oslo."))));
    assertThat(answer.get("model_version").asText()).isEqualTo("names+names-en");
    assertThat(answer.at("/results/0/result")).hasSize(2);
    assertThat(answer.at("/results/0/result/1/value/labels/0").asText()).isEqualTo("City");
    assertThat(answer.at("/results/0/result/1").has("score")).isFalse();
    assertThat(answer.at("/results/0/score")).isEqualTo(answer.at("/results/0/result/0/score"));
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
    assertThat(answer.get("results").get(1).has("score")).as("no regions").isFalse();

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
            + ", 'tasks': [{'id': 5, 'data': {'text': null}}, {'id': 6, 'data': {'text': 12}}, {},"
            + " {'id': 7, 'data': {'text': 'Ann sings'}}]}";
    JsonNode results = tree(backend(shipped).predict(json(batch))).path("results");
    assertThat(results).hasSize(4);
    for (int n = 0; n < 3; n++) {
      assertThat(results.get(n).toString())
          .isEqualTo("{\"result\":[],\"model_version\":\"names\"}");
    }
    assertThat(results.at("/3/result/0/value/text").asText()).isEqualTo("Ann");
    assertThat(log)
        .containsExactly(
            "label-studio/predict: no suggestions for 3 texts of tasks, such as task 5: its data has no"
                + " string 'text'");

    String alone = batch.replaceAll(", \\{'id': 6.*", "]}");
    assertThat(tree(backend().predict(json(alone))).path("results").toString())
        .isEqualTo("[{\"result\":[],\"model_version\":\"untrained\"}]");
  }

  /** Label Studio does not show why a request was refused, so the log and /health do. */
  @Test
  void reportsReasonsOfRefusals() throws Exception {
    LabelStudioBackend backend = backend(shipped);
    assertThat(tree(backend.health()).toString()).isEqualTo("{\"status\":\"UP\"}");
    assertThatThrownBy(() -> backend.setup(json("{'project': '3', 'schema': '<View/>'}")));
    assertThatThrownBy(() -> backend.predict(json("{'tasks': 3}")));
    assertThatThrownBy(() -> backend.webhook(json("{}")));

    assertThat(log)
        .containsExactly(
            "label-studio/setup: the labeling configuration has no <Labels> whose toName is the name of a"
                + " <Text>",
            "label-studio/predict: the request has no array 'tasks'",
            "label-studio/webhook: the request has no string 'action'");
    JsonNode health = tree(backend.health());
    assertThat(health.path("status").asText()).isEqualTo("UP");
    assertThat(health.path("problems").asInt()).isEqualTo(3);
    assertThat(health.at("/last_problem/path").asText()).isEqualTo("/webhook");
    assertThat(health.at("/last_problem/reason").asText())
        .isEqualTo("the request has no string 'action'");
  }

  @Test
  void reportsLabelsThatAreIgnored() throws Exception {
    String more = "<Labels name=`k` toName=`u`/><HyperText name=`u` value=`$html`/></View>";
    String config = CONFIG.replace("</View>", more).replace("`", "\\\"");
    backend(shipped).setup(json("{'project': '3', 'schema': '" + config + "'}"));
    assertThat(log)
        .containsExactly(
            "label-studio/setup: 1 <Labels> are not for a <Text>, and are thus ignored");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://host/data/x.txt",
        " s3://bucket/key ",
        "/data/upload/3/x.txt",
        "/data/local-files/?d=x.txt"
      })
  void refusesAddressesOfTexts(String address) throws Exception {
    assertThatThrownBy(() -> backend(shipped).predict(tasks("", address)))
        .isInstanceOf(Refusal.class)
        .hasMessageStartingWith("the member 'text' of a task is the address of a file");
    assertThatThrownBy(() -> create(1, 10, address, 1))
        .isInstanceOf(Refusal.class)
        .hasMessageStartingWith("the member 'text' of a task is the address of a file");
    assertThat(log).hasSize(2).noneMatch(line -> line.contains(address.strip()));

    JsonNode mixed = tree(backend(shipped).predict(tasks("", address, "Ann sings")));
    assertThat(mixed.at("/results/0/result")).isEmpty();
    assertThat(mixed.at("/results/1/result")).hasSize(1);
    String literal =
        new String(tasks("", address).body(), StandardCharsets.UTF_8)
            .replace("value=\\\"$text\\\"", "value=\\\"$text\\\" valueType=\\\"text\\\"");
    assertThat(backend(shipped).predict(json(literal)).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"see https://host/x", "https is short", "/data/upload", "Ann: //x"})
  void labelsTextsThatMentionAddresses(String text) throws Exception {
    assertThat(tree(backend(shipped).predict(tasks("", text))).path("results")).hasSize(1);
  }

  /** There is one model for each pair of labels and text. */
  @Test
  void supportsSeveralLabelsAndTexts() throws Exception {
    String second =
        "<Labels name=`k` toName=`u`><Label value=`star`/></Labels><Text name=`u` value=`$title`/>";
    String config = CONFIG.replace("</View>", second + "</View>").replace("`", "\\\"");
    String data = "'data': {'text': 'Ann sings', 'title': 'Bob'}}";
    String region =
        "{'from_name': '%s', 'value': {'start': 0, 'end': 3, 'text': '%s', 'labels': ['%s']}}";
    String event =
        "{'action': 'ANNOTATION_CREATED', 'project': {'id': 3, 'label_config': '%s'}"
            + ", 'annotation': {'id': 1, 'result': [%s, %s]}, 'task': {'id': 10, %s}";
    backend(shipped)
        .webhook(
            json(
                event.formatted(
                    config,
                    region.formatted("l", "Ann", "hero"),
                    region.formatted("k", "Bob", "star"),
                    data)));
    await(2);

    ModelKey other = new ModelKey("3", "label-studio", "k", "", Anchoring.SEGMENTS);
    assertThat(files.read(KEY))
        .containsExactly(new Task(10, "Ann sings", List.of(new UserAnnotation(0, 3, "hero"))));
    assertThat(files.read(other))
        .containsExactly(new Task(10, "Bob", List.of(new UserAnnotation(0, 3, "star"))));
    assertThat(store.find(KEY).orElseThrow().types()).contains("hero").doesNotContain("star");
    assertThat(store.find(other).orElseThrow().types()).contains("star").doesNotContain("hero");

    String request = "{'project': '3', 'label_config': '%s', 'tasks': [{'id': 11, %s]}";
    JsonNode answer = tree(backend(shipped).predict(json(request.formatted(config, data))));
    assertThat(answer.path("model_version").asText()).matches("gpchain-\\w+\\+gpchain-\\w+");
    assertThat(answer.at("/results/0/result").findValuesAsText("to_name"))
        .isSubsetOf("t", "u")
        .doesNotHaveDuplicates();
    send(
        event("TASKS_DELETED", ", 'tasks': [{'id': 10}]")
            .replace(CONFIG.replace("`", "\\\""), config));
    assertThat(queue.keys()).isEmpty();
  }

  /** One unusable annotation of an event does not affect the others. */
  @Test
  void storesTheUsableAnnotationsOfAnEvent() throws Exception {
    String several =
        event(
            "ANNOTATIONS_CREATED",
            ", 'annotation': [%s, %s, %s], 'task': [%s, {'id': 11, 'data': {}}, %s]"
                .formatted(
                    annotation(1, 3, "Ann"),
                    annotation(2, "[]"),
                    annotation(3, 3, "Bob"),
                    task(10, "Ann sings"),
                    task(12, "Bob sleeps")));
    assertThatThrownBy(() -> send(several)).hasMessage("the data of task 11 has no string 'text'");
    await(1);
    assertThat(files.read(KEY)).extracting(Task::task).containsExactly(10L, 12L);
  }

  @Test
  void refusesInvalidRequestsForSuggestions() {
    assertThatThrownBy(() -> backend().predict(json("{'tasks': 3}")))
        .hasMessage("the request has no array 'tasks'");
    ClientRequest late = tasks("", "a");
    assertThatThrownBy(() -> backend().predict(new ClientRequest("", "", late.body(), () -> true)))
        .isInstanceOf(CancellationException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {10_000, 10_001})
  void limitsTheTasksOfARequest(int count) throws Exception {
    String tasks = String.join(",", IntStream.range(0, count).mapToObj(n -> "{}").toList());
    ClientRequest request = json("{" + config("label_config") + ", 'tasks': [" + tasks + "]}");
    if (count > 10_000) {
      assertThatThrownBy(() -> backend().predict(request))
          .hasMessage("a request may have at most 10000 tasks");
    } else {
      assertThat(tree(backend().predict(request)).path("results")).hasSize(count);
    }
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
        "'annotation': {'id': '../x'}, 'task': {'id': 2}; the annotation has no number 'id'",
        "'annotation': [{'id': 1}, {'id': 2}], 'task': [{}]; a 'task' for each 'annotation'",
        "'annotation': {'id': 1, 'result': []}, 'task': {'id': 2}; the data of task 2 has no string",
        "'annotation': {'id': 1}, 'task': {'data': {'text': 'a'}}; the task has no number 'id'"
      })
  void refusesInvalidEvents(String members, String why) {
    assertThatThrownBy(() -> backend().webhook(json(event("ANNOTATION_CREATED", ", " + members))))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining(why);
    assertThat(directory.resolve("a")).as("nothing is stored").doesNotExist();
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
        .hasMessageContaining("the annotation is stored, but too many training runs are waiting");
    assertThat(files.count(KEY)).isEqualTo(1);
  }

  /** Replaced and cancelled annotations do not count toward the limit. */
  @Test
  void limitsTheAnnotationsOfAProject() throws Exception {
    create(1, 10, "Ann sings", 3);
    await(1);
    Path folder = folderOf(KEY);
    for (int n = 2; n < 10_000; n++) {
      Files.createFile(folder.resolve("1-" + n + ".json"));
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
    assertThat(files.contains(KEY, 11, 20_000)).isTrue();

    // The training sets the empty files aside, which must end before the folder is deleted.
    while (queue.count(Phase.RUNNING) + queue.count(Phase.WAITING) > 0) {
      Thread.sleep(2);
    }
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
