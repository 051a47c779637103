package org.gpchain.internal.corpora.words;

import static org.gpchain.core.text.Numbers.format;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.gpchain.core.words.Lexicon;
import org.gpchain.core.words.NameKinds;
import org.gpchain.core.words.WordOrigin;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.corpora.BadLines;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.TextLines;
import org.gpchain.internal.training.words.NameLearner;

/**
 * Lists of names from which a word resource is learned, with raw text from which common words are
 * counted.
 *
 * @param lists files with one name per line, by the kind of names
 * @param common files with raw text
 * @param encoding encoding of files without a byte order mark
 * @param skipsBadLines whether to skip lines of lists that are not names
 */
public record NameLists(
    SortedMap<String, Path> lists, List<Path> common, Charset encoding, boolean skipsBadLines) {
  /** Maximum number of pieces of a name; longer lines are not names but texts. */
  private static final int MAX_PIECES = 50;

  /** Minimum number of occurrences of a common word in lower case. */
  private static final int MIN_COMMON_COUNT = 10;

  /** Index of the number of occurrences with a capital. */
  private static final int CAPITAL = 0;

  /** Index of the number of occurrences in lower case. */
  private static final int LOWER = 1;

  public NameLists {
    lists = new TreeMap<>(lists);
    common = List.copyOf(common);
    for (String kind : lists.keySet()) {
      if (!kind.matches("[A-Za-z0-9_-]{1,40}")) {
        throw new IllegalArgumentException(
            ("'%s' cannot be a kind of names: kinds become names of columns, so use"
                    + " only letters, digits, _ and -")
                .formatted(kind));
      }
    }

    if (lists.isEmpty() || lists.size() > NameKinds.MOST_KINDS) {
      throw new IllegalArgumentException(
          "there must be 1 to %s kinds of names, but there are %s"
              .formatted(NameKinds.MOST_KINDS, lists.size()));
    }
  }

  /**
   * Learns a word resource.
   *
   * @param label name, language and license of the resource
   * @param progress receives the progress of each step; not closed
   * @param notes receives notes on lines that were left out
   * @throws InputException if a file cannot be read, a list is empty, or a list has lines that are
   *     not names and not skipped
   */
  public WordResource learn(
      NameLearner learner, WordLearning.Label label, WordProgress progress, Consumer<String> notes)
      throws IOException {
    progress.begin("reading", -1);
    SortedMap<String, List<String>> entries = new TreeMap<>();
    for (Map.Entry<String, Path> list : lists.entrySet()) {
      entries.put(list.getKey(), read(list.getValue(), notes));
    }
    Set<String> commonWords = commonWords();
    long count = entries.values().stream().mapToLong(List::size).sum();
    progress.end(format("%,d entries, %,d common words", count, commonWords.size()));

    progress.begin("spelling", learner.passes());
    int[] pass = {0};
    NameKinds names =
        learner.learn(
            entries,
            commonWords,
            estimate -> progress.at(++pass[0], format("loss %.0f", estimate.objective())));
    progress.end("spelling: " + pass[0] + " passes");

    Stream<Path> sources = Stream.concat(lists.values().stream(), common.stream());
    Map<String, String> settings = Map.of("learner of names", learner.toString());
    WordOrigin origin = label.origin(sources, 0, settings);
    return label.resource(null, new TreeMap<>(), null, names, origin);
  }

  private List<String> read(Path list, Consumer<String> notes) throws IOException {
    EntryFile file = EntryFile.read(list, encoding);
    file.notes().forEach(notes);

    BadLines bad = new BadLines(list, skipsBadLines);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < file.entries().size(); i++) {
      String entry = file.entries().get(i);
      int pieces = NameKinds.pieces(entry).size();
      if (pieces <= MAX_PIECES) {
        names.add(entry);
      } else {
        bad.add(
            file.lines().get(i),
            "this is not a name, because it has %s words (maximum: %s); write one name per line"
                .formatted(pieces, MAX_PIECES));
      }
    }
    bad.check();
    bad.note().ifPresent(notes);

    if (names.isEmpty()) {
      throw new InputException(list, "there is no name in this list", "write one name per line");
    }
    return names;
  }

  /**
   * Returns the words that are frequent, and that are in lower case more often than they have a
   * capital within sentences.
   */
  private Set<String> commonWords() throws IOException {
    Map<String, int[]> counts = new HashMap<>();
    for (Path text : common) {
      TextLines.forEach(text, encoding, (number, line) -> count(line, counts));
    }

    Set<String> commonWords = new HashSet<>();
    for (Map.Entry<String, int[]> word : counts.entrySet()) {
      int lower = word.getValue()[LOWER];
      if (lower >= MIN_COMMON_COUNT && lower > word.getValue()[CAPITAL]) {
        commonWords.add(word.getKey());
      }
    }
    return commonWords;
  }

  /** Counts the words of a line, without capitalized words at the beginning of sentences. */
  private static void count(String line, Map<String, int[]> counts) {
    boolean isInside = false;
    for (String piece : Lexicon.pieces(line)) {
      boolean isWord = Character.isLetter(piece.codePointAt(0));
      String lower = piece.toLowerCase(Locale.ROOT);
      boolean isLower = lower.equals(piece);
      if (isWord && (isInside || isLower)) {
        int[] wordCounts = counts.computeIfAbsent(lower, word -> new int[2]);
        wordCounts[isLower ? LOWER : CAPITAL]++;
      }
      isInside = isWord;
    }
  }
}
