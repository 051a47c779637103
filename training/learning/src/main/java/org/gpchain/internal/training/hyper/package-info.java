/** Kernel learning: prior variances that maximize a cross-validated likelihood. */
package org.gpchain.internal.training.hyper;
