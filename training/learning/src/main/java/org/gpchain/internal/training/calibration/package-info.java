/** Calibration of probabilities on held-out folds, and jackknifing. */
package org.gpchain.internal.training.calibration;
