package org.gpchain.internal.core.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.gpchain.internal.core.tokens.TokenProfile.Convention;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileCounterTest {
  private static TokenProfile profile(String... sentences) {
    ProfileCounter counter = new ProfileCounter();
    for (String sentence : sentences) {
      counter.add(List.of(sentence.split(" ")));
    }
    return counter.profile();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "Wexley 's boat is n't here, SPLIT",
        "Wexley ’s boat is n’t here, SPLIT",
        "Wexley's boat isn't here, WHOLE",
        "THEY'RE late and she'll wait, WHOLE",
        "Wexley 's boat isn't what they 've, SPLIT",
        "' s is no clitic, UNKNOWN",
        "no clitic at all, UNKNOWN"
      })
  void countsCliticsOfASentence(String sentence, Convention expected) {
    assertThat(profile(sentence).clitics()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "a well - known man, SPLIT",
    "a well-known man, WHOLE",
    "from 3 - 4 to Äpfel-Kuchen and 7-8, WHOLE",
    "a well-known and self-made man - my friend - came - and went, UNKNOWN",
    "a well-known man - my friend - went, SPLIT",
    "- no dash within a word -, UNKNOWN"
  })
  void countsHyphenatedWordsOfASentence(String sentence, Convention expected) {
    assertThat(profile(sentence).hyphens()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "il voit l' île qu' elle aime, SPLIT",
        "il voit l’île qu’elle aime, WHOLE",
        "nell' acqua, SPLIT",
        "the dogs ' bowls, UNKNOWN",
        "she did n't go, UNKNOWN"
      })
  void countsElisionsOfASentence(String sentence, Convention expected) {
    assertThat(profile(sentence).elisions()).isEqualTo(expected);
  }

  @Test
  void countsTokensOfChineseCharacters() {
    assertThat(profile("我 爱 北 京").han()).isEqualTo(Convention.SPLIT);
    assertThat(profile("我 爱 北京").han()).isEqualTo(Convention.WHOLE);
    assertThat(profile("I love Beijing").han()).isEqualTo(Convention.UNKNOWN);
  }

  @Test
  void requiresTheGivenNumberOfDifferentWords() {
    ProfileCounter counter = new ProfileCounter();
    counter.add(List.of("Ann", "'s", "well-known", "self-made"));
    assertThat(counter.profile(2)).isEqualTo(TokenProfile.parse("hyphens=WHOLE"));
  }

  @Test
  void rareWordsAreNotCounted() {
    ProfileCounter counter = new ProfileCounter();
    counter.add(List.of("d'Artagnan", "met", "Ann", "'s", "friends"));
    for (int i = 0; i < 400; i++) {
      counter.add(List.of("Bo", "'s", "boat", "leaks", "."));
    }
    assertThat(counter.profile()).isEqualTo(TokenProfile.parse("clitics=SPLIT"));
  }

  @Test
  void majorityOfACorpusDecides() {
    TokenProfile profile = profile("Ann 's", "Bob's", "Eve 's", "well-known", "well-made", "x - y");
    assertThat(profile)
        .isEqualTo(
            new TokenProfile(
                Convention.SPLIT, Convention.WHOLE, Convention.UNKNOWN, Convention.UNKNOWN));
  }
}
