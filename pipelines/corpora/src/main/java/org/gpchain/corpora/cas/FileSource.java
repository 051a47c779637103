package org.gpchain.corpora.cas;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.uima.jcas.JCas;
import org.gpchain.corpora.InputException;
import org.gpchain.corpora.NamedFile;

/** Documents of which each is a file. */
public abstract class FileSource implements DocumentSource {
  private final List<NamedFile> files;
  private int read;

  /** The documents in these files. */
  protected FileSource(List<NamedFile> files) {
    this.files = List.copyOf(files);
  }

  /**
   * Reads a document, which may be used until the next one is read.
   *
   * @throws InputException if it cannot be read
   */
  protected abstract JCas read(NamedFile file) throws IOException;

  @Override
  public final boolean hasNext() {
    return read < files.size();
  }

  @Override
  public final JCas next() throws IOException {
    return read(files.get(read++));
  }

  @Override
  public final Path place() {
    return files.get(read - 1).file();
  }

  /** The file of the last document. */
  public final NamedFile named() {
    return files.get(read - 1);
  }

  @Override
  public final String name() {
    return files.get(read - 1).name();
  }

  @Override
  public final InputException problem(Exception problemAndCure) {
    return new InputException(place(), 0, problemAndCure.getMessage(), problemAndCure);
  }

  @Override
  public final List<NamedFile> files() {
    return files;
  }

  @Override
  public final void close() {}
}
