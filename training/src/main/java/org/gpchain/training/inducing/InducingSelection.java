package org.gpchain.training.inducing;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.math.SparseRows;

/** Chooses the inducing points among the tokens of the training corpus. */
public final class InducingSelection {
  private InducingSelection() {}

  /**
   * Draws tokens at random, none twice, and none without features, in the order of the corpus.
   *
   * @param rows feature rows of all tokens
   * @param count number of inducing points M; fewer come back if there are fewer tokens
   * @param seed of the choice
   */
  public static int[] sample(SparseRows rows, int count, long seed) {
    UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(seed);
    int[] tokens = PermutationSampler.natural(rows.rowCount());
    PermutationSampler.shuffle(rng, tokens);
    int[] chosen =
        Arrays.stream(tokens)
            .filter(token -> rows.start(token + 1) > rows.start(token))
            .limit(count)
            .toArray();
    Arrays.sort(chosen);
    return chosen;
  }
}
