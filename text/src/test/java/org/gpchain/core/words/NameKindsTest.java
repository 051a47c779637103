package org.gpchain.core.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.core.words.NameKinds.SpellingWeights;
import org.gpchain.core.workspace.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public class NameKindsTest {
  /**
   * Returns kinds of names with the given entries for each kind. Their spelling models never mark
   * other words.
   */
  public static NameKinds of(SortedMap<String, List<String>> entries) {
    SortedMap<Integer, Integer> marks = new TreeMap<>(Integer::compareUnsigned);
    int bit = 1;
    for (List<String> entriesOfKind : entries.values()) {
      for (String entry : entriesOfKind) {
        int hash = 0;
        List<String> pieces = NameKinds.pieces(entry);
        for (int i = 0; i < pieces.size(); i++) {
          hash = NameKinds.hash(hash, pieces.get(i));
          int mark = i + 1 == pieces.size() ? bit : NameKinds.LONGER;
          marks.merge(hash, mark, (a, b) -> a | b);
        }
      }
      bit <<= 1;
    }

    int kinds = entries.size();
    float[] biases = new float[kinds];
    Arrays.fill(biases, -10);
    return new NameKinds(
        List.copyOf(entries.keySet()),
        marks.keySet().stream().mapToInt(i -> i).toArray(),
        marks.values().stream().mapToInt(i -> i).toArray(),
        new SpellingWeights(new byte[NameKinds.BUCKETS * kinds], new float[kinds], biases));
  }

  static final NameKinds NAMES =
      of(
          new TreeMap<>(
              Map.of(
                  "place", List.of("Port Ansel", "Port", "Ansel of the Hills", "İzmir", "𐐀x"),
                  "first", List.of("Ansel", "O'Dell"))));

  @Test
  void refusesBitsOfUnknownKinds() {
    float[] numbers = new float[2];
    byte[] weights = new byte[2 * NameKinds.BUCKETS];
    int[] hashes = {NameKinds.hash(0, "ansel")};
    int known = 3 | NameKinds.LONGER | NameKinds.COMMON;
    List<String> kinds = List.of("first", "place");
    SpellingWeights spelling = new SpellingWeights(weights, numbers, numbers);
    new NameKinds(kinds, hashes, new int[] {known}, spelling);
    for (int bit : new int[] {1 << 2, 1 << (NameKinds.MOST_KINDS - 1)}) {
      int[] marks = {known | bit};
      assertRefused(
          () -> new NameKinds(kinds, hashes, marks, spelling),
          "the marks of names have a bit of a kind beyond the 2 kinds");
    }
  }

  /** Each row gives words, and the expected marks of first names and of places. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "port ANSEL | OB | BI",
        "Port | O | B",
        "Ansel Port Ansel | BOB | OBI",
        "Ansel of the Hills | BOOO | BIII",
        "Ansel of the | BOO | OOO",
        "O'Dell | B | O",
        "O 'Dell | BI | O",
        "O ' Dell Port | BIIO | OOOB",
        "Portugal | O | O",
        "İzmir 𐐨X | OO | BB",
      })
  void marksLongestEntriesFromLeftToRight(String text, String first, String place) {
    List<String> words = List.of(text.strip().split(" ", -1));
    String padded = place.length() < words.size() ? "O".repeat(words.size()) : place;
    assertThat(marks(NAMES, words)).containsExactly(first, padded);
  }

  private static List<String> marks(NameKinds names, List<String> words) {
    TokenSequence marked = marked(names, words);
    List<String> marks = new ArrayList<>();
    for (String column : names.columns()) {
      StringBuilder marksOfColumn = new StringBuilder();
      for (List<WeightedValue> cell : marked.cells(column)) {
        marksOfColumn.append(cell.isEmpty() ? "O" : cell.get(0).value());
      }
      marks.add(marksOfColumn.toString());
    }
    return marks;
  }

  private static TokenSequence marked(NameKinds names, List<String> words) {
    return resource(names).addTo(TokenSequence.ofWords(words), new Workspace());
  }

  static WordResource resource(NameKinds names) {
    return new WordResource(
        "toy",
        "en",
        null,
        new TreeMap<>(),
        null,
        new TreeMap<>(),
        names,
        new WordOrigin(List.of(), "", "", 0, Map.of(), "test"));
  }

  /** A lexicon that ignores case is a slower, simpler implementation. */
  @Test
  void marksEqualThoseOfALexicon() {
    Random random = new Random(1);
    for (int round = 0; round < 200; round++) {
      List<String> entries = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        entries.add(text(random, 1 + random.nextInt(4)));
      }
      List<String> words = List.of(text(random, 12).split(" ", -1));
      NameKinds names = of(new TreeMap<>(Map.of("a", entries, "b", List.of("y x"))));
      assertThat(marks(names, words).get(0))
          .isEqualTo(String.join("", new Lexicon(entries, true).mark(words)));
    }
  }

  private static String text(Random random, int words) {
    List<String> text = new ArrayList<>();
    for (int i = 0; i < words; i++) {
      text.add(List.of("x", "Y", "z-x", "y.").get(random.nextInt(4)));
    }
    return String.join(" ", text);
  }

  @Test
  void wordsThatAreNoEntriesAreMarkedBySpelling() {
    byte[] weights = new byte[NameKinds.BUCKETS];
    List<Integer> buckets = new ArrayList<>();
    NameKinds.buckets("oslo", buckets::add);
    for (int bucket : buckets) {
      weights[bucket] = 10;
    }

    // With its borders, the word has 6 characters: 1 bucket for the word and 5 + 4 + 3 for its
    // n-grams.
    assertThat(buckets).hasSize(13);

    NameKinds names =
        new NameKinds(
            List.of("place"),
            new int[0],
            new int[0],
            new SpellingWeights(weights, new float[] {0.01f}, new float[] {0}));
    TokenSequence marked = marked(names, List.of("Oslo", "OSLO", "-", "12", "x-oslo"));
    WeightedValue alike = new WeightedValue(NameKinds.ALIKE, 1 / (1 + Math.exp(-0.01f * 130)));

    assertThat(marked.cells("name_place"))
        .containsExactly(List.of(alike), List.of(alike), List.of(), List.of(), List.of(alike));
  }

  @Test
  void addToAddsAColumnForEachKindUnlessPresent() {
    WordResource words = resource(NAMES);
    TokenSequence sentence = TokenSequence.ofWords(List.of("Ansel", "and", "Port"));
    TokenSequence with = words.addTo(sentence, new Workspace());
    assertThat(with.columnNames()).containsExactly("word", "name_first", "name_place");
    assertThat(with.column("name_first")).containsExactly("B", "", "");
    assertThat(words.only(List.of("name_first")).columns()).isEqualTo(words.columns());
    assertThat(words.only(List.of("word")).columns()).isEmpty();
    TokenSequence given = sentence.with("name_place", List.of("a", "b", "c"));
    assertThat(words.addTo(given, new Workspace()).column("name_place"))
        .containsExactly("a", "b", "c");
    assertThat(words.and(words)).isEqualTo(words);
  }

  @Test
  void refusesArraysThatDoNotFitEachOther() {
    byte[] weights = new byte[NameKinds.BUCKETS];
    float[] one = {1};
    SpellingWeights spelling = new SpellingWeights(weights, one, one);
    SpellingWeights tooFew = new SpellingWeights(new byte[1], one, one);
    assertRefused(
        () -> new NameKinds(List.of("a"), new int[] {2, -1, 1}, new int[3], spelling),
        "must be in ascending order");
    assertRefused(() -> new NameKinds(List.of("a"), new int[1], new int[2], spelling), "marks");
    assertRefused(() -> new NameKinds(List.of("a"), new int[1], new int[1], tooFew), "weights");
    assertRefused(
        () -> new NameKinds(Collections.nCopies(31, "a"), new int[1], new int[1], spelling),
        "30 kinds");
  }
}
