package org.gpchain.training.io;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.gpchain.training.io.Leftovers.Owner;

/**
 * A file or directory that is there until it is closed, or until the process ends, by itself or by
 * a signal that it can catch. What a process leaves behind that was killed, the next one that makes
 * something temporary in the same directory removes ({@link Leftovers}): its name tells the
 * process, and a lock on it holds as long as that lives.
 */
public final class Temporary implements Closeable {
  /** Locked in a directory, which cannot be locked itself. */
  private static final String LOCK = "lock";

  /** Beyond the content of any file, so that on Windows it can be written nonetheless. */
  private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

  private final Path path;
  private final FileChannel lock;
  private final Thread atExit = new Thread(this::deleteAtExit, "gpchain-delete-temporary");
  private boolean ending;

  private Temporary(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
    try {
      Runtime.getRuntime().addShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The process is ending already, and what is written now is written in its last moments.
      ending = true;
    }
  }

  /** An empty file in a directory, with the permissions of any new file. */
  static Temporary file(Path directory) throws IOException {
    Leftovers.clear(directory);
    Path path = directory.resolve(Owner.SELF.prefix() + UUID.randomUUID() + ".tmp");
    return new Temporary(path, locked(path));
  }

  /** An empty directory, which only the user may read, in another one. */
  static Temporary directory(Path parent) throws IOException {
    Leftovers.clear(parent);
    Path path = Files.createTempDirectory(parent, Owner.SELF.prefix());
    return new Temporary(path, locked(path.resolve(LOCK)));
  }

  /**
   * An empty directory for intermediate results, which only the user may read, where the system
   * keeps such ({@code java.io.tmpdir}).
   */
  public static Temporary scratch() throws IOException {
    return directory(Path.of(System.getProperty("java.io.tmpdir")));
  }

  /** Makes a file and locks it, where the file system can. */
  private static FileChannel locked(Path file) throws IOException {
    FileChannel channel = created(file);
    try {
      channel.tryLock(LOCKED_BYTE, 1, false);
    } catch (IOException e) {
      // Without locks the name alone tells whose the file is.
    }
    return channel;
  }

  private static FileChannel created(Path file) throws IOException {
    try {
      return FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
    } catch (AccessDeniedException e) {
      throw (IOException) new AccessDeniedException(file.getParent().toString()).initCause(e);
    } catch (FileSystemException e) {
      // Nobody knows the file's own name.
      throw (IOException)
          new FileSystemException(file.getParent().toString(), null, e.getReason()).initCause(e);
    }
  }

  /** Returns whether a process, which may run in another container, holds something temporary. */
  static boolean isHeld(Path temporary) throws IOException {
    Path file = Files.isDirectory(temporary) ? temporary.resolve(LOCK) : temporary;
    if (!Files.exists(file)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock own = channel.tryLock(LOCKED_BYTE, 1, false)) {
      return own == null;
    } catch (OverlappingFileLockException e) {
      return true;
    }
  }

  /** Its path. */
  Path path() {
    return path;
  }

  /** The path of a file in a directory, which need not exist. */
  public Path file(String name) {
    return path.resolve(name);
  }

  /** Moves a file to its target, which is replaced; both are in the same file system. */
  synchronized void moveTo(Path target) throws IOException {
    if (ending && !Files.exists(path)) {
      throw new FileSystemException(
          target.toString(), null, "not written, since gpchain was ended");
    }
    Files.move(path, target, StandardCopyOption.ATOMIC_MOVE);
  }

  private synchronized void deleteAtExit() {
    ending = true;
    try {
      delete(path);
    } catch (IOException e) {
      // The next process will remove it.
    }
  }

  @Override
  public void close() throws IOException {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The process is ending; deleting twice does no harm.
    }
    // Windows keeps a deleted file as long as it is open.
    lock.close();
    delete(path);
  }

  /** Deletes a file, or a directory with the files in it, if it is there. */
  static void delete(Path temporary) throws IOException {
    if (Files.isDirectory(temporary)) {
      List<Path> files;
      try (Stream<Path> inside = Files.list(temporary)) {
        files = inside.toList();
      }
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    }
    Files.deleteIfExists(temporary);
  }
}
