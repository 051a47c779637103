package org.gpchain.core.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.junit.jupiter.api.Test;

/** The columns that a sentence gets from a resource. */
class WordColumnsTest {
  private static final int MANY = 5000;

  private static final WordResource WORDS =
      new WordResource(
          "toy",
          "en",
          new WordNumbers(List.of("the", "cat", "00"), List.of(WordNumbers.classOf("xing"))),
          new TreeMap<>(Map.of("cluster9", new int[] {0, 7, MANY})),
          new WordStates(
              new double[] {0.5, 0.5},
              new double[] {0.5, 0.5, 0.5, 0.5},
              new int[] {0, 1, 3, 4, 5, 5},
              new byte[] {0, 0, 1, 1, 0},
              new float[] {0.5f, 0.25f, 0.75f, 0.5f, 0.5f}),
          new TreeMap<>(Map.of("pet", new Lexicon(List.of("cat"), false))),
          new WordOrigin(List.of(), "", "", 0, Map.of(), "test"));

  @Test
  void everyWordHasItsClusterStatesAndMarks() {
    TokenSequence sentence =
        WORDS.addTo(
            TokenSequence.ofWords(List.of("The", "cat", "42", "sing", "#")), new Workspace());
    assertThat(sentence.columnNames()).containsExactly("word", "cluster9", "pet", "state");
    assertThat(sentence.column("cluster9")).containsExactly("0", "7", "" + MANY, "-", "-");
    assertThat(sentence.column("pet")).containsExactly("O", "B", "O", "O", "O");
    WeightedValue first = new WeightedValue("0", 1);
    WeightedValue second = new WeightedValue("1", 1);
    assertThat(sentence.cells("state"))
        .containsExactly(
            List.of(first),
            List.of(new WeightedValue("0", 0.25), new WeightedValue("1", 0.75)),
            List.of(second),
            List.of(first),
            List.of(new WeightedValue("0", 0.5), new WeightedValue("1", 0.5)));
  }

  @Test
  void aColumnThatTheSentenceHasStays() {
    TokenSequence sentence =
        TokenSequence.ofWords(List.of("cat"))
            .with("cluster9", List.of("x"))
            .with("state", List.of("y"));
    TokenSequence with = WORDS.addTo(sentence, new Workspace());
    assertThat(with).isEqualTo(sentence.with("pet", List.of("B")));
  }
}
