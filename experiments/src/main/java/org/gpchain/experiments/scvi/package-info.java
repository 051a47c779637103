/** Hidden Markov models of raw text, learned in several ways (Wang and Blunsom 2015). */
package org.gpchain.experiments.scvi;
