/** Calibration on held-out sentences, and promises of an error rate that follow from it. */
package org.gpchain.core.promise;
