package org.gpchain.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.corpora.InputException;
import org.gpchain.training.io.AtomicFile;

/**
 * The corpus and the documents of the quickstart, copied from the class path to a directory of the
 * user's.
 *
 * @param train corpus to learn from: word, part of speech, chunk, name
 * @param test corpus to measure on
 * @param documents directory of raw texts
 */
record QuickstartFiles(Path train, Path test, Path documents) {
  private static final String RESOURCES = "/org/gpchain/cli/quickstart/";
  private static final String TRAIN = "train.tsv";
  private static final String TEST = "test.tsv";
  private static final String DOCUMENTS = "documents";
  private static final List<String> NAMES =
      List.of("harbour-report.txt", "letter-from-the-valley.txt", "market-notes.txt");

  /**
   * Copies the files to a directory, which is created if missing.
   *
   * @throws InputException if there is a file of that name
   */
  static QuickstartFiles copyTo(Path directory) throws IOException {
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new InputException(
          directory, 0, "this is not a directory", "name another one with --output");
    }
    Path documents = directory.resolve(DOCUMENTS);
    Files.createDirectories(documents);
    for (String name : NAMES) {
      copy(DOCUMENTS + "/" + name, documents.resolve(name));
    }
    return new QuickstartFiles(
        copy(TRAIN, directory.resolve(TRAIN)), copy(TEST, directory.resolve(TEST)), documents);
  }

  private static Path copy(String resource, Path target) throws IOException {
    try (InputStream in = QuickstartFiles.class.getResourceAsStream(RESOURCES + resource)) {
      AtomicFile.write(target, in::transferTo);
    }
    return target;
  }
}
