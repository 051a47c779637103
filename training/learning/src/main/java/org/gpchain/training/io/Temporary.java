package org.gpchain.training.io;

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
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.io.file.PathUtils;

/**
 * A file or directory that is there until it is closed, or until the process ends, by itself or by
 * a signal that it can catch. What a process leaves behind that was killed, the next one that makes
 * something temporary in the same directory removes: its name tells the process, and a lock on it
 * holds as long as that lives.
 */
public final class Temporary implements Closeable {
  /** Locked in a directory, which cannot be locked itself. */
  private static final String LOCK = "lock";

  /** Beyond the content of any file, so that on Windows it can be written nonetheless. */
  private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

  /** Directories that this process has looked through for what others left. */
  private static final Set<Path> CLEARED = ConcurrentHashMap.newKeySet();

  final Path path;
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
    clearOnce(directory);
    Path path = directory.resolve(Owner.SELF.prefix() + UUID.randomUUID() + ".tmp");
    return new Temporary(path, locked(path));
  }

  /** An empty directory, which only the user may read, in another one. */
  static Temporary directory(Path parent) throws IOException {
    clearOnce(parent);
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
      // Under a name that no thread knows, which else would make more files in a directory.
      Path unknown = Files.move(path, path.resolveSibling(path.getFileName() + ".old"));
      try {
        PathUtils.delete(unknown);
      } catch (DirectoryNotEmptyException e) {
        // A file had been about to be made.
        PathUtils.delete(unknown);
      }
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
    PathUtils.delete(path);
  }

  private static void clearOnce(Path directory) {
    if (CLEARED.add(directory.toAbsolutePath().normalize())) {
      clear(directory);
    }
  }

  /**
   * Removes what is temporary in a directory and belongs to no living process. What cannot be
   * removed stays, and does no harm but take space.
   */
  static void clear(Path directory) {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, Temporary::isDead)) {
      for (Path entry : entries) {
        clearOne(entry);
      }
    } catch (IOException | DirectoryIteratorException e) {
      // A directory that may be written to but not be listed.
    }
  }

  private static boolean isDead(Path entry) {
    return Owner.of(entry).filter(owner -> !owner.mayBeAlive()).isPresent();
  }

  private static void clearOne(Path entry) {
    try {
      if (isOurs(entry) && !isHeld(entry)) {
        PathUtils.delete(entry);
      }
    } catch (IOException | UnsupportedOperationException e) {
      // It stays.
    }
  }

  /**
   * A file; or a directory of the same user, since in one that all may write to, such as {@code
   * /tmp}, another could replace his by a link while it is being emptied.
   */
  private static boolean isOurs(Path entry) throws IOException {
    if (Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
      return true;
    }
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

  /**
   * The process that a temporary file belongs to, as the file's name tells it.
   *
   * @param pid process id
   * @param start when the process started, in milliseconds since 1970; 0 if unknown
   */
  record Owner(long pid, long start) {
    static final Owner SELF = of(ProcessHandle.current());

    private static final Pattern NAME = Pattern.compile("\\.gpchain-(\\d{1,18})-(\\d{1,18})-.+");

    /** Starts are told in the time of day, whose clock may have been set since. */
    private static final Duration TOLERANCE = Duration.ofSeconds(10);

    private static Owner of(ProcessHandle process) {
      return new Owner(
          process.pid(), process.info().startInstant().map(Instant::toEpochMilli).orElse(0L));
    }

    /** The owner of a file or directory; empty if it is none of our temporary ones. */
    static Optional<Owner> of(Path temporary) {
      Matcher name = NAME.matcher(temporary.getFileName().toString());
      return name.matches()
          ? Optional.of(new Owner(Long.parseLong(name.group(1)), Long.parseLong(name.group(2))))
          : Optional.empty();
    }

    /** The beginning of the names of its temporary files. */
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
