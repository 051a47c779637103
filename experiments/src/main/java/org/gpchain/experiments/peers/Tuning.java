package org.gpchain.experiments.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.training.data.BlockFolds;

/**
 * Chooses the penalty of a peer: the one with the largest F1 over all held-out sentences, of equal
 * ones the smallest.
 *
 * @param splits training and held-out sentences, at least one pair
 */
record Tuning(List<Split> splits, TagScheme scheme) {
  /** Number of folds. */
  static final int FOLDS = 5;

  /**
   * From this many sentences on, a tenth of them tells penalties apart without cross-validation.
   */
  private static final int MANY = 2_000;

  private static final int SHARE_HELD_OUT = 10;

  /** Those of Gaussian priors with variances from 17 down to 0.05. */
  private static final double[] PENALTIES = {0.03, 0.1, 0.3, 1, 3, 10};

  /** Sentences to train on, and others to measure on. */
  record Split(List<LabeledSequence> train, List<LabeledSequence> heldOut) {}

  /** The last tenth of many training sentences held out; of few, all, in folds. */
  static Tuning within(List<LabeledSequence> train, TagScheme scheme) {
    if (train.size() < MANY) {
      return byFolds(train, scheme);
    }
    int kept = train.size() - train.size() / SHARE_HELD_OUT;
    return new Tuning(
        List.of(new Split(train.subList(0, kept), train.subList(kept, train.size()))), scheme);
  }

  /** Cross-validation in blocks of neighbouring sentences. */
  private static Tuning byFolds(List<LabeledSequence> train, TagScheme scheme) {
    BlockFolds folds = new BlockFolds(train.size(), FOLDS);
    List<Split> splits =
        IntStream.range(0, FOLDS)
            .mapToObj(k -> new Split(part(train, folds.others(k)), part(train, folds.heldOut(k))))
            .toList();
    return new Tuning(splits, scheme);
  }

  private static List<LabeledSequence> part(List<LabeledSequence> all, int[] numbers) {
    return Arrays.stream(numbers).mapToObj(all::get).toList();
  }

  /**
   * The best penalty of a peer.
   *
   * @param scratch a file that may be written
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
    List<SpanCounts> counts = new ArrayList<>();
    for (Split split : splits) {
      List<Peer.Tagged> tagged =
          peer.train(split.train(), penalty, scratch)
              .tag(
                  split.heldOut().stream().map(LabeledSequence::tokens).toList(),
                  peer.decodings().get(0));
      counts.addAll(PeerScore.of(split.heldOut(), tagged, scheme).counts());
    }
    return counts.stream().reduce(SpanCounts.NONE, SpanCounts::plus).f1();
  }
}
