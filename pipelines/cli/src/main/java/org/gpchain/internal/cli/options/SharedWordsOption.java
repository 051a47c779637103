package org.gpchain.internal.cli.options;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.internal.corpora.words.WordFiles;
import picocli.CommandLine.Option;

/** The option {@code --words} for the use of models that do not contain their word resource. */
public final class SharedWordsOption extends CommandPart {
  @Option(
      names = {"-w", "--words"},
      description =
          "The word resource of a model that was trained with --share-words. Default: the resource"
              + " is searched for in the folder of the model and on the class path.")
  private List<Path> files = new ArrayList<>();

  /**
   * Returns the locations of the word resources.
   *
   * @throws org.gpchain.internal.corpora.InputException if a file is missing or is not a word
   *     resource
   */
  public List<URL> locations() throws IOException {
    List<URL> locations = new ArrayList<>();
    for (Path file : files) {
      // Checks that the file is a word resource, even if the model needs none.
      WordFiles.reference(file);
      locations.add(WordFiles.location(file));
    }
    return locations;
  }
}
