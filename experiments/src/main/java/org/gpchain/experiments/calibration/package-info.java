/** Experiments on the quality of probabilities: effects of calibration, detection of errors. */
package org.gpchain.experiments.calibration;
