package org.gpchain.internal.encoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.vectors.DenseRows;
import org.gpchain.core.vectors.EncoderException;
import org.gpchain.core.vectors.TokenVectors;
import org.gpchain.core.vectors.VectorProjection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests static vectors: how they are made, their file, and their use. */
final class StaticVectorsTest {
  @TempDir Path folder;

  /** Returns a projection that exchanges the two dimensions. */
  private static VectorProjection exchange(TokenVectors encoder, List<TokenSequence> sentences) {
    double[] matrix = {0, 1, 1, 0};
    return VectorProjection.quantize(encoder.dimension(), matrix, new double[2]);
  }

  private static byte[] distilled() throws IOException {
    return EncoderDistiller.distill(TinyEncoder.files("layer.0"), StaticVectorsTest::exchange);
  }

  private TokenVectors opened(byte[] content) throws IOException {
    Path file = Files.write(folder.resolve("tiny.vectors"), content);
    return new OnnxEncoders().open(file.toString());
  }

  @Test
  void wordsHaveTheMeanOfTheProjectedVectorsOfTheirPieces() throws IOException {
    TokenVectors vectors = opened(distilled());
    DenseRows rows = vectors.vectors(TokenSequence.ofWords(List.of("ABC", "d", "?")));

    assertThat(vectors.dimension()).isEqualTo(2);
    assertThat(vectors.id()).matches("tiny-static@[0-9a-f]{64}");
    // The encoder gives (3, 13), (4, 14), (5, 15) and (0, 10) to the pieces ab, ##c, d and [UNK].
    assertThat(rows.row(0)).isNotEqualTo(rows.row(1));
    assertIsNear(rows.row(0), mean(ofLength3(13, 3), ofLength3(14, 4)));
    assertIsNear(rows.row(1), ofLength3(15, 5));
    assertIsNear(rows.row(2), ofLength3(10, 0));
  }

  private static double[] ofLength3(double x, double y) {
    double factor = VectorProjection.NORM / Math.hypot(x, y);
    return new double[] {factor * x, factor * y};
  }

  private static double[] mean(double[] a, double[] b) {
    return new double[] {(a[0] + b[0]) / 2, (a[1] + b[1]) / 2};
  }

  private static void assertIsNear(float[] actual, double[] expected) {
    for (int e = 0; e < expected.length; e++) {
      // 8 bits a number, twice.
      assertThat((double) actual[e]).isCloseTo(expected[e], offset(0.03));
    }
  }

  @Test
  void vectorsOfAWordDoNotDependOnItsNeighbors() throws IOException {
    TokenVectors vectors = opened(distilled());

    float[] alone = vectors.vectors(TokenSequence.ofWords(List.of("d"))).row(0);
    float[] second = vectors.vectors(TokenSequence.ofWords(List.of("abc", "d"))).row(1);
    assertThat(second).isEqualTo(alone);
    assertThat(vectors.vectors(TokenSequence.ofWords(List.of())).rowCount()).isZero();
  }

  @Test
  void distillingTwiceGivesTheSameBytes() throws IOException {
    assertThat(distilled()).isEqualTo(distilled());
  }

  @Test
  void refusesDamagedFiles() throws IOException {
    byte[] content = distilled();

    for (int length = 0; length < content.length; length++) {
      byte[] truncated = Arrays.copyOf(content, length);
      assertThatThrownBy(() -> PieceTable.read(truncated))
          .isInstanceOf(EncoderException.class)
          .hasMessageContaining("table of static vectors");
    }
    byte[] longer = Arrays.copyOf(content, content.length + 1);
    assertThatThrownBy(() -> PieceTable.read(longer)).hasMessageContaining("damaged");
    assertThatThrownBy(() -> opened("other content".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not a table of static vectors");
  }

  @Test
  void refusesVocabulariesWithGaps() {
    PieceVocabulary vocabulary =
        PieceVocabulary.ofLines(List.of("[UNK]", "[CLS]", "[SEP]", "[SEP]x", "a", "a"));

    assertThatThrownBy(vocabulary::pieces)
        .isInstanceOf(EncoderException.class)
        .hasMessageContaining("one piece for each number");
  }
}
