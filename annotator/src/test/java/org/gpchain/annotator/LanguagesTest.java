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
  void modelsAreLookedUpByTheMostSpecialCodeFirst(String language, String candidates) {
    assertThat(Languages.candidates(language)).containsExactly(candidates.split(" "));
  }
}
