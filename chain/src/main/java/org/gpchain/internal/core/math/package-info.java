/**
 * Numerical foundations: sparse rows, log-sum-exp, deterministic parallel loops and argument
 * checks.
 */
package org.gpchain.internal.core.math;
