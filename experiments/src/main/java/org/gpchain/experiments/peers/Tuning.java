package org.gpchain.experiments.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.training.data.BlockFolds;

/**
 * Chooses the penalty of a peer with the largest F1 over all held-out sentences. If several have
 * the same F1, it chooses the smallest.
 *
 * @param splits training and held-out sentences, at least one pair
 * @param scheme tag scheme of the labels
 */
record Tuning(List<Split> splits, TagScheme scheme) {
  /** Number of folds of cross-validation. */
  static final int FOLDS = 5;

  /** Minimum number of sentences for a single held-out part instead of cross-validation. */
  private static final int MANY = 2_000;

  /** The held-out part is one sentence in this many. */
  private static final int HELD_OUT_DIVISOR = 10;

  /** Candidate penalties, which correspond to Gaussian priors with variances from 17 to 0.05. */
  private static final double[] PENALTIES = {0.03, 0.1, 0.3, 1, 3, 10};

  /** Training sentences and held-out sentences. */
  record Split(List<LabeledSequence> train, List<LabeledSequence> heldOut) {}

  /** Holds out the last tenth of the sentences, or each of five folds if there are few. */
  static Tuning within(List<LabeledSequence> train, TagScheme scheme) {
    if (train.size() < MANY) {
      return byFolds(train, scheme);
    }
    int kept = train.size() - train.size() / HELD_OUT_DIVISOR;
    Split split = new Split(train.subList(0, kept), train.subList(kept, train.size()));
    return new Tuning(List.of(split), scheme);
  }

  /** Returns the splits of cross-validation with folds of neighboring sentences. */
  private static Tuning byFolds(List<LabeledSequence> train, TagScheme scheme) {
    BlockFolds folds = new BlockFolds(train.size(), FOLDS);
    List<Split> splits = new ArrayList<>();
    for (int fold = 0; fold < FOLDS; fold++) {
      splits.add(new Split(part(train, folds.others(fold)), part(train, folds.heldOut(fold))));
    }
    return new Tuning(splits, scheme);
  }

  private static List<LabeledSequence> part(List<LabeledSequence> all, int[] numbers) {
    return Arrays.stream(numbers).mapToObj(all::get).toList();
  }

  /**
   * Returns the best penalty of a peer.
   *
   * @param scratch temporary file for models
   * @throws IOException if the peer fails
   */
  double choose(Peer peer, Path scratch) throws IOException {
    double best = Double.NaN;
    double bestF1 = -1;
    for (double penalty : PENALTIES) {
      double f1 = f1(peer, penalty, scratch);
      if (f1 > bestF1) {
        best = penalty;
        bestF1 = f1;
      }
    }
    return best;
  }

  private double f1(Peer peer, double penalty, Path scratch) throws IOException {
    SpanCounts sum = SpanCounts.NONE;
    String decoding = peer.decodings().get(0);
    for (Split split : splits) {
      List<TokenSequence> sentences =
          split.heldOut().stream().map(LabeledSequence::tokens).toList();
      List<Peer.Tagged> tagged =
          peer.train(split.train(), penalty, scratch).tag(sentences, decoding);
      for (SpanCounts counts : PeerScore.of(split.heldOut(), tagged, scheme).counts()) {
        sum = sum.plus(counts);
      }
    }
    return sum.f1();
  }
}
