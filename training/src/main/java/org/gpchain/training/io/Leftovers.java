package org.gpchain.training.io;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Files that killed processes left behind. */
final class Leftovers {
  /** Looked through once by each process. */
  private static final Set<Path> SEEN = ConcurrentHashMap.newKeySet();

  private Leftovers() {}

  /**
   * Removes what is temporary in a directory and belongs to no living process. What cannot be
   * removed stays, and does no harm but take space.
   */
  static void clear(Path directory) {
    if (SEEN.add(directory.toAbsolutePath().normalize())) {
      clearAgain(directory);
    }
  }

  /** Does so although this process has done it before. */
  static void clearAgain(Path directory) {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, Leftovers::isDead)) {
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
      if (isOurs(entry) && !Temporary.isHeld(entry)) {
        Temporary.delete(entry);
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
    /** This process. */
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
