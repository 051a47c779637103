package org.gpchain.internal.gp.kernel;

import java.util.Arrays;
import java.util.List;
import org.gpchain.internal.core.kernel.ColumnBlock;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.core.math.SparseRows;

/**
 * The kernel of a sum of independent functions, {@code k(x, x') = Σ_i k_i(x, x')}. The variance of
 * each part is its weight in the sum. The hyper-parameters of the parts are concatenated.
 *
 * @param parts the kernels k_i, at least one
 */
public record SumKernel(List<Kernel> parts) implements Kernel {
  /** Checks that there is a part, and copies the list. */
  public SumKernel {
    Checks.atLeast("number of parts", parts.size(), 1);
    parts = List.copyOf(parts);
  }

  /** Creates a sum of the given kernels. */
  public SumKernel(Kernel... parts) {
    this(List.of(parts));
  }

  @Override
  public double variance(SparseRows x, int row) {
    return parts.stream().mapToDouble(part -> part.variance(x, row)).sum();
  }

  @Override
  public double[] hyperParameters() {
    return parts.stream().flatMapToDouble(part -> Arrays.stream(part.hyperParameters())).toArray();
  }

  @Override
  public SumKernel withHyperParameters(double[] logs) {
    Checks.length("logs", logs.length, hyperParameterCount(), "[hyper-parameters of all parts]");
    Kernel[] moved = new Kernel[parts.size()];
    int from = 0;
    for (int i = 0; i < moved.length; i++) {
      int to = from + parts.get(i).hyperParameterCount();
      moved[i] = parts.get(i).withHyperParameters(Arrays.copyOfRange(logs, from, to));
      from = to;
    }
    return new SumKernel(moved);
  }

  @Override
  public CrossCovariance against(SparseRows z) {
    int[] counts = parts.stream().mapToInt(Kernel::hyperParameterCount).toArray();
    List<CrossCovariance> summands = parts.stream().map(part -> part.against(z)).toList();
    return new Sum(z.rowCount(), counts, summands);
  }

  /**
   * Sums of the covariances of the parts.
   *
   * @param size number of rows M of Z
   * @param counts number of hyper-parameters of each part
   * @param summands covariances of each part
   */
  private record Sum(int size, int[] counts, List<CrossCovariance> summands)
      implements CrossCovariance {
    @Override
    public void write(SparseRows x, int row, ColumnBlock out, int column) {
      summands.get(0).write(x, row, out, column);

      double[] values = out.values();
      double[] next = new double[size];
      ColumnBlock nextColumn = ColumnBlock.ofColumn(next);
      for (CrossCovariance summand : summands.subList(1, summands.size())) {
        summand.write(x, row, nextColumn, 0);
        for (int m = 0; m < size; m++) {
          values[m * out.columnCount() + column] += next[m];
        }
      }
    }

    @Override
    public void pullBack(
        SparseRows x, int row, ColumnBlock weights, int column, double[] gradientInOut) {
      int from = 0;
      for (int i = 0; i < summands.size(); i++) {
        double[] gradientOfPart = new double[counts[i]];
        summands.get(i).pullBack(x, row, weights, column, gradientOfPart);
        ScaledSums.add(1, gradientOfPart, 0, counts[i], gradientInOut, from);
        from += counts[i];
      }
    }
  }
}
