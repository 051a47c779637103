package org.gpchain.corpora.cas;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.uima.UIMAException;
import org.apache.uima.cas.CAS;
import org.apache.uima.resource.metadata.FsIndexDescription;
import org.apache.uima.resource.metadata.TypePriorities;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.apache.uima.util.CasCreationUtils;

/** How a document is written in a file. */
public enum CasFormat {
  /** UIMA XMI; what it has of types that nobody has described is left out. */
  XMI(".xmi") {
    @Override
    CAS read(InputStream in, BlankCas blank) throws IOException, UIMAException {
      return XmiDocument.read(in, blank.reused());
    }
  },

  /** UIMA's binary formats, but for those that are Java objects: loading these can run code. */
  BINCAS(".bcas .bin") {
    @Override
    CAS read(InputStream in, BlankCas blank) throws IOException, UIMAException {
      return BinaryDocument.read(in, blank.types());
    }
  },

  /** UIMA JSON CAS 0.4, with its types. */
  JSON(".json") {
    @Override
    CAS read(InputStream in, BlankCas blank) throws IOException, UIMAException {
      return JsonDocument.read(in, blank);
    }
  };

  private final String extensions;

  CasFormat(String extensions) {
    this.extensions = extensions;
  }

  /** How names of such files end. */
  public List<String> extensions() {
    return List.of(extensions.split(" ", -1));
  }

  /** The one of these endings that a file has; empty if it has none. */
  String extension(Path file) {
    return extensions().stream().filter(file.toString()::endsWith).findFirst().orElse("");
  }

  /**
   * Reads a document.
   *
   * @param in the file, buffered; not closed
   * @param blank of the types that documents may have; those that the file itself brings are added
   * @return the document, which may be used until the next one is read
   */
  abstract CAS read(InputStream in, BlankCas blank) throws IOException, UIMAException;

  /** An empty document. */
  static CAS newCas(TypeSystemDescription types) throws UIMAException {
    return CasCreationUtils.createCas(types, (TypePriorities) null, (FsIndexDescription[]) null);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
