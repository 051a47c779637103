package org.gpchain.internal.formats.input;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.commons.io.function.IOSupplier;
import org.gpchain.internal.corpora.FilePattern;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.InputFiles;
import org.gpchain.internal.corpora.TextLines;

/** The documents that a user has named, one root after the other. */
public final class Inputs {
  /** Maximum number of archives that are in each other. */
  private static final int MAX_DEPTH = 4;

  private final List<IOSupplier<InputCursor>> roots = new ArrayList<>();
  private final LeftOut leftOut = new LeftOut();
  private final DocumentNames names;
  private boolean single;
  private boolean listed;

  /**
   * A folder whose files are gone through.
   *
   * @param wanted which files are taken
   * @param passed takes the paths below the folder of files that are not taken
   * @param left a folder that is left out; null for none
   * @param names which files are documents
   */
  record Folder(
      Path path, Predicate<Path> wanted, Consumer<String> passed, Path left, DocumentNames names)
      implements IOSupplier<InputCursor> {
    @Override
    public FolderCursor get() throws IOException {
      return new FolderCursor(this);
    }

    /** Returns the files around a file in this folder or below. */
    Surroundings around(Path file) {
      return new Surroundings.InFolder(file.getParent(), path, Surroundings.NONE);
    }
  }

  /**
   * @param inputs files, archives, folders, patterns, or standard input
   * @param lists files with one document or archive per line, or standard input
   * @param left a folder that is left out; null for none
   * @param names which files in folders and archives are documents
   * @throws InputException if there is no such thing, or standard input is named twice
   */
  public Inputs(List<Path> inputs, List<Path> lists, Path left, DocumentNames names)
      throws IOException {
    this.names = names;
    if (Collections.frequency(inputs, InputFiles.STANDARD_STREAM)
            + Collections.frequency(lists, InputFiles.STANDARD_STREAM)
        > 1) {
      throw new InputException(
          InputFiles.STANDARD_STREAM,
          "standard input is named twice, and can be read once only",
          "name it once, by --input or --list");
    }
    for (Path input : inputs) {
      add(input, left);
    }
    for (Path list : lists) {
      boolean isStandardInput = list.equals(InputFiles.STANDARD_STREAM);
      Surroundings around = isStandardInput ? Surroundings.NONE : Surroundings.ofFile(list);
      listed |= isStandardInput;
      roots.add(() -> new ListCursor(list, new TextLines(list), names, around));
    }
    single = single && roots.size() == 1;
  }

  private Inputs(IOSupplier<InputCursor> documents) {
    this.names = new DocumentNames(List.of());
    this.roots.add(documents);
  }

  /** Documents that somebody else reads. */
  public static Inputs of(IOSupplier<InputCursor> documents) {
    return new Inputs(documents);
  }

  private void add(Path input, Path left) throws IOException {
    if (input.equals(InputFiles.STANDARD_STREAM)) {
      InputDocument piped = InputDocument.ofStandardInput();
      single = true;
      roots.add(() -> one(piped));
    } else if (Files.isDirectory(input)) {
      if (left != null && Files.exists(left) && Files.isSameFile(input, left)) {
        throw new InputException(
            input, "documents would be written into this folder", "name another for --output");
      }
      Predicate<Path> wanted = file -> names.mayHaveDocuments(file.toString());
      roots.add(new Folder(input, wanted, leftOut::add, left, names));
    } else if (Files.exists(input)) {
      String name = String.valueOf(input.getFileName());
      single = !DocumentNames.isArchive(name);
      roots.add(() -> one(InputDocument.ofFile(input, name, names, Surroundings.ofFile(input))));
    } else if (FilePattern.isPattern(input)) {
      FilePattern pattern = FilePattern.of(input);
      Path folder = pattern.folder();
      roots.add(new Folder(folder, pattern::matches, leftOut::addOfMacOs, left, names));
    } else {
      throw new InputException(input, "there is no such file or directory", "check the path");
    }
  }

  public boolean areListedOnStandardInput() {
    return listed;
  }

  /** Whether this is one document, which the user has named. */
  public boolean isSingle() {
    return single && names.parts() == null;
  }

  /** Number of documents, about; empty if that could be told by reading them only. */
  public OptionalLong count() throws IOException {
    if (names.parts() != null) {
      return OptionalLong.empty();
    }
    if (single) {
      return OptionalLong.of(1);
    }
    long sum = 0;
    for (IOSupplier<InputCursor> root : roots) {
      if (!(root instanceof Folder folder)) {
        return OptionalLong.empty();
      }
      sum += folder.get().count();
    }
    return OptionalLong.of(sum);
  }

  private static InputCursor one(InputDocument input) {
    Iterator<InputDocument> left = List.of(input).iterator();
    return () -> left.hasNext() ? left.next() : null;
  }

  public InputCursor open() {
    leftOut.clear();
    return new All();
  }

  /**
   * The files of folders that the last cursor passed, since they are no documents by their endings,
   * and files of macOS in archives, such as {@code left out: 3 .pdf, 1 .docx}; empty if there were
   * none.
   */
  public String leftOut() {
    return leftOut.phrase();
  }

  /** The documents of all roots, and in the place of archives among them those in the archives. */
  private final class All implements InputCursor {
    private final Iterator<IOSupplier<InputCursor>> left = roots.iterator();

    /** A root, and above it the archive in it that is gone through. */
    private final Deque<InputCursor> open = new ArrayDeque<>();

    /** The documents of the file that is gone through; null if there is none. */
    private InputCursor parts;

    @Override
    public InputDocument next() throws IOException {
      while (!open.isEmpty() || left.hasNext()) {
        if (open.isEmpty()) {
          open.push(left.next().get());
        }
        InputDocument input = open.peek().next();
        if (input == null) {
          open.pop().close();
          continue;
        }
        boolean isDocument = names.parts() == null || open.peek() == parts;
        if (isDocument && !isArchive(input)) {
          return input;
        }
        try {
          open.push(isArchive(input) ? opened(input) : parts(input));
        } catch (IOException e) {
          return InputDocument.unreadable(input.name(), input.place(), e);
        }
      }
      return null;
    }

    private InputCursor parts(InputDocument file) throws IOException {
      parts = names.parts().apply(file);
      return parts;
    }

    private boolean isArchive(InputDocument input) {
      boolean mayBeOpened = input.location() != null || names.opensArchives();
      return mayBeOpened && DocumentNames.isArchive(input.path());
    }

    private InputCursor opened(InputDocument input) throws IOException {
      if (open.size() > MAX_DEPTH) {
        throw new InputException(
            Path.of(input.place()),
            "more than " + MAX_DEPTH + " archives are in each other (a limit)",
            "unpack the outer ones");
      }
      boolean isNamedAfter = names.opensArchives() && open.peek().isContainer();
      String prefix = isNamedAfter ? DocumentNames.withoutArchiveEnding(input.path()) + "/" : "";
      Archive archive = Archive.of(input, prefix, names, leftOut);
      try {
        return DocumentNames.isTar(input.path()) ? new TarCursor(archive) : new ZipCursor(archive);
      } catch (IOException e) {
        archive.close();
        throw e;
      }
    }

    @Override
    public void close() throws IOException {
      while (!open.isEmpty()) {
        open.pop().close();
      }
    }
  }

  /** The documents and archives that are listed in a file, one per line. */
  private record ListCursor(
      Path list, TextLines lines, DocumentNames names, Surroundings aroundList)
      implements InputCursor {
    private static final String SEPARATOR = Path.of("").getFileSystem().getSeparator();

    @Override
    public InputDocument next() throws IOException {
      String line = lines.next();
      while (line != null && !isName(line)) {
        line = lines.next();
      }
      if (line == null) {
        return null;
      }
      line = trimmed(line);
      try {
        Path file = Path.of(line);
        Path folder = file.toAbsolutePath().getParent();
        Surroundings around = new Surroundings.InFolder(folder, folder, aroundList);
        return InputDocument.ofFile(file, line.replace(SEPARATOR, "/"), names, around);
      } catch (InvalidPathException e) {
        return InputDocument.unreadable(
            line,
            list + ":" + lines.line(),
            new IOException("this cannot be the name of a file; correct the list", e));
      }
    }

    /** Neither a blank line nor a comment; a file may be called like one. */
    private static boolean isName(String line) {
      boolean isComment = line.stripLeading().startsWith("#") && !isThere(line);
      return !line.isBlank() && !isComment;
    }

    /** Without blanks around the name, unless a file has them. */
    private static String trimmed(String line) {
      return isThere(line) ? line : line.strip();
    }

    private static boolean isThere(String line) {
      try {
        return Files.exists(Path.of(line));
      } catch (InvalidPathException e) {
        return false;
      }
    }

    @Override
    public void close() throws IOException {
      lines.close();
    }
  }
}
