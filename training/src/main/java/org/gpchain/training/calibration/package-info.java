/** What held-out folds say of a model's probabilities. */
package org.gpchain.training.calibration;
