package org.gpchain.internal.training.optim;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Bounds L of the curvature of each member's loss. They determine the step size, which is about 1 /
 * L, and the sampling: half of the members are drawn in proportion to their L (Schmidt, Babanezhad,
 * Ahmed, Defazio, Clifton and Sarkar 2015).
 */
final class MemberCurvatures {
  /** Factor of a member's bound that its next search tries first. */
  private static final double SHRINKAGE = 0.9;

  /** L of each member; 0 if it is unknown. */
  private final double[] bound;

  private double sum;
  private double largest;
  private int seen;

  MemberCurvatures(int members) {
    bound = new double[members];
  }

  /** Returns the number of members whose bound is known. */
  int seen() {
    return seen;
  }

  /** Returns whether the bound of a member is known. */
  boolean isKnown(int member) {
    return bound[member] > 0;
  }

  /**
   * Returns the bound that a search for a member's curvature should try first. It is based on the
   * member's last bound or, if there is none, on the mean bound of the other members.
   */
  double guess(int member) {
    if (isKnown(member)) {
      return SHRINKAGE * bound[member];
    }
    if (seen > 0) {
      return SHRINKAGE * (sum / seen);
    }
    return SHRINKAGE;
  }

  /** Sets the bound of a member. */
  void set(int member, double newBound) {
    if (!isKnown(member)) {
      seen++;
    }
    sum += newBound - bound[member];
    bound[member] = newBound;
    largest = Math.max(largest, newBound);
  }

  /** Computes the largest bound anew, since earlier bounds can have been larger. */
  void refresh() {
    largest = Arrays.stream(bound).max().orElseThrow();
  }

  /** Draws a member: with probability ½ uniformly, otherwise in proportion to the bounds. */
  int draw(UniformRandomProvider random) {
    if (random.nextBoolean()) {
      return random.nextInt(bound.length);
    }
    while (true) {
      int n = random.nextInt(bound.length);
      if (random.nextDouble() * largest < bound[n]) {
        return n;
      }
    }
  }

  /** Returns the step size: the mean of the step sizes for the largest and the mean curvature. */
  double step() {
    return (inverse(largest) + inverse(sum / seen)) / 2;
  }

  /**
   * Returns the inverse of a curvature to which a member's share of the prior is added. The
   * curvature of the prior is at most 1, and adding it keeps the inverse finite.
   */
  private double inverse(double curvature) {
    return 1 / (curvature + 1.0 / bound.length);
  }
}
