package org.gpchain.internal.formats.input;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * The files around a document: in its folder, which may be a folder in an archive, and in the
 * folders above, up to the folder or archive that the user has named. Thread-safe.
 */
public interface Surroundings {
  /** Surroundings without files, for a document on standard input or in a request. */
  Surroundings NONE = new Surroundings() {};

  /** Returns the file with this name in the folder of the document, or empty if there is none. */
  default Optional<Companion> beside(String name) {
    return Optional.empty();
  }

  /** Returns the file with this name in the folder of the document, or in the nearest one above. */
  default Optional<Companion> nearest(String name) {
    return beside(name);
  }

  /** Returns the surroundings of a file that consist of its folder, without the folders above. */
  static Surroundings ofFile(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    return new InFolder(folder, folder, NONE);
  }

  /**
   * The surroundings of a file.
   *
   * @param folder folder of the file
   * @param root highest folder of the surroundings: the folder of the file or one above it
   * @param outer surroundings that are searched if a file is in none of these folders
   */
  record InFolder(Path folder, Path root, Surroundings outer) implements Surroundings {
    @Override
    public Optional<Companion> beside(String name) {
      return in(folder, name);
    }

    @Override
    public Optional<Companion> nearest(String name) {
      Path current = folder;
      while (current != null && current.startsWith(root)) {
        Optional<Companion> companion = in(current, name);
        if (companion.isPresent()) {
          return companion;
        }
        current = current.getParent();
      }
      return outer.nearest(name);
    }

    private static Optional<Companion> in(Path folder, String name) {
      Path file = folder.resolve(name);
      if (!Files.isRegularFile(file)) {
        return Optional.empty();
      }
      return Optional.of(Companion.ofFile(file));
    }
  }

  /**
   * The surroundings of an entry of an archive.
   *
   * @param entries returns the entry of the archive with a path, or null if there is none
   * @param path path of the document in the archive
   * @param outer surroundings of the archive
   */
  record InArchive(Function<String, Companion> entries, String path, Surroundings outer)
      implements Surroundings {
    @Override
    public Optional<Companion> beside(String name) {
      return in(path.lastIndexOf('/'), name);
    }

    @Override
    public Optional<Companion> nearest(String name) {
      int slash = path.lastIndexOf('/');
      Optional<Companion> companion = in(slash, name);
      while (companion.isEmpty() && slash >= 0) {
        slash = path.lastIndexOf('/', slash - 1);
        companion = in(slash, name);
      }
      return companion.or(() -> outer.nearest(name));
    }

    /**
     * Returns the file with this name in a folder above the document.
     *
     * @param slash index of the slash after the path of the folder; -1 for the root of the archive
     */
    private Optional<Companion> in(int slash, String name) {
      return Optional.ofNullable(entries.apply(path.substring(0, slash + 1) + name));
    }
  }
}
