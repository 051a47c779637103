package org.gpchain.internal.core.file;

/**
 * The sizes of a model, with the layout of their JSON.
 *
 * @param labelCount number of labels V
 * @param featureCount number of features D
 * @param groupCount number of feature groups G
 * @param inducingCount number of inducing points M; 0 if the posterior has none
 */
public record ModelShape(int labelCount, int featureCount, int groupCount, int inducingCount) {}
