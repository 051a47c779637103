/**
 * Evidence lower bounds, their gradients, and estimators of expected log-likelihoods. Nothing here
 * knows which likelihood it is given.
 */
package org.gpchain.internal.training.bound;
