package org.gpchain.training;

/**
 * Means of weights and transition scores. Arrays are kept, not copied, and must not be modified.
 *
 * @param weights of each feature and label, {@code [D×V]} row-major
 * @param transitions {@code [V×V]} row-major
 */
public record Mean(double[] weights, double[] transitions) {}
