package org.gpchain.corpora.words;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gpchain.core.model.ModelFormatException;
import org.gpchain.core.model.WordReference;
import org.gpchain.core.model.WordResourceFile;
import org.gpchain.core.words.WordOrigin;
import org.gpchain.core.words.WordResource;
import org.gpchain.corpora.InputException;
import org.gpchain.corpora.InputFiles;
import org.gpchain.training.data.LibraryVersion;

/** Reads word resources from files. */
public final class WordFiles {
  private WordFiles() {}

  /**
   * Reads a resource.
   *
   * @throws InputException if it is missing, damaged, or something else
   */
  public static WordResource read(Path file) throws IOException {
    try (InputStream in = new BufferedInputStream(InputFiles.open(file))) {
      return WordResourceFile.read(in);
    } catch (ModelFormatException e) {
      throw new InputException(file, 0, e.getMessage(), e);
    }
  }

  /**
   * Which resource a file holds.
   *
   * @throws InputException if it is none that this version reads
   */
  public static WordReference reference(Path file) throws IOException {
    try (InputStream in = InputFiles.open(file)) {
      return WordResourceFile.reference(in);
    } catch (ModelFormatException e) {
      throw new InputException(file, 0, e.getMessage(), e);
    }
  }

  /** A resource without clusters and states, to which lexicons can be added. */
  public static WordResource ofLexicons() {
    return new WordResource(
        "lexicons",
        "x-unspecified",
        null,
        new TreeMap<>(),
        null,
        new TreeMap<>(),
        new WordOrigin(List.of(), "", "", 0, Map.of(), LibraryVersion.get()));
  }
}
