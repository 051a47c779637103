/**
 * Calibration of probabilities on held-out sentences, and guarantees about error rate and recall.
 */
package org.gpchain.core.promise;
