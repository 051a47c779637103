package org.gpchain.core.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.math.DenseColumns;
import org.junit.jupiter.api.Test;

class VectorNoveltyTest {
  private static DenseRows rows(float... values) {
    return new DenseRows(values.length / 2, 2, values);
  }

  @Test
  void noveltyIsTheMeanSquareInUnitsOfTheVariances() {
    VectorNovelty novelty = VectorNovelty.of(List.of(rows(1, 2, 3, 0), rows(2, 2)));
    assertThat(novelty.variances()).containsExactly(14f / 3, 8f / 3);

    DenseColumns columns =
        new DenseColumns(2, 1, new float[] {9, 9, 1, 2, 3, 0}, new int[] {0, 1, 2});
    double expected = (1 / (14 / 3.) + 4 / (8 / 3.) + 9 / (14 / 3.)) / 2 / 2;
    assertThat(novelty.ofSentence(columns, 0, 1, 2)).isCloseTo(expected, within(1e-6));
    assertThat(novelty.ofSentence(columns, 0, 1, 0)).isNaN();
  }

  @Test
  void onePercentOfTheSentencesExceedTheLimit() {
    List<DenseRows> sentences = new ArrayList<>();
    for (int n = 1; n <= 200; n++) {
      sentences.add(rows((float) Math.sqrt(n / 100.0), 1));
    }
    VectorNovelty novelty = VectorNovelty.of(sentences);
    assertThat(novelty.variances()[0]).isCloseTo(1.005f, within(1e-6f));
    assertThat(novelty.limit()).isCloseTo((1.98 / 1.005 + 1) / 2, within(1e-6));
  }

  @Test
  void constantDimensionsHaveTheLeastVariance() {
    VectorNovelty novelty = VectorNovelty.of(List.of(rows(0, 3), rows(0, -3)));
    assertThat(novelty.variances()).containsExactly(VectorNovelty.leastVariance(2), 9);
    DenseColumns columns = new DenseColumns(2, 1, new float[] {3, 0}, new int[] {0});
    assertThat(novelty.ofSentence(columns, 0, 0, 1)).isCloseTo(VectorNovelty.LARGEST, within(1e-3));
  }

  @Test
  void noveltyIsOnlyMeasuredIfTheTokensOwnVectorIsAFeature() {
    HashVectors encoder = new HashVectors("hash@novelty", 1);
    VectorProjection projection =
        VectorProjection.quantize(1, new double[] {1}, new double[] {0})
            .with(new VectorNovelty(new float[] {9}, 1.5));
    TokenSequence sentence = TokenSequence.ofWords(List.of("Ada", "met", "Bo"));

    VectorFeatures neighbors = VectorFeatures.of(encoder, projection, List.of(-1, 1));
    assertThat(neighbors.noveltyLimit()).isEmpty();
    assertThat(neighbors.novelty(neighbors.columns(List.of(sentence)), 0, 3)).isNaN();

    VectorFeatures own = VectorFeatures.of(encoder, projection, List.of(1, 0));
    assertThat(own.noveltyLimit()).hasValue(1.5);
    assertThat(own.novelty(own.columns(List.of(sentence)), 0, 3)).isCloseTo(1, within(1e-6));
    assertThat(VectorFeatures.NONE.novelty(null, 0, 3)).isNaN();
  }

  @Test
  void numbersOutOfRangeAreRefused() {
    assertRefused(() -> new VectorNovelty(new float[] {1}, Double.NaN), "novelty limit", "NaN");
    assertRefused(() -> new VectorNovelty(new float[] {1}, 0), "novelty limit");
    assertRefused(() -> new VectorNovelty(new float[] {1, 0}, 1), "variance of a vector");
    assertRefused(() -> new VectorNovelty(new float[] {19}, 1), "variance of a vector");
    VectorProjection projection = VectorProjection.quantize(1, new double[] {1}, new double[] {0});
    assertRefused(() -> projection.with(new VectorNovelty(new float[] {1, 1}, 1)), "variances");
  }
}
