package org.gpchain.internal.core.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the columns of a window with those computed from all other sentences. */
class DocumentWindowTest {
  private static final LabelSet LABELS = LabelSet.of(List.of("O", "B-X", "I-X", "B-Y", "I-Y"));

  private static final List<String> WORDS =
      List.of(
          "Paris",
          "paris",
          "PARIS",
          "Izmir",
          "izmir",
          "ızmır",
          "İzmir",
          "i̇zmir",
          "Ǆ",
          "ǅ",
          "東京",
          "の",
          "“",
          "4",
          "",
          "x",
          "The",
          "the",
          "\uD801\uDC00a",
          "\uD801\uDC28a",
          "مصر");

  private record Sentence(List<String> words, double[] marginals) {
    static Sentence draw(Draws draws, int length, int rare) {
      List<String> words = new ArrayList<>();
      for (int t = 0; t < length; t++) {
        String word = draws.chance(0.8) ? "x" : WORDS.get(draws.index(WORDS.size()));
        if (!draws.chance(0.9)) {
          word += draws.index(rare);
        }
        words.add(word);
      }

      double[] marginals = draws.uniforms(length * LABELS.size(), 0, 1);
      for (int t = 0; t < length; t++) {
        double sum = Arrays.stream(marginals, t * 5, t * 5 + 5).sum();
        for (int v = 0; v < 5; v++) {
          marginals[t * 5 + v] /= sum;
        }
      }
      return new Sentence(words, marginals);
    }

    boolean isInside(int token) {
      return words.subList(0, token).stream()
          .anyMatch(word -> word.codePoints().anyMatch(Character::isLetter));
    }
  }

  private static List<TokenSequence> over(List<Sentence> document) {
    List<TokenSequence> out = new ArrayList<>();
    DocumentWindow window = new DocumentWindow(LABELS, out::add);
    for (Sentence sentence : document) {
      window.add(TokenSequence.ofWords(sentence.words), sentence.marginals);
    }
    window.end();
    return out;
  }

  /** Returns the other sentences that are fewer tokens away than the reach of the window. */
  private static List<Sentence> others(List<Sentence> document, int n) {
    List<Sentence> others = new ArrayList<>();
    for (int step : new int[] {-1, 1}) {
      int between = 0;
      for (int m = n + step;
          m >= 0 && m < document.size() && between < DocumentWindow.REACH;
          m += step) {
        others.add(document.get(m));
        between += document.get(m).words.size();
      }
    }
    return others;
  }

  private static Map<String, Double> types(List<Sentence> others, String word) {
    int first = word.isEmpty() ? '-' : word.codePointAt(0);
    double[] sum = new double[3];
    int count = 0;
    for (Sentence other : others) {
      for (int t = 0; t < other.words.size(); t++) {
        if (other.words.get(t).equals(word)) {
          count++;
          for (int v = 0; v < 5; v++) {
            sum[(v + 1) / 2] += other.marginals[t * 5 + v];
          }
        }
      }
    }

    boolean capital = Character.isUpperCase(first) || Character.isTitleCase(first);
    boolean noCase = Character.isLetter(first) && !capital && !Character.isLowerCase(first);
    Map<String, Double> types = new TreeMap<>();
    for (int type = 0; type < 3; type++) {
      double mean = sum[type] / (count + 3);
      if (mean >= 0.01 && (capital || (noCase && count <= DocumentWindow.RARE))) {
        types.put(List.of("O", "X", "Y").get(type), mean);
      }
    }

    return types;
  }

  private static String cases(List<Sentence> others, String word) {
    int first = word.isEmpty() ? '-' : word.codePointAt(0);
    if (!Character.isUpperCase(first) && !Character.isTitleCase(first)) {
      return "-";
    }

    boolean inside =
        others.stream()
            .anyMatch(
                other ->
                    IntStream.range(0, other.words.size())
                        .anyMatch(t -> other.words.get(t).equals(word) && other.isInside(t)));
    String lowered = word.toLowerCase(Locale.ROOT);
    boolean lower = others.stream().anyMatch(other -> other.words.contains(lowered));
    if (lower) {
      return inside ? "lowerinside" : "lower";
    }

    return inside ? "inside" : "neither";
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 30, 200, 1600})
  void columnsAreComputedFromOtherSentences(int longest) {
    Locale before = Locale.getDefault();
    try {
      for (String language : new String[] {"tr", "en"}) {
        Locale.setDefault(Locale.forLanguageTag(language));
        Draws draws = new Draws(longest);
        int tokens = draws.between(1, 4000);
        List<Sentence> document = new ArrayList<>();
        for (int left = tokens; left > 0; left -= document.get(document.size() - 1).words.size()) {
          document.add(Sentence.draw(draws, Math.min(left, draws.between(1, longest)), 3));
          if (draws.chance(0.05)) {
            document.add(Sentence.draw(draws, 0, 1));
          }
        }
        assertColumns(document, draws);
      }
    } finally {
      Locale.setDefault(before);
    }
  }

  /** Checks the columns of the first and last sentences and of a random sample. */
  private static void assertColumns(List<Sentence> document, Draws draws) {
    List<TokenSequence> sentences = over(document);
    assertThat(sentences).hasSize(document.size());
    for (int n = 0; n < document.size(); n++) {
      List<String> words = document.get(n).words;
      assertThat(sentences.get(n).column("word")).isEqualTo(words);
      boolean isChecked = n < 3 || n >= document.size() - 3 || draws.chance(20.0 / document.size());
      if (!isChecked) {
        continue;
      }

      List<Sentence> others = others(document, n);
      for (int t = 0; t < words.size(); t++) {
        Map<String, Double> expected = types(others, words.get(t));
        Map<String, Double> cell =
            sentences.get(n).cells(DocumentWindow.TYPES).get(t).stream()
                .collect(Collectors.toMap(WeightedValue::value, WeightedValue::weight));
        assertThat(cell.keySet()).as(words.get(t)).isEqualTo(expected.keySet());
        expected.forEach(
            (type, mean) -> assertThat(cell.get(type)).isBetween(mean - 1e-5, mean + 1e-5));
        assertThat(sentences.get(n).column(DocumentWindow.CASES).get(t))
            .isEqualTo(cases(others, words.get(t)));
      }
    }
  }

  @Test
  void sentenceDoesNotCountItsOwnWords() {
    Sentence sentence = new Sentence(List.of("Paris", "Paris", "paris"), new double[15]);
    TokenSequence found = over(List.of(sentence)).get(0);
    assertThat(found.cells(DocumentWindow.TYPES)).allMatch(List::isEmpty);
    assertThat(found.column(DocumentWindow.CASES)).containsExactly("neither", "neither", "-");
    assertThat(over(List.of())).isEmpty();
  }

  @Test
  void documentsAreIndependent() {
    List<TokenSequence> out = new ArrayList<>();
    DocumentWindow window = new DocumentWindow(LABELS, out::add);
    Draws draws = new Draws(1);
    for (int n = 0; n < 3; n++) {
      Sentence sentence = Sentence.draw(draws, 1, 1);
      window.add(TokenSequence.ofWords(List.of("Paris")), sentence.marginals);
      window.end();
      assertThat(out.get(n).cells(DocumentWindow.TYPES).get(0)).isEmpty();
    }
  }

  /** The later document is longer than the window. */
  @Test
  void earlierDocumentDoesNotChangeALaterOne() {
    Draws draws = new Draws(4);
    List<Sentence> later = new ArrayList<>();
    for (int n = 0; n < 40; n++) {
      later.add(Sentence.draw(draws, 100, 1));
    }

    List<TokenSequence> out = new ArrayList<>();
    DocumentWindow window = new DocumentWindow(LABELS, out::add);
    for (int n = 0; n < 2; n++) {
      Sentence sentence = Sentence.draw(draws, 100, 1);
      window.add(TokenSequence.ofWords(sentence.words), sentence.marginals);
    }

    window.end();
    for (Sentence sentence : later) {
      window.add(TokenSequence.ofWords(sentence.words), sentence.marginals);
    }

    window.end();
    assertThat(out.subList(2, out.size())).isEqualTo(over(later));
  }

  /** Sentences at a distance of the reach are outside of the window. */
  @ParameterizedTest
  @ValueSource(ints = {DocumentWindow.REACH - 1, DocumentWindow.REACH})
  void reachOfTheWindowIsLimited(int between) {
    Draws draws = new Draws(5);
    Sentence paris = new Sentence(List.of("Paris"), Sentence.draw(draws, 1, 1).marginals);
    Sentence filler =
        new Sentence(Collections.nCopies(between, "x"), new double[between * LABELS.size()]);
    List<TokenSequence> found = over(List.of(paris, filler, paris));
    for (int n : new int[] {0, 2}) {
      assertThat(found.get(n).cells(DocumentWindow.TYPES).get(0).isEmpty())
          .isEqualTo(between == DocumentWindow.REACH);
    }
  }

  @Test
  void labelsWithoutPositionAreTypes() {
    List<TokenSequence> out = new ArrayList<>();
    DocumentWindow window = new DocumentWindow(LabelSet.of(List.of("-X", "X")), out::add);
    for (int n = 0; n < 2; n++) {
      window.add(TokenSequence.ofWords(List.of("Paris")), new double[] {0.25, 0.75});
    }
    window.end();
    assertThat(out.get(0).cells(DocumentWindow.TYPES).get(0))
        .extracting(WeightedValue::value)
        .containsExactly("-X", "X");
    assertRefused(
        () -> window.add(TokenSequence.ofWords(List.of("Paris")), new double[3]), "marginals");
  }

  /** The number of sentences that wait in the window is limited, even for a long document. */
  @Test
  void sentencesLeaveOnceTheWindowIsFull() {
    List<TokenSequence> out = new ArrayList<>();
    DocumentWindow window = new DocumentWindow(LABELS, out::add);
    Draws draws = new Draws(2);
    for (int n = 0; n < 2_000; n++) {
      Sentence sentence = Sentence.draw(draws, 10, 1);
      window.add(TokenSequence.ofWords(sentence.words), sentence.marginals);
      assertThat(n + 1 - out.size()).isLessThanOrEqualTo(DocumentWindow.REACH / 10);
      assertThat(window.occurrences.size()).isLessThan(2 * DocumentWindow.REACH + 20);
    }
  }
}
