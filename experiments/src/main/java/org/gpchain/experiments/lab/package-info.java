/** The skeleton of all experiments: rows, their file, tables, plots, and the options they share. */
package org.gpchain.experiments.lab;
