package org.gpchain.pipelines.experiment;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gpchain.core.kernel.AdditiveLinearKernel;
import org.gpchain.core.kernel.ComposedKernel;
import org.gpchain.core.kernel.CosinePolynomial;
import org.gpchain.core.kernel.EmbeddingKernel;
import org.gpchain.core.kernel.Kernel;
import org.gpchain.core.kernel.MedianHeuristic;
import org.gpchain.core.kernel.Rbf;
import org.gpchain.core.kernel.SumKernel;
import org.gpchain.core.math.SparseRows;

/** The kernels of the gray-box methods, at the hyper-parameters to begin with. */
final class GrayBoxKernels {
  /** Rows whose distances the median heuristic looks at. */
  private static final int MEDIAN_SAMPLE = 300;

  /** The offset that a cosine is raised from, and the power. */
  private static final CosinePolynomial COSINE = new CosinePolynomial(1, 2);

  private GrayBoxKernels() {}

  /**
   * The kernel of a form.
   *
   * @param form which kernel
   * @param groupOfFeature {@code [D]}; kept
   * @param variances of the groups, {@code [G]}, or one for all of them; not modified
   * @param embeddings of each an RBF kernel is added
   * @param rows training tokens; not modified
   * @param seed of the median heuristic
   */
  static Kernel of(
      GrayBoxForm.KernelForm form,
      int[] groupOfFeature,
      double[] variances,
      List<EmbeddingKernel> embeddings,
      SparseRows rows,
      long seed) {
    Stream<Kernel> dense =
        embeddings.stream().map(base -> rbf(base, FoldLearners.VARIANCE, rows, seed));
    Kernel sparse = of(form, groupOfFeature, variances, rows, seed);
    return embeddings.isEmpty()
        ? sparse
        : SumKernel.of(Stream.concat(Stream.of(sparse), dense).toArray(Kernel[]::new));
  }

  private static Kernel of(
      GrayBoxForm.KernelForm form,
      int[] groupOfFeature,
      double[] variances,
      SparseRows rows,
      long seed) {
    AdditiveLinearKernel one = linear(new int[groupOfFeature.length], variances);
    return switch (form) {
      case LINEAR -> one;
      case GROUPS, LEARNED -> linear(groupOfFeature, variances);
      case RBF -> rbf(one, scale(one, rows), rows, seed);
      case COSINE -> ComposedKernel.of(one, scale(one, rows), COSINE);
      case LINEAR_RBF -> SumKernel.of(one, rbf(one, scale(one, rows), rows, seed));
    };
  }

  private static AdditiveLinearKernel linear(int[] groupOfFeature, double[] variances) {
    double[] variance = new double[Arrays.stream(groupOfFeature).max().orElse(0) + 1];
    Arrays.setAll(variance, g -> variances[Math.min(g, variances.length - 1)]);
    return AdditiveLinearKernel.of(groupOfFeature, variance);
  }

  private static Kernel rbf(Kernel base, double variance, SparseRows rows, long seed) {
    double lengthScale = MedianHeuristic.lengthScale(base, rows, MEDIAN_SAMPLE, seed);
    return ComposedKernel.of(base, variance, new Rbf(lengthScale));
  }

  /** As large a variance as a token has under the base kernel, on the average. */
  private static double scale(Kernel base, SparseRows rows) {
    return IntStream.range(0, rows.rowCount())
        .mapToDouble(row -> base.variance(rows, row))
        .average()
        .orElse(1);
  }
}
