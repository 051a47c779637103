package org.gpchain.experiments.promises;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.AliasMethodDiscreteSampler;
import org.apache.commons.rng.sampling.distribution.SharedStateDiscreteSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.promise.Promise;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.core.promise.PromiseCheck.Level;
import org.gpchain.core.text.Span;
import org.gpchain.experiments.lab.Tables;
import org.gpchain.internal.evaluation.Evaluator.ScoredSentence;

/**
 * Random texts from the sentences of a corpus, for which an error guarantee is checked.
 *
 * @param sentences sentences of the corpus
 * @param promise the guarantee
 * @param count number of texts
 * @param size number of sentences of a text
 * @param seed seed of the texts
 */
record DrawnTexts(
    List<CheckedSentence> sentences, Promise promise, int count, int size, long seed) {
  /**
   * A sentence.
   *
   * @param predicted predicted segments
   * @param wrong number of wrong segments among them
   * @param evidence evidence for the check of the guarantee; not modified
   */
  record CheckedSentence(List<Span> predicted, int wrong, long[] evidence) {
    static CheckedSentence of(ScoredSentence sentence) {
      List<Span> predicted = sentence.predictedSpans();
      Set<Span> gold = new HashSet<>(sentence.gold());
      int wrong = (int) predicted.stream().filter(span -> !gold.contains(span)).count();
      return new CheckedSentence(predicted, wrong, sentence.prediction().evidence());
    }
  }

  /**
   * A way of drawing a text.
   *
   * @param name name for users
   * @param text draws a text, given a source of random numbers
   */
  record Draw(String name, Function<UniformRandomProvider, List<CheckedSentence>> text) {}

  /** Returns a way of drawing adjacent sentences. */
  Draw adjacent() {
    return new Draw(
        "adjacent",
        random -> {
          int start = random.nextInt(sentences.size() - size + 1);
          return sentences.subList(start, start + size);
        });
  }

  /**
   * Returns a way of drawing sentences with replacement, so that types of segments have other
   * proportions than in the corpus. Sentences without segments have the weight 1.
   *
   * @param shift standard deviation of the logarithms of the types' weights
   */
  Draw shifted(double shift) {
    return new Draw(Tables.format("shift %.1f", shift), random -> shifted(shift, random));
  }

  private List<CheckedSentence> shifted(double shift, UniformRandomProvider random) {
    ZigguratSampler normal = ZigguratSampler.NormalizedGaussian.of(random);
    Map<String, Double> weights = new HashMap<>();
    double[] probability = new double[sentences.size()];
    for (int i = 0; i < probability.length; i++) {
      List<Span> segments = sentences.get(i).predicted();
      double sum = 0;
      for (Span segment : segments) {
        sum += weights.computeIfAbsent(segment.type(), t -> Math.exp(shift * normal.sample()));
      }
      probability[i] = segments.isEmpty() ? 1 : sum / segments.size();
    }

    SharedStateDiscreteSampler sampler = AliasMethodDiscreteSampler.of(random, probability);
    return IntStream.range(0, size).mapToObj(i -> sentences.get(sampler.sample())).toList();
  }

  /**
   * Checks the guarantee for all texts.
   *
   * @param usesNovelty whether the check uses the novelty of the texts; true if it is not measured
   */
  CheckCounts check(Draw draw, PromiseCheck check, boolean usesNovelty) {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    CheckCounts mean = CheckCounts.NONE;
    for (int i = 0; i < count; i++) {
      CheckCounts result = check(draw.text().apply(random), check, usesNovelty);
      mean = mean.plus(result, 1.0 / count);
    }
    return mean;
  }

  private CheckCounts check(List<CheckedSentence> text, PromiseCheck check, boolean usesNovelty) {
    long[] evidence = null;
    int predicted = 0;
    int wrong = 0;
    for (CheckedSentence sentence : text) {
      evidence = PromiseCheck.sum(evidence, sentence.evidence());
      predicted += sentence.predicted().size();
      wrong += sentence.wrong();
    }

    if (!usesNovelty) {
      // The novelty is the last number.
      evidence = Arrays.copyOf(evidence, evidence.length - 1);
    }
    Level level = check.status(evidence).level();
    return CheckCounts.of(promise, predicted, wrong, level);
  }
}
