/** Hidden Markov models of words, and the forward–backward algorithm over their states. */
package org.gpchain.internal.core.hmm;
