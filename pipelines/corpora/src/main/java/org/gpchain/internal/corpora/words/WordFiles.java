package org.gpchain.internal.corpora.words;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.commons.io.function.IOFunction;
import org.gpchain.annotator.ModelsOnClassPath;
import org.gpchain.core.model.ModelFormatException;
import org.gpchain.core.model.WordLocations;
import org.gpchain.core.model.WordReference;
import org.gpchain.core.model.WordResourceFile;
import org.gpchain.core.words.Lexicon;
import org.gpchain.core.words.WordOrigin;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.InputFiles;

/** Functions that read word resources and lexicons from files and from the class path. */
public final class WordFiles {
  private WordFiles() {}

  /**
   * Reads a word resource.
   *
   * @param file a file or, if there is no such file, the name of a resource on the class path
   * @throws InputException if there is no such file or resource, or it is not a word resource that
   *     this version can read
   */
  public static WordResource read(Path file) throws IOException {
    return read(file, WordResourceFile::read);
  }

  /**
   * Reads the reference to a word resource that models store.
   *
   * @param file a file or the name of a resource, as for {@link #read}
   * @throws InputException if there is no such file or resource, or it is not a word resource that
   *     this version can read
   */
  public static WordReference reference(Path file) throws IOException {
    return read(file, WordResourceFile::reference);
  }

  private static <T> T read(Path file, IOFunction<InputStream, T> reader) throws IOException {
    try (InputStream in = open(file)) {
      return reader.apply(in);
    } catch (ModelFormatException e) {
      throw new InputException(file, e.getMessage(), e);
    }
  }

  private static InputStream open(Path file) throws IOException {
    Optional<URL> shipped = shipped(file);
    if (shipped.isEmpty()) {
      return InputFiles.open(file);
    }
    return new BufferedInputStream(shipped.get().openStream());
  }

  /**
   * Returns the URL of a word resource.
   *
   * @param file a file or the name of a resource, as for {@link #read}
   */
  public static URL location(Path file) throws IOException {
    return shipped(file).orElse(file.toUri().toURL());
  }

  /** Returns the URL of a resource on the class path, unless there is a file with its name. */
  private static Optional<URL> shipped(Path file) throws IOException {
    if (Files.exists(file)) {
      return Optional.empty();
    }
    return ModelsOnClassPath.words(file.toString());
  }

  /** Returns the words of a language from the class path, or null if there are none. */
  public static WordResource ofLanguage(String language) throws IOException {
    return ofLanguage("words", language);
  }

  /**
   * Returns the names of a language from the class path, or else those of the JDK. Returns null if
   * neither has the language.
   */
  public static WordResource namesOfLanguage(String language) throws IOException {
    WordResource shipped = ofLanguage("names", language);
    if (shipped != null) {
      return shipped;
    }
    return LocaleNames.of(language);
  }

  private static WordResource ofLanguage(String kind, String language) throws IOException {
    Optional<URL> shipped = ModelsOnClassPath.wordsOfLanguage(kind, language);
    if (shipped.isEmpty()) {
      return null;
    }
    return WordLocations.read(shipped.get());
  }

  /** Returns a resource without clusters and states, to which lexicons can be added. */
  public static WordResource ofLexicons() {
    WordLearning.Label label = new WordLearning.Label("lexicons", "x-unspecified", "", "");
    WordOrigin origin = label.origin(Stream.of(), 0, Map.of());
    return label.resource(null, new TreeMap<>(), null, null, origin);
  }

  /**
   * Reads a lexicon, one entry per line.
   *
   * @param foldCase whether the lexicon ignores upper and lower case
   * @param encoding encoding of a file without a byte order mark
   * @param notes receives notes on lines that were left out
   * @throws InputException if the file has no entry
   */
  public static Lexicon readLexicon(
      Path file, boolean foldCase, Charset encoding, Consumer<String> notes) throws IOException {
    EntryFile entryFile = EntryFile.read(file, encoding);
    entryFile.notes().forEach(notes);
    List<String> entries = entryFile.entries();
    if (foldCase) {
      entries = entries.stream().map(entry -> entry.toLowerCase(Locale.ROOT)).distinct().toList();
    }
    return new Lexicon(entries, foldCase);
  }

  /**
   * Checks that no earlier line of a file has the same entry.
   *
   * @param kind kind of the entry in the message, such as {@code word}
   * @param earlier line of the same entry; null if there is none
   */
  static void checkNew(String kind, String entry, Integer earlier, Path file, int line)
      throws InputException {
    if (earlier != null) {
      String problem = "the " + kind + " '" + entry + "' already occurs in line " + earlier;
      throw new InputException(file, line, problem, "remove one");
    }
  }
}
