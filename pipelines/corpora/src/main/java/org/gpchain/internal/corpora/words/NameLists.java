package org.gpchain.internal.corpora.words;

import static org.gpchain.core.text.Numbers.format;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
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
 * Lists of names, and raw text that says which words are common, to learn a word resource from.
 *
 * @param lists by the kind of their names, an entry per line
 * @param common raw text
 * @param encoding of raw text without a byte order mark
 * @param skipsBadLines whether lines of lists that are no names are left out
 */
public record NameLists(
    SortedMap<String, Path> lists, List<Path> common, Charset encoding, boolean skipsBadLines) {
  /** No name has so many pieces: what has more is a text. */
  private static final int LONGEST = 50;

  /**
   * Words that occur as often are common, if they are written in lower case more often than not.
   */
  private static final int FREQUENT = 10;

  private static final int CAPITAL = 0;
  private static final int LOWER = 1;

  public NameLists {
    lists = new TreeMap<>(lists);
    common = List.copyOf(common);
    for (String kind : lists.keySet()) {
      if (!kind.matches("[A-Za-z0-9_-]{1,40}")) {
        throw new IllegalArgumentException(
            "'%s' cannot be a kind of names: it becomes the name of a column, of letters, digits, _ and -"
                .formatted(kind));
      }
    }
    if (lists.isEmpty() || lists.size() > NameKinds.MOST_KINDS) {
      throw new IllegalArgumentException(
          "there must be 1 to %s kinds of names, were %s"
              .formatted(NameKinds.MOST_KINDS, lists.size()));
    }
  }

  /**
   * Learns a word resource.
   *
   * @param progress follows each step; not closed
   * @param notes takes what was left out of the lists
   * @throws InputException if a file cannot be read, or a list is empty or has lines that are no
   *     names
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
      if (pieces <= LONGEST) {
        names.add(entry);
      } else {
        bad.add(
            file.lines().get(i),
            "this is no name: it has %s words, %s are allowed; give one name per line"
                .formatted(pieces, LONGEST));
      }
    }
    bad.check();
    bad.note().ifPresent(notes);
    if (names.isEmpty()) {
      throw new InputException(list, "there is no name in this list", "give one name per line");
    }
    return names;
  }

  /**
   * Words that are frequent, and written in lower case more often than with a capital inside of
   * sentences.
   */
  private Set<String> commonWords() throws IOException {
    Map<String, int[]> counts = new HashMap<>();
    for (Path text : common) {
      TextLines.forEach(text, encoding, (number, line) -> count(line, counts));
    }
    return counts.entrySet().stream()
        .filter(word -> word.getValue()[LOWER] >= FREQUENT)
        .filter(word -> word.getValue()[LOWER] > word.getValue()[CAPITAL])
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private static void count(String line, Map<String, int[]> counts) {
    boolean isInside = false;
    for (String piece : Lexicon.pieces(line)) {
      boolean isWord = Character.isLetter(piece.codePointAt(0));
      String lower = piece.toLowerCase(Locale.ROOT);
      if (isWord && (isInside || lower.equals(piece))) {
        counts.computeIfAbsent(lower, word -> new int[2])[lower.equals(piece) ? LOWER : CAPITAL]++;
      }
      isInside = isWord;
    }
  }
}
