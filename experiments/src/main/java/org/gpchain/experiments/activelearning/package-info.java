/**
 * Active learning: what is learned from as many tokens if a model chooses which ones to annotate.
 */
package org.gpchain.experiments.activelearning;
