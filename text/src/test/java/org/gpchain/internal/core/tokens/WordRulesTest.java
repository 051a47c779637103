package org.gpchain.internal.core.tokens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.WordTable.words;

import java.util.StringJoiner;
import java.util.stream.Stream;
import org.gpchain.internal.core.tokens.TokenProfile.Convention;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WordRulesTest {
  private static final WordRules SPLIT = rules(Convention.SPLIT);
  private static final WordRules WHOLE = rules(Convention.WHOLE);

  private static WordRules rules(Convention convention) {
    return new WordRules(
        Orthography.of("en"),
        new TokenProfile(convention, convention, Convention.UNKNOWN, Convention.UNKNOWN));
  }

  static Stream<String> dividesWordsInsideSentences() {
    return words(
        """
        // punctuation
        dog|, dog|. (|a b|)|. “|Yes|,|” "|No|.|" ‘|Ah|!|’ Really|?! wow|!!! wait|... …|and
        end|.... one|—|two one|--|two one|–|two and|/|or [|12|]|–|[|15|] «|Oui|» ``|word|''
        *** ==== - -- (|!|) x|; word|:
        // clitics and apostrophes
        Peter|'s did|n’t Jones|'|, (|FIFA|)|'s "|Cats|"|'s 's ’ll '|Hello ‘|Hello 'em 't|is
        '90s ’73|, 'cause rock 'n' o'clock|. O'Brien|'s goin'|, ma'am|? mother|-|in|-|law|'s
        gon|na cannot _|them|_|, dj__friend 1990s 1990's
        // numbers, money
        5:30 1,000.50|. 3.5|% 10|% $|5 US$|20,000|, £|50 9/11 1/2 11/28/2000 1990|. 20th -3
        +5 713-853-3989 2013|-|2017|) F|-|16 No|.|,
        // addresses and messages
        https://a.org/b?c=1,2|. (|www.a-b.com|)|, kim.lee@mail.example.org|. example.com|'s
        @kim_lee|, #tag|! #|1 :) :-( ;)|. great|:) ^_^ <3 (|see|:|)
        // abbreviations
        U.K.|, U.S.|'s J.R.R. St. Mr. Corp.|, Ph.D.|) e.g.|, a.m. U.S.|-|led vs. J.|, B. 2.
        2.1. AT&T|, w/o etc.|)
        // any script
        日本|。 naïve e\u0301te\u0301|. 👍🏽 😀|😀|👍 👩‍💻|! ❤️ 𠀀𠀁
        """);
  }

  @ParameterizedTest
  @MethodSource
  void dividesWordsInsideSentences(String tokens) {
    assertTokens(SPLIT, tokens, false);
  }

  static Stream<String> endsSentencesWithPeriods() {
    return words(
        """
        dog|. U.S. Corp. etc. p.m. B|. No|. Fig|.|) 1990|. 2|. C|.|”
        """);
  }

  @ParameterizedTest
  @MethodSource
  void endsSentencesWithPeriods(String tokens) {
    assertTokens(SPLIT, tokens, true);
  }

  @ParameterizedTest
  @ValueSource(strings = {"long-term|,", "Peter's", "didn't|.", "Al-Anbar", "gonna", "(|F-16|)"})
  void keepsWordsWholeAsInTheProfile(String tokens) {
    assertTokens(WHOLE, tokens, false);
  }

  static Stream<String> dividesGerman() {
    return words(
        """
        geht's|. z.B. 1. II. EU-Budget|, dpa/tmn „|Ja|“|, km/h 10.000|€ 1965–1972|) Hans'
        '|Ja|' usw. -spiel|, km²
        """);
  }

  @ParameterizedTest
  @MethodSource
  void dividesGerman(String tokens) {
    WordRules german = new WordRules(Orthography.of("de"), TokenProfile.UNKNOWN);
    assertTokens(german, tokens, false);
  }

  private static void assertTokens(WordRules rules, String tokens, boolean isLast) {
    assertThat(tokens(rules, tokens.replace("|", ""), isLast)).isEqualTo(tokens);
  }

  private static String tokens(WordRules rules, String word, boolean isLast) {
    StringJoiner joined = new StringJoiner("|");
    int begin = 0;
    for (int end : rules.ends(word, isLast)) {
      joined.add(word.substring(begin, end));
      begin = end;
    }
    return joined.toString();
  }
}
