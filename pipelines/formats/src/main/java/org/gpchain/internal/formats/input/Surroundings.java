package org.gpchain.internal.formats.input;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * The files around a document: those in its folder, which may be a folder in an archive, and in the
 * folders above, up to the folder or archive that the user has named. For any number of threads.
 */
public interface Surroundings {
  /** There is nothing around a document on standard input, or one that was sent. */
  Surroundings NONE = new Surroundings() {};

  /** Finds a file by its name in the folder of the document. */
  default Optional<Companion> beside(String name) {
    return Optional.empty();
  }

  /** Finds a file by its name in the folder of the document, or in the closest folder above. */
  default Optional<Companion> nearest(String name) {
    return beside(name);
  }

  /** Returns the surroundings of a file, in whose own folder alone companions are looked for. */
  static Surroundings ofFile(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    return new InFolder(folder, folder, NONE);
  }

  /**
   * The surroundings of a file.
   *
   * @param folder that the file is in
   * @param root the highest folder in which companions are looked for: the same or one above
   * @param outer where companions are looked for if they are in none of these folders
   */
  record InFolder(Path folder, Path root, Surroundings outer) implements Surroundings {
    @Override
    public Optional<Companion> beside(String name) {
      return in(folder, name);
    }

    @Override
    public Optional<Companion> nearest(String name) {
      for (Path at = folder; at != null && at.startsWith(root); at = at.getParent()) {
        Optional<Companion> found = in(at, name);
        if (found.isPresent()) {
          return found;
        }
      }
      return outer.nearest(name);
    }

    private static Optional<Companion> in(Path folder, String name) {
      Path file = folder.resolve(name);
      return Files.isRegularFile(file) ? Optional.of(Companion.ofFile(file)) : Optional.empty();
    }
  }

  /**
   * The surroundings of an entry of an archive.
   *
   * @param entries finds an entry of the archive by its path, or returns null
   * @param path of the document in the archive
   * @param outer the files around the archive
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
      Optional<Companion> found = in(slash, name);
      while (found.isEmpty() && slash >= 0) {
        slash = path.lastIndexOf('/', slash - 1);
        found = in(slash, name);
      }
      return found.isPresent() ? found : outer.nearest(name);
    }

    /** Finds a file in the folder whose name ends before a slash of the path; -1 for the root. */
    private Optional<Companion> in(int slash, String name) {
      return Optional.ofNullable(entries.apply(path.substring(0, slash + 1) + name));
    }
  }
}
