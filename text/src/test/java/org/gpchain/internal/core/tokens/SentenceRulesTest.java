package org.gpchain.internal.core.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SentenceRulesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "She lives in St.|Louis",
        "I met Mr.|Smith",
        "by J.R.R.|Tolkien",
        "by John F.|Kennedy",
        "at Acme Corp.|headquarters",
        "from Acme Inc.|Monday",
        "in the U.S.|Army",
        "in the U.K.|and",
        "some (e.g.|Smith)",
        "see p.|12",
        "at 8 a.m.|on",
        "“Why did you come?”|she",
        "'Go!'|said",
        "So...|then",
        "1.|Introduction",
        "2.1.|Methods",
        "B.|Results",
        "ELIZABETH B.|PRELOGAR"
      })
  void continuesSentenceAgainstTheModel(String sentence) {
    assertThat(isEnd(sentence, true)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "He left the U.S.|The",
        "They met at 5 p.m.|She",
        "“No, sir.”|“Once",
        "“Oh, no!”|“Well",
        "‘It is all one to me.’|He",
        "That is 5.6.|Nobody",
        "They had vitamin C.|It"
      })
  void endsSentenceAgainstTheModel(String sentence) {
    assertThat(isEnd(sentence, false)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "is it done?|yes",
        "So...|Then",
        "taller than I.|Who",
        "as follows:|Take",
        "see No.|We",
        "she said “stop.”|then",
        "Kim Lee|Oslo"
      })
  void leavesOtherPositionsToTheModel(String sentence) {
    assertThat(isEnd(sentence, true)).isTrue();
    assertThat(isEnd(sentence.replace("stop.”|then", "stop”|then"), false)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "am 1.|Mai",
        "im 19.|Jahrhundert",
        "von Otto II.|Kaiser",
        "z. B.|Berlin",
        "Dr.|Weber"
      })
  void continuesGermanSentence(String sentence) {
    assertThat(isEnd("de", sentence, true)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Er wurde 12.|Danach", "seit 1998.|Die", "Äpfel usw.|Das"})
  void endsGermanSentence(String sentence) {
    assertThat(isEnd("de", sentence, false)).isTrue();
  }

  private static boolean isEnd(String sentence, boolean isModelEnd) {
    return isEnd("en", sentence, isModelEnd);
  }

  /** Returns whether the sentence ends at the bar. */
  private static boolean isEnd(String language, String sentence, boolean isModelEnd) {
    SentenceRules rules = new SentenceRules(Orthography.of(language));
    int end = sentence.indexOf('|');
    String text = sentence.replace('|', ' ') + " more";
    return rules.isEnd(text, 0, end, end + 1, isModelEnd);
  }
}
