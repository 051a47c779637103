package org.gpchain.pipelines.corpus.cas;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.apache.uima.UIMAException;
import org.apache.uima.cas.CAS;
import org.apache.uima.jcas.JCas;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.gpchain.pipelines.corpus.InputException;
import org.gpchain.pipelines.corpus.InputFiles;
import org.gpchain.pipelines.corpus.NamedFile;

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
   * @param remote whether a type system may import descriptions from anywhere
   * @throws InputException if there are none, or the types cannot be read
   */
  static FileDocuments open(Path input, CasFormat format, Path typeSystem, boolean remote)
      throws IOException {
    CasFiles files = CasFiles.of(input, format);
    Path description = typeSystem == null ? TypeSystems.in(files.directory()) : typeSystem;
    List<NamedFile> named =
        files.files().stream()
            .map(file -> NamedFile.of(files.directory(), file, format.extension(file)))
            .toList();
    return new FileDocuments(format, named, TypeSystems.with(description, remote));
  }

  @Override
  protected JCas read(NamedFile named) throws IOException {
    Path file = named.file();
    try (InputStream in = new LimitedStream(InputFiles.open(file), "bytes", Limits.FILE_BYTES)) {
      CAS document = format.read(in, types);
      DocumentCheck.check(document);
      return document.getJCas();
    } catch (InputException e) {
      throw e;
    } catch (DamagedDocumentException e) {
      throw failure(file, e.line(), e.getMessage(), e);
    } catch (IOException
        | UIMAException
        | RuntimeException
        | StackOverflowError
        | OutOfMemoryError
        | AssertionError e) {
      // The readers of foreign formats also fail with what they do not declare.
      throw failure(file, 0, Causes.damage(e), e);
    }
  }

  private InputException failure(Path file, int line, String problem, Throwable cause) {
    return new InputException(
        file,
        line,
        "cannot read this as "
            + format
            + ": "
            + problem
            + "; check --format and --type-system, or export the document again",
        cause);
  }
}
