package org.gpchain.documents.input;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

  /**
   * Documents in a folder.
   *
   * @param root the folder
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

  /** The names in a folder, packed: there may be millions. */
  private static final class Level {
    private final Path folder;
    private final byte[] packed;
    private int next;

    Level(Path folder) throws IOException {
      this.folder = folder;
      List<String> found = new ArrayList<>();
      int length = 0;
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
        for (Path entry : entries) {
          String name = entry.getFileName().toString();
          found.add(name);
          length += name.getBytes(StandardCharsets.UTF_8).length + 1;
        }
      } catch (DirectoryIteratorException e) {
        throw e.getCause();
      }
      Collections.sort(found);
      packed = new byte[length];
      int end = 0;
      for (String name : found) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, packed, end, bytes.length);
        end += bytes.length + 1;
      }
    }

    Path next() {
      if (next == packed.length) {
        return null;
      }
      int end = next;
      while (packed[end] != 0) {
        end++;
      }
      String name = new String(packed, next, end - next, StandardCharsets.UTF_8);
      next = end + 1;
      return folder.resolve(name);
    }
  }

  @Override
  public BatchInput next() throws IOException {
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
          return BatchInput.unreadable(
              below(entry),
              entry.toString(),
              new IOException("this folder cannot be read: " + e, e));
        }
      } else if (wanted.test(entry)) {
        return BatchInput.ofFile(entry, below(entry), names);
      }
    }
    return null;
  }

  private String below(Path file) {
    return root.relativize(file).toString().replace(file.getFileSystem().getSeparator(), "/");
  }
}
