/** Learning curves: accuracy by the number of training sentences. */
package org.gpchain.experiments.curves;
