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

  /** Places end with "heim", first names with "ella", common words with neither. */
  private static String made(Random random, String ending) {
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      word.append("bcdfgklmnprst".charAt(random.nextInt(13)));
      word.append("aeiou".charAt(random.nextInt(5)));
    }
    return word + ending;
  }

  private static List<String> made(Random random, String ending, int count) {
    Set<String> words = new TreeSet<>();
    while (words.size() < count) {
      words.add(made(random, ending));
    }
    return new ArrayList<>(words);
  }

  private static NameKinds learned(long seed) {
    Random random = new Random(7);
    List<String> places = made(random, "heim", WORDS);
    places.add("Saint Goram on Lake");
    places.add("lake");
    return new NameLearner(30, seed)
        .learn(
            new TreeMap<>(Map.of("first", made(random, "ella", WORDS), "place", places)),
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

  /** Of words that it has not seen, by their endings. */
  @Test
  void judgesNewWordsByTheirSpelling() {
    NameKinds names = learned(1);
    Random random = new Random(8);
    for (String word : made(random, "heim", 50)) {
      assertThat(cell(names, "place", word).get(0).weight()).isGreaterThan(0.8);
      assertThat(cell(names, "first", word)).allMatch(value -> value.weight() < 0.2);
    }
  }

  /** A common word is a common entry, and another one only together with others. */
  @Test
  void knowsItsEntries() {
    NameKinds names = learned(1);
    List<String> words = List.of("Saint", "Goram", "on", "Lake", "Lake", "on");
    assertThat(cells(names, "place", words).stream().map(cell -> cell.get(0).value()))
        .containsExactly("B", "I", "I", "I", NameKinds.COMMON_WORD, NameKinds.ALIKE);
  }

  @Test
  void theSameSeedGivesTheSameNames() {
    assertThat(learned(3).weights()).isEqualTo(learned(3).weights());
    assertThat(learned(3).hashes()).isEqualTo(learned(4).hashes());
  }
}
