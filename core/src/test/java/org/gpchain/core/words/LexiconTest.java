package org.gpchain.core.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LexiconTest {
  @Test
  void theLongestEntryWins() {
    Lexicon lexicon = new Lexicon(List.of("New York", "New York City", "York"), false);
    assertThat(marks(lexicon, "New York City and York in New Jersey")).isEqualTo("BIIOBOOO");
  }

  @Test
  void entriesMatchHoweverTheyWereCut() {
    Lexicon lexicon = new Lexicon(List.of("St. John's", "AT&T"), false);
    assertThat(marks(lexicon, "St. John 's")).isEqualTo("BII");
    assertThat(marks(lexicon, "St . John's AT & T AT&T")).isEqualTo("BIIBIIB");
  }

  @Test
  void aMatchBeginsAndEndsWithAToken() {
    Lexicon lexicon = new Lexicon(List.of("York"), false);
    assertThat(marks(lexicon, "York-based New-York York")).isEqualTo("OOB");
  }

  @Test
  void caseMattersUnlessFolded() {
    assertThat(marks(new Lexicon(List.of("Oslo"), false), "oslo OSLO Oslo")).isEqualTo("OOB");
    assertThat(marks(new Lexicon(List.of("Oslo"), true), "oslo OSLO Oslo")).isEqualTo("BBB");
  }

  @Test
  void emptyTokensAndSentences() {
    Lexicon lexicon = new Lexicon(List.of("a b"), false);
    assertThat(lexicon.mark(List.of())).isEmpty();
    assertThat(lexicon.mark(List.of("", "a", "b"))).containsExactly("O", "B", "I");
  }

  @Test
  void aBlankEntryIsRefused() {
    assertRefused(() -> new Lexicon(List.of("a", " "), false), "must not be blank");
  }

  /** The trie against a search through all entries. */
  @Test
  void agreesWithASearch() {
    Random random = new Random(3);
    for (int round = 0; round < 200; round++) {
      List<String> entries = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        String entry = String.join(" ", words(random, 1 + random.nextInt(3)));
        if (!entries.contains(entry)) {
          entries.add(entry);
        }
      }
      List<String> sentence = words(random, random.nextInt(9));
      assertThat(new Lexicon(entries, false).mark(sentence)).isEqualTo(searched(entries, sentence));
    }
  }

  private static List<String> words(Random random, int count) {
    return random.ints(count, 0, 3).mapToObj(i -> "abc".substring(i, i + 1)).toList();
  }

  private static List<String> searched(List<String> entries, List<String> sentence) {
    List<String> marks = new ArrayList<>();
    while (marks.size() < sentence.size()) {
      int begin = marks.size();
      int length = 0;
      for (int end = begin + 1; end <= sentence.size(); end++) {
        if (entries.contains(String.join(" ", sentence.subList(begin, end)))) {
          length = end - begin;
        }
      }
      marks.add(length == 0 ? "O" : "B");
      for (int i = 1; i < length; i++) {
        marks.add("I");
      }
    }
    return marks;
  }

  private static String marks(Lexicon lexicon, String sentence) {
    return String.join("", lexicon.mark(List.of(sentence.split(" "))));
  }
}
