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
import org.gpchain.internal.server.store.StoreFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnnotationFilesTest {
  @TempDir private Path folder;

  @Test
  void skipsAndReportsDamagedFiles() throws IOException {
    List<String> log = new ArrayList<>();
    AnnotationFiles files = new AnnotationFiles(folder, log::add);
    ModelKey key = new ModelKey("1", "layer", "label", "", Anchoring.SEGMENTS);
    Task sound = new Task(7, "Dana left Ostrey.", List.of());
    files.put(key, 1, sound);
    String task = "{\"task\":1,\"text\":\"ab\",\"given\":%s}";
    String region = "[{\"begin\":%s,\"end\":%s,\"label\":%s}]";
    List<String> damaged =
        List.of(
            "null",
            "{}",
            "{",
            task.formatted("null"),
            task.formatted(region.formatted(0, Integer.MAX_VALUE, "\"X\"")),
            task.formatted(region.formatted(-1, 1, "\"X\"")),
            task.formatted(region.formatted(1, 1, "\"X\"")),
            task.formatted(region.formatted(0, 1, "null")),
            task.formatted(region.formatted(0, 1, "\"X\\n\"")),
            "\0\0\0{\ud83d");
    Path modelFolder;
    try (Stream<Path> paths = Files.walk(folder)) {
      modelFolder = paths.filter(path -> path.endsWith(key.id())).findFirst().orElseThrow();
    }
    for (int i = 0; i < damaged.size(); i++) {
      Path file = modelFolder.resolve("1-" + (10 + i) + ".json");
      StoreFile.write(file, damaged.get(i).getBytes(StandardCharsets.UTF_8));
    }

    assertThat(files.read(key)).containsExactly(sound);
    assertThat(log).hasSize(damaged.size());
    for (int i = 0; i < damaged.size(); i++) {
      String name = "1-" + (10 + i) + ".json";
      assertThat(log.get(i))
          .isEqualTo("damaged, has invalid content, set aside as .damaged: " + name);
      assertThat(modelFolder.resolve(name + ".damaged")).exists();
    }
    assertThat(files.read(key)).as("reported once").containsExactly(sound);
    assertThat(log).hasSize(damaged.size());
  }

  @Test
  void storesAnnotationsInFiles() throws IOException {
    AnnotationFiles files = new AnnotationFiles(folder, line -> {});
    ModelKey key = new ModelKey("1", "layer", "label", "", Anchoring.SEGMENTS);
    assertThat(files.count(key)).isZero();
    assertThat(files.read(key)).isEmpty();
    assertThat(files.contains(key, 9, 1)).isFalse();

    Task late = new Task(9, "late", List.of(new UserAnnotation(0, 1, "X")));
    Task early = new Task(2, "early", List.of());
    files.put(key, 1, late);
    files.put(key, 2, early);
    assertThat(files.contains(key, 9, 1)).isTrue();
    assertThat(files.count(key)).isEqualTo(2);
    assertThat(files.read(key)).containsExactly(early, late);

    Task second = new Task(9, "second", List.of());
    files.put(key, 1, second);
    assertThat(files.read(key)).containsExactly(early, second);
    files.put(key, 3, new Task(2, "early", List.of()));
    assertThat(files.removeAnnotations("1", Set.of(1L, 3L, 5L)))
        .isEqualTo(new Removed(Set.of(key.id()), Set.of(9L)));
    assertThat(files.removeAnnotations("1", Set.of(1L))).isEqualTo(new Removed(Set.of(), Set.of()));
    assertThat(files.read(key)).containsExactly(early);
    assertThat(files.count(key.withUser("v"))).isZero();
  }

  /** Each damaged file is named and set aside, and the other annotations are used. */
  @Test
  void usesTheOtherAnnotationsWhateverTheDamage() throws Exception {
    List<String> log = new ArrayList<>();
    AnnotationFiles files = new AnnotationFiles(folder, log::add);
    ModelKey key = new ModelKey("1", "layer", "label", "", Anchoring.SEGMENTS);
    Task other = new Task(7, "Dana left Ostrey.", List.of(new UserAnnotation(0, 4, "PER")));
    Task task = new Task(8, "Ulf \ud83d\ude00 stayed.", List.of(new UserAnnotation(0, 3, "PER")));
    files.put(key, 1, other);
    files.put(key, 2, task);
    Path damaged;
    try (Stream<Path> paths = Files.walk(folder)) {
      damaged = paths.filter(path -> path.endsWith("8-2.json")).findFirst().orElseThrow();
    }
    byte[] sound = Files.readAllBytes(damaged);

    Fuzz.attack(
        "store-annotations",
        10 * Fuzz.MUTANTS,
        random -> Mutations.bytes(sound, random),
        mutant -> {
          log.clear();
          Files.write(damaged, mutant);
          if (Arrays.equals(mutant, sound)) {
            assertThat(files.read(key)).containsExactly(other, task);
          } else {
            assertThat(files.read(key)).containsExactly(other);
            assertThat(log).singleElement().asString().endsWith(".damaged: 8-2.json");
          }
        });
  }
}
