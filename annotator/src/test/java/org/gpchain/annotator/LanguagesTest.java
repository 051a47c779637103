package org.gpchain.annotator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanguagesTest {
  @Test
  void warnsOnceOfEachLanguage() {
    Languages.Check check = new Languages.Check("a model");
    assertThat(check.warning("nl", "en")).hasValueSatisfying(w -> assertThat(w).contains("'nl'"));
    assertThat(check.warning("nl", "en")).isEmpty();
    assertThat(check.warning("de", "en")).isPresent();
  }

  @ParameterizedTest
  @CsvSource({"en, en", "en-GB, en", "en_US, EN", ", en", "x-unspecified, en", "en, x-unspecified"})
  void isSilentWhereLanguagesFitOrAreUnknown(String document, String model) {
    assertThat(new Languages.Check("a model").warning(document, model)).isEmpty();
  }
}
