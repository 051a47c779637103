package org.gpchain.internal.core.chain;

import org.gpchain.core.likelihood.LabelConstraints;

/**
 * The scores and constraints that a lattice is computed from. Arrays are shared, not copied, and
 * must not be modified while the lattice reads them.
 *
 * @param unary latent scores f, {@code [T×V]} row-major; may be longer
 * @param pairwise transition scores g: {@code [V×V]}, index {@code from*V+to}, or one score for
 *     each pair of {@code scored}
 * @param length number of tokens T
 * @param allowed the possible label sequences
 * @param weights factors of {@code exp f}, {@code [T×V]}, in [0, 1]; null if all are 1
 * @param scored the transitions that {@code pairwise} has scores for; null if it has all of them
 */
record LatticeInput(
    double[] unary,
    double[] pairwise,
    int length,
    LabelConstraints allowed,
    double[] weights,
    SparseTransitions scored) {

  /** Returns an input without weights whose transitions all have scores. */
  static LatticeInput of(double[] unary, double[] pairwise, int length, LabelConstraints allowed) {
    return new LatticeInput(unary, pairwise, length, allowed, null, null);
  }
}
