package org.gpchain.internal.server.annotations;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.server.annotations.Gold.UserAnnotation;
import org.gpchain.internal.training.data.Annotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests annotations that begin or end inside a token. */
class HalfTokensTest {
  /**
   * Returns one sentence for each text. Tokens are separated by spaces, sentences by a line end.
   */
  private static List<Passage> sentences(String... texts) {
    List<Passage> passages = new ArrayList<>();
    int offset = 0;
    for (String text : texts) {
      List<String> words = List.of(text.split(" "));
      int[] begins = new int[words.size()];
      int[] ends = new int[words.size()];
      for (int t = 0; t < words.size(); t++) {
        begins[t] = offset;
        ends[t] = offset + words.get(t).length();
        offset = ends[t] + 1;
      }
      passages.add(new Passage(TokenSequence.ofWords(words), begins, ends));
    }
    return passages;
  }

  private static Gold gold(UserAnnotation... annotations) {
    return new Gold(List.of(annotations), Anchoring.SEGMENTS, Annotated.ALL);
  }

  private static List<String> words(List<Passage> passages) {
    return passages.stream()
        .map(passage -> String.join(" ", passage.units().column(TokenSequence.WORD)))
        .toList();
  }

  /** All clitics of the document are divided, not only the annotated one. */
  @Test
  void dividesTheDocumentByTheConventionOfAnAnnotation() {
    List<Passage> passages = sentences("Ann's dog", "Bob's long-term cat");
    UserAnnotation bob = new UserAnnotation(10, 13, "hero");
    HalfTokens half = HalfTokens.divide(passages, gold(bob));

    assertThat(words(half.passages())).containsExactly("Ann 's dog", "Bob 's long-term cat");
    assertThat(half.passages().get(1).begins()).containsExactly(10, 13, 16, 26);
    assertThat(half.count()).isEqualTo(1);
    assertThat(half.irregular()).isZero();
    assertThat(half.example()).hasValue(bob);

    assertThat(words(HalfTokens.divideAtBorders(passages, gold(bob))))
        .as("only where the annotation ends")
        .containsExactly("Ann's dog", "Bob 's long-term cat");
  }

  @ParameterizedTest
  @CsvSource({
    "Miller's, 6, Miller 's, 0",
    "long-term, 4, long - term, 0",
    "l'eau, 2, l' eau, 0",
    "北京, 1, 北 京, 0",
    "Donaudampf, 5, Donau dampf, 1"
  })
  void knowsWhereCorporaDivideTokens(String word, int end, String divided, int irregular) {
    Gold gold = gold(new UserAnnotation(0, end, "X"));
    HalfTokens half = HalfTokens.divide(sentences(word), gold);
    assertThat(words(half.passages())).containsExactly(divided);
    assertThat(half.count()).isEqualTo(1);
    assertThat(half.irregular()).isEqualTo(irregular);
  }

  /** The example is an annotation that models cannot suggest exactly, if there is one. */
  @Test
  void countsAnnotationsWithABorderInsideAToken() {
    List<Passage> passages = sentences("Ann's big Donaudampf here");
    UserAnnotation regular = new UserAnnotation(0, 3, "hero");
    UserAnnotation whole = new UserAnnotation(6, 9, "size");
    UserAnnotation irregular = new UserAnnotation(15, 20, "steam");
    HalfTokens half = HalfTokens.divide(passages, gold(regular, whole, irregular));
    assertThat(words(half.passages())).containsExactly("Ann 's big Donau dampf here");
    assertThat(half.count()).isEqualTo(2);
    assertThat(half.irregular()).isEqualTo(1);
    assertThat(half.example()).hasValue(irregular);

    HalfTokens none = HalfTokens.divide(passages, gold(whole));
    assertThat(none.passages()).isEqualTo(passages);
    assertThat(none.count()).isZero();
    assertThat(none.example()).isEmpty();
  }
}
