package org.gpchain.training.optim;

import java.util.Arrays;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.math.Seeds;

/**
 * The batch of each step: in each epoch the members in another order, cut into batches of which the
 * last may be short. The step number alone says which, so one can begin anywhere.
 */
final class Batches {
  private final int members;
  private final int size;
  private final long seed;
  private long epoch = -1;
  private int[] order = {};

  Batches(int members, int size, long seed) {
    this.members = members;
    this.size = Math.min(size, members);
    this.seed = seed;
  }

  /** Number of batches that an epoch is cut into. */
  int perEpoch() {
    return 1 + (members - 1) / size;
  }

  /** Whether an epoch begins with this step. */
  boolean beginsEpoch(long step) {
    return step % perEpoch() == 0;
  }

  /** The batch of a step, a new array. */
  int[] at(long step) {
    if (epoch != step / perEpoch()) {
      epoch = step / perEpoch();
      order = PermutationSampler.natural(members);
      PermutationSampler.shuffle(
          RandomSource.XO_SHI_RO_256_PP.create(Seeds.mix(seed, epoch)), order);
    }
    int from = (int) (step % perEpoch()) * size;
    return Arrays.copyOfRange(order, from, Math.min(members, from + size));
  }
}
