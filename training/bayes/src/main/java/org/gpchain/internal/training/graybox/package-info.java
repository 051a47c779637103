/** The gray-box learner of the papers, for any likelihood, any kernel and sparse posteriors. */
package org.gpchain.internal.training.graybox;
