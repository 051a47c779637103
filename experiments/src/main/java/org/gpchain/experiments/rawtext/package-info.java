/** Experiments with raw text: detokenization, and generated text with possessive marks. */
package org.gpchain.experiments.rawtext;
