package org.gpchain.internal.training.io;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.io.file.PathUtils;

/**
 * A directory that is deleted when it is closed, or when the process exits or receives a signal
 * that can be caught. If a process is killed, its directory is deleted by the next process that
 * creates a temporary directory in the same place. To make this possible, the name of a directory
 * identifies its process, and a file in the directory is locked while the process is alive.
 */
public final class TemporaryDirectory implements Closeable {
  /** Name of the locked file. A directory itself cannot be locked. */
  private static final String LOCK = "lock";

  /** Parent directories in which this process has deleted the directories of killed processes. */
  private static final Set<Path> SEARCHED = ConcurrentHashMap.newKeySet();

  private final Path path;
  private final FileChannel lock;
  private final Thread atExit = new Thread(this::deleteAtExit, "gpchain-delete-temporary");

  /** Whether the process is ending. */
  private boolean ending;

  private TemporaryDirectory(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
    try {
      Runtime.getRuntime().addShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The process is already ending.
      ending = true;
    }
  }

  /**
   * Creates an empty temporary directory that only the user may read.
   *
   * @param parent directory in which it is created
   * @throws FileSystemException if it cannot be created; names the parent
   */
  static TemporaryDirectory in(Path parent) throws IOException {
    if (SEARCHED.add(parent.toAbsolutePath().normalize())) {
      deleteLeftovers(parent);
    }
    Path path = created(parent);
    try {
      return new TemporaryDirectory(path, locked(path.resolve(LOCK)));
    } catch (IOException e) {
      PathUtils.delete(path);
      throw e;
    }
  }

  /**
   * Creates an empty directory for intermediate results in the system's directory for temporary
   * files ({@code java.io.tmpdir}). Only the user may read it.
   */
  public static TemporaryDirectory scratch() throws IOException {
    return in(Path.of(System.getProperty("java.io.tmpdir")));
  }

  private static Path created(Path parent) throws IOException {
    // Exceptions name the parent, because the user does not know the name of the new directory.
    String name = parent.toString();
    try {
      return Files.createTempDirectory(parent, Owner.SELF.prefix());
    } catch (AccessDeniedException e) {
      throw (IOException) new AccessDeniedException(name).initCause(e);
    } catch (NoSuchFileException e) {
      throw (IOException) new NoSuchFileException(name).initCause(e);
    } catch (FileSystemException e) {
      throw (IOException) new FileSystemException(name, null, e.getReason()).initCause(e);
    }
  }

  /** Creates a file and locks it if the file system supports locks. */
  private static FileChannel locked(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
    try {
      channel.tryLock();
    } catch (IOException e) {
      // Without locks, only the directory's name identifies its process.
    }
    return channel;
  }

  /** Returns the path of a file in this directory. */
  public Path file(String name) {
    return path.resolve(name);
  }

  /** Returns whether the directory was deleted because the process is ending. */
  synchronized boolean wasDeletedAtExit() {
    return ending && !Files.exists(path);
  }

  private synchronized void deleteAtExit() {
    ending = true;
    try {
      // Rename the directory first, so that other threads cannot create files in it.
      Path renamed = Files.move(path, path.resolveSibling(path.getFileName() + ".old"));
      try {
        PathUtils.delete(renamed);
      } catch (DirectoryNotEmptyException e) {
        // A thread has created a file in the meantime.
        PathUtils.delete(renamed);
      }
    } catch (IOException e) {
      // The next process will delete it.
    }
  }

  @Override
  public void close() throws IOException {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The process is ending. Deleting the directory twice is harmless.
    }
    // Close the file before the deletion: Windows does not delete open files.
    lock.close();
    PathUtils.delete(path);
  }

  /**
   * Deletes the temporary directories of dead processes in a directory. Directories that cannot be
   * deleted are ignored.
   */
  static void deleteLeftovers(Path parent) {
    try (DirectoryStream<Path> leftovers =
        Files.newDirectoryStream(parent, TemporaryDirectory::isOfDeadProcess)) {
      for (Path leftover : leftovers) {
        deleteLeftover(leftover);
      }
    } catch (IOException | DirectoryIteratorException e) {
      // The user may write to the directory, but not list it.
    }
  }

  private static boolean isOfDeadProcess(Path entry) {
    return Owner.of(entry).filter(owner -> !owner.mayBeAlive()).isPresent();
  }

  private static void deleteLeftover(Path leftover) {
    try {
      if (isDirectoryOfUser(leftover) && !isLocked(leftover)) {
        PathUtils.delete(leftover);
      }
    } catch (IOException | UnsupportedOperationException e) {
      // The directory remains and takes up space.
    }
  }

  /**
   * Returns whether an entry is a directory that belongs to the user of this process. In a
   * directory to which all users may write, such as {@code /tmp}, other users could replace their
   * directory by a link while it is being deleted.
   */
  private static boolean isDirectoryOfUser(Path entry) throws IOException {
    if (!Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    UserPrincipal user =
        entry
            .getFileSystem()
            .getUserPrincipalLookupService()
            .lookupPrincipalByName(System.getProperty("user.name"));
    return Files.getOwner(entry, LinkOption.NOFOLLOW_LINKS).equals(user);
  }

  /** Returns whether a process, perhaps in another container, holds the lock of a directory. */
  private static boolean isLocked(Path directory) throws IOException {
    Path file = directory.resolve(LOCK);
    if (!Files.exists(file)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock acquired = channel.tryLock()) {
      return acquired == null;
    } catch (OverlappingFileLockException e) {
      return true;
    }
  }

  /**
   * The process that a temporary directory belongs to, which is encoded in the directory's name.
   *
   * @param pid process id
   * @param start start time of the process (milliseconds since 1970); 0 if unknown
   */
  record Owner(long pid, long start) {
    /** This process. */
    static final Owner SELF = of(ProcessHandle.current());

    /** Pattern of the name of a temporary directory, with process id and start time. */
    private static final Pattern NAME = Pattern.compile("\\.gpchain-(\\d{1,18})-(\\d{1,18})-.+");

    /** Tolerance for start times, because the system's clock may have been adjusted. */
    private static final Duration TOLERANCE = Duration.ofSeconds(10);

    private static Owner of(ProcessHandle process) {
      long start = process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
      return new Owner(process.pid(), start);
    }

    /** Returns the owner of a file or directory; empty if it is no temporary directory. */
    static Optional<Owner> of(Path temporary) {
      Matcher name = NAME.matcher(temporary.getFileName().toString());
      if (!name.matches()) {
        return Optional.empty();
      }
      return Optional.of(new Owner(Long.parseLong(name.group(1)), Long.parseLong(name.group(2))));
    }

    /** Returns the prefix of the names of this process's temporary directories. */
    String prefix() {
      return ".gpchain-" + pid + "-" + start + "-";
    }

    /** Returns whether a running process may be this process. */
    boolean mayBeAlive() {
      if (pid == SELF.pid) {
        // In containers, successive processes often have the same id.
        return start == SELF.start;
      }
      return ProcessHandle.of(pid)
          .filter(ProcessHandle::isAlive)
          .map(Owner::of)
          .filter(other -> Math.abs(other.start - start) <= TOLERANCE.toMillis())
          .isPresent();
    }
  }
}
