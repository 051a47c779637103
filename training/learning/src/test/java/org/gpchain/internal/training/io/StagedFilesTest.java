package org.gpchain.internal.training.io;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagedFilesTest {
  @TempDir private Path directory;

  @Test
  void filesAreMovedTogetherAndOthersDeleted() throws IOException {
    Path folder = directory.resolve("new");
    Path old = Files.writeString(Files.createDirectory(folder).resolve("old"), "old");
    Path deep = folder.resolve("a/b/file");
    try (StagedFiles files = new StagedFiles(folder)) {
      files.add(files.write("1".getBytes(US_ASCII)), old);
      files.add(files.write("2".getBytes(US_ASCII)), deep);
      Path uncommitted = files.write("3".getBytes(US_ASCII));
      assertThat(old).hasContent("old");
      assertThat(deep).doesNotExist();

      files.commit();
      assertThat(old).hasContent("1");
      assertThat(deep).hasContent("2");
      assertThat(uncommitted).exists();

      files.add(uncommitted, folder.resolve("never"));
    }
    assertThat(folder.toFile().list()).containsExactlyInAnyOrder("old", "a");
  }

  @Test
  void missingStagedFilePreventsTheCommit() throws IOException {
    Path target = directory.resolve("file");
    try (StagedFiles files = new StagedFiles(directory)) {
      files.add(files.write(new byte[1]), target);
      files.add(files.newFile(), directory.resolve("other"));
      assertThatThrownBy(files::commit).isInstanceOf(NoSuchFileException.class);
    }
    assertThat(target).doesNotExist();
  }

  @Test
  void folderThatIsNotWritableIsNamed() {
    Path missing = directory.resolve("missing");
    assertThatThrownBy(() -> AtomicFile.checkWritable(missing))
        .isInstanceOfSatisfying(
            FileSystemException.class, e -> assertThat(e.getFile()).isEqualTo(missing.toString()));
  }
}
