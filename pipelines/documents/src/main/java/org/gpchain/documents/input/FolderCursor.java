package org.gpchain.documents.input;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;

/**
 * The files of a folder and those below that are documents, in the order of their names. Links to
 * folders are not followed.
 */
final class FolderCursor implements InputCursor {
  private final Path root;
  private final Predicate<Path> wanted;
  private final Path left;
  private final DocumentNames names;
  private final Deque<Level> open = new ArrayDeque<>();

  /** Why the folder that was found last cannot be read; null if it is a document. */
  private IOException unreadable;

  /**
   * @param wanted which files are taken
   * @param left a folder that is left out; null for none
   */
  FolderCursor(Path root, Predicate<Path> wanted, Path left, DocumentNames names)
      throws IOException {
    this.root = root;
    this.wanted = wanted;
    this.left = left;
    this.names = names;
    open.push(new Level(root));
  }

  /** The names in a folder, each with a zero behind it: there may be millions. */
  private static final class Level {
    private final Path folder;
    private final String names;
    private int next;

    Level(Path folder) throws IOException {
      this.folder = folder;
      List<String> found = new ArrayList<>();
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
        entries.forEach(entry -> found.add(entry.getFileName() + "\0"));
      } catch (DirectoryIteratorException e) {
        throw e.getCause();
      }
      Collections.sort(found);
      names = String.join("", found);
    }

    Path next() {
      int end = names.indexOf('\0', next);
      if (end < 0) {
        return null;
      }
      String name = names.substring(next, end);
      next = end + 1;
      return folder.resolve(name);
    }
  }

  /** Number of documents, and of folders that cannot be read. */
  long count() throws IOException {
    long count = 0;
    while (advance() != null) {
      count++;
    }
    return count;
  }

  @Override
  public BatchInput next() throws IOException {
    Path entry = advance();
    if (entry == null) {
      return null;
    }
    String name = root.relativize(entry).toString();
    name = name.replace(entry.getFileSystem().getSeparator(), "/");
    return unreadable == null
        ? BatchInput.ofFile(entry, name, names)
        : BatchInput.unreadable(name, entry.toString(), unreadable);
  }

  /** The next document, or folder that cannot be read. */
  private Path advance() throws IOException {
    unreadable = null;
    while (!open.isEmpty()) {
      Path entry = open.peek().next();
      if (entry == null) {
        open.pop();
      } else if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
        try {
          if (left == null || !Files.isSameFile(entry, left)) {
            open.push(new Level(entry));
          }
        } catch (IOException e) {
          unreadable = new IOException("this folder cannot be read: " + e, e);
          return entry;
        }
      } else if (wanted.test(entry)) {
        return entry;
      }
    }
    return null;
  }
}
