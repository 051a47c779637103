/** The papers' learner: any likelihood, sparse posteriors, any kernel. */
package org.gpchain.internal.training.graybox;
