package org.gpchain.experiments.promises;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.promise.HeldOutSegments;
import org.gpchain.core.promise.LatticeScaling;
import org.gpchain.core.promise.Promise;

/**
 * What became of a promise of a largest error that was made on one half of the held-out blocks, in
 * the other half.
 *
 * @param refused number of splits in which no promise was made, and nothing written
 * @param broken number of splits in which more was wrong than promised
 * @param wrong mean share of the written segments that are wrong, where a promise was made
 * @param written mean share of the segments that are written, of those that would be without a
 *     promise; 0 where none was made
 * @param recall mean share of the gold segments that were written, likewise
 */
record PromiseSplits(
    int refused, int broken, int splits, double wrong, double written, double recall) {
  /**
   * Makes a promise on random halves.
   *
   * @param seed of the splits: promises with the same seed see the same ones
   */
  static PromiseSplits of(HeldOutSegments all, Promise promise, int splits, long seed) {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    int[] blocks = IntStream.of(all.block()).distinct().toArray();
    int refused = 0;
    int broken = 0;
    double wrong = 0;
    double written = 0;
    double recall = 0;
    for (int split = 0; split < splits; split++) {
      PermutationSampler.shuffle(random, blocks);
      Set<Integer> first =
          Arrays.stream(blocks).limit(blocks.length / 2).boxed().collect(Collectors.toSet());
      Calibration calibration = Calibration.of(LatticeScaling.LEGAL, all.ofBlocks(first::contains));
      HeldOutSegments others = all.ofBlocks(block -> !first.contains(block));
      try {
        double least = calibration.threshold(promise, 1);
        int[] decoded = others.decoded(calibration.threshold());
        int[] kept = IntStream.of(decoded).filter(c -> others.probability()[c] >= least).toArray();
        double right = IntStream.of(kept).filter(c -> others.right()[c]).count();
        double share = kept.length == 0 ? 0 : 1 - right / kept.length;
        wrong += share;
        broken += promise.isKeptBy(share) ? 0 : 1;
        written += (double) kept.length / decoded.length / splits;
        recall += right / IntStream.of(others.gold()).sum() / splits;
      } catch (Promise.RefusedException e) {
        refused++;
      }
    }
    return new PromiseSplits(refused, broken, splits, wrong / (splits - refused), written, recall);
  }
}
