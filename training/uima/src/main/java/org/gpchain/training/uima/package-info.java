/** Trainer components for UIMA pipelines, and the training corpora that they collect. */
package org.gpchain.training.uima;
