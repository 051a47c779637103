/**
 * Numerical foundations: sparse matrices, Cholesky factors, sums of vectors, deterministic parallel
 * loops and argument checks.
 */
package org.gpchain.internal.core.math;
