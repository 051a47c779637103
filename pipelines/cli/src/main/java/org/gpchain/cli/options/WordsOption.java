package org.gpchain.cli.options;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.gpchain.annotator.Languages;
import org.gpchain.core.model.Model;
import org.gpchain.core.words.WordResource;
import org.gpchain.corpora.InputException;
import org.gpchain.corpora.words.LexiconFile;
import org.gpchain.corpora.words.WordFiles;
import picocli.CommandLine.Option;

/** Options for what raw text and lists say of words. */
public final class WordsOption extends MixedOptions {
  @Option(
      names = "--words",
      paramLabel = "FILE",
      description = {
        "A word resource (gpchain words learn): clusters and hidden states of words become columns"
            + " (cluster64, …, state), which the default templates use, and a template file may.",
        "The model contains what it needs of it, or refers to it (--share-words)."
      })
  private Path file;

  @Option(
      names = "--share-words",
      description = {
        "The model refers to the resource of --words, by a hash of its content, so that several"
            + " models can share one. Where it is used, the resource must be beside the model, on"
            + " the class path, or given with --words."
      })
  private boolean share;

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

  private WordResource whole;
  private WordResource resource;

  /** What gives sentences more columns; null for nothing. */
  WordResource resource() throws IOException {
    if (share && file == null) {
      throw wrongUse("--share-words needs a resource: --words FILE");
    }
    if (resource == null && (file != null || !lexicons.isEmpty())) {
      whole = file == null ? WordFiles.ofLexicons() : WordFiles.read(file);
      resource = whole;
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

  /**
   * The resource for text in a language.
   *
   * @return null for nothing
   * @throws InputException if it is for another language
   */
  WordResource resource(String language) throws IOException {
    WordResource words = resource();
    if (words != null && Languages.differ(language, words.language())) {
      throw new InputException(
          file,
          0,
          "this word resource is for the language '"
              + words.language()
              + "', the model is for '"
              + language
              + "' (--language)",
          "give a resource of that language, or correct --language");
    }
    return words;
  }

  /** A model that has learned with the resource, as the user wants it to be kept. */
  Model keep(Model model) {
    return share ? model.sharing(whole) : model;
  }
}
