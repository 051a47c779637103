package org.gpchain.core.features;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DerivedColumnTest {
  private static final String GRINNING = "\uD83D\uDE00";

  @ParameterizedTest
  @CsvSource({
    "USA, XX",
    "McDonald, XxXxx",
    "of, xx",
    "running, xx",
    "1999, 00",
    "7, 0",
    "'$1,000.50', '$0,00.00'",
    "U.S., X.X.",
    "'---', '--'",
    "ÄÖÜäöü, XXxx",
    "日本語, xx",
    "ǅa, Xx",
    "'', ''"
  })
  void shapeReplacesLettersAndDigitsAndShortensRuns(String word, String expected) {
    assertThat(DerivedColumn.value("shape", word)).isEqualTo(expected);
  }

  @Test
  void shapeCountsEmojiAsOneCharacter() {
    assertThat(DerivedColumn.value("shape", GRINNING)).isEqualTo(GRINNING);
    assertThat(DerivedColumn.value("shape", GRINNING.repeat(5) + "a"))
        .isEqualTo(GRINNING + GRINNING + "x");
    // Mathematical bold capital A and small A, which both take two UTF-16 characters.
    assertThat(DerivedColumn.value("shape", "\uD835\uDC00\uD835\uDC1A")).isEqualTo("Xx");
  }

  @ParameterizedTest
  @CsvSource({"1999, 0000", "a1b22, a0b00", "٣, 0", "x, ", "'', "})
  void digitsAreReplacedByZeros(String word, String expected) {
    assertThat(DerivedColumn.value("digits", word)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "prefix1, abc, a",
    "prefix3, abc, abc",
    "prefix4, abc, ",
    "suffix1, abc, c",
    "suffix3, abc, abc",
    "suffix4, abc, ",
    "prefix1, '', ",
    "suffix1, '', "
  })
  void affixesHaveTheLengthOfTheColumnName(String column, String word, String expected) {
    assertThat(DerivedColumn.value(column, word)).isEqualTo(expected);
  }

  @Test
  void affixesNeverSplitASurrogatePair() {
    String word = "a" + GRINNING + "b";
    assertThat(DerivedColumn.value("prefix1", word)).isEqualTo("a");
    assertThat(DerivedColumn.value("prefix2", word)).isEqualTo("a" + GRINNING);
    assertThat(DerivedColumn.value("prefix3", word)).isEqualTo(word);
    assertThat(DerivedColumn.value("prefix4", word)).isNull();
    assertThat(DerivedColumn.value("suffix2", word)).isEqualTo(GRINNING + "b");
    assertThat(DerivedColumn.value("suffix1", GRINNING)).isEqualTo(GRINNING);
    assertThat(DerivedColumn.value("suffix2", GRINNING)).isNull();
  }

  @Test
  void unpairedSurrogatesCountAsCharacters() {
    String word = "\uDE00a\uD83D";
    assertThat(DerivedColumn.value("prefix1", word)).isEqualTo("\uDE00");
    assertThat(DerivedColumn.value("suffix2", word)).isEqualTo("a\uD83D");
    assertThat(DerivedColumn.value("shape", word)).isEqualTo("\uDE00x\uD83D");
  }

  @Test
  @ResourceLock(Resources.LOCALE)
  void lowerCaseIsTheSameInEveryLocale() {
    Locale before = Locale.getDefault();
    try {
      for (String language : new String[] {"tr", "az", "lt", "en"}) {
        Locale.setDefault(Locale.forLanguageTag(language));
        assertThat(DerivedColumn.value("lower", "TITLE")).isEqualTo("title");
        assertThat(DerivedColumn.value("lower", "Ì")).isEqualTo("ì");
        assertThat(DerivedColumn.value("shape", "Iı")).isEqualTo("Xx");
      }
    } finally {
      Locale.setDefault(before);
    }
  }
}
