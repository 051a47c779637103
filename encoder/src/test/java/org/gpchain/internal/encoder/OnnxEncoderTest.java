package org.gpchain.internal.encoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.vectors.DenseRows;
import org.gpchain.core.vectors.EncoderException;
import org.junit.jupiter.api.Test;

final class OnnxEncoderTest {
  @Test
  void averagesThePiecesOfAWordAndConcatenatesLayers() {
    try (OnnxEncoder encoder = OnnxEncoder.open(TinyEncoder.files("layer.1", "layer.0"))) {
      DenseRows rows = encoder.vectors(TokenSequence.ofWords(List.of("ABC", "d", "?")));

      assertThat(encoder.dimension()).isEqualTo(4);
      assertThat(rows.rowCount()).isEqualTo(3);
      // "abc" has the pieces 3 and 4, "d" is 5, and "?" is unknown, 0.
      assertThat(rows.row(0)).containsExactly(7, 27, 3.5f, 13.5f);
      assertThat(rows.row(1)).containsExactly(10, 30, 5, 15);
      assertThat(rows.row(2)).containsExactly(0, 20, 0, 10);
    }
  }

  @Test
  void firstPoolingTakesTheVectorOfTheFirstPiece() {
    EncoderSettings first =
        new EncoderSettings("tiny", List.of("layer.0"), EncoderSettings.Pooling.FIRST, true);
    EncoderFiles files =
        new EncoderFiles(first, PieceVocabulary.ofLines(TinyEncoder.PIECES), TinyEncoder.onnx());
    try (OnnxEncoder encoder = OnnxEncoder.open(files)) {
      assertThat(encoder.vectors(TokenSequence.ofWords(List.of("abc"))).row(0))
          .containsExactly(3, 13);
    }
  }

  @Test
  void emptySentenceHasNoRows() {
    try (OnnxEncoder encoder = OnnxEncoder.open(TinyEncoder.files("last"))) {
      assertThat(encoder.vectors(TokenSequence.ofWords(List.of())).rowCount()).isZero();
    }
  }

  @Test
  void longSentencesHaveARowForEachWord() {
    List<String> words = Collections.nCopies(1000, "abc");
    try (OnnxEncoder encoder = OnnxEncoder.open(TinyEncoder.files("layer.0"))) {
      DenseRows rows = encoder.vectors(TokenSequence.ofWords(words));

      assertThat(rows.rowCount()).isEqualTo(1000);
      assertThat(rows.row(999)).containsExactly(3.5f, 13.5f);
    }
  }

  @Test
  void vectorsDoNotDependOnTheNumberOfThreads() {
    List<TokenSequence> sentences =
        IntStream.range(1, 60)
            .mapToObj(n -> TokenSequence.ofWords(Collections.nCopies(n, n % 2 == 0 ? "abc" : "d")))
            .toList();
    try (OnnxEncoder encoder = OnnxEncoder.open(TinyEncoder.files("layer.1"))) {
      List<float[]> inOrder = sentences.stream().map(s -> encoder.vectors(s).values()).toList();
      List<float[]> atOnce =
          sentences.parallelStream().map(s -> encoder.vectors(s).values()).toList();

      for (int i = 0; i < sentences.size(); i++) {
        assertThat(atOnce.get(i)).isEqualTo(inOrder.get(i));
      }
    }
  }

  @Test
  void refusesVectorsThatAreNotFinite() {
    float[] table = new float[2 * TinyEncoder.PIECES.size()];
    table[2 * 5] = Float.NaN;
    EncoderSettings settings = TinyEncoder.files("layer.0").settings();
    EncoderFiles files =
        new EncoderFiles(
            settings, PieceVocabulary.ofLines(TinyEncoder.PIECES), TinyEncoder.onnx(table));
    try (OnnxEncoder encoder = OnnxEncoder.open(files)) {
      assertThatThrownBy(() -> encoder.vectors(TokenSequence.ofWords(List.of("abc", "d"))))
          .isInstanceOf(EncoderException.class)
          .hasMessageContaining("tiny")
          .hasMessageContaining("token 2 'd'");
    }
  }

  @Test
  void refusesAVocabularyThatIsLargerThanTheModel() {
    List<String> pieces = IntStream.range(0, 40).mapToObj(i -> "piece" + i).toList();
    List<String> larger = new ArrayList<>(TinyEncoder.PIECES);
    larger.addAll(pieces);
    EncoderFiles files =
        new EncoderFiles(
            TinyEncoder.files("layer.0").settings(),
            PieceVocabulary.ofLines(larger),
            TinyEncoder.onnx());

    assertThatThrownBy(() -> OnnxEncoder.open(files))
        .isInstanceOf(EncoderException.class)
        .hasMessageContaining("vocabulary");
  }

  @Test
  void idContainsTheHashOfTheModel() {
    EncoderFiles files = TinyEncoder.files("layer.0");

    assertThat(files.id())
        .matches("tiny@[0-9a-f]{64}")
        .isEqualTo(TinyEncoder.files("layer.0").id());
  }

  @Test
  void idDependsOnAllThatChangesTheVectors() {
    EncoderFiles files = TinyEncoder.files("layer.0");
    EncoderSettings first =
        new EncoderSettings("tiny", List.of("layer.0"), EncoderSettings.Pooling.FIRST, false);

    assertThat(files.id()).isNotEqualTo(TinyEncoder.files("layer.1").id());
    assertThat(new EncoderFiles(first, files.vocabulary(), TinyEncoder.onnx()).id())
        .startsWith("tiny+first+cased@");
  }

  @Test
  void filesThatAreCutAlreadyHaveTheSameId() {
    EncoderFiles files = TinyEncoder.files("layer.0", "layer.1");

    assertThat(new EncoderFiles(files.settings(), files.vocabulary(), files.model()).id())
        .isEqualTo(files.id());
  }
}
