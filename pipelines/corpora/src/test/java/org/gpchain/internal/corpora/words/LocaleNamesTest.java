package org.gpchain.internal.corpora.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.words.WordResource;
import org.gpchain.core.workspace.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocaleNamesTest {
  @ParameterizedTest
  @CsvSource({
    "de, Österreich, java_country",
    "de, HERR, title",
    "de, Dr., title",
    "de, GmbH, legal_form",
    "de-DE, Herr, title",
    "de_AT, GmbH, legal_form",
    "no, ASA, legal_form",
    "nb, onsdag, java_weekday",
    "nb, ASA, legal_form",
    "fr, évêque, title",
    "tr, Inc., legal_form",
  })
  void recognizesNamesOfALanguageInAnotherDefaultLocale(
      String language, String word, String column) {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("tr-TR"));
    try {
      WordResource names = LocaleNames.of(language);
      TokenSequence marked =
          names.addTo(TokenSequence.ofWords(List.of("-", word)), new Workspace());
      assertThat(marked.column(column)).containsExactly("O", "B");
      assertThat(names.language()).isEqualTo(language);
    } finally {
      Locale.setDefault(before);
    }
  }

  @ParameterizedTest
  @CsvSource({"xx", "''"})
  void unknownLanguagesHaveNoNames(String language) {
    assertThat(LocaleNames.of(language)).isNull();
  }

  @Test
  void titlesOfOtherLanguagesAreNotRecognized() {
    TokenSequence words = TokenSequence.ofWords(List.of("Herr"));
    assertThat(LocaleNames.of("fr").addTo(words, new Workspace()).column("title"))
        .containsExactly("O");
  }
}
