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

/**
 * The documents in the inputs of a command. Each input is a root, such as a file or folder, and the
 * documents of one root follow the documents of another.
 */
public final class Inputs {
  /** Maximum depth of archives within archives. */
  private static final int MAX_DEPTH = 4;

  private final List<IOSupplier<InputCursor>> roots = new ArrayList<>();
  private final SkippedFiles skippedFiles = new SkippedFiles();
  private final DocumentNames names;
  private boolean isSingleFile;
  private boolean isListOnStandardInput;

  /**
   * A folder whose files are inputs.
   *
   * @param accepted test of the files that are taken
   * @param skipped receives the paths, relative to this folder, of files that are not taken
   * @param excluded folder that is skipped; null for none
   * @param names rules that recognize documents by their file names
   */
  record Folder(
      Path path,
      Predicate<Path> accepted,
      Consumer<String> skipped,
      Path excluded,
      DocumentNames names)
      implements IOSupplier<InputCursor> {
    @Override
    public FolderCursor get() throws IOException {
      return new FolderCursor(this);
    }

    /** Returns the surroundings of a file in this folder or below. */
    Surroundings around(Path file) {
      return new Surroundings.InFolder(file.getParent(), path, Surroundings.NONE);
    }
  }

  /**
   * Creates the inputs of a command. Checks that they exist, but does not read documents.
   *
   * @param inputs files, archives, folders, patterns, or standard input
   * @param lists files, or standard input, with the name of one document or archive per line
   * @param excluded folder that is skipped within folders; null for none
   * @param names rules that recognize documents in folders and archives by their file names
   * @throws InputException if an input does not exist, or standard input is named twice
   */
  public Inputs(List<Path> inputs, List<Path> lists, Path excluded, DocumentNames names)
      throws IOException {
    this.names = names;
    int standardInputs =
        Collections.frequency(inputs, InputFiles.STANDARD_STREAM)
            + Collections.frequency(lists, InputFiles.STANDARD_STREAM);
    if (standardInputs > 1) {
      throw new InputException(
          InputFiles.STANDARD_STREAM,
          "standard input is specified twice, but can only be read once",
          "specify it once, with --input or --list");
    }

    for (Path input : inputs) {
      add(input, excluded);
    }
    for (Path list : lists) {
      boolean isStandardInput = list.equals(InputFiles.STANDARD_STREAM);
      Surroundings around = isStandardInput ? Surroundings.NONE : Surroundings.ofFile(list);
      isListOnStandardInput |= isStandardInput;
      roots.add(() -> new ListCursor(list, new TextLines(list), names, around));
    }
    isSingleFile = isSingleFile && roots.size() == 1;
  }

  private Inputs(IOSupplier<InputCursor> documents) {
    this.names = new DocumentNames(List.of());
    this.roots.add(documents);
  }

  /** Returns the inputs whose documents the caller reads. */
  public static Inputs of(IOSupplier<InputCursor> documents) {
    return new Inputs(documents);
  }

  private void add(Path input, Path excluded) throws IOException {
    if (input.equals(InputFiles.STANDARD_STREAM)) {
      InputDocument piped = InputDocument.ofStandardInput();
      isSingleFile = true;
      roots.add(() -> cursorOf(piped));
    } else if (Files.isDirectory(input)) {
      if (excluded != null && Files.exists(excluded) && Files.isSameFile(input, excluded)) {
        throw new InputException(
            input,
            "the output would be written into this input folder",
            "choose another folder for --output");
      }
      Predicate<Path> accepted = file -> names.mayHaveDocuments(file.toString());
      roots.add(new Folder(input, accepted, skippedFiles::add, excluded, names));
    } else if (Files.exists(input)) {
      String name = String.valueOf(input.getFileName());
      isSingleFile = !DocumentNames.isArchive(name);
      Surroundings around = Surroundings.ofFile(input);
      roots.add(() -> cursorOf(InputDocument.ofFile(input, name, names, around)));
    } else if (FilePattern.isPattern(input)) {
      FilePattern pattern = FilePattern.of(input);
      Path folder = pattern.folder();
      roots.add(new Folder(folder, pattern::matches, skippedFiles::addOfMacOs, excluded, names));
    } else {
      throw new InputException(input, "there is no such file or directory", "check the path");
    }
  }

  /** Returns whether documents are read from a list on standard input. */
  public boolean areListedOnStandardInput() {
    return isListOnStandardInput;
  }

  /** Returns whether the only input is a single document. */
  public boolean isSingle() {
    return isSingleFile && names.parts() == null;
  }

  /** Returns the approximate number of documents, or empty if they must be read to count them. */
  public OptionalLong count() throws IOException {
    if (names.parts() != null) {
      return OptionalLong.empty();
    }
    if (isSingleFile) {
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

  /** Returns a cursor over a single document. */
  private static InputCursor cursorOf(InputDocument input) {
    Iterator<InputDocument> remaining = List.of(input).iterator();
    return () -> remaining.hasNext() ? remaining.next() : null;
  }

  /** Returns a cursor over all documents. */
  public InputCursor open() {
    skippedFiles.clear();
    return new AllDocuments();
  }

  /**
   * Returns a phrase with the number of files that the last cursor skipped, such as {@code left
   * out: 3 .pdf, 1 .docx}, or the empty string if there were none. These are files in folders whose
   * extension is not an extension of documents, and files of macOS in archives.
   */
  public String skippedFiles() {
    return skippedFiles.phrase();
  }

  /** A cursor over the documents of all roots. Archives are replaced by the documents in them. */
  private final class AllDocuments implements InputCursor {
    private final Iterator<IOSupplier<InputCursor>> remainingRoots = roots.iterator();

    /** Stack with the current root, the current archive in the root, and archives in archives. */
    private final Deque<InputCursor> open = new ArrayDeque<>();

    /** Cursor over the documents of the current file; null if each file is one document. */
    private InputCursor parts;

    @Override
    public InputDocument next() throws IOException {
      while (!open.isEmpty() || remainingRoots.hasNext()) {
        if (open.isEmpty()) {
          open.push(remainingRoots.next().get());
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

    /** Opens an archive. */
    private InputCursor opened(InputDocument input) throws IOException {
      if (open.size() > MAX_DEPTH) {
        throw new InputException(
            Path.of(input.place()),
            "more than " + MAX_DEPTH + " archives are nested (a limit)",
            "unpack the outer ones");
      }

      String prefix = "";
      if (names.opensArchives() && open.peek().isContainer()) {
        prefix = DocumentNames.withoutArchiveEnding(input.path()) + "/";
      }
      Archive archive = Archive.of(input, prefix, names, skippedFiles);
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

  /** A cursor over the documents and archives whose names are the lines of a file. */
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
            new IOException("this is not a valid file name; correct the list", e));
      }
    }

    /** Returns whether a line is not blank and not a comment, or looks like one but is a file. */
    private static boolean isName(String line) {
      boolean isComment = line.stripLeading().startsWith("#") && !exists(line);
      return !line.isBlank() && !isComment;
    }

    /** Removes white space around a name, unless a file has a name with the white space. */
    private static String trimmed(String line) {
      return exists(line) ? line : line.strip();
    }

    private static boolean exists(String line) {
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
