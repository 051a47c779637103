package org.gpchain.internal.gp.kernel;

import java.util.Arrays;
import java.util.List;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.core.math.SparseRows;

/**
 * {@code k(x, x') = Σ_i k_i(x, x')}: a sum of independent functions. Each part has its own
 * variance, which is its weight. The hyper-parameters are those of the parts, one part after the
 * other.
 */
public record SumKernel(List<Kernel> parts) implements Kernel {
  public SumKernel {
    Checks.atLeast("number of parts", parts.size(), 1);
    parts = List.copyOf(parts);
  }

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
    Checks.length("logs", logs.length, hyperParameterCount(), "[those of all parts]");
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
    return new Sum(z.rowCount(), counts, parts.stream().map(part -> part.against(z)).toList());
  }

  /** Adds up the parts' covariances, {@code [size]} each, of so many hyper-parameters. */
  private record Sum(int size, int[] counts, List<CrossCovariance> summands)
      implements CrossCovariance {
    @Override
    public void of(SparseRows x, int row, double[] out, int column, int stride) {
      summands.get(0).of(x, row, out, column, stride);
      double[] next = new double[size];
      for (CrossCovariance summand : summands.subList(1, summands.size())) {
        summand.of(x, row, next, 0, 1);
        for (int m = 0; m < size; m++) {
          out[m * stride + column] += next[m];
        }
      }
    }

    @Override
    public void pullBack(
        SparseRows x, int row, double[] weights, int column, int stride, double[] gradientInOut) {
      int from = 0;
      for (int i = 0; i < summands.size(); i++) {
        double[] own = new double[counts[i]];
        summands.get(i).pullBack(x, row, weights, column, stride, own);
        ScaledSums.add(1, own, 0, own.length, gradientInOut, from);
        from += own.length;
      }
    }
  }
}
