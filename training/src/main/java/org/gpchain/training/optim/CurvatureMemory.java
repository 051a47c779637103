package org.gpchain.training.optim;

/** The last few steps s and gradient changes y, and the inverse Hessian that they stand for. */
final class CurvatureMemory {
  private final Vectors vectors;
  private final double[][] steps;
  private final double[][] changes;
  private final double[] inverseProduct;
  private final int capacity;
  private int size;
  private int newest = -1;

  CurvatureMemory(int capacity, Vectors vectors) {
    this.vectors = vectors;
    this.capacity = capacity;
    this.steps = new double[capacity][];
    this.changes = new double[capacity][];
    this.inverseProduct = new double[capacity];
  }

  boolean isEmpty() {
    return size == 0;
  }

  void clear() {
    size = 0;
  }

  /**
   * Takes in one step. A pair without positive curvature would spoil the approximation: left out.
   */
  void remember(double[] from, double[] to, double[] gradientFrom, double[] gradientTo) {
    int slot = (newest + 1) % capacity;
    if (steps[slot] == null) {
      steps[slot] = new double[from.length];
      changes[slot] = new double[from.length];
    }
    vectors.sum(to, -1, from, steps[slot]);
    vectors.sum(gradientTo, -1, gradientFrom, changes[slot]);
    double product = vectors.dot(steps[slot], changes[slot]);
    if (product > 1e-12 * vectors.dot(changes[slot], changes[slot])) {
      inverseProduct[slot] = 1 / product;
      newest = slot;
      size = Math.min(size + 1, capacity);
    } else if (size == capacity) {
      // The slot held the oldest pair, which has been overwritten.
      size--;
    }
  }

  /** {@code out = −H⁻¹ gradient} by the two-loop recursion. */
  void direction(double[] gradient, double[] out) {
    vectors.scale(-1, gradient, out);
    if (size == 0) {
      return;
    }
    double[] projection = new double[size];
    double product = vectors.dot(steps[newest], out);
    for (int k = 0; k < size; k++) {
      int slot = slot(k);
      projection[k] = inverseProduct[slot] * product;
      // One pass over memory subtracts this pair and meets the next one.
      double[] next = k + 1 < size ? steps[slot(k + 1)] : changes[slot];
      product = vectors.addAndDot(out, -projection[k], changes[slot], next);
    }
    double newestChange = vectors.dot(changes[newest], changes[newest]);
    double scale = 1 / (inverseProduct[newest] * newestChange);
    vectors.scale(scale, out, out);
    product *= scale;
    for (int k = size - 1; k >= 0; k--) {
      int slot = slot(k);
      double correction = projection[k] - inverseProduct[slot] * product;
      double[] next = k > 0 ? changes[slot(k - 1)] : steps[slot];
      product = vectors.addAndDot(out, correction, steps[slot], next);
    }
  }

  /** The slot of the k-th newest pair. */
  private int slot(int k) {
    return Math.floorMod(newest - k, capacity);
  }
}
