package org.gpchain.experiments.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class FoldNumbersTest {
  @Test
  void readsListsAndRanges() {
    assertThat(FoldNumbers.parse("1").numbers()).containsExactly(1);
    assertThat(FoldNumbers.parse("1-5").numbers()).containsExactly(1, 2, 3, 4, 5);
    assertThat(FoldNumbers.parse("4, 2").numbers()).containsExactly(2, 4);
    assertThat(FoldNumbers.parse("5,1-3,2,3-3").numbers()).containsExactly(1, 2, 3, 5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "6", "1-6", "3-2", "1,", "a", "1-", "-2", "1.5", "11"})
  void refusesAllElse(String text) {
    assertThatThrownBy(() -> FoldNumbers.parse(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessage("'" + text + "' names no folds from 1 to 5, as 1,2,4 or 1-5 do");
  }
}
