/** Other sequence labellers beside GPChain: {@code gpchain experiment peers}. */
package org.gpchain.experiments.peers;
