/** Checks on held-out data whether error guarantees of models are kept. */
package org.gpchain.experiments.promises;
