package org.gpchain.internal.training.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.doubles;
import static org.gpchain.core.NaiveAlgebra.rowMajor;
import static org.gpchain.core.Tolerances.assertExpected;
import static org.gpchain.core.Tolerances.assertMoments;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.LatentSamples;
import org.gpchain.internal.gp.posterior.InducingCovariance;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.objective.Corpora;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tests that fixed samples depend on seed and sentence only, and have the right covariance. */
class FixedSamplesTest {
  private static final int LABELS = 2;
  private static final int PAIRS = LABELS * LABELS;
  private static final int FEATURES = 7;

  /** Jitter that keeps K̃ positive definite; the only noise of tokens without features. */
  private static final double RESIDUAL_JITTER = 1e-8;

  @AutoClose private final Parallel parallel = new Parallel(1);
  private final Draws draws = new Draws(1);
  private final double[] variance = draws.uniforms(FEATURES, 0.3, 1.5);
  private final double[] pairwiseVariance = draws.uniforms(PAIRS, 0.1, 2);

  private InducingCovariance covariance(LabeledRows corpus, int inducing) {
    return Covariances.random(
        Covariances.projection(variance, corpus.rows(), inducing), corpus, new Draws(2));
  }

  private LatentCovariance latent(LabeledRows corpus) {
    return new LatentCovariance(corpus, covariance(corpus, 3), pairwiseVariance);
  }

  private LatentSamples[] draw(LabeledRows corpus, int count, long seed) {
    return latent(corpus).draw(count, seed, parallel);
  }

  private static void assertSame(LatentSamples actual, LatentSamples expected) {
    assertThat(actual.unary()).isDeepEqualTo(expected.unary());
    assertThat(actual.pairwise()).isDeepEqualTo(expected.pairwise());
  }

  @Test
  void samplesDependOnTheSeedButNotOnThreads() {
    LabeledRows corpus = Corpora.random(draws, LABELS, FEATURES, Corpora.lengths(new Draws(3), 60));
    LatentSamples[] singleThreaded = draw(corpus, 2, 7);
    for (int threads : new int[] {2, 4}) {
      try (Parallel workers = new Parallel(threads)) {
        LatentSamples[] many = latent(corpus).draw(2, 7, workers);
        for (int n = 0; n < 60; n++) {
          assertSame(many[n], singleThreaded[n]);
        }
      }
    }
  }

  /** The samples of a sentence do not depend on other sentences. */
  @Test
  void samplesDoNotDependOnOtherSentences() {
    LabeledRows corpus = Corpora.random(new Draws(3), LABELS, FEATURES, 3, 2, 5, 4);
    InducingCovariance covariance = covariance(corpus, 3);
    int[] kept = {0, 1, 2, 5, 6, 7, 8, 9};
    LabeledRows other =
        new LabeledRows(
            corpus.rows().select(kept), Corpora.starts(1, 2, 5), new int[kept.length], LABELS);
    LatentSamples[] of4 =
        new LatentCovariance(corpus, covariance, pairwiseVariance).draw(3, 1, parallel);
    // The second sentence has different tokens, and the third is equal.
    LatentSamples[] of3 =
        new LatentCovariance(other, covariance, pairwiseVariance).draw(3, 1, parallel);

    assertSame(of3[2], of4[2]);
  }

  /** Learning uses few samples per sentence, which must be independent between sentences. */
  @Test
  void oneSampleOfEachOfManySentencesHasTheCovariance() {
    LabeledRows sentence = Corpora.random(draws, LABELS, FEATURES, 4);
    int count = 10_000;
    LabeledRows corpus = repeated(sentence, count);
    LatentSamples[] samples = draw(corpus, 1, 1);
    float[][] unary = Arrays.stream(samples).map(s -> s.unary()[0]).toArray(float[][]::new);
    float[][] pairwise = Arrays.stream(samples).map(s -> s.pairwise()[0]).toArray(float[][]::new);
    checkMoments(corpus, 0, unary, pairwise);
  }

  /** Samples of neighboring sentences and of related seeds are uncorrelated. */
  @Test
  void samplesOfSentencesAndSeedsAreIndependent() {
    int count = 5000;
    LabeledRows corpus = repeated(Corpora.random(draws, LABELS, FEATURES, 4), count);
    LatentSamples[] samples = draw(corpus, 1, 1);
    LatentSamples[] nextSeed = draw(corpus, 1, 2);

    for (int i = 0; i < PAIRS; i++) {
      double neighbours = 0;
      double runs = 0;
      for (int n = 0; n < count; n++) {
        double own = samples[n].pairwise()[0][i];
        neighbours += own * samples[(n + 1) % count].pairwise()[0][i];
        runs += own * nextSeed[n].pairwise()[0][i];
      }
      double standardError = pairwiseVariance[i] / Math.sqrt(count);
      assertExpected("neighbours", neighbours / count, 0, standardError);
      assertExpected("runs", runs / count, 0, standardError);
    }
  }

  /** Checks the means and covariances of unary and pairwise deviations. */
  private void checkMoments(LabeledRows corpus, int sentence, float[][] unary, float[][] pairwise) {
    double[][] both = new double[unary.length][];
    for (int s = 0; s < both.length; s++) {
      both[s] = rowMajor(new double[][] {doubles(unary[s]), doubles(pairwise[s])});
    }
    // The jitter is relative to the mean variance of the sentence.
    assertMoments(both, jointCovariance(corpus, sentence), 2 * RESIDUAL_JITTER);
  }

  /** Returns the covariance of f, then g; labels and transitions are independent. */
  private double[][] jointCovariance(LabeledRows corpus, int sentence) {
    int length = corpus.length(sentence);
    int size = length * LABELS + PAIRS;
    double[][] joint = new double[size][size];
    InducingCovariance covariance = covariance(corpus, 3);

    for (int v = 0; v < LABELS; v++) {
      double[][] latent =
          Covariances.latent(
              covariance, variance, corpus.rows(), corpus.sentenceStart()[sentence], length, v);
      for (int t = 0; t < length; t++) {
        for (int u = 0; u < length; u++) {
          joint[t * LABELS + v][u * LABELS + v] = latent[t][u] + (t == u ? RESIDUAL_JITTER : 0);
        }
      }
    }

    for (int i = 0; i < PAIRS; i++) {
      joint[length * LABELS + i][length * LABELS + i] = pairwiseVariance[i];
    }
    return joint;
  }

  /** Returns a corpus that repeats a sentence. */
  private static LabeledRows repeated(LabeledRows sentence, int times) {
    int length = sentence.tokenCount();
    int[] rows = IntStream.range(0, times * length).map(i -> i % length).toArray();
    int[] start = IntStream.rangeClosed(0, times).map(n -> n * length).toArray();
    SparseRows repeated = sentence.rows().select(rows);
    return new LabeledRows(repeated, start, new int[rows.length], LABELS);
  }
}
