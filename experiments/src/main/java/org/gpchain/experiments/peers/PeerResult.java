package org.gpchain.experiments.peers;

import org.gpchain.evaluation.comparison.PairedBootstrap.Difference;

/**
 * One row of the table: a peer and a decoding.
 *
 * @param peer the peer
 * @param outcome what came of it
 * @param row what came of the decoding
 * @param difference F1 of this row minus that of GPChain's Viterbi decoding; null for the latter
 *     and if GPChain has failed
 */
record PeerResult(PeerName peer, PeerOutcome outcome, PeerOutcome.Row row, Difference difference) {}
