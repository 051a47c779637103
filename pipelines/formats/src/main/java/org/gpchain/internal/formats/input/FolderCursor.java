package org.gpchain.internal.formats.input;

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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.internal.corpora.InputException;

/**
 * A cursor over the documents in a folder and its subfolders, in the order of their names. Links to
 * folders are not followed.
 */
final class FolderCursor implements InputCursor {
  /** Replacement of bytes in a file name that are malformed in the charset of the locale. */
  private static final char REPLACEMENT = '\uFFFD';

  private final Inputs.Folder root;

  /** Stack of the current folder and the folders above it, up to the root. */
  private final Deque<Level> open = new ArrayDeque<>();

  /** Reason why the last entry, a folder, cannot be read; null if the entry is a file. */
  private IOException unreadable;

  FolderCursor(Inputs.Folder root) throws IOException {
    this.root = root;
    open.push(new Level(root.path()));
  }

  /** The entries of one folder. */
  private static final class Level {
    private final Path folder;

    /** Sorted names, each followed by a NUL; one string, since there may be millions of names. */
    private final String names;

    /** Paths of files with malformed names, by their names with replacement characters. */
    private final Map<String, Deque<Path>> malformed = new HashMap<>();

    /** Begin of the next name. */
    private int next;

    Level(Path folder) throws IOException {
      this.folder = folder;
      List<String> terminatedNames = new ArrayList<>();
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
        for (Path entry : entries) {
          String name = entry.getFileName().toString();
          terminatedNames.add(name + "\0");
          if (name.indexOf(REPLACEMENT) >= 0) {
            malformed.computeIfAbsent(name, key -> new ArrayDeque<>()).add(entry);
          }
        }
      } catch (DirectoryIteratorException e) {
        throw e.getCause();
      }
      Collections.sort(terminatedNames);
      names = String.join("", terminatedNames);
    }

    /** Returns the next entry, or null after the last one. */
    Path next() {
      int end = names.indexOf('\0', next);
      if (end < 0) {
        return null;
      }
      String name = names.substring(next, end);
      next = end + 1;
      if (malformed.containsKey(name)) {
        return malformed.get(name).remove();
      }
      return folder.resolve(name);
    }
  }

  /** Advances to the end, and returns the number of documents and unreadable folders. */
  long count() throws IOException {
    long count = 0;
    for (Path entry = advance(); entry != null; entry = advance()) {
      if (isTaken(entry)) {
        count++;
      }
    }
    return count;
  }

  @Override
  public boolean isContainer() {
    return true;
  }

  @Override
  public InputDocument next() throws IOException {
    Path entry = advance();
    while (entry != null && !isTaken(entry)) {
      if (!root.names().isCompanion(entry.toString())) {
        root.skipped().accept(pathOf(entry));
      }
      entry = advance();
    }
    if (entry == null) {
      return null;
    }

    String name = pathOf(entry);
    if (unreadable != null) {
      return InputDocument.unreadable(name, entry.toString(), unreadable);
    }
    return InputDocument.ofFile(entry, name, root.names(), root.around(entry));
  }

  /** Returns the path of a file relative to the root, with slashes. */
  private String pathOf(Path entry) {
    String path = root.path().relativize(entry).toString();
    return path.replace(entry.getFileSystem().getSeparator(), "/");
  }

  private boolean isTaken(Path entry) {
    boolean isAccepted = root.accepted().test(entry) && !SkippedFiles.isOfMacOs(pathOf(entry));
    // A pattern may also match the type system, which is not a document.
    boolean isTypeSystem = entry.endsWith(DocumentNames.TYPE_SYSTEM);
    return unreadable != null || (isAccepted && !isTypeSystem);
  }

  /** Returns the next file or unreadable folder, or null after the last one. */
  private Path advance() throws IOException {
    unreadable = null;
    while (!open.isEmpty()) {
      Path entry = open.peek().next();
      if (entry == null) {
        open.pop();
      } else if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
        try {
          if (root.excluded() == null || !Files.isSameFile(entry, root.excluded())) {
            open.push(new Level(entry));
          }
        } catch (IOException e) {
          String why = "this folder cannot be read (" + e + "); change its permissions, or move it";
          unreadable = new InputException(entry, why, e);
          return entry;
        }
      } else {
        return entry;
      }
    }
    return null;
  }
}
