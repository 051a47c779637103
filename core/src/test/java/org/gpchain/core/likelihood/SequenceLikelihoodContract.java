package org.gpchain.core.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.core.math.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What holds of every sequence likelihood. A test class of an implementation implements it. */
public interface SequenceLikelihoodContract {
  /** A likelihood of so many labels. */
  SequenceLikelihood likelihood(int labelCount);

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 3", "2, 1", "2, 2", "3, 5", "4, 2", "5, 17"})
  default void aProbabilityIsAtMostOne(int v, int t) {
    SequenceLikelihood likelihood = likelihood(v);
    assertThat(likelihood.labelCount()).isEqualTo(v);
    for (int seed = 0; seed < 20; seed++) {
      Draws draws = new Draws(seed);
      double value =
          likelihood.logLikelihood(
              draws.normals(t * v, 2),
              draws.normals(v * v, 1),
              draws.indices(t, v),
              new Workspace());
      assertThat(value).isFinite().isLessThanOrEqualTo(ROUNDING);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "2, 2", "3, 5", "5, 17"})
  default void argumentsAreNotModified(int v, int t) {
    Draws draws = new Draws(1);
    double[] unary = draws.normals(t * v, 1);
    double[] pairwise = draws.normals(v * v, 1);
    int[] labels = draws.indices(t, v);
    double[] unaryBefore = unary.clone();
    double[] pairwiseBefore = pairwise.clone();
    int[] labelsBefore = labels.clone();
    likelihood(v).logLikelihood(unary, pairwise, labels, new Workspace());
    assertThat(unary).isEqualTo(unaryBefore);
    assertThat(pairwise).isEqualTo(pairwiseBefore);
    assertThat(labels).isEqualTo(labelsBefore);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "2, 2", "3, 5", "5, 17"})
  default void unaryMayBeLongerThanTheSentence(int v, int t) {
    Draws draws = new Draws(2);
    double[] unary = draws.normals(t * v, 1);
    double[] pairwise = draws.normals(v * v, 1);
    int[] labels = draws.indices(t, v);
    double[] longer = Arrays.copyOf(unary, t * v + 7);
    Arrays.fill(longer, t * v, longer.length, Double.NaN);
    SequenceLikelihood likelihood = likelihood(v);
    assertThat(likelihood.logLikelihood(longer, pairwise, labels, new Workspace()))
        .isEqualTo(likelihood.logLikelihood(unary, pairwise, labels, new Workspace()));
  }

  @ParameterizedTest
  @CsvSource({"2, 2", "3, 5", "5, 17"})
  default void notANumberGivesNoLikelihood(int v, int t) {
    Draws draws = new Draws(3);
    int[] labels = draws.indices(t, v);
    for (int i = 0; i < t * v; i++) {
      double[] unary = draws.normals(t * v, 1);
      unary[i] = Double.NaN;
      assertThat(
              likelihood(v).logLikelihood(unary, draws.normals(v * v, 1), labels, new Workspace()))
          .isNaN();
    }
    for (int token = 1; token < t; token++) {
      double[] pairwise = draws.normals(v * v, 1);
      pairwise[labels[token - 1] * v + labels[token]] = Double.NaN;
      assertThat(
              likelihood(v)
                  .logLikelihood(draws.normals(t * v, 1), pairwise, labels, new Workspace()))
          .isNaN();
    }
  }

  @Test
  default void aWorkspaceInfluencesNoLikelihood() {
    Draws draws = new Draws(4);
    Workspace shared = new Workspace();
    for (int s = 0; s < 200; s++) {
      int v = draws.between(1, 5);
      int t = draws.between(1, 12);
      double scale = draws.oneOf(0.1, 1.0, 500.0);
      double[] unary = draws.normals(t * v, scale);
      double[] pairwise = draws.normals(v * v, scale);
      int[] labels = draws.indices(t, v);
      assertThat(likelihood(v).logLikelihood(unary, pairwise, labels, shared))
          .isEqualTo(likelihood(v).logLikelihood(unary, pairwise, labels, new Workspace()));
    }
  }

  /** Many short sentences, long ones, some of one token, scores too far apart for probabilities. */
  @ParameterizedTest
  @CsvSource({
    "1, 3, 1",
    "2, 1, 1",
    "2, 150, 1",
    "3, 70, 3",
    "4, 64, 1",
    "5, 65, 1",
    "9, 64, 1",
    "3, 80, 400"
  })
  default void aBatchIsTheSumOfItsSentences(int v, int count, double scale) {
    Draws draws = new Draws(5);
    SequenceLikelihood likelihood = likelihood(v);
    int[][] labels = new int[count][];
    Arrays.setAll(labels, n -> draws.indices(n % 7 == 0 ? 1 : draws.between(1, 20), v));
    int tokens = Arrays.stream(labels).mapToInt(sentence -> sentence.length).sum();
    double[] first = draws.normals(tokens * v, scale);
    double[] second = draws.normals(tokens * v, scale);
    SentenceBatch batch = likelihood.batch(labels);
    double[] arranged = new double[batch.scoreCount()];
    double[] other = new double[batch.scoreCount()];
    batch.arrange(first, arranged);
    batch.arrange(second, other);
    for (double angle : new double[] {0, 0.3, 2, 5}) {
      double[] pairwise = draws.normals(v * v, scale);
      double[] unary = new double[tokens * v];
      Arrays.setAll(unary, i -> Math.cos(angle) * first[i] + Math.sin(angle) * second[i]);
      double expected = 0;
      int start = 0;
      for (int[] sentence : labels) {
        double[] own = Arrays.copyOfRange(unary, start, start + sentence.length * v);
        expected += likelihood.logLikelihood(own, pairwise, sentence, new Workspace());
        start += own.length;
      }
      assertClose("log p", of(batch, arranged, other, angle, pairwise, -1e300), expected, ALGEBRA);
      assertThat(of(batch, arranged, other, angle, pairwise, expected - 1)).isFinite();
      assertThat(of(batch, arranged, other, angle, pairwise, expected + 1))
          .isEqualTo(Double.NEGATIVE_INFINITY);
    }
    Arrays.fill(other, Double.NaN);
    if (v > 1) {
      assertThat(of(batch, arranged, other, 1, draws.normals(v * v, 1), -1e300))
          .isEqualTo(Double.NEGATIVE_INFINITY);
      batch.arrange(second, other);
      assertThat(of(batch, arranged, other, 1, draws.normals(v * v, 1), -1e300)).isFinite();
    }
  }

  private static double of(
      SentenceBatch batch,
      double[] first,
      double[] second,
      double angle,
      double[] pairwise,
      double least) {
    return batch.logLikelihood(first, Math.cos(angle), second, Math.sin(angle), pairwise, least);
  }
}
