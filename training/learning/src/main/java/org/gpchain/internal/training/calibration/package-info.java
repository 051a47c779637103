/** Calibration and jackknifing: what held-out folds show about a model. */
package org.gpchain.internal.training.calibration;
