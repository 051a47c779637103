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
 * The files of a folder and those below that are documents, in the order of their names. Links to
 * folders are not followed.
 */
final class FolderCursor implements InputCursor {
  /** Stands for bytes that are no text in the charset of the locale. */
  private static final char REPLACEMENT = '\uFFFD';

  private final Inputs.Folder from;
  private final Deque<Level> open = new ArrayDeque<>();

  /** Why the folder that was found last cannot be read; null if it is a document. */
  private IOException unreadable;

  FolderCursor(Inputs.Folder from) throws IOException {
    this.from = from;
    open.push(new Level(from.path()));
  }

  /** The names in a folder, each with a zero behind it: there may be millions. */
  private static final class Level {
    private final Path folder;
    private final String names;

    /** Files whose names have bytes that are no text, by their names without them. */
    private final Map<String, Deque<Path>> nameless = new HashMap<>();

    private int next;

    Level(Path folder) throws IOException {
      this.folder = folder;
      List<String> found = new ArrayList<>();
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
        for (Path entry : entries) {
          String name = entry.getFileName().toString();
          found.add(name + "\0");
          if (name.indexOf(REPLACEMENT) >= 0) {
            nameless.computeIfAbsent(name, same -> new ArrayDeque<>()).add(entry);
          }
        }
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
      return nameless.containsKey(name) ? nameless.get(name).remove() : folder.resolve(name);
    }
  }

  /** Number of documents, and of folders that cannot be read. */
  long count() throws IOException {
    long count = 0;
    for (Path entry = advance(); entry != null; entry = advance()) {
      count += isTaken(entry) ? 1 : 0;
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
    for (; entry != null && !isTaken(entry); entry = advance()) {
      if (!from.names().isCompanion(entry.toString())) {
        from.passed().accept(pathOf(entry));
      }
    }
    if (entry == null) {
      return null;
    }
    String name = pathOf(entry);
    return unreadable == null
        ? InputDocument.ofFile(entry, name, from.names(), from.around(entry))
        : InputDocument.unreadable(name, entry.toString(), unreadable);
  }

  /** Returns the path of a file below the folder, with slashes. */
  private String pathOf(Path entry) {
    String path = from.path().relativize(entry).toString();
    return path.replace(entry.getFileSystem().getSeparator(), "/");
  }

  private boolean isTaken(Path entry) {
    boolean isWanted = from.wanted().test(entry) && !LeftOut.isOfMacOs(pathOf(entry));
    // A pattern may match the description of types, too.
    boolean isDescription = entry.endsWith(DocumentNames.TYPE_SYSTEM);
    return unreadable != null || (isWanted && !isDescription);
  }

  /** The next file, or folder that cannot be read. */
  private Path advance() throws IOException {
    unreadable = null;
    while (!open.isEmpty()) {
      Path entry = open.peek().next();
      if (entry == null) {
        open.pop();
      } else if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
        try {
          if (from.left() == null || !Files.isSameFile(entry, from.left())) {
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
