package org.gpchain.internal.server.labelstudio;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.gpchain.internal.documents.Segmenter;
import org.gpchain.internal.server.annotations.SentenceReader;
import org.gpchain.internal.server.models.ServedModels;
import org.gpchain.internal.server.models.StoreCase;
import org.gpchain.internal.training.data.Annotated;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests suggestions while an annotator works on a task in Label Studio's editor. */
class StudioEditorTest extends StoreCase {
  private static final String CONFIG =
      """
      <View><Labels name="l" toName="t"><Label value="PER"/><Label value="LOC"/></Labels>
      <Text name="t" value="$text"/></View>
      """;

  private static final String TEXT = "Ann sings in Oslo. Bob sleeps in Lund. Cy runs.";

  private LabelStudioBackend backend;

  @BeforeEach
  void createBackend() {
    backend =
        new LabelStudioBackend(
            new ServedModels(store, queue, List.of(shipped)),
            SentenceReader.of(Segmenter.DEFAULT),
            new AnnotationFiles(directory.resolve("a"), line -> {}),
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

  /** A new server does not know what was suggested, but the saved regions have identifiers. */
  @Test
  void leavesSavedRegionsAloneAfterARestart() throws Exception {
    StudioEditor editor = editor();
    editor.draw("Cy", "PER");
    editor.correct("Ann", "sings", "LOC");
    editor.saveDraft();
    List<String> work = editor.regions();

    createBackend();
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
      createBackend();
      StudioEditor editor = editor();
      editor.task().withArray(member).add(saved);
      editor.draw("runs", "LOC");
      assertThat(editor.regions()).as(member).containsExactly("runs/LOC");
    }

    // The annotator has deleted a region of the submitted annotation, which the draft no longer
    // has.
    createBackend();
    StudioEditor editor = editor();
    editor.task().withArray("annotations").add(saved.deepCopy().put("id", 3));
    ObjectNode draft = saved.deepCopy().put("annotation", 3);
    draft.withArray("result").remove(1);
    editor.task().withArray("drafts").add(draft);
    editor.draw("runs", "LOC");
    assertThat(editor.regions()).containsExactly("runs/LOC");
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
