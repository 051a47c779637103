package org.gpchain.internal.training.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.List;
import org.junit.jupiter.api.Test;

class WordVectorsTest {
  private static WordVectors vectors(float last, String... words) {
    float[] numbers = new float[2 * words.length];
    numbers[numbers.length - 1] = last;
    return new WordVectors(2, List.of(words), numbers);
  }

  @Test
  void lowercaseFormIsUsedIfTheWordHasNoVector() {
    WordVectors vectors = vectors(1, "The", "the", "oslo");
    assertThat(vectors.row("The")).isZero();
    assertThat(vectors.row("the")).isEqualTo(1);
    assertThat(vectors.row("THE")).isEqualTo(1);
    assertThat(vectors.row("Oslo")).isEqualTo(2);
    assertThat(vectors.row("Bergen")).isEqualTo(-1);
  }

  @Test
  void hashCoversWordsAndVectors() {
    String hash = vectors(1, "a", "b").hash();
    assertThat(hash).hasSize(64).isEqualTo(vectors(1, "a", "b").hash());
    assertThat(vectors(2, "a", "b").hash()).isNotEqualTo(hash);
    assertThat(vectors(1, "a", "c").hash()).isNotEqualTo(hash);
    assertThat(new WordVectors(4, List.of("a"), new float[] {0, 0, 0, 1}).hash())
        .isNotEqualTo(hash);
  }

  @Test
  void argumentsAreChecked() {
    assertRefused(() -> new WordVectors(0, List.of(), new float[0]), "dimension");
    assertRefused(() -> new WordVectors(2, List.of("a"), new float[3]), "[words×E]");
    assertRefused(() -> vectors(1, "a", "a"), "two vectors: a");
  }
}
