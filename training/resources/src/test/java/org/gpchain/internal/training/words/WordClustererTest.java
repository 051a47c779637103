package org.gpchain.internal.training.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.NaiveAlgebra.diagonal;
import static org.gpchain.core.NaiveAlgebra.matrix;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.rowMajor;
import static org.gpchain.core.NaiveAlgebra.transposed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.gpchain.core.words.WordNumbers;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.gp.algebra.PrincipalAxes;
import org.gpchain.internal.training.hmm.EncodedText;
import org.gpchain.internal.training.hmm.StoredSentences;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WordClustererTest {
  @TempDir private Path folder;

  /** Words 0–4 and words 5–9 follow each other, so that there are two clusters. */
  @Test
  void clustersWordsWithEqualContexts() throws IOException {
    WordClusterer clusterer = new WordClusterer(10, 4, List.of(2, 100), 1, 2);
    List<int[]> clusters = clusterer.cluster(alternating(), 10);
    assertThat(clusters.get(0)).containsExactly(0, 0, 0, 0, 0, 1, 1, 1, 1, 1);
    assertThat(clusters.get(1)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    assertThat(clusterer.withThreads(1).cluster(alternating(), 10).get(0))
        .containsExactly(clusters.get(0));
  }

  private static EncodedText alternating() {
    Random random = new Random(1);
    int[][] sentences = new int[600][];
    Arrays.setAll(
        sentences, s -> IntStream.range(0, 10).map(t -> random.nextInt(5) + 5 * (t % 2)).toArray());
    return StoredSentences.of(10, sentences);
  }

  /** With all dimensions, the products of vectors match the complete decomposition. */
  @Test
  void vectorsMatchTheSingularValueDecomposition() {
    int rows = 12;
    int columns = 7;
    double[][] dense = new double[rows][columns];
    Random random = new Random(7);
    int[] rowStart = new int[rows + 1];
    int[] places = new int[rows * columns];
    float[] values = new float[places.length];
    int used = 0;

    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < columns; c++) {
        if (random.nextInt(3) > 0) {
          values[used] = random.nextFloat();
          dense[r][c] = values[used];
          places[used++] = c;
        }
      }
      rowStart[r + 1] = used;
    }

    ContextMatrix matrix =
        new ContextMatrix(
            SparseRows.of(
                columns, rowStart, Arrays.copyOf(places, used), Arrays.copyOf(values, used)));

    try (Parallel parallel = new Parallel(2)) {
      double[][] vectors = matrix(matrix.vectors(columns, 3, parallel), rows);
      // U Σ^½ (U Σ^½)ᵀ = U Σ Uᵀ, the root of the Gram matrix of the rows.
      double[] products = rowMajor(product(vectors, transposed(vectors)));
      assertThat(products).containsExactly(rowMajor(rootOfGram(dense)), within(1e-4));
    }
  }

  private static double[][] rootOfGram(double[][] dense) {
    double[][] gram = product(dense, transposed(dense));
    double[][] axes = matrix(PrincipalAxes.of(rowMajor(gram), gram.length), gram.length);
    double[][] rotated = product(transposed(axes), product(gram, axes));
    double[] roots = new double[gram.length];
    Arrays.setAll(roots, j -> Math.sqrt(Math.max(0, rotated[j][j])));
    return product(axes, product(diagonal(roots), transposed(axes)));
  }

  @Test
  void readsAllSentencesInAnOrderThatDependsOnTheSeed() throws IOException {
    Path file = folder.resolve("text.bin");
    int count = 40_000;
    try (EncodedText.Writer writer = new EncodedText.Writer(file)) {
      for (int s = 0; s < count; s++) {
        int[] sentence = new int[1 + s % 3];
        Arrays.fill(sentence, s);
        writer.add(sentence);
        writer.add(new int[0]);
      }
      try (EncodedText text = writer.read(count)) {
        assertThat(text.sentenceCount()).isEqualTo(count);
        assertThat(text.tokenCount()).isEqualTo(count + 39_999L);
        int[] once = order(text, 5);
        assertThat(order(text, 5)).containsExactly(once);
        assertThat(order(text, 6)).isNotEqualTo(once);
        int[] sorted = once.clone();
        Arrays.sort(sorted);
        for (int s = 0; s < count; s++) {
          assertThat(sorted[s]).isEqualTo(s);
        }
      }
    }

    assertThat(file).doesNotExist();
  }

  private static int[] order(EncodedText text, long seed) throws IOException {
    int[] order = new int[(int) text.sentenceCount()];
    int next = 0;
    EncodedText.Pass pass = text.pass(seed);
    while (pass.hasNext()) {
      for (int[] sentence : pass.next(777)) {
        assertThat(sentence).hasSize(1 + sentence[0] % 3);
        order[next++] = sentence[0];
      }
    }
    assertThat(next).isEqualTo(order.length);
    return order;
  }

  @Test
  void numbersFrequentWordsAndClassesOfRareWords() {
    WordCounts counts = new WordCounts();
    for (String word : "b b b a a c walking talking stalking 12 34 Xy Zw Yv".split(" ", -1)) {
      counts.add(word);
    }
    WordNumbers numbers = counts.numbers(2);
    assertThat(numbers.words()).containsExactly("b", "00", "a");
    assertThat(numbers.of("baking")).isEqualTo(numbers.of("walking"));
    assertThat(numbers.of("Ab")).isEqualTo(numbers.of("Xy"));
    assertThat(numbers.of("?!")).isEqualTo(numbers.size() - 1);
  }
}
