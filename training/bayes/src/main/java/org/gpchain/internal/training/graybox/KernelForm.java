package org.gpchain.internal.training.graybox;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.gp.kernel.ComposedKernel;
import org.gpchain.internal.gp.kernel.CosinePolynomial;
import org.gpchain.internal.gp.kernel.EmbeddingKernel;
import org.gpchain.internal.gp.kernel.Rbf;
import org.gpchain.internal.gp.kernel.SumKernel;

/**
 * Forms of kernels over the features of template lines or over the vectors of an encoder. Each is
 * based on a linear kernel, whose variances determine how much each template line, or each block of
 * vectors, contributes to the distance of tokens.
 */
public enum KernelForm {
  /** The linear kernel itself. */
  LINEAR,
  /** A squared exponential of the distance. */
  RBF,
  /** A polynomial of the cosine. */
  COSINE,
  /** The sum of the linear kernel and the squared exponential. */
  LINEAR_RBF;

  /** Number of rows whose distances the median heuristic uses. */
  private static final int MEDIAN_SAMPLE = 300;

  /** The polynomial (1 + cosine)². */
  private static final CosinePolynomial POLYNOMIAL = new CosinePolynomial(1, 2);

  private Kernel form(Kernel base, SparseRows rows, long seed) {
    return switch (this) {
      case LINEAR -> base;
      case RBF -> rbf(base, scale(base, rows), rows, seed);
      case COSINE -> new ComposedKernel(base, scale(base, rows), POLYNOMIAL);
      case LINEAR_RBF -> new SumKernel(base, RBF.form(base, rows, seed));
    };
  }

  /**
   * Returns the kernel at its initial hyper-parameters.
   *
   * @param base the linear kernel
   * @param embeddings kernels of word vectors; the squared exponential of each is added, with
   *     variance 1
   * @param rows training tokens; not modified
   * @param seed seed of the median heuristic
   */
  public Kernel over(Kernel base, List<EmbeddingKernel> embeddings, SparseRows rows, long seed) {
    Kernel form = form(base, rows, seed);
    if (embeddings.isEmpty()) {
      return form;
    }
    Stream<Kernel> ofWords = embeddings.stream().map(words -> rbf(words, 1, rows, seed));
    return new SumKernel(Stream.concat(Stream.of(form), ofWords).toArray(Kernel[]::new));
  }

  private static Kernel rbf(Kernel base, double variance, SparseRows rows, long seed) {
    double lengthScale = Rbf.medianDistance(base, rows, MEDIAN_SAMPLE, seed);
    return new ComposedKernel(base, variance, new Rbf(lengthScale));
  }

  /** Returns the mean variance of a token under the base kernel, or 1 without tokens. */
  private static double scale(Kernel base, SparseRows rows) {
    return IntStream.range(0, rows.rowCount())
        .mapToDouble(row -> base.variance(rows, row))
        .average()
        .orElse(1);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '+');
  }
}
