/** Simulated active learning: compares criteria to choose the sentences to annotate. */
package org.gpchain.experiments.activelearning;
