package org.gpchain.corpora.cas;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.uima.jcas.JCas;
import org.gpchain.corpora.FilePattern;
import org.gpchain.corpora.InputException;
import org.gpchain.corpora.InputFiles;
import org.gpchain.corpora.NamedFile;

/** Documents of one format, one per file. */
final class FileDocuments implements DocumentSource {
  private final List<NamedFile> files;
  private final CasParser parser;
  private int read;

  private FileDocuments(List<NamedFile> files, CasParser parser) {
    this.files = files;
    this.parser = parser;
  }

  /**
   * Documents in files.
   *
   * @param input a file, a directory or a pattern
   * @param format of the files
   * @param typeSystem description of their types; if it is null, {@code TypeSystem.xml} beside them
   *     is taken where there is one
   * @param remote whether a type system may import descriptions from anywhere
   * @throws InputException if there are none, or the types cannot be read
   */
  static FileDocuments open(Path input, CasFormat format, Path typeSystem, boolean remote)
      throws IOException {
    if (Files.isDirectory(input)) {
      return of(
          input,
          found(
              input,
              input,
              file -> file.toString().endsWith(format.extension()),
              "there is no file in this directory that ends in " + format.extension()),
          format,
          typeSystem,
          remote);
    }
    if (FilePattern.isPattern(input)) {
      FilePattern pattern = FilePattern.of(input);
      List<Path> files =
          found(input, pattern.folder(), pattern::matches, "no file matches this pattern");
      return of(pattern.folder(), files, format, typeSystem, remote);
    }
    return of(input.toAbsolutePath().getParent(), List.of(input), format, typeSystem, remote);
  }

  private static FileDocuments of(
      Path folder, List<Path> files, CasFormat format, Path typeSystem, boolean remote)
      throws IOException {
    List<Path> descriptions =
        typeSystem == null ? TypeSystems.beside(List.of(folder)) : List.of(typeSystem);
    return new FileDocuments(
        files.stream().map(file -> NamedFile.of(folder, file, format.extension())).toList(),
        new CasParser(format, TypeSystems.with(descriptions, remote)));
  }

  private static List<Path> found(Path input, Path folder, Predicate<Path> isWanted, String ifNone)
      throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> files = all.filter(Files::isRegularFile).filter(isWanted).sorted().toList();
      if (files.isEmpty()) {
        throw new InputException(
            input, ifNone, "name files by a pattern such as 'corpus/*.txt', or check --format");
      }
      return files;
    }
  }

  @Override
  public boolean hasNext() {
    return read < files.size();
  }

  @Override
  public JCas next() throws IOException {
    Path file = files.get(read++).file();
    try (InputStream in = InputFiles.open(file)) {
      return parser.parse(file, in);
    }
  }

  @Override
  public Path place() {
    return files.get(read - 1).file();
  }

  @Override
  public String name() {
    return files.get(read - 1).name();
  }

  @Override
  public InputException problem(Exception problemAndCure) {
    return new InputException(place(), problemAndCure.getMessage(), problemAndCure);
  }

  @Override
  public List<NamedFile> files() {
    return files;
  }

  @Override
  public void close() {}
}
