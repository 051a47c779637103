/** Projections onto inducing points, and functions that are sums of kernels. */
package org.gpchain.internal.gp.inducing;
