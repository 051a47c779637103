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
final class FileDocuments extends FileSource {
  private final CasFormat format;
  private final TypeSystemDescription types;

  private FileDocuments(CasFormat format, List<NamedFile> files, TypeSystemDescription types) {
    super(files);
    this.format = format;
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
  protected JCas read(NamedFile named) throws IOException {
    Path file = named.file();
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
}
