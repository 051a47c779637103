package org.gpchain.internal.server.labelstudio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.annotations.Gold.UserAnnotation;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.server.labelstudio.AnnotationFiles.Task;
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
    List<String> damaged = List.of("null", "{}", "{\"task\":1,\"text\":\"a\",\"given\":null}", "{");
    for (int i = 0; i < damaged.size(); i++) {
      Files.writeString(folder.resolve(key.id()).resolve(10 + i + ".json"), damaged.get(i));
    }
    assertThat(files.read(key)).containsExactly(sound);
    assertThat(log).hasSize(damaged.size()).allMatch(line -> line.contains("damaged"));
  }

  @Test
  void storesAnnotationsInFiles() throws IOException {
    AnnotationFiles files = new AnnotationFiles(folder, line -> {});
    ModelKey key = new ModelKey("1", "layer", "label", "", Anchoring.SEGMENTS);
    assertThat(files.count(key)).isZero();
    assertThat(files.read(key)).isEmpty();
    assertThat(files.contains(key, 1)).isFalse();

    Task late = new Task(9, "late", List.of(new UserAnnotation(0, 1, "X")));
    Task early = new Task(2, "early", List.of());
    files.put(key, 1, late);
    files.put(key, 2, early);
    Files.writeString(folder.resolve(key.id()).resolve("x.tmp"), "x");

    assertThat(files.contains(key, 1)).isTrue();
    assertThat(files.count(key)).isEqualTo(2);
    assertThat(files.read(key)).containsExactly(early, late);

    files.put(key, 1, early);
    assertThat(files.read(key)).containsExactly(early, early);
    files.remove(key, 1);
    files.remove(key, 1);
    assertThat(files.read(key)).containsExactly(early);
    assertThat(files.count(key.withUser("v"))).isZero();
  }
}
