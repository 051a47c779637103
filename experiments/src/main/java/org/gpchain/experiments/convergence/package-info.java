/** How fast stochastic methods maximise the evidence lower bound. */
package org.gpchain.experiments.convergence;
