package org.gpchain.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sentences and label sets: immutable, and never half right. */
class TextTest {
  @Test
  void columnsByName() {
    TokenSequence sentence =
        TokenSequence.ofWords(List.of("a", "b")).with("pos", List.of("X", "Y"));
    assertThat(sentence.length()).isEqualTo(2);
    assertThat(sentence.columnNames()).containsExactly("word", "pos");
    assertThat(sentence.has("pos")).isTrue();
    assertThat(sentence.has("stem")).isFalse();
    assertThat(sentence.column("pos")).containsExactly("X", "Y");
    assertThatThrownBy(() -> sentence.column("stem"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the sentence has no column 'stem'; it has [word, pos]");
  }

  @Test
  void sentencesCopyWhatTheyAreGiven() {
    List<String> words = new ArrayList<>(List.of("a", "b"));
    TokenSequence sentence = TokenSequence.ofWords(words);
    words.set(0, "z");
    assertThat(sentence.column("word")).containsExactly("a", "b");
    assertThatThrownBy(() -> sentence.columns().get(0).set(0, "z"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void columnsMustFitEachOther() {
    TokenSequence sentence = TokenSequence.ofWords(List.of("a", "b"));
    assertThatThrownBy(() -> sentence.with("pos", List.of("X")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("pos has 1, word has 2");
    assertThatThrownBy(() -> sentence.with("word", List.of("X", "Y")))
        .hasMessageContaining("given twice: word");
    assertThatThrownBy(() -> new TokenSequence(List.of(), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new TokenSequence(List.of("a", "b"), List.of(List.of())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[a, b] for 1 columns");
  }

  @Test
  void labelsAreNumberedInOrderOfFirstAppearance() {
    LabelSet labels = LabelSet.of(List.of("O", "B", "O", "I"));
    assertThat(labels.size()).isEqualTo(3);
    assertThat(labels.labels()).containsExactly("O", "B", "I");
    assertThat(labels.indexOf("I")).isEqualTo(2);
    assertThat(labels.indexOf("X")).isEqualTo(-1);
    assertThat(labels.label(1)).isEqualTo("B");
    assertThat(labels).hasToString("[O, B, I]");
    assertThatThrownBy(() -> LabelSet.of(List.of())).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void labelSetsAreEqualIfTheirOrderIs() {
    LabelSet labels = LabelSet.of(List.of("O", "B"));
    assertThat(labels).isEqualTo(LabelSet.of(List.of("O", "B", "B")));
    assertThat(labels).hasSameHashCodeAs(LabelSet.of(List.of("O", "B")));
    assertThat(labels).isNotEqualTo(LabelSet.of(List.of("B", "O")));
  }

  @Test
  void slicesAllColumns() {
    TokenSequence sentence =
        TokenSequence.ofWords(List.of("a", "b", "c")).with("pos", List.of("1", "2", "3"));
    TokenSequence slice = sentence.slice(1, 3);
    assertThat(slice.column("word")).containsExactly("b", "c");
    assertThat(slice.column("pos")).containsExactly("2", "3");
    assertThat(sentence.slice(0, 3)).isEqualTo(sentence);
    assertThat(sentence.slice(2, 2).length()).isZero();
    assertThatThrownBy(() -> sentence.slice(1, 4)).isInstanceOf(IndexOutOfBoundsException.class);
  }
}
