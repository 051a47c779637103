package org.gpchain.training.io;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What killed processes left behind. */
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
}
