/** What calibration does to probabilities on development text. */
package org.gpchain.experiments.calibration;
