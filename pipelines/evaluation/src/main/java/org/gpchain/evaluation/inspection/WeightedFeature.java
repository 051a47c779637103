package org.gpchain.evaluation.inspection;

/**
 * A feature and what it says of a label.
 *
 * @param feature template line and cells, such as {@code U00:%x[0,word] = the}
 * @param weight its weight for the label, less the mean of its weights for all labels
 */
public record WeightedFeature(String feature, double weight) {}
