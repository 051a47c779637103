package org.gpchain.internal.training.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.core.words.NameKinds;
import org.gpchain.core.words.WordOrigin;
import org.gpchain.core.words.WordResource;
import org.gpchain.core.workspace.Workspace;
import org.junit.jupiter.api.Test;

class NameLearnerTest {
  private static final int WORDS = 300;

  /**
   * Returns a random word. Places end with "heim", first names with "ella", other words with
   * neither.
   */
  private static String randomWord(Random random, String ending) {
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      word.append("bcdfgklmnprst".charAt(random.nextInt(13)));
      word.append("aeiou".charAt(random.nextInt(5)));
    }
    return word + ending;
  }

  private static List<String> randomWords(Random random, String ending, int count) {
    Set<String> words = new TreeSet<>();
    while (words.size() < count) {
      words.add(randomWord(random, ending));
    }
    return new ArrayList<>(words);
  }

  private static NameKinds learned(long seed) {
    Random random = new Random(7);
    List<String> places = randomWords(random, "heim", WORDS);
    places.add("Saint Goram on Lake");
    places.add("lake");
    return new NameLearner(30, seed)
        .learn(
            new TreeMap<>(Map.of("first", randomWords(random, "ella", WORDS), "place", places)),
            Set.of("lake", "on", "bidara"),
            estimate -> {});
  }

  private static List<WeightedValue> cell(NameKinds names, String kind, String word) {
    return cells(names, kind, List.of(word)).get(0);
  }

  private static List<List<WeightedValue>> cells(NameKinds names, String kind, List<String> words) {
    WordOrigin origin = new WordOrigin(List.of(), "", "", 0, Map.of(), "test");
    return new WordResource(
            "toy", "en", null, new TreeMap<>(), null, new TreeMap<>(), names, origin)
        .addTo(TokenSequence.ofWords(words), new Workspace())
        .cells("name_" + kind);
  }

  /** Classifies unseen words by their endings. */
  @Test
  void classifiesUnseenWordsByTheirSpelling() {
    NameKinds names = learned(1);
    Random random = new Random(8);
    for (String word : randomWords(random, "heim", 50)) {
      assertThat(cell(names, "place", word).get(0).weight()).isGreaterThan(0.8);
      assertThat(cell(names, "first", word)).allMatch(value -> value.weight() < 0.2);
    }
  }

  /** A common word is marked as common unless it is part of a longer entry. */
  @Test
  void findsEntries() {
    NameKinds names = learned(1);
    List<String> words = List.of("Saint", "Goram", "on", "Lake", "Lake", "on");
    assertThat(cells(names, "place", words).stream().map(cell -> cell.get(0).value()))
        .containsExactly("B", "I", "I", "I", NameKinds.COMMON_WORD, NameKinds.ALIKE);
  }

  @Test
  void dependsOnTheSeedOnly() {
    assertThat(learned(3).spelling().weights()).isEqualTo(learned(3).spelling().weights());
    assertThat(learned(3).hashes()).isEqualTo(learned(4).hashes());
  }
}
