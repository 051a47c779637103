package org.gpchain.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TagsetTest {
  @ParameterizedTest
  @CsvSource({
    "ud, NOUN VERB PUNCT X NOUN",
    "ud, ADJ",
    "ud, NOUN AUX+PART AUX+PART+VERB",
    "ptb, NN VBD DT CD",
    "ptb, NNP IN JJ VBZ HYPH",
    "other, NN VBD",
    "other, NOUN VERB XPOS",
    "other, N V",
    "other, NOUN +",
    "other, NOUN AUX+"
  })
  void isRecognisedByItsTags(String name, String tags) {
    assertThat(Tagset.of(List.of(tags.split(" "))).name()).isEqualTo(name);
  }

  @Test
  void tagsAreSortedAndDistinct() {
    assertThat(Tagset.of(List.of("VERB", "ADJ", "VERB")).tags()).containsExactly("ADJ", "VERB");
  }
}
