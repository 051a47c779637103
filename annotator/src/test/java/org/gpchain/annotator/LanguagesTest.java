package org.gpchain.annotator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanguagesTest {
  @ParameterizedTest
  @CsvSource({
    "en, en",
    "en-US, en-US en",
    "pt-br, pt-br pt-BR pt",
    "zh-hans, zh-hans zh-Hans zh",
    "no, no nb",
    "x-unspecified, x-unspecified"
  })
  void candidatesBeginWithTheMostSpecificCode(String language, String candidates) {
    assertThat(Languages.candidates(language)).containsExactly(candidates.split(" "));
  }

  @ParameterizedTest
  @CsvSource({"en, en", "en-GB, en", "en_US, EN", ", en", "x-unspecified, en", "en, x-unspecified"})
  void noWarningIfLanguagesMatchOrAreUnknown(String document, String model) {
    assertThat(Languages.warning(document, "a model", model)).isEmpty();
  }
}
