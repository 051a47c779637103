package org.gpchain.internal.training.inducing;

import java.util.Arrays;
import java.util.stream.IntStream;

/** An oracle for Lloyd's iteration, with dense integer vectors and exact fractions. */
final class NaiveLloyd {
  private final int[][] points;
  private final int[] weights;
  private final int clusterCount;
  private final long[][] sums;
  private final long[] sizes;
  private final int[] assignment;
  private final Distance[] distance;
  private int emptied;

  NaiveLloyd(int[][] points, int[] weights, int[] seeds) {
    this.points = points;
    this.weights = weights;
    this.clusterCount = seeds.length;
    this.sizes = new long[clusterCount];
    this.sums = new long[clusterCount][points[0].length];
    this.assignment = new int[points.length];
    this.distance = new Distance[points.length];
    Arrays.fill(assignment, -1);
    for (int c = 0; c < clusterCount; c++) {
      add(seeds[c], c, 1);
    }
  }

  /** A squared distance {@code numerator / n²}. */
  private record Distance(long numerator, long n) {
    boolean isLessThan(Distance other) {
      return numerator * other.n * other.n < other.numerator * n * n;
    }

    double value() {
      return (double) numerator / (n * n);
    }
  }

  private Distance distance(int point, int cluster) {
    long n = sizes[cluster];
    long sum = 0;
    for (int d = 0; d < points[point].length; d++) {
      long difference = n * points[point][d] - sums[cluster][d];
      sum += difference * difference;
    }
    return new Distance(sum, n);
  }

  private void add(int point, int cluster, int times) {
    sizes[cluster] += times;
    for (int d = 0; d < points[point].length; d++) {
      sums[cluster][d] += (long) times * points[point][d];
    }
  }

  boolean step() {
    int[] before = assignment.clone();
    for (int point = 0; point < points.length; point++) {
      distance[point] = null;
      for (int c = 0; c < clusterCount; c++) {
        Distance candidate = distance(point, c);
        if (distance[point] == null || candidate.isLessThan(distance[point])) {
          distance[point] = candidate;
          assignment[point] = c;
        }
      }
    }

    for (int c = 0; c < clusterCount; c++) {
      if (members(c) == 0) {
        fill(c);
      }
    }

    Arrays.fill(sizes, 0);
    for (long[] sum : sums) {
      Arrays.fill(sum, 0);
    }
    for (int point = 0; point < points.length; point++) {
      add(point, assignment[point], weights[point]);
    }
    return !Arrays.equals(before, assignment);
  }

  private long members(int cluster) {
    return Arrays.stream(assignment).filter(c -> c == cluster).count();
  }

  private void fill(int cluster) {
    int farthest =
        IntStream.range(0, points.length)
            .filter(point -> members(assignment[point]) > 1)
            .reduce((a, b) -> distance[a].isLessThan(distance[b]) ? b : a)
            .orElseThrow();
    assignment[farthest] = cluster;
    distance[farthest] = new Distance(0, 1);
    emptied++;
  }

  int[] assignment() {
    return assignment;
  }

  double objective() {
    return IntStream.range(0, points.length)
        .mapToDouble(point -> weights[point] * distance[point].value())
        .sum();
  }

  int[] medoids() {
    return IntStream.range(0, clusterCount)
        .map(
            c ->
                IntStream.range(0, points.length)
                    .filter(point -> assignment[point] == c)
                    .reduce((a, b) -> distance(b, c).isLessThan(distance(a, c)) ? b : a)
                    .orElseThrow())
        .toArray();
  }

  /** Returns how many times a cluster was empty. */
  int emptied() {
    return emptied;
  }
}
