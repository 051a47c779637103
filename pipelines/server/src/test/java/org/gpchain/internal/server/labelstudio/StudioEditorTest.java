package org.gpchain.internal.server.labelstudio;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.gpchain.internal.documents.Segmenter;
import org.gpchain.internal.server.annotations.SentenceReader;
import org.gpchain.internal.server.models.ServedModels;
import org.gpchain.internal.server.models.StoreCase;
import org.gpchain.internal.training.data.Annotated;
import org.gpchain.internal.training.io.ChecksummedFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests suggestions while an annotator works on a task in Label Studio's editor. */
class StudioEditorTest extends StoreCase {
  private static final String CONFIG =
      """
      <View><Labels name="l" toName="t"><Label value="PER"/><Label value="LOC"/></Labels>
      <Text name="t" value="$text"/></View>
      """;

  private static final String TEXT = "Ann sings in Oslo. Bob sleeps in Lund. Cy runs.";

  private LabelStudioBackend backend;

  private final List<String> log = new ArrayList<>();

  @BeforeEach
  void createBackend() {
    createBackend("a");
  }

  /** Creates a backend that stores its files in a folder, as a new server does. */
  private void createBackend(String folder) {
    backend =
        new LabelStudioBackend(
            new ServedModels(store, queue, List.of(shipped)),
            SentenceReader.of(Segmenter.DEFAULT),
            new AnnotationFiles(directory.resolve(folder), log::add),
            Annotated.ALL);
  }

  private StudioEditor editor() {
    return new StudioEditor(backend, CONFIG, 7, TEXT);
  }

  @Test
  void addsSuggestionsNextToTheDrawnRegion() throws Exception {
    StudioEditor editor = editor();
    editor.draw("Cy", "PER");
    assertThat(editor.regions())
        .containsExactly("Cy/PER", "Ann/PER", "Oslo/LOC", "Bob/PER", "Lund/LOC");
  }

  /** The annotator draws, corrects, deletes and draws; drafts are saved late or not at all. */
  @Test
  void leavesTheWorkOfTheAnnotatorAlone() throws Exception {
    for (boolean savesDrafts : new boolean[] {false, true}) {
      StudioEditor editor = new StudioEditor(backend, CONFIG, savesDrafts ? 7 : 8, TEXT);
      editor.draw("Cy", "PER");
      editor.correct("Ann", "Ann sings", "PER");
      editor.correct("Lund", "Lund", "PER");
      editor.delete("Oslo");
      List<String> work = List.of("Cy/PER", "Ann sings/PER", "Bob/PER", "Lund/PER");
      assertThat(editor.regions()).containsExactlyElementsOf(work);
      if (savesDrafts) {
        editor.saveDraft();
      }

      editor.draw("runs", "LOC");
      editor.delete("Bob");
      editor.draw("sleeps", "LOC");
      assertThat(editor.regions())
          .containsExactly("Cy/PER", "Ann sings/PER", "Lund/PER", "runs/LOC", "sleeps/LOC");
    }
  }

  /** A server with another store does not know what was suggested, but saved regions have ids. */
  @Test
  void leavesSavedRegionsAloneWithAnotherStore() throws Exception {
    StudioEditor editor = editor();
    editor.draw("Cy", "PER");
    editor.correct("Ann", "sings", "LOC");
    editor.saveDraft();
    List<String> work = editor.regions();

    createBackend("b");
    StudioEditor again = new StudioEditor(backend, CONFIG, 7, TEXT);
    again.task().set("drafts", editor.task().get("drafts"));
    again.draw("runs", "LOC");
    assertThat(work).contains("sings/LOC");
    assertThat(again.regions()).as("nothing is added or replaced").containsExactly("runs/LOC");
  }

  @Test
  void leavesAnnotationsAndPredictionsOfTheTaskAlone() throws Exception {
    StudioEditor first = editor();
    first.draw("Cy", "PER");
    first.saveDraft();
    ObjectNode saved = (ObjectNode) first.task().at("/drafts/0");

    for (String member : List.of("annotations", "predictions")) {
      createBackend(member);
      StudioEditor editor = editor();
      editor.task().withArray(member).add(saved);
      editor.draw("runs", "LOC");
      assertThat(editor.regions()).as(member).containsExactly("runs/LOC");
    }

    // The annotator has deleted a region of the submitted annotation, which the draft no longer
    // has.
    createBackend("c");
    StudioEditor editor = editor();
    editor.task().withArray("annotations").add(saved.deepCopy().put("id", 3));
    ObjectNode draft = saved.deepCopy().put("annotation", 3);
    draft.withArray("result").remove(1);
    editor.task().withArray("drafts").add(draft);
    editor.draw("runs", "LOC");
    assertThat(editor.regions()).containsExactly("runs/LOC");
  }

  @Test
  void suggestsNoDeletedRegionAfterARestart() throws Exception {
    StudioEditor editor = editor();
    editor.draw("Cy", "PER");
    editor.delete("Ann");
    editor.delete("Oslo");
    createBackend();
    editor.connect(backend);
    editor.draw("runs", "LOC");
    assertThat(editor.regions()).containsExactly("Cy/PER", "Bob/PER", "Lund/LOC", "runs/LOC");
    assertThat(log).isEmpty();
  }

  /** The files of places have no words of the texts, and only the user can read them. */
  @Test
  void storesPlacesWithoutText() throws Exception {
    editor().draw("Cy", "PER");
    Path file = placeFile();
    assertThat(file).content().doesNotContain("Ann", "Oslo", "PER").contains("\"offsets\":[0,3,");
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  private Path placeFile() throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve("a"))) {
      return files.filter(file -> file.endsWith("7.places")).findFirst().orElseThrow();
    }
  }

  /** Without the damaged file, a region is suggested again. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{",
        "{'length': 47, 'textHash': 1}",
        "{'length': 47, 'textHash': 1, 'offsets': [3]}",
        "{'length': 47, 'textHash': 1, 'offsets': [-1, 3]}",
        "{'length': 47, 'textHash': 1, 'offsets': [5, 3]}",
        "{'length': 47, 'textHash': 1, 'offsets': [5, 48]}",
        "{'length': 47, 'textHash': 1, 'offsets': [5, 3000000000]}",
        "{'length': 47, 'textHash': 1, 'offsets': [0, 1], 'text': 'x'}"
      })
  void namesDamagedPlaces(String content) throws Exception {
    editor().draw("Cy", "PER");
    Path file = placeFile();
    ChecksummedFile.write(file, content.replace('\'', '"').getBytes(StandardCharsets.UTF_8));

    createBackend();
    StudioEditor editor = editor();
    editor.draw("Cy", "PER");
    assertThat(editor.regions()).hasSize(5);
    assertThat(log)
        .containsExactly("damaged, has invalid content, set aside as .damaged: 7.places");
    assertThat(file.resolveSibling("7.places.damaged")).exists();
    assertThat(file).as("written again").exists();
  }

  /** The places of one text say nothing about another. */
  @Test
  void suggestsForOtherTasks() throws Exception {
    editor().draw("Cy", "PER");
    StudioEditor other = new StudioEditor(backend, CONFIG, 8, TEXT);
    other.draw("Cy", "PER");
    assertThat(other.regions()).hasSize(5);
    StudioEditor changed = new StudioEditor(backend, CONFIG, 7, TEXT + " Cy sings.");
    changed.draw("runs", "LOC");
    assertThat(changed.regions()).hasSizeGreaterThan(4);
  }
}
