package org.gpchain.core.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.gpchain.core.Draws;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.math.DenseColumns;
import org.junit.jupiter.api.Test;

class VectorFeaturesTest {
  private static final TokenSequence SENTENCE =
      TokenSequence.ofWords(List.of("Ada", "met", "Bo", "in", "Oslo"));

  private final HashVectors encoder = new HashVectors("hash@1", 4);

  private static VectorProjection projection(int inputs, int dimension, double center) {
    double[] matrix = new Draws(3).normals(inputs * dimension, 1);
    double[] centers = new double[inputs];
    Arrays.fill(centers, center);
    return VectorProjection.quantize(inputs, matrix, centers);
  }

  @Test
  void projectedVectorsAreProductsOfTheSameLength() {
    VectorProjection projection = projection(4, 3, 0.25);
    DenseRows vectors = encoder.vectors(SENTENCE);
    float[] projected = new float[2 + 5 * 3];
    projection.project(vectors, projected, 2);

    for (int t = 0; t < 5; t++) {
      double[] expected = new double[3];
      double squares = 0;
      for (int e = 0; e < 3; e++) {
        for (int i = 0; i < 4; i++) {
          double number = projection.quantized()[i * 3 + e] * (double) projection.factors()[e];
          expected[e] += number * (vectors.value(t, i) - 0.25);
        }
        squares += expected[e] * expected[e];
      }
      for (int e = 0; e < 3; e++) {
        double scaled = VectorProjection.NORM * expected[e] / Math.sqrt(squares);
        assertThat((double) projected[2 + t * 3 + e]).isCloseTo(scaled, within(1e-4));
      }
    }
  }

  @Test
  void quantizedMatrixIsNearTheGivenOne() {
    double[] matrix = {1, -0.5, 0, 2, 0.25, 0};
    VectorProjection projection = VectorProjection.quantize(2, matrix, new double[2]);
    for (int i = 0; i < matrix.length; i++) {
      double number = projection.quantized()[i] * (double) projection.factors()[i % 3];
      assertThat(number).isCloseTo(matrix[i], within(2.0 / 127 / 2));
    }
  }

  @Test
  void theCenterIsProjectedToZero() {
    VectorProjection projection = VectorProjection.quantize(1, new double[] {2}, new double[] {3});
    float[] projected = new float[1];
    projection.project(new DenseRows(1, 1, new float[] {3}), projected, 0);
    assertThat(projected).containsExactly(0);
  }

  /** The factor to the usual length would be infinite. */
  @Test
  void tinyVectorsAreNotScaled() {
    VectorProjection projection =
        new VectorProjection(1, new byte[] {1}, new float[] {1e-40f}, new float[1]);
    float[] projected = new float[1];
    projection.project(new DenseRows(1, 1, new float[] {2}), projected, 0);
    assertThat(projected).containsExactly(2 * 1e-40f);
  }

  @Test
  void blocksHoldTheVectorsOfNeighbors() {
    VectorProjection projection = projection(4, 3, 0);
    VectorFeatures features = VectorFeatures.of(encoder, projection, List.of(-1, 0, 2));
    DenseColumns columns = features.columns(List.of(SENTENCE));
    float[] own = new float[15];
    projection.project(encoder.vectors(SENTENCE), own, 0);

    assertThat(features.columnCount()).isEqualTo(9);
    assertThat(features.blockCount()).isEqualTo(3);
    for (int t = 0; t < 5; t++) {
      for (int e = 0; e < 3; e++) {
        float left = t == 0 ? 0 : own[(t - 1) * 3 + e];
        float right = t > 2 ? 0 : own[(t + 2) * 3 + e];
        assertThat(columns.value(t, e * 3)).isEqualTo(left);
        assertThat(columns.value(t, e * 3 + 1)).isEqualTo(own[t * 3 + e]);
        assertThat(columns.value(t, e * 3 + 2)).isEqualTo(right);
      }
    }
  }

  @Test
  void sentencesDoNotInfluenceEachOther() {
    VectorFeatures features = VectorFeatures.of(encoder, projection(4, 3, 0), List.of(-1, 0, 1));
    TokenSequence other = TokenSequence.ofWords(List.of("Yes", "."));
    TokenSequence empty = TokenSequence.ofWords(List.of());
    DenseColumns together = features.columns(List.of(other, empty, SENTENCE));
    DenseColumns alone = features.columns(List.of(SENTENCE));

    assertThat(together.rowCount()).isEqualTo(7);
    for (int t = 0; t < 5; t++) {
      for (int c = 0; c < 9; c++) {
        assertThat(together.value(2 + t, c)).isEqualTo(alone.value(t, c));
      }
    }
  }

  @Test
  void missingEncoderIsNamedWithTheArtifactsToAdd() {
    VectorFeatures features = VectorFeatures.of("absent@12", projection(4, 3, 0), List.of(0));
    assertFails(
        MissingEncoderException.class,
        features::encoder,
        "the encoder absent@12",
        "was not found",
        "org.gpchain:gpchain-encoder-en",
        "--encoder DIR");
  }

  @Test
  void encodersOfTheSameNameWithOtherContentAreNamed() {
    Encoders.add(new HashVectors("changed@1", 4));
    Encoders.add(new HashVectors("unrelated@2", 4));

    assertThatThrownBy(() -> Encoders.get("changed@2"))
        .isInstanceOf(MissingEncoderException.class)
        .hasMessageContaining("changed@2")
        .hasMessageContaining("only one of the same name with other content: changed@1;");
    assertThatThrownBy(() -> Encoders.get("unchanged@1"))
        .hasMessageContaining("was not found; add");
  }

  @Test
  void openingNeedsTheArtifactForEncoders() {
    assertThatThrownBy(() -> Encoders.open("en"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("en: the encoder cannot be used")
        .hasMessageContaining("org.gpchain:gpchain-encoder,");
  }

  @Test
  void addedEncodersAreFound() {
    HashVectors added = new HashVectors("added@1", 4);
    Encoders.add(added);
    VectorFeatures features = VectorFeatures.of("added@1", projection(4, 3, 0), List.of(0));
    assertThat(features.encoder()).isSameAs(added);
  }

  @Test
  void offsetsAreDistinct() {
    VectorProjection projection = projection(4, 3, 0);
    assertRefused(() -> VectorFeatures.of(encoder, projection, List.of()), "offsets");
    assertRefused(() -> VectorFeatures.of(encoder, projection, List.of(0, 0)), "[0, 0]");
  }

  @Test
  void vectorsOfRecentSentencesAreKept() {
    RecentVectors recent = new RecentVectors(encoder, new VectorCache(30 * Float.BYTES));
    TokenSequence other = TokenSequence.ofWords(List.of("Yes", "."));
    DenseRows first = recent.vectors(SENTENCE);

    assertThat(recent.vectors(SENTENCE)).isSameAs(first);
    assertThat(recent.id()).isEqualTo("hash@1");
    recent.vectors(other);
    assertThat(recent.vectors(SENTENCE)).isSameAs(first);
    assertThat(encoder.calls()).isEqualTo(2);
  }

  @Test
  void theLeastRecentSentenceIsForgotten() {
    VectorCache cache = new VectorCache(20 * Float.BYTES);
    RecentVectors recent = new RecentVectors(encoder, cache);
    TokenSequence other = TokenSequence.ofWords(List.of("Yes", "."));
    recent.vectors(SENTENCE);
    recent.vectors(other);
    recent.vectors(other);
    assertThat(encoder.calls()).isEqualTo(2);
    recent.vectors(SENTENCE);
    assertThat(encoder.calls()).isEqualTo(3);
    assertThat(cache.bytes()).isEqualTo(20 * Float.BYTES);
  }

  @Test
  void encodersShareTheBudgetButNotTheirVectors() {
    VectorCache cache = new VectorCache(40 * Float.BYTES);
    HashVectors second = new HashVectors("hash@2", 2);
    RecentVectors recent = new RecentVectors(encoder, cache);
    RecentVectors recentOfSecond = new RecentVectors(second, cache);

    recent.vectors(SENTENCE);
    assertThat(recentOfSecond.vectors(SENTENCE).dimension()).isEqualTo(2);
    assertThat(cache.bytes()).isEqualTo(30 * Float.BYTES);

    cache.setBudget(10 * Float.BYTES);
    assertThat(cache.bytes()).isEqualTo(10 * Float.BYTES);
    recentOfSecond.vectors(SENTENCE);
    assertThat(second.calls()).isEqualTo(1);
    recent.vectors(SENTENCE);
    assertThat(encoder.calls()).isEqualTo(2);
  }
}
