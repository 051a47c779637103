/** Stochastic gradient descent for evidence lower bounds. */
package org.gpchain.internal.training.descent;
