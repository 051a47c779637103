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

/** Documents of one format, one per file. */
final class FileDocuments implements DocumentSource {
  private final List<Path> files;
  private final CasParser parser;
  private int read;

  private FileDocuments(List<Path> files, CasParser parser) {
    this.files = files;
    this.parser = parser;
  }

  /** As {@link DocumentSource#ofFiles} does. */
  static FileDocuments open(Path input, CasFormat format, Path typeSystem, boolean remote)
      throws IOException {
    Path folder = input.toAbsolutePath().getParent();
    List<Path> files = List.of(input);
    if (Files.isDirectory(input)) {
      folder = input;
      files =
          found(
              input,
              folder,
              file -> file.toString().endsWith(format.extension()),
              "there is no file in this directory that ends in " + format.extension());
    } else if (FilePattern.isPattern(input)) {
      FilePattern pattern = FilePattern.of(input);
      folder = pattern.folder();
      files = found(input, folder, pattern::matches, "no file matches this pattern");
    }
    List<Path> descriptions =
        typeSystem == null ? TypeSystems.beside(List.of(folder)) : List.of(typeSystem);
    return new FileDocuments(files, new CasParser(format, TypeSystems.with(descriptions, remote)));
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
    Path file = files.get(read++);
    try (InputStream in = InputFiles.open(file)) {
      return parser.parse(file, in);
    }
  }

  @Override
  public Path place() {
    return files.get(read - 1);
  }

  @Override
  public String name() {
    return place().getFileName().toString();
  }

  @Override
  public InputException problem(Exception problemAndCure) {
    return new InputException(place(), problemAndCure.getMessage(), problemAndCure);
  }

  @Override
  public void close() {}
}
