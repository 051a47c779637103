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

/** Files of word resources and of their sources. */
public final class WordFiles {
  private WordFiles() {}

  /**
   * @param file or, if there is no such file, the name of a resource on the class path
   * @throws InputException if it is missing, damaged, or something else
   */
  public static WordResource read(Path file) throws IOException {
    return read(file, WordResourceFile::read);
  }

  /**
   * @param file as of {@link #read}
   * @throws InputException if it is none that this version reads
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
    return shipped.isEmpty()
        ? InputFiles.open(file)
        : new BufferedInputStream(shipped.get().openStream());
  }

  /** Where a resource is, as of {@link #read}. */
  public static URL location(Path file) throws IOException {
    return shipped(file).orElse(file.toUri().toURL());
  }

  private static Optional<URL> shipped(Path file) throws IOException {
    return Files.exists(file) ? Optional.empty() : ModelsOnClassPath.words(file.toString());
  }

  /** The words of a language that are on the class path; null if there are none. */
  public static WordResource ofLanguage(String language) throws IOException {
    return ofLanguage("words", language);
  }

  /** The names of a language that are on the class path, or else those that Java knows; or null. */
  public static WordResource namesOfLanguage(String language) throws IOException {
    WordResource shipped = ofLanguage("names", language);
    return shipped == null ? LocaleNames.of(language) : shipped;
  }

  private static WordResource ofLanguage(String kind, String language) throws IOException {
    URL shipped = ModelsOnClassPath.wordsOfLanguage(kind, language).orElse(null);
    return shipped == null ? null : WordLocations.read(shipped);
  }

  /** A resource without clusters and states, to which lexicons can be added. */
  public static WordResource ofLexicons() {
    WordLearning.Label label = new WordLearning.Label("lexicons", "x-unspecified", "", "");
    WordOrigin origin = label.origin(Stream.of(), 0, Map.of());
    return label.resource(null, new TreeMap<>(), null, null, origin);
  }

  /**
   * Reads a lexicon, one entry per line.
   *
   * @param foldCase whether upper and lower case are the same
   * @param encoding of a file without a byte order mark
   * @param notes takes what was left out
   * @throws InputException if there is no entry
   */
  public static Lexicon readLexicon(
      Path file, boolean foldCase, Charset encoding, Consumer<String> notes) throws IOException {
    EntryFile read = EntryFile.read(file, encoding);
    read.notes().forEach(notes);
    List<String> entries = read.entries();
    return new Lexicon(
        foldCase
            ? entries.stream().map(entry -> entry.toLowerCase(Locale.ROOT)).distinct().toList()
            : entries,
        foldCase);
  }

  /**
   * @param earlier where it stands already; null if nowhere
   */
  static void checkNew(String what, String entry, Integer earlier, Path file, int line)
      throws InputException {
    if (earlier != null) {
      String problem = "the " + what + " '" + entry + "' stands in line " + earlier + " already";
      throw new InputException(file, line, problem, "remove one");
    }
  }
}
