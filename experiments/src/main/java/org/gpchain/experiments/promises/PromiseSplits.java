package org.gpchain.experiments.promises;

import java.util.Arrays;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.predict.Calibration;
import org.gpchain.core.predict.HeldOutSegments;
import org.gpchain.core.predict.LatticeScaling;
import org.gpchain.core.predict.Promise;

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
      Calibration calibration =
          Calibration.of(LatticeScaling.LEGAL, ofBlocks(all, first::contains));
      HeldOutSegments others = ofBlocks(all, block -> !first.contains(block));
      try {
        double least = calibration.threshold(promise, 1);
        int[] decoded = others.decoded(calibration.segments().threshold());
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

  static HeldOutSegments ofBlocks(HeldOutSegments all, IntPredicate chosen) {
    int[] s = numbers(all.block(), chosen);
    int[] c = numbers(all.blockOfCandidate(), chosen);
    float[] probability = new float[c.length];
    boolean[] right = new boolean[c.length];
    for (int i = 0; i < c.length; i++) {
      probability[i] = all.probability()[c[i]];
      right[i] = all.right()[c[i]];
    }
    return new HeldOutSegments(
        of(s, all.block()),
        of(s, all.gold()),
        of(s, all.candidates()),
        of(c, all.start()),
        of(c, all.end()),
        probability,
        right);
  }

  private static int[] numbers(int[] blocks, IntPredicate chosen) {
    return IntStream.range(0, blocks.length).filter(i -> chosen.test(blocks[i])).toArray();
  }

  private static int[] of(int[] numbers, int[] values) {
    return IntStream.of(numbers).map(i -> values[i]).toArray();
  }
}
