package org.gpchain.documents.input;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.gpchain.corpora.FilePattern;
import org.gpchain.corpora.InputException;
import org.gpchain.corpora.InputFiles;

/** The documents that a user has named, one root after the other. */
public final class Inputs {
  private final List<Root> roots = new ArrayList<>();
  private final List<Path> folders = new ArrayList<>();
  private final DocumentNames names;
  private boolean single;
  private boolean listed;

  private interface Root {
    InputCursor open() throws IOException;

    /** Number of documents, if it can be told without reading them. */
    default OptionalLong count() throws IOException {
      return OptionalLong.empty();
    }
  }

  /**
   * Finds what the user has named.
   *
   * @param inputs files, archives, folders, patterns, or standard input
   * @param lists files with one document or archive per line, or standard input
   * @param left a folder that is left out
   * @param endings of documents in folders and archives
   * @throws InputException if there is no such thing
   */
  public Inputs(List<Path> inputs, List<Path> lists, Path left, List<String> endings)
      throws IOException {
    this.names = new DocumentNames(endings);
    for (Path input : inputs) {
      add(input, left);
    }
    for (Path list : lists) {
      listed |= list.equals(InputFiles.STANDARD_STREAM);
      roots.add(() -> new ListCursor(list, names));
      folders.add(parent(list));
    }
    single = single && roots.size() == 1;
  }

  private static Path parent(Path file) {
    return file.toAbsolutePath().getParent();
  }

  private void add(Path input, Path left) throws IOException {
    if (input.equals(InputFiles.STANDARD_STREAM)) {
      BatchInput piped = BatchInput.ofStandardInput();
      single = true;
      roots.add(() -> InputCursor.of(piped));
    } else if (Files.isDirectory(input)) {
      if (left != null && Files.exists(left) && Files.isSameFile(input, left)) {
        throw new InputException(
            input, "documents would be written into this folder", "name another for --output");
      }
      folders.add(input);
      addFolder(input, file -> names.isDocument(file.toString()), left);
    } else if (Files.exists(input)) {
      folders.add(parent(input));
      single = !ArchiveCursor.isArchive(input);
      String name = String.valueOf(input.getFileName());
      roots.add(() -> InputCursor.of(BatchInput.ofFile(input, name, names)));
    } else if (FilePattern.isPattern(input)) {
      FilePattern pattern = FilePattern.of(input);
      folders.add(pattern.folder());
      addFolder(pattern.folder(), pattern::matches, left);
    } else {
      throw new InputException(input, "there is no such file or directory", "check the path");
    }
  }

  private void addFolder(Path folder, Predicate<Path> wanted, Path left) {
    roots.add(
        new Root() {
          @Override
          public InputCursor open() throws IOException {
            return new FolderCursor(folder, wanted, left, names);
          }

          @Override
          public OptionalLong count() throws IOException {
            return counted(folder, wanted, left);
          }
        });
  }

  private static OptionalLong counted(Path folder, Predicate<Path> wanted, Path left)
      throws IOException {
    long[] count = new long[1];
    Path outside = left == null ? null : left.toAbsolutePath().normalize();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            return directory.toAbsolutePath().normalize().equals(outside)
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            count[0] += wanted.test(file) ? 1 : 0;
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException problem) {
            return FileVisitResult.CONTINUE;
          }
        });
    return OptionalLong.of(count[0]);
  }

  public List<Path> folders() {
    return List.copyOf(folders);
  }

  public boolean areListedOnStandardInput() {
    return listed;
  }

  /** Whether this is one document, which the user has named. */
  public boolean isSingle() {
    return single;
  }

  /** Number of documents, about; empty if that could be told by reading them only. */
  public OptionalLong count() throws IOException {
    if (single) {
      return OptionalLong.of(1);
    }
    long sum = 0;
    for (Root root : roots) {
      OptionalLong count = root.count();
      if (count.isEmpty()) {
        return OptionalLong.empty();
      }
      sum += count.getAsLong();
    }
    return OptionalLong.of(sum);
  }

  public InputCursor open() {
    Iterator<Root> left = roots.iterator();
    InputCursor named =
        new InputCursor.Chain() {
          @Override
          InputCursor following() throws IOException {
            return left.hasNext() ? left.next().open() : null;
          }
        };
    return new ArchiveCursor(named, names);
  }
}
