/** Comparison of two labellers on the same text, with tests of statistical significance. */
package org.gpchain.internal.evaluation.comparison;
