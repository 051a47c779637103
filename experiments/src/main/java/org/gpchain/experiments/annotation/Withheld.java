package org.gpchain.experiments.annotation;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.text.LabeledSequence;

/**
 * A corpus some of whose annotation is taken away.
 *
 * @param all its sentences, with all their segments
 * @param rate part of the segments that is kept
 * @param seed of the draws
 */
record Withheld(List<LabeledSequence> all, double rate, long seed) {
  /** The corpus whose sentences after the first ones have no segments. */
  static List<LabeledSequence> afterFirst(List<LabeledSequence> all, int first) {
    return IntStream.range(0, all.size())
        .mapToObj(n -> n < first ? all.get(n) : new LabeledSequence(all.get(n).tokens(), List.of()))
        .toList();
  }

  /** All sentences, with the segments that are kept. */
  List<LabeledSequence> kept() {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    return all.stream()
        .map(
            sentence ->
                new LabeledSequence(
                    sentence.tokens(),
                    sentence.spans().stream().filter(span -> random.nextDouble() < rate).toList()))
        .toList();
  }

  /** Complete sentences with as many segments as are kept, at least, the first ones. */
  List<LabeledSequence> asManyFirst() {
    return asMany(all);
  }

  /** The same of sentences at random. */
  List<LabeledSequence> asManyAtRandom() {
    int[] order = PermutationSampler.natural(all.size());
    PermutationSampler.shuffle(RandomSource.XO_SHI_RO_256_PP.create(seed + 1), order);
    return asMany(IntStream.of(order).mapToObj(all::get).toList());
  }

  private List<LabeledSequence> asMany(List<LabeledSequence> sentences) {
    int wanted = Measured.segments(kept());
    List<LabeledSequence> taken = new ArrayList<>();
    int segments = 0;
    for (int n = 0; n < sentences.size() && segments < wanted; n++) {
      taken.add(sentences.get(n));
      segments += sentences.get(n).spans().size();
    }
    return taken;
  }
}
