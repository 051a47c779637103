package org.gpchain.training.objective;

import java.util.List;
import org.gpchain.core.posterior.GaussianComponent;

/** One label of a mixture with independent coordinates. Costs O(M) for each pair of components. */
final class DiagonalMixtureBlock implements MixtureBlock {
  private final List<GaussianComponent> components;
  private final int from;
  private final int to;

  /**
   * @param components all with deviations; kept
   * @param label j
   * @param size M
   */
  DiagonalMixtureBlock(List<GaussianComponent> components, int label, int size) {
    this.components = components;
    this.from = label * size;
    this.to = from + size;
  }

  private double mean(int k, int i) {
    return components.get(k).mean()[i];
  }

  private double variance(int k, int i) {
    double deviation = components.get(k).deviation()[i];
    return deviation * deviation;
  }

  @Override
  public double halfSquare(int k) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += mean(k, i) * mean(k, i) + variance(k, i);
    }
    return 0.5 * sum;
  }

  @Override
  public double logDeterminant(int k) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += 2 * Math.log(components.get(k).deviation()[i]);
    }
    return sum;
  }

  @Override
  public double logOverlap(int k, int l) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      double variance = variance(k, i) + variance(l, i);
      double difference = mean(k, i) - mean(l, i);
      sum += Math.log(variance) + difference * difference / variance;
    }
    return -0.5 * sum;
  }

  @Override
  public void gradient(double[] weights, double[] pairWeights, List<GaussianComponent> out) {
    int count = components.size();
    for (int k = 0; k < count; k++) {
      double[] mean = out.get(k).mean();
      double[] logDeviation = out.get(k).deviation();
      for (int i = from; i < to; i++) {
        mean[i] = weights[k] * mean(k, i);
        logDeviation[i] = weights[k] * variance(k, i) - 0.5 * pairWeights[k * count + k];
      }
      for (int l = 0; l < count; l++) {
        double weight = pairWeights[k * count + l];
        if (l != k && weight > 0) {
          addPair(k, l, weight, mean, logDeviation);
        }
      }
    }
  }

  private void addPair(int k, int l, double weight, double[] mean, double[] logDeviation) {
    for (int i = from; i < to; i++) {
      double precision = 1 / (variance(k, i) + variance(l, i));
      double u = precision * (mean(k, i) - mean(l, i));
      mean[i] -= weight * u;
      logDeviation[i] -= weight * variance(k, i) * (precision - u * u);
    }
  }
}
