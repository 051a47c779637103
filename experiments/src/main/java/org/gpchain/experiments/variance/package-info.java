/** How much gradient estimators vary. */
package org.gpchain.experiments.variance;
