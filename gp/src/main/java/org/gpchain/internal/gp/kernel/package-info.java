/** Kernels that are not linear in the features, embeddings of features, and sums of kernels. */
package org.gpchain.internal.gp.kernel;
