package org.gpchain.pipelines.cli.options;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.gpchain.core.words.WordResource;
import org.gpchain.pipelines.words.LexiconFile;
import org.gpchain.pipelines.words.WordFiles;
import picocli.CommandLine.Option;

/** Options for what raw text and lists say of words. */
public final class WordsOption extends MixedOptions {
  @Option(
      names = "--words",
      paramLabel = "FILE",
      description = {
        "A word resource (gpchain words learn): clusters and hidden states of words become columns"
            + " (cluster64, …, state), which the default templates use, and a template file may.",
        "The model contains what it needs of it."
      })
  private Path file;

  @Option(
      names = "--lexicon",
      paramLabel = "NAME=FILE",
      description = {
        "A list of names or other words, one entry per line, several words allowed: becomes the"
            + " column NAME, with B and I where the longest entry matches. May be repeated."
      })
  private Map<String, Path> lexicons = new LinkedHashMap<>();

  @Option(
      names = "--lexicon-ignore-case",
      description = "Upper and lower case are the same in lexicons.")
  private boolean foldCase;

  private WordResource resource;

  /** What gives sentences more columns; null for nothing. */
  WordResource resource() throws IOException {
    if (resource == null && (file != null || !lexicons.isEmpty())) {
      resource = file == null ? WordFiles.ofLexicons() : WordFiles.read(file);
      for (Map.Entry<String, Path> lexicon : lexicons.entrySet()) {
        if (resource.columns().contains(lexicon.getKey())) {
          throw wrongUse(
              "--lexicon: the word resource has a column '" + lexicon.getKey() + "' already");
        }
        resource = resource.with(lexicon.getKey(), LexiconFile.read(lexicon.getValue(), foldCase));
      }
    }
    return resource;
  }
}
