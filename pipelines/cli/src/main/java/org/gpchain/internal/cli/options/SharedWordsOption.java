package org.gpchain.internal.cli.options;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.internal.corpora.words.WordFiles;
import picocli.CommandLine.Option;

/** An option that says where the word resource is that a model refers to. */
public final class SharedWordsOption extends CommandPart {
  @Option(
      names = {"-w", "--words"},
      description =
          "The word resource that the model refers to (train --share-words). Default: looked"
              + " for beside the model and on the class path.")
  private List<Path> files = new ArrayList<>();

  /**
   * @throws org.gpchain.internal.corpora.InputException if a file is missing, or no word resource
   */
  public List<URL> locations() throws IOException {
    List<URL> locations = new ArrayList<>();
    for (Path file : files) {
      // A file of another kind is an error, even if the model needs no resource.
      WordFiles.reference(file);
      locations.add(WordFiles.location(file));
    }
    return locations;
  }
}
