/** Gray-box learning looked at closely: its optimisers, and the variance of its gradients. */
package org.gpchain.experiments.convergence;
