package org.gpchain.core.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.List;
import org.junit.jupiter.api.Test;

class WordNumbersTest {
  private static final WordNumbers NUMBERS =
      new WordNumbers(
          List.of("the", "I", "0000", "house"),
          List.of(WordNumbers.classOf("walking"), WordNumbers.shapeClassOf("Oslo")));

  @Test
  void wordsThenClassesThenAllOthers() {
    assertThat(NUMBERS.of("the")).isZero();
    assertThat(NUMBERS.of("talking")).isEqualTo(4);
    assertThat(NUMBERS.of("Bergen")).isEqualTo(5);
    assertThat(NUMBERS.of("dog")).isEqualTo(6);
    assertThat(NUMBERS.size()).isEqualTo(7);
  }

  @Test
  void lowerCaseIsTriedSecond() {
    assertThat(NUMBERS.of("House")).isEqualTo(3);
    assertThat(NUMBERS.of("i")).isEqualTo(6);
    assertThat(NUMBERS.find("HOUSE")).isEqualTo(3);
    assertThat(NUMBERS.find("Bergen")).isEqualTo(-1);
  }

  @Test
  void digitsAreAllTheSame() {
    assertThat(NUMBERS.of("1987")).isEqualTo(2);
    assertThat(NUMBERS.of("٣١٤١")).isEqualTo(2);
  }

  @Test
  void classesAreShapesAndEndings() {
    assertThat(WordNumbers.classOf("McDonald")).isEqualTo("XxXx\tld");
    assertThat(WordNumbers.classOf("co-op")).isEqualTo("x-x\top");
    assertThat(WordNumbers.classOf("1st")).isEqualTo("0x\tst");
    assertThat(WordNumbers.classOf("3.14")).isEqualTo("0.0\t");
    assertThat(WordNumbers.classOf("ab")).isEqualTo("x\t");
    assertThat(WordNumbers.classOf("😀😀😀")).isEqualTo("😀\t");
    assertThat(WordNumbers.classOf("")).isEqualTo("\t");
  }

  @Test
  void aWordIsGivenOnce() {
    assertRefused(() -> new WordNumbers(List.of("a", "a"), List.of()), "'a'");
  }
}
