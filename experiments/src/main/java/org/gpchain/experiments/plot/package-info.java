/** Plots of an experiment's figures, as SVG files. */
package org.gpchain.experiments.plot;
