package org.gpchain.internal.core.chain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.gpchain.core.likelihood.LabelConstraints;

/**
 * A simple reference implementation of the linear chain, which enumerates all {@code V^T} label
 * sequences.
 */
public final class BruteForce {
  private final int length;
  private final int labelCount;
  private final List<int[]> paths = new ArrayList<>();
  private final double[] scores;
  private double logPartition;

  /**
   * Enumerates all sequences. The labels of sequence n are the digits of n in base V, with token 0
   * in the lowest digit.
   */
  public BruteForce(double[] unary, double[] pairwise, int length, int labelCount) {
    this.length = length;
    this.labelCount = labelCount;
    int count = (int) Math.round(Math.pow(labelCount, length));
    this.scores = new double[count];

    for (int n = 0; n < count; n++) {
      int[] path = new int[length];
      int digits = n;
      for (int t = 0; t < length; t++) {
        path[t] = digits % labelCount;
        digits /= labelCount;
        scores[n] += unary[t * labelCount + path[t]];
        if (t > 0) {
          scores[n] += pairwise[path[t - 1] * labelCount + path[t]];
        }
      }
      paths.add(path);
    }

    normalize();
  }

  private void normalize() {
    double max = Arrays.stream(scores).max().orElseThrow();
    double sum = Arrays.stream(scores).map(score -> Math.exp(score - max)).sum();
    this.logPartition = max + Math.log(sum);
  }

  /**
   * Makes all sequences impossible that do not satisfy a condition, and normalizes the others.
   * Returns this object.
   */
  public BruteForce given(Predicate<int[]> condition) {
    Arrays.setAll(scores, n -> condition.test(paths.get(n)) ? scores[n] : Double.NEGATIVE_INFINITY);
    normalize();
    return this;
  }

  /** Returns whether any sequence has a score above negative infinity. */
  public boolean isPossible() {
    return Arrays.stream(scores).max().orElseThrow() > Double.NEGATIVE_INFINITY;
  }

  /** Returns {@code log Σ_y exp score(y)}. */
  public double logPartition() {
    return logPartition;
  }

  /** Returns all sequences. */
  public List<int[]> paths() {
    return paths;
  }

  /** Returns {@code log p(y)} of a sequence by its number. */
  public double logProbability(int number) {
    return scores[number] - logPartition;
  }

  /** Returns the probability of all sequences that satisfy a condition. */
  public double probability(Predicate<int[]> condition) {
    double sum = 0;
    for (int n = 0; n < scores.length; n++) {
      if (condition.test(paths.get(n))) {
        sum += Math.exp(scores[n] - logPartition);
      }
    }
    return sum;
  }

  /** Returns {@code p(y_t = v)}, {@code [T×V]}. */
  public double[] marginals() {
    double[] marginals = new double[length * labelCount];
    for (int n = 0; n < scores.length; n++) {
      for (int t = 0; t < length; t++) {
        marginals[t * labelCount + paths.get(n)[t]] += Math.exp(scores[n] - logPartition);
      }
    }
    return marginals;
  }

  /** Returns {@code Σ_t p(y_{t-1} = a, y_t = b)}, {@code [V×V]}. */
  public double[] expectedTransitions() {
    double[] expected = new double[labelCount * labelCount];
    for (int n = 0; n < scores.length; n++) {
      int[] path = paths.get(n);
      for (int t = 1; t < length; t++) {
        expected[path[t - 1] * labelCount + path[t]] += Math.exp(scores[n] - logPartition);
      }
    }
    return expected;
  }

  /** See {@link org.gpchain.core.likelihood.Lattice#segmentProbability}. */
  public double segmentProbability(int start, int[] segment, int notNext) {
    int end = start + segment.length;
    return probability(
        path ->
            Arrays.equals(path, start, end, segment, 0, segment.length)
                && (end == length || notNext < 0 || path[end] != notNext));
  }

  /** Returns the first of the {@linkplain #bestPaths best sequences}, or null if there are none. */
  public int[] bestPath(LabelConstraints allowed) {
    List<int[]> best = bestPaths(allowed);
    return best.isEmpty() ? null : best.get(0);
  }

  /**
   * Returns all allowed sequences, the best first. Of two sequences with the same score, the one
   * with the lower label at the last token where they differ comes first.
   */
  public List<int[]> bestPaths(LabelConstraints allowed) {
    return paths.stream()
        .filter(path -> score(path) > Double.NEGATIVE_INFINITY && isAllowed(path, allowed))
        .sorted(Comparator.comparingDouble(this::score).reversed().thenComparing(this::compare))
        .toList();
  }

  /** Returns the unnormalized score of a sequence. */
  public double score(int[] path) {
    int number = 0;
    for (int t = length - 1; t >= 0; t--) {
      number = number * labelCount + path[t];
    }
    return scores[number];
  }

  /** Compares the labels of two sequences at the last token where they differ. */
  private int compare(int[] path, int[] other) {
    for (int t = length - 1; t >= 0; t--) {
      if (path[t] != other[t]) {
        return Integer.compare(path[t], other[t]);
      }
    }
    return 0;
  }

  private boolean isAllowed(int[] path, LabelConstraints allowed) {
    boolean legal = allowed.start()[path[0]] && allowed.end()[path[length - 1]];
    for (int t = 1; t < length; t++) {
      legal &= allowed.transition()[path[t - 1] * labelCount + path[t]];
    }
    return legal;
  }
}
