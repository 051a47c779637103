package org.gpchain.internal.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.tokens.TokenProfile;
import org.junit.jupiter.api.Test;

class PassageTest {
  private static final TokenProfile CLITICS = TokenProfile.parse("clitics=SPLIT");

  private static Passage passage(String... words) {
    TokenSequence units = TokenSequence.ofWords(List.of(words));
    int[] begins = new int[words.length];
    int[] ends = new int[words.length];
    int offset = 10;
    for (int t = 0; t < words.length; t++) {
      begins[t] = offset;
      ends[t] = offset + words[t].length();
      offset = ends[t] + 1;
    }
    return new Passage(units, begins, ends);
  }

  @Test
  void dividesTokensByTheProfileOfACorpus() {
    Passage given = passage("Ada", "Miller's", "cat");
    TokenSequence tagged = given.units().with("pos", List.of("NNP", "NNP", "NN"));
    Passage divided = new Passage(tagged, given.begins(), given.ends()).divided(CLITICS);

    assertThat(divided.units().column("word")).containsExactly("Ada", "Miller", "'s", "cat");
    assertThat(divided.units().column("pos")).containsExactly("NNP", "NNP", "NNP", "NN");
    assertThat(divided.begins()).containsExactly(10, 14, 20, 23);
    assertThat(divided.ends()).containsExactly(13, 20, 22, 26);
  }

  @Test
  void returnsASentenceWithoutSuchTokensUnchanged() {
    Passage given = passage("Ada", "'s", "cat");
    assertThat(given.divided(CLITICS)).isSameAs(given);
    Passage clitic = passage("Ada's");
    assertThat(clitic.divided(TokenProfile.UNKNOWN)).isSameAs(clitic);
  }

  @Test
  void keepsATokenWhoseWordIsNotItsText() {
    Passage given =
        new Passage(TokenSequence.ofWords(List.of("Ada's")), new int[] {0}, new int[] {9});
    assertThat(given.divided(CLITICS)).isSameAs(given);
  }

  @Test
  void dividesTokensAtOffsets() {
    Passage given = passage("Donaudampf", "fährt", "\ud83d\ude00");
    Passage divided = given.dividedAt(Set.of(3, 10, 15, 20, 28));
    assertThat(divided.units().column("word"))
        .containsExactly("Donau", "dampf", "fährt", "\ud83d\ude00");
    assertThat(divided.begins()).containsExactly(10, 15, 21, 27);
    assertThat(divided.ends()).containsExactly(15, 20, 26, 29);
    assertThat(given.dividedAt(Set.of(10, 20))).isSameAs(given);
  }
}
