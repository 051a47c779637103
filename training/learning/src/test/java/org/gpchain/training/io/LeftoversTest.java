package org.gpchain.training.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.gpchain.training.io.Temporary.Owner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is cleared of temporary files, and what is not. */
class LeftoversTest {
  /** No process can have this id. */
  private static final String DEAD = ".gpchain-999999999999-1700000000000-";

  @TempDir private Path directory;

  @Test
  void clearsFilesAndDirectoriesOfDeadProcesses() throws IOException {
    Files.createFile(directory.resolve(DEAD + "a.tmp"));
    Path scratch = Files.createDirectory(directory.resolve(DEAD + "1"));
    Files.createFile(scratch.resolve("lock"));
    Files.createFile(scratch.resolve("words.txt"));
    Files.createFile(directory.resolve("mine.tmp"));
    Path ours = Files.createFile(directory.resolve(Owner.SELF.prefix() + "a.tmp"));

    AtomicFile.write(directory.resolve("file"), out -> out.write('1'));
    assertThat(directory)
        .isDirectoryNotContaining(file -> file.getFileName().toString().startsWith(DEAD))
        .isDirectoryContaining(file -> file.endsWith("mine.tmp"))
        .isDirectoryContaining(ours::equals);
  }

  @Test
  void leavesWhatIsLockedAsByAProcessInAnotherContainer() throws IOException {
    Path file = directory.resolve(DEAD + "a.tmp");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
      channel.lock();
      Temporary.clear(directory);
      assertThat(file).exists();
    }
    Temporary.clear(directory);
    assertThat(file).doesNotExist();
  }

  @Test
  void doesNotFollowLinks() throws IOException {
    Path mine = Files.createDirectory(directory.resolve("mine"));
    Files.createFile(mine.resolve("file"));
    Files.createSymbolicLink(directory.resolve(DEAD + "a"), mine);
    Temporary.clear(directory);
    assertThat(mine.resolve("file")).exists();
  }

  @Test
  void scratchDirectoriesDisappear() throws IOException {
    Path file;
    try (Temporary scratch = Temporary.scratch()) {
      file = Files.createFile(scratch.file("words.txt"));
    }
    assertThat(file.getParent()).doesNotExist();
  }

  @Test
  void aProcessThatIsEndedRemovesItsOwnAndOneThatIsKilledLeavesItToTheNext() throws Exception {
    Path target = Files.writeString(directory.resolve("file"), "old");
    Process ended = slowWriter(target);
    ended.destroy();
    assertThat(ended.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(temporaries()).isZero();

    Process killed = slowWriter(target);
    Temporary.clear(directory);
    assertThat(temporaries()).as("those of another living process").isOne();
    killed.destroyForcibly();
    assertThat(killed.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(temporaries()).isOne();
    assertThat(target).hasContent("old");

    Temporary.clear(directory);
    assertThat(temporaries()).isZero();
  }

  /** Threads may still make files in a directory that is being deleted. */
  @Test
  void aProcessThatIsEndedWhileItWritesManyFilesRemovesThem() throws Exception {
    for (int i = 0; i < 3; i++) {
      Process ended = process(ManyFiles.class, directory);
      ended.destroy();
      assertThat(ended.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(temporaries()).isZero();
    }
  }

  private long temporaries() throws IOException {
    try (var files = Files.list(directory)) {
      return files.filter(file -> Owner.of(file).isPresent()).count();
    }
  }

  /** A process in the middle of writing a file. */
  private static Process slowWriter(Path target) throws IOException {
    return process(SlowWriter.class, target);
  }

  private static Process process(Class<?> main, Path target) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName(),
                target.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(process.getInputStream().read()).isEqualTo('w');
    return process;
  }

  /** Begins to write a file, says so, and does not end. */
  static final class SlowWriter {
    private SlowWriter() {}

    public static void main(String[] args) throws IOException {
      AtomicFile.write(
          Path.of(args[0]),
          out -> {
            out.write('n');
            System.out.write('w');
            System.out.flush();
            try {
              Thread.sleep(TimeUnit.MINUTES.toMillis(1));
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
          });
    }
  }

  /** Writes files aside in several threads, says so, and does not end. */
  static final class ManyFiles {
    private ManyFiles() {}

    public static void main(String[] args) throws IOException {
      FileGroup group = new FileGroup(Path.of(args[0]));
      for (int i = 0; i < 4; i++) {
        new Thread(() -> write(group)).start();
      }
    }

    private static void write(FileGroup group) {
      for (int n = 0; true; n++) {
        try {
          group.write(new byte[1]);
        } catch (IOException e) {
          // The directory is gone; an annotation would end here.
          return;
        }
        if (n == 500) {
          System.out.write('w');
          System.out.flush();
        }
      }
    }
  }
}
