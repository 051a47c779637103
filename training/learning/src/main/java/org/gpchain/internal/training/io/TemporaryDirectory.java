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
 * A directory that is deleted when it is closed, or when the process ends, by itself or by a signal
 * that can be caught. What a killed process leaves behind is deleted by the next process that makes
 * a temporary directory in the same place: the directory's name identifies its process, and a file
 * in it is locked as long as that process lives.
 */
public final class TemporaryDirectory implements Closeable {
  /** Name of the locked file; a directory itself cannot be locked. */
  private static final String LOCK = "lock";

  /** Directories that this process has searched for leftovers. */
  private static final Set<Path> SEARCHED = ConcurrentHashMap.newKeySet();

  private final Path path;
  private final FileChannel lock;
  private final Thread atExit = new Thread(this::deleteAtExit, "gpchain-delete-temporary");
  private boolean ending;

  private TemporaryDirectory(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
    try {
      Runtime.getRuntime().addShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The process is ending already, and what is written now is written in its last moments.
      ending = true;
    }
  }

  /**
   * Makes an empty directory, which only the user may read, in another one.
   *
   * @throws FileSystemException if it cannot be made; names the parent
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
   * Makes an empty directory for intermediate results, which only the user may read, where the
   * system keeps temporary files ({@code java.io.tmpdir}).
   */
  public static TemporaryDirectory scratch() throws IOException {
    return in(Path.of(System.getProperty("java.io.tmpdir")));
  }

  private static Path created(Path parent) throws IOException {
    // Exceptions name the parent, since the user does not know the directory's own name.
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

  /** Makes a file and locks it, if the file system has locks. */
  private static FileChannel locked(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
    try {
      channel.tryLock();
    } catch (IOException e) {
      // Without locks, the name alone tells whose directory it is.
    }
    return channel;
  }

  /** Returns the path of a file in this directory. */
  public Path file(String name) {
    return path.resolve(name);
  }

  /** Returns whether the directory is gone because the process is ending. */
  synchronized boolean wasDeletedAtExit() {
    return ending && !Files.exists(path);
  }

  private synchronized void deleteAtExit() {
    ending = true;
    try {
      // Renamed first, so that threads cannot make more files in it.
      Path renamed = Files.move(path, path.resolveSibling(path.getFileName() + ".old"));
      try {
        PathUtils.delete(renamed);
      } catch (DirectoryNotEmptyException e) {
        // A thread had been about to make a file.
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
      // The process is ending; deleting twice does no harm.
    }
    // Windows keeps a deleted file as long as it is open.
    lock.close();
    PathUtils.delete(path);
  }

  // Leftovers

  /**
   * Deletes temporary directories in a directory that belong to no living process. One that cannot
   * be deleted stays.
   */
  static void deleteLeftovers(Path parent) {
    try (DirectoryStream<Path> leftovers =
        Files.newDirectoryStream(parent, TemporaryDirectory::isOfDeadProcess)) {
      for (Path leftover : leftovers) {
        deleteLeftover(leftover);
      }
    } catch (IOException | DirectoryIteratorException e) {
      // A directory that may be written to but not listed.
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
      // It stays, and takes space.
    }
  }

  /**
   * Returns whether an entry is a directory of the user who runs this process. In a directory that
   * all may write to, such as {@code /tmp}, another user could replace theirs by a link while it is
   * being deleted.
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
   * The process that a temporary directory belongs to, as its name tells.
   *
   * @param pid process id
   * @param start when the process started (milliseconds since 1970); 0 if unknown
   */
  record Owner(long pid, long start) {
    static final Owner SELF = of(ProcessHandle.current());

    private static final Pattern NAME = Pattern.compile("\\.gpchain-(\\d{1,18})-(\\d{1,18})-.+");

    /** Tolerance for start times: they are in the time of day, whose clock may have been set. */
    private static final Duration TOLERANCE = Duration.ofSeconds(10);

    private static Owner of(ProcessHandle process) {
      return new Owner(
          process.pid(), process.info().startInstant().map(Instant::toEpochMilli).orElse(0L));
    }

    /** Returns the owner of a file or directory; empty if its name is not that of ours. */
    static Optional<Owner> of(Path temporary) {
      Matcher name = NAME.matcher(temporary.getFileName().toString());
      if (!name.matches()) {
        return Optional.empty();
      }
      return Optional.of(new Owner(Long.parseLong(name.group(1)), Long.parseLong(name.group(2))));
    }

    /** Returns the prefix of the names of its temporary directories. */
    String prefix() {
      return ".gpchain-" + pid + "-" + start + "-";
    }

    /** Returns whether a process runs here that may be this one. */
    boolean mayBeAlive() {
      if (pid == SELF.pid) {
        // In containers all processes have the same id, one after the other.
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
