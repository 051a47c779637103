package org.gpchain.server.labelstudio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.server.labelstudio.AnnotationFiles.Task;
import org.gpchain.server.models.Anchoring;
import org.gpchain.server.models.ModelKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnnotationFilesTest {
  @TempDir private Path folder;

  @Test
  void damagedFilesAreLeftOutAndReported() throws IOException {
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
}
