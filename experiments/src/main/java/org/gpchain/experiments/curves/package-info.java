/** Learning curves: how much is learned from how many sentences. */
package org.gpchain.experiments.curves;
