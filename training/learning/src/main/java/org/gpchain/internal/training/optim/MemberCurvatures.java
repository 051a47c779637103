package org.gpchain.internal.training.optim;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * What is known of the curvature of each member's loss: a bound L. Steps are about 1 / L, and half
 * of the members are drawn in proportion to theirs (Schmidt, Babanezhad, Ahmed, Defazio, Clifton
 * and Sarkar 2015).
 */
final class MemberCurvatures {
  /** Share of a bound that the next search tries first. */
  private static final double SHRINKAGE = 0.9;

  /** L of each member; 0 for a member that has not been seen. */
  private final double[] bound;

  private double sum;
  private double largest;
  private int seen;

  MemberCurvatures(int members) {
    bound = new double[members];
  }

  /** Number of members whose bound is known. */
  int seen() {
    return seen;
  }

  boolean isKnown(int member) {
    return bound[member] > 0;
  }

  /** What a search for a member's bound tries first: of an unknown one the mean of the others. */
  double guess(int member) {
    double usual = seen > 0 ? sum / seen : 1;
    return SHRINKAGE * (isKnown(member) ? bound[member] : usual);
  }

  void set(int member, double found) {
    seen += isKnown(member) ? 0 : 1;
    sum += found - bound[member];
    bound[member] = found;
    largest = Math.max(largest, found);
  }

  /** Forgets bounds that are not a member's any more. */
  void refresh() {
    largest = Arrays.stream(bound).max().orElseThrow();
  }

  /** A member: half of them are drawn in proportion to their curvature. */
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

  /** A step that suits the largest curvature and the mean one. */
  double step() {
    return (inverse(largest) + inverse(sum / seen)) / 2;
  }

  /**
   * A member's share of the prior, whose curvature is at most 1, keeps a step from having no end.
   */
  private double inverse(double curvature) {
    return 1 / (curvature + 1.0 / bound.length);
  }
}
