package org.gpchain.internal.training.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.gpchain.internal.training.io.TemporaryDirectory.Owner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which temporary directories of other processes are deleted. */
class LeftoversTest {
  /** Prefix of directories of a dead process. Its process id is too large for a real process. */
  private static final String DEAD = ".gpchain-999999999999-1700000000000-";

  @TempDir private Path directory;

  @Test
  void deletesDirectoriesOfDeadProcesses() throws IOException {
    Files.createDirectory(directory.resolve(DEAD + "1"));
    Path scratch = Files.createDirectory(directory.resolve(DEAD + "2"));
    Files.createFile(scratch.resolve("lock"));
    Files.createFile(scratch.resolve("words.txt"));
    Path mine = Files.createFile(directory.resolve("mine.tmp"));
    Path ofThisProcess = Files.createDirectory(directory.resolve(Owner.SELF.prefix() + "3"));

    AtomicFile.write(directory.resolve("file"), out -> out.write('1'));
    assertThat(directory)
        .isDirectoryNotContaining(file -> file.getFileName().toString().startsWith(DEAD))
        .isDirectoryContaining(mine::equals)
        .isDirectoryContaining(ofThisProcess::equals);
  }

  @Test
  void keepsLockedDirectoriesSinceTheirProcessMayRunInAnotherContainer() throws IOException {
    Path locked = Files.createDirectory(directory.resolve(DEAD + "1"));
    try (FileChannel channel =
        FileChannel.open(
            locked.resolve("lock"), StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
      channel.lock();
      TemporaryDirectory.deleteLeftovers(directory);
      assertThat(locked).exists();
    }
    TemporaryDirectory.deleteLeftovers(directory);
    assertThat(locked).doesNotExist();
  }

  @Test
  void doesNotFollowLinks() throws IOException {
    Path mine = Files.createDirectory(directory.resolve("mine"));
    Files.createFile(mine.resolve("file"));
    Files.createSymbolicLink(directory.resolve(DEAD + "a"), mine);
    TemporaryDirectory.deleteLeftovers(directory);
    assertThat(mine.resolve("file")).exists();
  }

  @Test
  void scratchDirectoriesAreDeleted() throws IOException {
    Path file;
    try (TemporaryDirectory scratch = TemporaryDirectory.scratch()) {
      file = Files.createFile(scratch.file("words.txt"));
    }
    assertThat(file.getParent()).doesNotExist();
  }

  @Test
  void terminatedProcessDeletesItsDirectoryAndKilledProcessLeavesIt() throws Exception {
    Path target = Files.writeString(directory.resolve("file"), "old");
    Process terminated = slowWriter(target);
    terminated.destroy();
    assertThat(terminated.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(temporaries()).isZero();

    Process killed = slowWriter(target);
    TemporaryDirectory.deleteLeftovers(directory);
    assertThat(temporaries()).as("directory of a living process").isOne();
    killed.destroyForcibly();
    assertThat(killed.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(temporaries()).isOne();
    assertThat(target).hasContent("old");

    TemporaryDirectory.deleteLeftovers(directory);
    assertThat(temporaries()).isZero();
  }

  /** Other threads may still create files in a directory while it is being deleted. */
  @Test
  void terminatedProcessDeletesFilesThatAreBeingWritten() throws Exception {
    for (int i = 0; i < 3; i++) {
      Process terminated = process(ManyFiles.class, directory);
      terminated.destroy();
      assertThat(terminated.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(temporaries()).isZero();
    }
  }

  private long temporaries() throws IOException {
    try (var files = Files.list(directory)) {
      return files.filter(file -> Owner.of(file).isPresent()).count();
    }
  }

  /** Returns a process that has begun to write a file. */
  private static Process slowWriter(Path target) throws IOException {
    return process(SlowWriter.class, target);
  }

  private static Process process(Class<?> main, Path target) throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process process =
        new ProcessBuilder(
                java.toString(),
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

  /** A program that begins to write a file, reports it, and waits. */
  static final class SlowWriter {
    private SlowWriter() {}

    /** Runs the program with the path of a file. */
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

  /** A program that writes staged files in several threads, and reports it. */
  static final class ManyFiles {
    private ManyFiles() {}

    /** Runs the program with the path of a directory. */
    public static void main(String[] args) throws IOException {
      StagedFiles files = new StagedFiles(Path.of(args[0]));
      for (int i = 0; i < 4; i++) {
        new Thread(() -> write(files)).start();
      }
    }

    private static void write(StagedFiles files) {
      for (int n = 0; true; n++) {
        try {
          files.write(new byte[1]);
        } catch (IOException e) {
          // The directory has been deleted.
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
