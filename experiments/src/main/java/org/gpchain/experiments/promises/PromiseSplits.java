package org.gpchain.experiments.promises;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.promise.HeldOutSegments;
import org.gpchain.core.promise.LatticeScaling;
import org.gpchain.core.promise.Promise;

/**
 * Results of an error guarantee over random splits of the held-out blocks: the threshold comes from
 * one half and is checked on the other half.
 *
 * @param refused number of splits in which no threshold gave the guarantee
 * @param broken number of splits with more errors than guaranteed
 * @param splits number of splits
 * @param wrong mean share of wrong segments among the written ones, over the splits with a
 *     guarantee
 * @param written mean share of the decoded segments that are above the threshold, over all splits;
 *     0 in splits without a guarantee
 * @param recall mean share of the gold segments that are written, over all splits; 0 in splits
 *     without a guarantee
 */
record PromiseSplits(
    int refused, int broken, int splits, double wrong, double written, double recall) {
  /**
   * Checks a guarantee on random splits.
   *
   * @param all candidate segments of all blocks
   * @param promise the guarantee
   * @param splits number of splits
   * @param seed seed of the splits; guarantees with the same seed are checked on the same splits
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
      Set<Integer> firstHalf = firstHalf(blocks);
      HeldOutSegments calibrationHalf = all.ofBlocks(firstHalf::contains);
      Calibration calibration = Calibration.of(LatticeScaling.LEGAL, calibrationHalf);
      HeldOutSegments testHalf = all.ofBlocks(block -> !firstHalf.contains(block));

      try {
        double threshold = calibration.threshold(promise, 1);
        int decoded = 0;
        int kept = 0;
        double right = 0;
        for (int candidate : testHalf.decoded(calibration.threshold())) {
          decoded++;
          if (testHalf.probability()[candidate] >= threshold) {
            kept++;
            if (testHalf.right()[candidate]) {
              right++;
            }
          }
        }

        double share = kept == 0 ? 0 : 1 - right / kept;
        wrong += share;
        if (!promise.isKeptBy(share)) {
          broken++;
        }
        written += (double) kept / decoded / splits;
        recall += right / IntStream.of(testHalf.gold()).sum() / splits;
      } catch (Promise.RefusedException e) {
        refused++;
      }
    }
    return new PromiseSplits(refused, broken, splits, wrong / (splits - refused), written, recall);
  }

  private static Set<Integer> firstHalf(int[] blocks) {
    Set<Integer> half = new HashSet<>();
    for (int i = 0; i < blocks.length / 2; i++) {
      half.add(blocks[i]);
    }
    return half;
  }
}
