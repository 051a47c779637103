package org.gpchain.internal.server.labelstudio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.gpchain.core.fuzz.Fuzz;
import org.gpchain.core.fuzz.Mutations;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.annotations.Gold.UserAnnotation;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.server.labelstudio.AnnotationFiles.Removed;
import org.gpchain.internal.server.labelstudio.AnnotationFiles.Task;
import org.gpchain.internal.training.io.ChecksummedFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnnotationFilesTest {
  private static final ModelKey KEY = new ModelKey("1", "layer", "label", "", Anchoring.SEGMENTS);

  @TempDir private Path folder;
  private final List<String> log = new ArrayList<>();
  private AnnotationFiles files;

  @BeforeEach
  void open() {
    files = new AnnotationFiles(folder, log::add);
  }

  /** Returns the file of an annotation. */
  private Path file(String name) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.filter(path -> path.endsWith(name)).findFirst().orElseThrow();
    }
  }

  /** The content of a file is checked even if its checksum is right. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{}",
        "{",
        "{'task':1,'text':'ab','given':null}",
        "{'task':1,'text':'ab','given':[{'begin':0,'end':2147483647,'label':'X'}]}",
        "{'task':1,'text':'ab','given':[{'begin':-1,'end':1,'label':'X'}]}",
        "{'task':1,'text':'ab','given':[{'begin':1,'end':1,'label':'X'}]}",
        "{'task':1,'text':'ab','given':[{'begin':0,'end':1,'label':null}]}",
        "{'task':1,'text':'ab','given':[{'begin':0,'end':1,'label':'X\\n'}]}",
        "\0\0\0{\ud83d"
      })
  void checksTheContentOfFiles(String content) throws IOException {
    files.put(KEY, 1, new Task(7, "Dana left Ostrey.", List.of()));
    files.put(KEY, 10, new Task(1, "ab", List.of()));
    Path damaged = file("1-10.json");
    ChecksummedFile.write(damaged, content.replace('\'', '"').getBytes(StandardCharsets.UTF_8));

    for (String occasion : List.of("first", "the file was set aside before")) {
      assertThat(files.read(KEY)).as(occasion).extracting(Task::task).containsExactly(7L);
      assertThat(log)
          .containsExactly("damaged, has invalid content, set aside as .damaged: 1-10.json");
    }
    assertThat(damaged.resolveSibling("1-10.json.damaged")).exists();
  }

  @Test
  void storesAnnotationsInFiles() throws IOException {
    assertThat(files.count(KEY)).isZero();
    assertThat(files.read(KEY)).isEmpty();
    assertThat(files.contains(KEY, 9, 1)).isFalse();

    Task late = new Task(9, "late", List.of(new UserAnnotation(0, 1, "X")));
    Task early = new Task(2, "early", List.of());
    files.put(KEY, 1, late);
    files.put(KEY, 2, early);
    assertThat(files.contains(KEY, 9, 1)).isTrue();
    assertThat(files.count(KEY)).isEqualTo(2);
    assertThat(files.read(KEY)).containsExactly(early, late);

    Task second = new Task(9, "second", List.of());
    files.put(KEY, 1, second);
    assertThat(files.read(KEY)).containsExactly(early, second);
    files.put(KEY, 3, new Task(2, "early", List.of()));
    assertThat(files.removeAnnotations("1", Set.of(1L, 3L, 5L)))
        .isEqualTo(new Removed(Set.of(KEY.id()), Set.of(9L)));
    assertThat(files.removeAnnotations("1", Set.of(1L))).isEqualTo(new Removed(Set.of(), Set.of()));
    assertThat(files.read(KEY)).containsExactly(early);
    assertThat(files.count(KEY.withUser("v"))).isZero();
  }

  /** Each damaged file is named and set aside, and the other annotations are used. */
  @Test
  void usesTheOtherAnnotationsWhateverTheDamage() throws Exception {
    Task other = new Task(7, "Dana left Ostrey.", List.of(new UserAnnotation(0, 4, "PER")));
    Task task = new Task(8, "Ulf \ud83d\ude00 stayed.", List.of(new UserAnnotation(0, 3, "PER")));
    files.put(KEY, 1, other);
    files.put(KEY, 2, task);
    Path damaged = file("8-2.json");
    byte[] sound = Files.readAllBytes(damaged);

    Fuzz.attack(
        "store-annotations",
        10 * Fuzz.MUTANTS,
        random -> Mutations.bytes(sound, random),
        mutant -> {
          log.clear();
          Files.write(damaged, mutant);
          if (Arrays.equals(mutant, sound)) {
            assertThat(files.read(KEY)).containsExactly(other, task);
          } else {
            assertThat(files.read(KEY)).containsExactly(other);
            assertThat(log).singleElement().asString().endsWith(".damaged: 8-2.json");
          }
        });
  }
}
