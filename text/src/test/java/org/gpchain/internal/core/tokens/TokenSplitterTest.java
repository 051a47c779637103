package org.gpchain.internal.core.tokens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.WordTable.words;
import static org.gpchain.internal.core.tokens.TokenProfile.Convention.SPLIT;
import static org.gpchain.internal.core.tokens.TokenProfile.Convention.UNKNOWN;
import static org.gpchain.internal.core.tokens.TokenProfile.Convention.WHOLE;

import java.util.Arrays;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokenSplitterTest {
  static Stream<String> splitsClitics() {
    return words(
        """
        Miller|'s Miller|’s KIM|'S it|`s they|'re I|'d|'ve She|’ll did|n't ca|n’t DO|N'T
        should|n't|'ve Jones|' Jones|’ John|' U.S.|'s Inc.|'s 2012|'s @kim|'s #MH17|'s
        O'Brien|'s gon|na Gon|na wan|na got|ta 't|is ’T|was again|' Martin|' (FIFA)|'s
        // no clitics
        1990's 80's o'clock O'Brien D'Arcy rock'n'roll 'em '90s goin' somethin’ ol' o' 's
        n't ' '' cannot Qa'ida dogs x y'all
        """);
  }

  @ParameterizedTest
  @MethodSource
  void splitsClitics(String parts) {
    assertParts(TokenSplitter::splitClitics, parts);
  }

  static Stream<String> splitsElisions() {
    return words(
        """
        l'|eau L’|Humanité qu'|il d'|abord jusqu'|ici dell'|arte un'|altra j'|t'|aime
        aujourd'hui quelqu'un prud'homme O'Brien l' peu '
        """);
  }

  @ParameterizedTest
  @MethodSource
  void splitsElisions(String parts) {
    assertParts(TokenSplitter::splitElisions, parts);
  }

  static Stream<String> splitsHyphenatedWords() {
    return words(
        """
        long|-|term off|-|the|-|shelf Bailey|‐|Ross F|-|16 year|-|old non-avian Anti-war
        e-mail post-cold|-|war 713-853-3989 a-b@mail.org - -- pre- -ing www.two-words.org
        word
        """);
  }

  @ParameterizedTest
  @MethodSource
  void splitsHyphenatedWords(String parts) {
    assertParts(TokenSplitter::splitHyphens, parts);
  }

  @ParameterizedTest
  @ValueSource(strings = {"北|京", "abc|中|12|文", "𠀀|中", "カタカナ", "word"})
  void splitsHanCharacters(String parts) {
    assertParts(TokenSplitter::splitHan, parts);
  }

  @Test
  void splitsByAProfile() {
    TokenProfile all = new TokenProfile(SPLIT, SPLIT, SPLIT, SPLIT);
    assertParts(token -> TokenSplitter.split(token, all), "York|-|Miller|'s");
    assertParts(token -> TokenSplitter.split(token, all), "l'|eau");
    assertParts(token -> TokenSplitter.split(token, all), "北|京|'s");

    TokenProfile cliticsOnly = new TokenProfile(SPLIT, WHOLE, UNKNOWN, UNKNOWN);
    assertParts(token -> TokenSplitter.split(token, cliticsOnly), "York-Miller|'s");
    assertParts(token -> TokenSplitter.split(token, cliticsOnly), "l'eau");
    assertParts(token -> TokenSplitter.split(token, TokenProfile.UNKNOWN), "York-Miller's");
    assertThat(TokenSplitter.split("", all)).isEmpty();
  }

  @Test
  void emptyTokenHasNoParts() {
    assertThat(TokenSplitter.splitClitics("")).isEmpty();
    assertThat(TokenSplitter.splitElisions("")).isEmpty();
    assertThat(TokenSplitter.splitHyphens("")).isEmpty();
    assertThat(TokenSplitter.splitHan("")).isEmpty();
  }

  private static void assertParts(Function<String, int[]> splitter, String parts) {
    String token = parts.replace("|", "");
    int[] ends = splitter.apply(token);

    StringJoiner joined = new StringJoiner("|");
    int begin = 0;
    for (int end : ends) {
      joined.add(token.substring(begin, end));
      begin = end;
    }
    assertThat(joined.toString()).as(Arrays.toString(ends)).isEqualTo(parts);
  }
}
