package org.gpchain.internal.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.documents.Passage;
import org.junit.jupiter.api.Test;

class PassageNoveltyTest {
  private static Passage passage(String... words) {
    return new Passage(
        TokenSequence.ofWords(List.of(words)), new int[words.length], new int[words.length]);
  }

  private static Prediction prediction(int tokens, double novelty) {
    return new Prediction(
        LabelSet.of(List.of("O")),
        new int[tokens],
        new double[tokens],
        null,
        0,
        List.of(),
        null,
        novelty);
  }

  @Test
  void noveltyOfAPassageIsTheMeanOverTheTokensOfItsPieces() {
    PassageNovelty novelty =
        new PassageNovelty(List.of(passage("Tarn", "is", "far"), passage("Go")));

    novelty.add(prediction(2, 1.5));
    assertThat(novelty.ofPassages()).as("before the last piece").isEmpty();
    novelty.add(prediction(1, 3));
    novelty.add(prediction(1, 0.5));

    assertThat(novelty.ofPassages()).containsExactly(2.0, 0.5);
  }
}
