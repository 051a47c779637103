/**
 * The variational engine: expected log-likelihoods, their gradients, and the evidence lower bound.
 * It never knows which likelihood it is given.
 */
package org.gpchain.training.objective;
