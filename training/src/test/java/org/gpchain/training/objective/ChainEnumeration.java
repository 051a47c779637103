package org.gpchain.training.objective;

/** The oracle of the linear chain: by enumeration of all V^T label sequences. */
public final class ChainEnumeration {
  private final double logLikelihood;
  private final double[] unaryGradient;
  private final double[] pairwiseGradient;

  /** Enumerates. */
  public ChainEnumeration(double[] unary, double[] pairwise, int[] labels, int labelCount) {
    int length = labels.length;
    double[] marginals = new double[length * labelCount];
    double[] transitions = new double[labelCount * labelCount];
    double partition = 0;
    long sequences = Math.round(Math.pow(labelCount, length));
    for (long number = 0; number < sequences; number++) {
      int[] path = new int[length];
      long rest = number;
      for (int t = 0; t < length; t++) {
        path[t] = (int) (rest % labelCount);
        rest /= labelCount;
      }
      double weight = Math.exp(score(unary, pairwise, path, labelCount));
      partition += weight;
      count(path, labelCount, weight, marginals, transitions);
    }
    this.logLikelihood = score(unary, pairwise, labels, labelCount) - Math.log(partition);
    this.unaryGradient = new double[marginals.length];
    this.pairwiseGradient = new double[transitions.length];
    count(labels, labelCount, 1, unaryGradient, pairwiseGradient);
    subtract(marginals, partition, unaryGradient);
    subtract(transitions, partition, pairwiseGradient);
  }

  private static double score(double[] unary, double[] pairwise, int[] path, int labelCount) {
    double score = 0;
    for (int t = 0; t < path.length; t++) {
      score += unary[t * labelCount + path[t]];
      score += t > 0 ? pairwise[path[t - 1] * labelCount + path[t]] : 0;
    }
    return score;
  }

  private static void count(
      int[] path, int labelCount, double weight, double[] labels, double[] transitions) {
    for (int t = 0; t < path.length; t++) {
      labels[t * labelCount + path[t]] += weight;
      if (t > 0) {
        transitions[path[t - 1] * labelCount + path[t]] += weight;
      }
    }
  }

  private static void subtract(double[] sums, double partition, double[] out) {
    for (int i = 0; i < out.length; i++) {
      out[i] -= sums[i] / partition;
    }
  }

  /** {@code log p(y)} of the labels. */
  public double logLikelihood() {
    return logLikelihood;
  }

  /** Gold labels less marginals, {@code [T×V]}. */
  public double[] unaryGradient() {
    return unaryGradient;
  }

  /** Gold transitions less expected ones, {@code [V×V]}. */
  public double[] pairwiseGradient() {
    return pairwiseGradient;
  }
}
