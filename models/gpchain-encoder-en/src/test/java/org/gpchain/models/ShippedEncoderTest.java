package org.gpchain.models;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.vectors.DenseRows;
import org.gpchain.internal.encoder.EncoderFiles;
import org.gpchain.internal.encoder.OnnxEncoder;
import org.junit.jupiter.api.Test;

final class ShippedEncoderTest {
  @Test
  void similarWordsHaveSimilarVectors() throws Exception {
    try (OnnxEncoder encoder = OnnxEncoder.open(EncoderFiles.ofClassPath("en"))) {
      DenseRows rows =
          encoder.vectors(
              TokenSequence.ofWords(List.of("London", "and", "Paris", "are", "cities")));

      assertThat(encoder.dimension()).isEqualTo(768);
      assertThat(encoder.id()).startsWith("bge-small-en-v1.5@");
      assertThat(cosine(rows.row(0), rows.row(2)))
          .as("London and Paris, against London and the word and")
          .isGreaterThan(cosine(rows.row(0), rows.row(1)) + 0.1);
    }
  }

  @Test
  void theUpperLayersAreGone() throws Exception {
    byte[] model = EncoderFiles.ofClassPath("en").model();

    assertThat(model.length).isBetween(22_000_000, 24_000_000);
  }

  private static double cosine(float[] a, float[] b) {
    double dot = 0;
    double squareA = 0;
    double squareB = 0;
    for (int e = 0; e < a.length; e++) {
      dot += (double) a[e] * b[e];
      squareA += (double) a[e] * a[e];
      squareB += (double) b[e] * b[e];
    }
    return dot / Math.sqrt(squareA * squareB);
  }
}
