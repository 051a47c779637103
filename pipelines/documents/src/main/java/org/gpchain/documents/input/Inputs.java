package org.gpchain.documents.input;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.commons.io.function.IOSupplier;
import org.apache.uima.jcas.JCas;
import org.gpchain.corpora.FilePattern;
import org.gpchain.corpora.InputException;
import org.gpchain.corpora.InputFiles;
import org.gpchain.corpora.TextLines;
import org.gpchain.corpora.cas.DocumentSource;

/** The documents that a user has named, one root after the other. */
public final class Inputs {
  /** Of files that are left out, so many endings are told. */
  private static final int MOST_ENDINGS = 10;

  private final List<IOSupplier<InputCursor>> roots = new ArrayList<>();
  private final List<Path> folders = new ArrayList<>();
  private final Map<String, Integer> leftOut = new TreeMap<>();
  private final DocumentNames names;
  private boolean single;
  private boolean listed;

  /**
   * A folder whose files are gone through.
   *
   * @param wanted which files are taken
   * @param others counts those that are not, by the endings of their names, when they are passed
   * @param left a folder that is left out; null for none
   */
  record Folder(
      Path path,
      Predicate<Path> wanted,
      Map<String, Integer> others,
      Path left,
      DocumentNames names)
      implements IOSupplier<InputCursor> {
    @Override
    public FolderCursor get() throws IOException {
      return new FolderCursor(this);
    }
  }

  /**
   * @param inputs files, archives, folders, patterns, or standard input
   * @param lists files with one document or archive per line, or standard input
   * @param left a folder that is left out; null for none
   * @throws InputException if there is no such thing, or standard input is named twice
   */
  public Inputs(List<Path> inputs, List<Path> lists, Path left, List<String> endings)
      throws IOException {
    this(new DocumentNames(endings));
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
      listed |= list.equals(InputFiles.STANDARD_STREAM);
      roots.add(() -> new ListCursor(list, new TextLines(list), names));
      folders.add(parent(list));
    }
    single = single && roots.size() == 1;
  }

  private Inputs(DocumentNames names) {
    this.names = names;
  }

  /** The documents that a reader reads, whose input is a file, a folder, or what it takes. */
  public static Inputs ofReader(DocumentSource.Opener reader, Path input) {
    Inputs inputs = new Inputs(new DocumentNames(List.of()));
    inputs.roots.add(() -> new ReaderCursor(reader.open(input)));
    return inputs;
  }

  private static Path parent(Path file) {
    return file.toAbsolutePath().getParent();
  }

  private void add(Path input, Path left) throws IOException {
    if (input.equals(InputFiles.STANDARD_STREAM)) {
      BatchInput piped = BatchInput.ofStandardInput();
      single = true;
      roots.add(() -> one(piped));
    } else if (Files.isDirectory(input)) {
      if (left != null && Files.exists(left) && Files.isSameFile(input, left)) {
        throw new InputException(
            input, "documents would be written into this folder", "name another for --output");
      }
      folders.add(input);
      roots.add(new Folder(input, file -> names.isDocument(file.toString()), leftOut, left, names));
    } else if (Files.exists(input)) {
      folders.add(parent(input));
      single = !isArchive(lowerCaseName(input));
      String name = String.valueOf(input.getFileName());
      roots.add(() -> one(BatchInput.ofFile(input, name, names)));
    } else if (FilePattern.isPattern(input)) {
      FilePattern pattern = FilePattern.of(input);
      folders.add(pattern.folder());
      roots.add(new Folder(pattern.folder(), pattern::matches, new TreeMap<>(), left, names));
    } else {
      throw new InputException(input, "there is no such file or directory", "check the path");
    }
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
    for (IOSupplier<InputCursor> root : roots) {
      if (!(root instanceof Folder folder)) {
        return OptionalLong.empty();
      }
      sum += folder.get().count();
    }
    return OptionalLong.of(sum);
  }

  private static InputCursor one(BatchInput input) {
    Iterator<BatchInput> left = List.of(input).iterator();
    return () -> left.hasNext() ? left.next() : null;
  }

  private static String lowerCaseName(Path file) {
    return String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
  }

  private static boolean isArchive(String name) {
    return name.endsWith(".zip") || isTar(name);
  }

  private static boolean isTar(String name) {
    return name.endsWith(".tar") || name.endsWith(".tar.gz") || name.endsWith(".tgz");
  }

  public InputCursor open() {
    leftOut.clear();
    return new All();
  }

  /**
   * The files of folders that the last cursor passed, since they are no documents by their endings,
   * such as {@code left out: 3 .pdf, 1 .docx}; empty if there were none.
   */
  public String leftOut() {
    return leftOut.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(MOST_ENDINGS)
        .map(ending -> ending.getValue() + " " + ending.getKey())
        .collect(Collectors.joining(", ", leftOut.isEmpty() ? "" : "left out: ", ""));
  }

  /** The documents of all roots, and in the place of archives among them those in the archives. */
  private final class All implements InputCursor {
    private final Iterator<IOSupplier<InputCursor>> left = roots.iterator();

    /** A root, and above it the archive in it that is gone through. */
    private final Deque<InputCursor> open = new ArrayDeque<>();

    @Override
    public BatchInput next() throws IOException {
      while (!open.isEmpty() || left.hasNext()) {
        if (open.isEmpty()) {
          open.push(left.next().get());
        }
        BatchInput input = open.peek().next();
        if (input == null) {
          open.pop().close();
          continue;
        }
        Path file = input.location() == null ? null : Path.of(input.location());
        String name = file == null ? "" : lowerCaseName(file);
        if (!isArchive(name)) {
          return input;
        }
        try {
          open.push(isTar(name) ? new TarCursor(file, names) : new ZipCursor(file, names));
        } catch (IOException e) {
          return BatchInput.unreadable(input.name(), input.place(), e);
        }
      }
      return null;
    }

    @Override
    public void close() throws IOException {
      while (!open.isEmpty()) {
        open.pop().close();
      }
    }
  }

  /** Documents of a reader, each of which is there until the next one is taken. */
  private static final class ReaderCursor implements InputCursor {
    /** As many failures in a row as are taken for the end. */
    private static final int MAX_FAILURES = 100;

    private final DocumentSource source;
    private int failuresInARow;

    ReaderCursor(DocumentSource source) {
      this.source = source;
    }

    @Override
    public BatchInput next() throws IOException {
      if (!source.hasNext()) {
        return null;
      }
      try {
        JCas document = source.next();
        failuresInARow = 0;
        String name = source.name();
        return BatchInput.ofCas(name, source.place() + "!/" + name, document);
      } catch (InputException e) {
        if (++failuresInARow == MAX_FAILURES) {
          throw e;
        }
        return BatchInput.unreadable("document", source.place() + "!/document", e);
      }
    }

    @Override
    public void close() throws IOException {
      source.close();
    }
  }

  /** The documents and archives that are listed in a file, one per line. */
  private record ListCursor(Path list, TextLines lines, DocumentNames names)
      implements InputCursor {
    private static final String SEPARATOR = Path.of("").getFileSystem().getSeparator();

    @Override
    public BatchInput next() throws IOException {
      String line = lines.next();
      while (line != null && line.isBlank()) {
        line = lines.next();
      }
      if (line == null) {
        return null;
      }
      try {
        return BatchInput.ofFile(Path.of(line), line.replace(SEPARATOR, "/"), names);
      } catch (InvalidPathException e) {
        return BatchInput.unreadable(
            line,
            list + ":" + lines.line(),
            new IOException("this cannot be the name of a file; correct the list", e));
      }
    }

    @Override
    public void close() throws IOException {
      lines.close();
    }
  }
}
