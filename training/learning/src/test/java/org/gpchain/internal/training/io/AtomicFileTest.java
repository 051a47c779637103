package org.gpchain.internal.training.io;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.core.Refusals.assertFails;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
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
  @DisabledOnOs(OS.WINDOWS)
  void writesFilesThatOnlyTheUserMayRead() throws IOException {
    Path target = directory.resolve("private/folder").resolve("file");
    AtomicFile.makePrivateDirectory(target.getParent());
    AtomicFile.makePrivateDirectory(target.getParent());
    AtomicFile.writePrivate(target, out -> out.write('1'));
    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw-rw-r--"));
    AtomicFile.writePrivate(target, out -> out.write('2'));

    assertThat(target).hasContent("2");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target)))
        .isEqualTo("rw-------");
    for (Path folder : new Path[] {target.getParent(), target.getParent().getParent()}) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
          .isEqualTo("rwx------");
    }
    AtomicFile.makePrivateDirectory(directory);
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

  @Test
  void aFullDiskIsReportedWithTheNameOfTheFile() {
    Path target = directory.resolve("file");
    OutputStream full =
        StagedFiles.named(
            new OutputStream() {
              @Override
              public void write(int b) throws IOException {
                throw new IOException("No space left on device");
              }
            },
            target);

    assertFails(
        FileSystemException.class,
        () -> full.write(new byte[8], 0, 8),
        target + ": No space left on device");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void targetOfALinkIsWritten() throws IOException {
    Path file = directory.resolve("there/file");
    Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("there/file"));
    AtomicFile.write(link, "1");
    assertThat(file).hasContent("1");

    Path linkToLink = Files.createSymbolicLink(directory.resolve("more"), link);
    AtomicFile.write(linkToLink, "2");
    assertThat(file).hasContent("2");
    assertThat(linkToLink).isSymbolicLink();
    assertThat(link).isSymbolicLink();
    assertThat(file.getParent()).isDirectoryNotContaining(entry -> !entry.equals(file));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void permissionsAreKept() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "1");
    Set<PosixFilePermission> permissions = PosixFilePermissions.fromString("rw-------");
    Files.setPosixFilePermissions(file, permissions);
    AtomicFile.write(file, "2");
    assertThat(file).hasContent("2");
    assertThat(Files.getPosixFilePermissions(file)).isEqualTo(permissions);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aPipeIsWrittenTo() throws Exception {
    Path pipe = directory.resolve("pipe");
    new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();
    Process reader = new ProcessBuilder("cat", pipe.toString()).start();
    AtomicFile.write(pipe, "some text");
    assertThat(reader.getInputStream()).hasContent("some text");
    assertThat(pipe).exists();
    assertThat(Files.isRegularFile(pipe)).isFalse();
  }

  @Test
  void concurrentWritersDoNotMixContents() {
    Path target = directory.resolve("file");
    IntStream.range(0, 64).parallel().forEach(writer -> writeDigits(target, writer % 10));

    assertThat(target).content(US_ASCII).matches("(.)\\1{4999}");
    assertThat(directory).isDirectoryNotContaining(file -> !file.equals(target));
  }

  private static void writeDigits(Path target, int digit) {
    try {
      AtomicFile.write(target, Integer.toString(digit).repeat(5000));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
