package org.gpchain.core.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.core.likelihood.SentenceBatch.Combination;
import org.gpchain.core.workspace.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that every {@link SequenceLikelihood} must pass. Implemented by its test class. */
public interface SequenceLikelihoodContract {
  /** Returns the likelihood to test, for the given number of labels. */
  SequenceLikelihood likelihood(int labelCount);

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 3", "2, 1", "2, 2", "3, 5", "4, 2", "5, 17"})
  default void probabilitiesAreAtMostOne(int v, int t) {
    SequenceLikelihood likelihood = likelihood(v);
    assertThat(likelihood.labelCount()).isEqualTo(v);
    for (int seed = 0; seed < 20; seed++) {
      DrawnSentence sentence = DrawnSentence.of(new Draws(seed), v, t, 2);
      double value = sentence.value(likelihood, new Workspace());
      assertThat(value).isFinite().isLessThanOrEqualTo(ROUNDING);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "2, 2", "3, 5", "5, 17"})
  default void argumentsAreNotModified(int v, int t) {
    DrawnSentence sentence = DrawnSentence.of(new Draws(1), v, t, 1);
    DrawnSentence before = sentence.copy();
    sentence.value(likelihood(v), new Workspace());
    assertThat(sentence).usingRecursiveComparison().isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "2, 2", "3, 5", "5, 17"})
  default void unaryScoresMayBeLongerThanTheSentence(int v, int t) {
    DrawnSentence sentence = DrawnSentence.of(new Draws(2), v, t, 1);
    assertThat(sentence.longer().value(likelihood(v), new Workspace()))
        .isEqualTo(sentence.value(likelihood(v), new Workspace()));
  }

  @ParameterizedTest
  @CsvSource({"2, 2", "3, 5", "5, 17"})
  default void likelihoodOfNaNScoresIsNaN(int v, int t) {
    DrawnSentence sentence = DrawnSentence.of(new Draws(3), v, t, 1);
    int[] labels = sentence.labels();
    for (int i = 0; i < t * v; i++) {
      DrawnSentence wrong = sentence.copy();
      wrong.unary()[i] = Double.NaN;
      assertThat(wrong.value(likelihood(v), new Workspace())).isNaN();
    }
    for (int token = 1; token < t; token++) {
      DrawnSentence wrong = sentence.copy();
      wrong.pairwise()[labels[token - 1] * v + labels[token]] = Double.NaN;
      assertThat(wrong.value(likelihood(v), new Workspace())).isNaN();
    }
  }

  @Test
  default void likelihoodDoesNotDependOnTheWorkspace() {
    Draws draws = new Draws(4);
    Workspace shared = new Workspace();
    for (int s = 0; s < 200; s++) {
      DrawnSentence sentence = DrawnSentence.any(draws);
      SequenceLikelihood likelihood = likelihood(sentence.labelCount());
      assertThat(sentence.value(likelihood, shared))
          .isEqualTo(sentence.value(likelihood, new Workspace()));
    }
  }

  /** Batches of short and long sentences, some with scores too far apart for probabilities. */
  @ParameterizedTest
  @CsvSource({
    "1, 3, 1, 20",
    "2, 1, 1, 20",
    "2, 150, 1, 20",
    "3, 70, 3, 20",
    "4, 64, 1, 20",
    "5, 65, 1, 20",
    "9, 64, 1, 20",
    "8, 64, 2, 300",
    "3, 80, 400, 20"
  })
  default void batchLikelihoodIsTheSumOverSentences(int v, int count, double scale, int longest) {
    Draws draws = new Draws(5);
    SequenceLikelihood likelihood = likelihood(v);
    int[][] labels = new int[count][];
    Arrays.setAll(labels, n -> draws.indices(n % 7 == 0 ? 1 : draws.between(1, longest), v));
    int tokens = Arrays.stream(labels).mapToInt(sentence -> sentence.length).sum();
    double[] first = draws.normals(tokens * v, scale);
    double[] second = draws.normals(tokens * v, scale);
    SentenceBatch batch = new SentenceBatch(likelihood, labels);

    for (double angle : new double[] {0, 0.3, 2, 5}) {
      double[] pairwise = draws.normals(v * v, scale);
      double[] unary = new double[tokens * v];
      Arrays.setAll(unary, i -> Math.cos(angle) * first[i] + Math.sin(angle) * second[i]);
      double expected = 0;
      int start = 0;
      for (int[] sentence : labels) {
        double[] scores = Arrays.copyOfRange(unary, start, start + sentence.length * v);
        expected += likelihood.logLikelihood(scores, pairwise, sentence, new Workspace());
        start += scores.length;
      }
      assertClose("log p", of(batch, first, second, angle, pairwise, -1e300), expected, ALGEBRA);
      assertThat(of(batch, first, second, angle, pairwise, expected - 1)).isFinite();
      assertThat(of(batch, first, second, angle, pairwise, expected + 1))
          .isEqualTo(Double.NEGATIVE_INFINITY);
    }

    if (v > 1) {
      double[] notNumbers = new double[first.length];
      Arrays.fill(notNumbers, Double.NaN);
      assertThat(of(batch, first, notNumbers, 1, draws.normals(v * v, 1), -1e300))
          .isEqualTo(Double.NEGATIVE_INFINITY);
      assertThat(of(batch, first, second, 1, draws.normals(v * v, 1), -1e300)).isFinite();
    }
  }

  /**
   * Returns the log-likelihood of a batch with the scores {@code cos(angle) first + sin(angle)
   * second}, or negative infinity if it is below {@code least}.
   */
  private static double of(
      SentenceBatch batch,
      double[] first,
      double[] second,
      double angle,
      double[] pairwise,
      double least) {
    Combination scores = new Combination(first, Math.cos(angle), second, Math.sin(angle));
    return batch.logLikelihood(scores, pairwise, least);
  }
}
