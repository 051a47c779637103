package org.gpchain.internal.server.labelstudio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.internal.server.models.ToyNames.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.gpchain.internal.documents.Segmenter;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.server.annotations.SentenceReader;
import org.gpchain.internal.server.annotations.Suggestion;
import org.gpchain.internal.server.models.ColdStart;
import org.gpchain.internal.server.models.ServedModels;
import org.gpchain.internal.server.models.StoreCase;
import org.gpchain.internal.server.models.TrainingQueue.Phase;
import org.gpchain.internal.training.data.Annotated;
import org.junit.jupiter.api.Test;

/** What is deleted in Label Studio is no longer in the store after the next training. */
class StudioDeletionTest extends StoreCase {
  private static final String CONFIG =
      "'<View><Labels name=\\\"l\\\" toName=\\\"t\\\"><Label value=\\\"hero\\\"/></Labels>"
          + "<Text name=\\\"t\\\" value=\\\"$text\\\"/></View>'";
  private static final ModelKey KEY =
      new ModelKey("3", "label-studio", "l", "", Anchoring.SEGMENTS);

  private final List<String> log = new ArrayList<>();

  private LabelStudioBackend backend() {
    return new LabelStudioBackend(
        new ServedModels(store, queue, List.of()),
        SentenceReader.of(Segmenter.DEFAULT),
        files(),
        Annotated.ALL);
  }

  private void send(String action, String members) throws Exception {
    String project = "'project': {'id': 3, 'label_config': " + CONFIG + "}";
    String event = "{'action': '" + action + "', " + project + ", " + members + "}";
    assertThat(backend().webhook(json(event)).status()).isEqualTo(201);
  }

  private void create(int annotation, int task, String text) throws Exception {
    int end = text.indexOf(' ');
    String region =
        "{'from_name': 'l', 'value': {'start': 0, 'end': %d, 'text': '%s', 'labels': ['hero']}}"
            .formatted(end, text.substring(0, end));
    send(
        "ANNOTATION_CREATED",
        "'annotation': {'id': %d, 'result': [%s]}, 'task': {'id': %d, 'data': {'text': '%s'}}"
            .formatted(annotation, region, task, text));
  }

  /** Returns the names of the files of the store whose content has a word, compressed or not. */
  private List<String> filesWith(String word) throws IOException {
    List<String> names = new ArrayList<>();
    List<Path> files;
    try (Stream<Path> paths = Files.walk(directory.resolve("s"))) {
      files = paths.filter(Files::isRegularFile).toList();
    }
    for (Path file : files) {
      if (content(Files.readAllBytes(file)).contains(word)) {
        names.add(file.getFileName().toString());
      }
    }
    return names;
  }

  private static String content(byte[] bytes) throws IOException {
    StringBuilder content = new StringBuilder(new String(bytes, StandardCharsets.ISO_8859_1));
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        content.append(new String(zip.readAllBytes(), StandardCharsets.ISO_8859_1));
      }
    }
    return content.toString();
  }

  @Test
  void removesDeletedTasks() throws Exception {
    create(1, 10, "Zorvina sings");
    create(2, 10, "Zorvina sings");
    create(3, 11, "Bob sleeps");
    await(1);
    String model = KEY.id() + ".gpchain";
    assertThat(filesWith("Zorvina")).containsExactlyInAnyOrder("10-1.json", "10-2.json", model);
    int trained = (int) queue.count(Phase.DONE);

    send("TASKS_DELETED", "'tasks': [{'id': 10}, {'id': 99}]");
    await(trained + 1);
    assertThat(filesWith("Zorvina")).isEmpty();
    assertThat(filesWith("Bob")).containsExactlyInAnyOrder("11-3.json", model);

    send("TASKS_DELETED", "'tasks': [{'id': 99}]");
    assertThat(queue.count(Phase.WAITING) + queue.count(Phase.RUNNING)).isZero();
    send("TASKS_DELETED", "'tasks': [{'id': 11}]");
    assertThat(filesWith("Bob")).isEmpty();
    assertThat(store.find(KEY)).as("no annotation is left").isEmpty();
  }

  @Test
  void removesDeletedAnnotationsAndDamagedFiles() throws Exception {
    create(1, 10, "Zorvina sings");
    create(2, 11, "Bob sleeps");
    create(3, 12, "Cy runs");
    await(1);
    int trained = (int) queue.count(Phase.DONE);
    Path folder;
    try (Stream<Path> paths = Files.walk(directory.resolve("s"))) {
      folder = paths.filter(path -> path.endsWith("10-1.json")).findFirst().orElseThrow();
    }
    folder = folder.getParent();
    Files.move(folder.resolve("10-1.json"), folder.resolve("10-1.json.damaged"));
    Path model = directory.resolve("s").resolve(KEY.id() + ".gpchain");
    Files.copy(model, model.resolveSibling(model.getFileName() + ".damaged"));

    send("ANNOTATIONS_DELETED", "'annotations': [{'id': 1}, {'id': 2}]");
    await(trained + 1);
    assertThat(filesWith("Zorvina")).isEmpty();
    assertThat(filesWith("Bob")).isEmpty();
    assertThat(filesWith("Cy")).contains("12-3.json", model.getFileName().toString());
  }

  /** Label Studio sends only the identifier of a deleted project, and only to organizations. */
  @Test
  void removesDeletedProjects() throws Exception {
    create(1, 10, "Zorvina sings");
    await(1);
    String event = "{'action': 'PROJECT_DELETED', 'project': {'id': %d}}";
    backend().webhook(json(event.formatted(4)));
    assertThat(filesWith("Zorvina")).hasSize(2);
    backend().webhook(json(event.formatted(3)));
    assertThat(filesWith("Zorvina")).isEmpty();
    assertThat(store.keys()).isEmpty();
    assertThat(queue.states()).isEmpty();
  }

  /** What is deleted during a training is not in its model either. */
  @Test
  void discardsTrainingsWithDeletedTasks() throws Exception {
    for (int n = 0; n < 40; n++) {
      create(n, n, "Zorvina" + n + " sings");
    }
    String tasks = "";
    for (int n = 0; n < 40; n++) {
      tasks += (n == 0 ? "" : ", ") + "{'id': " + n + "}";
    }
    send("TASKS_DELETED", "'tasks': [" + tasks + "]");
    while (queue.count(Phase.RUNNING) + queue.count(Phase.WAITING) > 0) {
      Thread.sleep(2);
    }
    assertThat(filesWith("Zorvina")).isEmpty();
    assertThat(store.keys()).isEmpty();
    assertThat(queue.count(Phase.FAILED)).isZero();
  }

  /** The model of a failed training would still have the words of deleted tasks. */
  @Test
  void removesTheModelIfTheTrainingAfterADeletionFails() throws Exception {
    create(1, 10, "Zorvina sings");
    create(2, 11, "Bob sleeps");
    await(1);
    int trained = (int) queue.count(Phase.DONE);
    queue.replace(
        KEY,
        () -> {
          throw new IOException("no sentences");
        },
        null);
    while (queue.count(Phase.FAILED) == 0) {
      Thread.sleep(2);
    }
    assertThat(queue.count(Phase.DONE)).isEqualTo(trained);
    assertThat(filesWith("Zorvina")).containsExactly("10-1.json");
    assertThat(store.find(KEY)).isEmpty();
  }

  /** Models of deleted tasks are removed even if the project can no longer be labeled. */
  @Test
  void removesDeletedTasksOfUnusableProjects() throws Exception {
    create(1, 10, "Zorvina sings");
    await(1);
    String event =
        "{'action': 'TASKS_DELETED', 'tasks': [{'id': 10}, {'id': 'x'}],"
            + " 'project': {'id': 3, 'label_config': '<View/>'}}";
    assertThat(log).isEmpty();
    assertThatThrownBy(() -> backend().webhook(json(event)))
        .hasMessageContaining("has no <Labels>");
    assertThat(filesWith("Zorvina")).isEmpty();
  }

  private AnnotationFiles files() {
    return new AnnotationFiles(directory.resolve("s").resolve("label-studio"), log::add);
  }

  /** Adds a place of a suggestion for a task. */
  private void show(long task) {
    show(new ShownPlaces(files(), 9), task);
  }

  private static void show(ShownPlaces places, long task) {
    Suggestion suggestion = new Suggestion(0, 7, "hero", 1, List.of(), List.of(), "");
    places.add(KEY, task(task), "Zorvina sings", List.of(suggestion));
  }

  private static JsonNode task(long id) {
    return new ObjectMapper().createObjectNode().put("id", id);
  }

  /** Returns the names of the files of places, including damaged ones. */
  private List<String> placeFiles() throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve("s"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.contains(".places"))
          .sorted()
          .toList();
    }
  }

  @Test
  void removesThePlacesOfDeletedTasks() throws Exception {
    show(10);
    show(11);
    Path damaged = files().placeFile(KEY, 10);
    Files.copy(damaged, damaged.resolveSibling("10.places.damaged"));
    send("TASKS_DELETED", "'tasks': [{'id': 10}, {'id': 99}]");
    assertThat(placeFiles()).containsExactly("11.places");

    backend().webhook(json("{'action': 'PROJECT_DELETED', 'project': {'id': 3}}"));
    assertThat(placeFiles()).isEmpty();
  }

  /** The places of a task are deleted together with its last annotation. */
  @Test
  void removesThePlacesOfDeletedAnnotations() throws Exception {
    create(1, 10, "Zorvina sings");
    create(2, 10, "Zorvina sings");
    create(3, 11, "Bob sleeps");
    show(10);
    show(11);
    send("ANNOTATIONS_DELETED", "'annotations': [{'id': 1}]");
    assertThat(placeFiles()).containsExactly("10.places", "11.places");
    send("ANNOTATIONS_DELETED", "'annotations': [{'id': 2}]");
    assertThat(placeFiles()).containsExactly("11.places");
  }

  /** A deleted task that is created again has none of its earlier places. */
  @Test
  void forgetsThePlacesOfDeletedTasks() throws Exception {
    show(10);
    JsonNode task = task(10);
    ShownPlaces places = new ShownPlaces(files(), 9);
    assertThat(places.of(KEY, task, "Zorvina sings").cardinality()).isEqualTo(7);
    assertThat(places.of(KEY, task, "Zorvina slept").isEmpty()).as("another text").isTrue();
    places.removeTasks("3", Set.of(10L));
    assertThat(places.of(KEY, task, "Zorvina sings").isEmpty()).isTrue();

    show(11);
    places = new ShownPlaces(files(), 9);
    places.forget(files().projectFolder("3"));
    assertThat(places.of(KEY, task(11), "Zorvina sings").isEmpty()).isTrue();
  }

  @Test
  void storesOnlyThePlacesThatWereChangedLast() throws Exception {
    ShownPlaces places = new ShownPlaces(files(), 9);
    for (int task = 1; task <= 12; task++) {
      show(places, task);
    }
    assertThat(placeFiles()).hasSize(9).contains("12.places").doesNotContain("1.places");
  }

  /** Voices label requested texts, which stay in memory. */
  @Test
  void forgetsSentencesThatVoicesHaveLabeled() throws Exception {
    close();
    Files.writeString(directory.resolve("people.txt"), "Zorvina\nBob\n");
    Path voices = directory.resolve("my.voices");
    Files.writeString(voices, "list hero people.txt\nregex O (?<!\\S)\\p{Ll}+(?!\\S)\n");
    open(9, ColdStart.read(voices, 1 << 20));
    String request =
        "{'project': '3', 'label_config': %s, 'tasks': [{'id': 10, 'data': {'text': '%s'}}]}";
    backend().predict(json(request.formatted(CONFIG, "then Zorvina sings")));
    await(1);
    assertThat(filesWith("Zorvina")).containsExactly(KEY.id() + ".gpchain");
    send("TASKS_DELETED", "'tasks': [{'id': 10}]");
    assertThat(filesWith("Zorvina")).isEmpty();
    backend().predict(json(request.formatted(CONFIG, "then Bob sings")));
    await(2);
    assertThat(filesWith("Bob")).containsExactly(KEY.id() + ".gpchain");
    assertThat(filesWith("Zorvina")).isEmpty();
  }
}
