/** Comparisons of GPChain with other sequence labelers. */
package org.gpchain.experiments.peers;
