/** Common parts of all experiments: shared options, rows and row files, tables and plots. */
package org.gpchain.experiments.lab;
