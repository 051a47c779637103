/** Kernel learning: prior variances that make sentences likely that were not learned from. */
package org.gpchain.internal.training.hyper;
