package org.gpchain.training.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
  @TempDir private Path directory;

  @Test
  void writesAndReplacesAFile() throws IOException {
    Path target = directory.resolve("a/b/file");
    AtomicFile.write(target, out -> out.write('1'));
    AtomicFile.write(target, out -> out.write('2'));
    assertThat(target).hasContent("2");
    assertThat(target.getParent()).isDirectoryNotContaining(file -> !file.equals(target));
  }

  @Test
  void leavesTheOldFileAndNothingElseAfterAFailure() throws IOException {
    Path target = directory.resolve("file");
    Files.writeString(target, "old");
    assertThatThrownBy(
            () ->
                AtomicFile.write(
                    target,
                    out -> {
                      out.write('n');
                      throw new IOException("disk full");
                    }))
        .hasMessage("disk full");
    assertThat(target).hasContent("old");
    assertThat(directory).isDirectoryNotContaining(file -> !file.equals(target));
  }
}
