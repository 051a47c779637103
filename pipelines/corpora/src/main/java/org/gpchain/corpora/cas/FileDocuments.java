package org.gpchain.corpora.cas;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.apache.uima.jcas.JCas;
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
    CasFiles files = CasFiles.of(input, format);
    List<Path> descriptions =
        typeSystem == null ? CasParser.typesIn(List.of(files.directory())) : List.of(typeSystem);
    List<NamedFile> named =
        files.files().stream()
            .map(file -> NamedFile.of(files.directory(), file, format.extension()))
            .toList();
    return new FileDocuments(named, new CasParser(format, TypeSystems.with(descriptions, remote)));
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
    return new InputException(place(), 0, problemAndCure.getMessage(), problemAndCure);
  }

  @Override
  public List<NamedFile> files() {
    return files;
  }

  @Override
  public void close() {}
}
