/**
 * Numerical foundations: sparse rows, Cholesky factors, log-sum-exp, scratch space, deterministic
 * parallel loops and argument checks.
 */
package org.gpchain.internal.core.math;
