package org.gpchain.internal.core.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.FINITE_DIFFERENCE;
import static org.gpchain.core.Tolerances.assertClose;
import static org.gpchain.core.Tolerances.differences;

import java.util.Arrays;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;
import org.gpchain.core.Draws;
import org.gpchain.core.likelihood.DrawnSentence;
import org.gpchain.core.likelihood.LabelConstraints;
import org.gpchain.core.likelihood.Lattice;
import org.gpchain.core.likelihood.PartialLabels;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.LogSumExp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests likelihoods of partly labeled sentences against an enumeration of their completions. */
class PartialLabelsTest {
  private static final double[] SCALES = {0.1, 1, 30, 300};

  private final Workspace workspace = new Workspace();

  static Stream<Arguments> shapes() {
    return Stream.of(1, 2, 3, 4)
        .flatMap(v -> Stream.of(1, 2, 3, 5).map(length -> Arguments.of(v, length)));
  }

  /** A sentence in which the labels of some tokens are unknown. */
  private record PartialSentence(DrawnSentence sentence, PartialLabels partial) {
    static PartialSentence of(Draws draws, int v, int length, double scale) {
      double[][] weight = new double[3][v];
      Arrays.fill(weight[0], 1);
      for (int label = 0; label < v; label++) {
        weight[1][label] = draws.chance(0.5) ? 0 : 1;
        weight[2][label] = 0.1 + draws.index(9) / 10.0;
      }
      weight[1][draws.index(v)] = 1;

      boolean[] transition = new boolean[v * v];
      for (int i = 0; i < v * v; i++) {
        // Label 0 may precede and follow every label, so that most sentences have a completion.
        transition[i] = i / v == 0 || i % v == 0 || draws.chance(0.7);
      }
      boolean[] border = new boolean[v];
      Arrays.fill(border, true);
      border[v - 1] = v == 1;

      DrawnSentence sentence = DrawnSentence.of(draws, v, length, scale);
      int[] labels = sentence.labels();
      Arrays.setAll(
          labels, t -> draws.chance(0.6) ? PartialLabels.code(draws.index(3)) : labels[t]);
      return new PartialSentence(
          sentence,
          known(weight, new boolean[3], 1, new LabelConstraints(border, transition, border)));
    }

    /** Returns the product of the weights of a path's labels, or 0 if the path is not allowed. */
    double weight(int[] path) {
      LabelConstraints allowed = partial.completions();
      if (!allowed.start()[path[0]] || !allowed.end()[path[path.length - 1]]) {
        return 0;
      }
      for (int t = 1; t < path.length; t++) {
        if (!allowed.transition()[path[t - 1] * sentence.labelCount() + path[t]]) {
          return 0;
        }
      }

      int[] labels = sentence.labels();
      double product = 1;
      for (int t = 0; t < path.length; t++) {
        if (labels[t] < 0) {
          product *= partial.weights(labels[t])[path[t]];
        } else if (path[t] != labels[t]) {
          return 0;
        }
      }
      return product;
    }

    /** Returns the log of the weighted probability of all paths. */
    double enumerated() {
      int length = sentence.labels().length;
      BruteForce oracle =
          new BruteForce(sentence.unary(), sentence.pairwise(), length, sentence.labelCount());
      double[] terms = new double[oracle.paths().size()];
      for (int n = 0; n < terms.length; n++) {
        terms[n] = Math.log(weight(oracle.paths().get(n))) + oracle.logProbability(n);
      }
      return LogSumExp.of(terms, 0, terms.length);
    }

    /** Returns this sentence with weights of some rows treated as probabilities. */
    PartialSentence withProbabilities(boolean... rows) {
      return new PartialSentence(
          sentence, known(partial.weight(), rows, 0.3, partial.completions()));
    }

    double value(Workspace workspace) {
      return sentence.value(chain(), workspace);
    }

    LinearChain chain() {
      return new LinearChain(sentence.labelCount(), partial);
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void likelihoodIsTheSumOverAllCompletions(int v, int length) {
    for (double scale : SCALES) {
      for (int seed = 0; seed < 20; seed++) {
        PartialSentence sentence = PartialSentence.of(new Draws(seed), v, length, scale);
        double actual = sentence.value(workspace);
        if (PartialLabels.isPartial(sentence.sentence.labels())) {
          assertClose("log p", actual, sentence.enumerated(), ALGEBRA);
        }
      }
    }
  }

  /** If labels have probabilities, the objective is {@code share Σ_y q(y) log p(y)}. */
  @ParameterizedTest
  @MethodSource("shapes")
  void likelihoodWithProbabilitiesIsAnExpectation(int v, int length) {
    for (int seed = 0; seed < 20; seed++) {
      PartialSentence sentence =
          PartialSentence.of(new Draws(seed), v, length, 1).withProbabilities(true, true, true);
      DrawnSentence drawn = sentence.sentence;
      BruteForce oracle = new BruteForce(drawn.unary(), drawn.pairwise(), length, v);
      double sum = 0;
      double expected = 0;
      for (int n = 0; n < oracle.paths().size(); n++) {
        double weight = sentence.weight(oracle.paths().get(n));
        sum += weight;
        expected += weight * oracle.logProbability(n);
      }

      if (sum > 0 && PartialLabels.isPartial(drawn.labels())) {
        assertClose("E log p", sentence.value(workspace), 0.3 * expected / sum, ALGEBRA);
      }
    }
  }

  /**
   * A sentence in which only some unknown labels have probabilities is summed over completions, but
   * still counts only with its share.
   */
  @ParameterizedTest
  @MethodSource("shapes")
  void sentencesWithSomeProbabilitiesAreScaledByTheShare(int v, int length) {
    for (int seed = 0; seed < 20; seed++) {
      PartialSentence sentence =
          PartialSentence.of(new Draws(seed), v, length, 1).withProbabilities(false, true, true);
      int[] labels = sentence.sentence.labels();
      if (!sentence.partial.hasOnlyProbabilities(labels)) {
        double share = sentence.partial.hasProbabilities(labels) ? 0.3 : 1;
        assertClose("log p", sentence.value(workspace), share * sentence.enumerated(), ALGEBRA);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void gradientEqualsFiniteDifferences(int v, int length) {
    for (int seed = 0; seed < 40; seed++) {
      PartialSentence sentence = PartialSentence.of(new Draws(seed), v, length, 1);
      if (sentence.enumerated() == Double.NEGATIVE_INFINITY) {
        continue;
      }
      if (seed % 2 == 1) {
        sentence = sentence.withProbabilities(true, true, true);
      }

      PartialSentence drawn = sentence;
      double[][] gradients = drawn.sentence.gradients(drawn.chain(), workspace);
      assertThat(gradients[2]).containsExactly(drawn.value(workspace));

      DoubleSupplier value = () -> drawn.value(workspace);
      double[] unary = drawn.sentence.unary();
      double[] pairwise = drawn.sentence.pairwise();
      assertClose("∂/∂f", gradients[0], differences(unary, value), FINITE_DIFFERENCE);
      assertClose("∂/∂g", gradients[1], differences(pairwise, value), FINITE_DIFFERENCE);
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void gradientIsZeroIfNoLabelIsKnown(int v, int length) {
    double[] ones = new double[v];
    Arrays.fill(ones, 1);
    LinearChain chain =
        new LinearChain(
            v, known(new double[][] {ones}, new boolean[1], 1, LabelConstraints.none(v)));
    DrawnSentence sentence = DrawnSentence.of(new Draws(1), v, length, 2);
    Arrays.fill(sentence.labels(), PartialLabels.code(0));
    for (double[] output : sentence.gradients(chain, workspace)) {
      assertThat(output).containsOnly(0);
    }
  }

  /** Each label may be given directly or as a code that allows only this label. */
  @ParameterizedTest
  @MethodSource("shapes")
  void likelihoodIsThePlainOneIfAllLabelsAreKnown(int v, int length) {
    DrawnSentence sentence = DrawnSentence.of(new Draws(2), v, length, 2);
    int[] labels = sentence.labels();
    double[][] single = new double[v][v];
    for (int label = 0; label < v; label++) {
      single[label][label] = 1;
    }
    LinearChain chain =
        new LinearChain(v, known(single, new boolean[v], 1, LabelConstraints.none(v)));

    double plain = sentence.value(new LinearChain(v), workspace);
    assertThat(sentence.value(chain, workspace)).isEqualTo(plain);
    Arrays.setAll(labels, t -> PartialLabels.code(labels[t]));
    assertClose("log p", sentence.value(chain, workspace), plain, ALGEBRA);
  }

  @Test
  void completionsDoNotChangeAnEarlierLattice() {
    PartialSentence drawn = PartialSentence.of(new Draws(3), 3, 5, 1);
    DrawnSentence sentence = drawn.sentence;
    Lattice lattice = sentence.lattice(drawn.chain(), workspace);
    double[] before = LinearChainTest.marginals(lattice, 3);
    new LinearChain.Completions()
        .run(sentence.unary(), sentence.pairwise(), sentence.labels(), drawn.partial);
    assertThat(LinearChainTest.marginals(lattice, 3)).isEqualTo(before);
  }

  @Test
  void refusesInvalidWeights() {
    LabelConstraints none = LabelConstraints.none(2);
    for (double[] row : new double[][] {{1}, {1, 1.1}, {-0.1, 1}, {1, Double.NaN}, {0, 0}}) {
      assertRefused(() -> known(new double[][] {row}, new boolean[1], 1, none));
    }
    assertRefused(() -> known(new double[][] {{1, 0}}, new boolean[2], 1, none));
  }

  /** Returns knowledge of labels in which each label forms a group by itself. */
  private static PartialLabels known(
      double[][] weight, boolean[] isProbability, double share, LabelConstraints completions) {
    int[][] groups = new int[completions.labelCount()][];
    for (int v = 0; v < groups.length; v++) {
      groups[v] = new int[] {v};
    }
    return new PartialLabels(weight, isProbability, share, completions, groups);
  }
}
