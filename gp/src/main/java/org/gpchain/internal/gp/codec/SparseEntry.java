package org.gpchain.internal.gp.codec;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * The description of a sparse posterior in the manifest, with the layout of its JSON.
 *
 * @param kernel kernel of the posterior
 * @param components number of Gaussians K in the mixture; 0 if there is a mean only
 * @param unary form of the covariances of inducing values; null if there is a mean only
 * @param pairwise form of the covariance of transition scores; null if there is a mean only
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record SparseEntry(KernelCodec.KernelEntry kernel, int components, Form unary, Form pairwise) {
  /** The form in which a covariance is held. */
  enum Form {
    /** Standard deviations. */
    DIAGONAL,
    /** Lower triangular factors. */
    FULL
  }
}
