package org.gpchain.pipelines.corpus.cas;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.apache.uima.UIMAException;
import org.apache.uima.jcas.JCas;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.gpchain.pipelines.corpus.InputException;
import org.gpchain.pipelines.corpus.InputFiles;
import org.gpchain.pipelines.corpus.NamedFile;
import org.xml.sax.SAXException;

/** Documents of one format, one per file. */
final class FileDocuments implements DocumentSource {
  private final CasFormat format;
  private final List<NamedFile> files;
  private final TypeSystemDescription types;
  private int read;

  private FileDocuments(CasFormat format, List<NamedFile> files, TypeSystemDescription types) {
    this.format = format;
    this.files = files;
    this.types = types;
  }

  /**
   * Documents in files.
   *
   * @param input a file, a directory or a pattern
   * @param format of the files
   * @param typeSystem description of their types; if it is null, {@code TypeSystem.xml} beside them
   *     is taken where there is one
   * @throws InputException if there are none, or the types cannot be read
   */
  static FileDocuments open(Path input, CasFormat format, Path typeSystem) throws IOException {
    CasFiles files = CasFiles.of(input, format);
    Path description = typeSystem == null ? TypeSystems.in(files.directory()) : typeSystem;
    List<NamedFile> named =
        files.files().stream()
            .map(file -> NamedFile.of(files.directory(), file, format.extension(file)))
            .toList();
    return new FileDocuments(format, named, TypeSystems.with(description));
  }

  @Override
  public boolean hasNext() {
    return read < files.size();
  }

  @Override
  public JCas next() throws IOException {
    Path file = files.get(read++).file();
    try (InputStream in = InputFiles.open(file)) {
      return format.read(in, types).getJCas();
    } catch (InputException e) {
      throw e;
    } catch (IOException | UIMAException | SAXException | RuntimeException e) {
      // The parsers of foreign formats also fail with exceptions that they do not declare.
      throw new InputException(
          file,
          0,
          "cannot read this as "
              + format
              + ": "
              + Causes.message(e)
              + "; check --format and --type-system, or export the document again",
          e);
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
  public List<NamedFile> files() {
    return files;
  }

  @Override
  public InputException problem(Exception problemAndCure) {
    return new InputException(place(), 0, problemAndCure.getMessage(), problemAndCure);
  }

  @Override
  public void close() {}
}
