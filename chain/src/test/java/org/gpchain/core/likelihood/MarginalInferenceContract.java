package org.gpchain.core.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.gpchain.core.Draws;
import org.gpchain.core.workspace.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that every {@link MarginalInference} must pass. Implemented by its test class. */
public interface MarginalInferenceContract {
  /** Returns the inference to test, for the given number of labels. */
  MarginalInference inference(int labelCount);

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 3", "2, 1", "2, 2", "3, 5", "4, 2", "5, 17"})
  default void probabilitiesSumToOne(int v, int t) {
    assertThat(inference(v).labelCount()).isEqualTo(v);
    for (double scale : new double[] {0.1, 1, 30, 800}) {
      Draws draws = new Draws(9);
      DrawnSentence sentence = DrawnSentence.of(draws, v, t, scale);
      Lattice lattice = sentence.lattice(inference(v), new Workspace());
      assertThat(lattice.length()).isEqualTo(t);
      assertThat(lattice.logPartition()).isFinite();

      double[] marginals = DrawnSentence.filled(t * v);
      lattice.marginals(marginals);
      double[] transitions = DrawnSentence.filled(v * v);
      lattice.expectedTransitions(transitions);
      for (int i = 0; i < t; i++) {
        double sum = Arrays.stream(marginals, i * v, (i + 1) * v).sum();
        assertClose("Σ_v p(y_t = v)", sum, 1, ALGEBRA);
        for (int a = 0; a < v; a++) {
          assertClose(
              "p(segment of one token)",
              lattice.segmentProbability(i, new int[] {a}, -1),
              marginals[i * v + a],
              ALGEBRA);
        }
      }

      int[] sequence = sentence.labels();
      assertClose(
          "p(y)",
          Math.exp(lattice.logProbability(sequence)),
          lattice.segmentProbability(0, sequence, -1),
          ALGEBRA);
      assertClose("Σ E[n(a, b)]", Arrays.stream(transitions).sum(), t - 1, ALGEBRA);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 3", "2, 1", "2, 2", "3, 5", "5, 17"})
  default void firstOfTheBestPathsIsTheBestPath(int v, int t) {
    Draws draws = new Draws(13);
    double[] unary = draws.normals(t * v, 1);
    double[] pairwise = draws.normals(v * v, 1);
    MarginalInference inference = inference(v);
    Workspace workspace = new Workspace();

    int[] best = new int[t];
    inference.bestPath(unary, pairwise, t, LabelConstraints.none(v), workspace, best);
    List<int[]> paths = inference.bestPaths(unary, pairwise, t, LabelConstraints.none(v), 4);
    assertThat(paths).hasSize((int) Math.min(4, Math.pow(v, t))).doesNotHaveDuplicates();
    assertThat(paths.get(0)).isEqualTo(best);

    Lattice lattice = inference.lattice(unary, pairwise, t, workspace);
    assertThat(paths.stream().map(lattice::logProbability).toList())
        .isSortedAccordingTo(Comparator.reverseOrder());
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "2, 2", "3, 5", "5, 17"})
  default void scoresAreNotModifiedAndUnaryScoresMayBeLonger(int v, int t) {
    DrawnSentence sentence = DrawnSentence.of(new Draws(10), v, t, 1);
    DrawnSentence longer = sentence.longer();
    DrawnSentence before = longer.copy();
    Outcome expected = Outcome.of(inference(v), sentence, new Workspace());
    assertThat(Outcome.of(inference(v), longer, new Workspace()))
        .usingRecursiveComparison()
        .isEqualTo(expected);
    assertThat(longer.unary()).isEqualTo(before.unary());
    assertThat(longer.pairwise()).isEqualTo(before.pairwise());
  }

  @ParameterizedTest
  @CsvSource({"2, 2", "3, 5", "5, 17"})
  default void probabilitiesOfNaNScoresAreNaN(int v, int t) {
    Draws draws = new Draws(11);
    DrawnSentence sentence = DrawnSentence.of(draws, v, t, 1);
    sentence.unary()[draws.index(t * v)] = Double.NaN;
    Outcome outcome = Outcome.of(inference(v), sentence, new Workspace());
    assertThat(outcome.logPartition).isNaN();
    assertThat(outcome.marginals).containsOnly(Double.NaN);
    assertThat(outcome.transitions).containsOnly(Double.NaN);
    assertThat(outcome.segment).isNaN();
    assertThat(outcome.sequence).isNaN();
  }

  @Test
  default void inferenceDoesNotDependOnTheWorkspace() {
    Draws draws = new Draws(12);
    Workspace shared = new Workspace();
    for (int s = 0; s < 200; s++) {
      DrawnSentence sentence = DrawnSentence.any(draws);
      MarginalInference inference = inference(sentence.labelCount());
      assertThat(Outcome.of(inference, sentence, shared))
          .usingRecursiveComparison()
          .isEqualTo(Outcome.of(inference, sentence, new Workspace()));
    }
  }

  /** All results of inference for a sentence. */
  record Outcome(
      double logPartition,
      double[] marginals,
      double[] transitions,
      double segment,
      double sequence,
      double bestScore,
      int[] bestPath) {
    static Outcome of(MarginalInference inference, DrawnSentence sentence, Workspace workspace) {
      int v = inference.labelCount();
      int t = sentence.labels().length;
      int[] path = new int[t];
      LabelConstraints none = LabelConstraints.none(v);
      double score =
          inference.bestPath(sentence.unary(), sentence.pairwise(), t, none, workspace, path);

      Lattice lattice = sentence.lattice(inference, workspace);
      double[] marginals = new double[t * v];
      double[] transitions = new double[v * v];
      lattice.marginals(marginals);
      lattice.expectedTransitions(transitions);
      return new Outcome(
          lattice.logPartition(),
          marginals,
          transitions,
          lattice.segmentProbability(0, new int[t], -1),
          lattice.logProbability(new int[t]),
          score,
          path);
    }
  }
}
