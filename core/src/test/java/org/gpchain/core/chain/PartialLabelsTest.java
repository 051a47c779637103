package org.gpchain.core.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.FINITE_DIFFERENCE;
import static org.gpchain.core.Tolerances.assertClose;
import static org.gpchain.core.Tolerances.differences;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;
import org.gpchain.core.Draws;
import org.gpchain.core.likelihood.LabelConstraints;
import org.gpchain.core.likelihood.PartialLabels;
import org.gpchain.core.math.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The likelihood of partly labelled sentences against an enumeration of their completions. */
class PartialLabelsTest {
  private static final double[] SCALES = {0.1, 1, 30, 300};

  private final Workspace workspace = new Workspace();

  static Stream<Arguments> shapes() {
    return Stream.of(1, 2, 3, 4)
        .flatMap(v -> Stream.of(1, 2, 3, 5).map(length -> Arguments.of(v, length)));
  }

  /** A sentence with some unknown tokens. */
  private record Case(
      int v, double[] unary, double[] pairwise, int[] labels, PartialLabels partial) {
    static Case of(Draws draws, int v, int length, double scale) {
      double[][] weight = new double[3][v];
      Arrays.fill(weight[0], 1);
      for (int label = 0; label < v; label++) {
        weight[1][label] = draws.chance(0.5) ? 0 : 1;
        weight[2][label] = 0.1 + draws.index(9) / 10.0;
      }
      weight[1][draws.index(v)] = 1;
      boolean[] transition = new boolean[v * v];
      for (int i = 0; i < v * v; i++) {
        // Label 0 may stand everywhere, so that there is a completion of most sentences.
        transition[i] = i / v == 0 || i % v == 0 || draws.chance(0.7);
      }
      boolean[] border = new boolean[v];
      Arrays.fill(border, true);
      border[v - 1] = v == 1;
      int[] labels = draws.indices(length, v);
      for (int t = 0; t < length; t++) {
        labels[t] = draws.chance(0.6) ? PartialLabels.code(draws.index(3)) : labels[t];
      }
      return new Case(
          v,
          draws.normals(length * v, scale),
          draws.normals(v * v, scale),
          labels,
          new PartialLabels(weight, new LabelConstraints(border, transition, border)));
    }

    double weight(int[] path) {
      LabelConstraints allowed = partial.completions();
      double product = allowed.start()[path[0]] && allowed.end()[path[path.length - 1]] ? 1 : 0;
      for (int t = 0; t < path.length; t++) {
        product *=
            labels[t] < 0 ? partial.weights(labels[t])[path[t]] : path[t] == labels[t] ? 1 : 0;
        product *= t == 0 || allowed.transition()[path[t - 1] * v + path[t]] ? 1 : 0;
      }
      return product;
    }

    double enumerated() {
      BruteForce all = new BruteForce(unary, pairwise, labels.length, v);
      List<int[]> paths = all.paths();
      double largest = Double.NEGATIVE_INFINITY;
      double[] terms = new double[paths.size()];
      for (int n = 0; n < terms.length; n++) {
        terms[n] = Math.log(weight(paths.get(n))) + all.logProbability(n);
        largest = Math.max(largest, terms[n]);
      }
      double max = largest;
      return max == Double.NEGATIVE_INFINITY
          ? max
          : max + Math.log(Arrays.stream(terms).map(term -> Math.exp(term - max)).sum());
    }

    double value(Workspace workspace) {
      return new LinearChain(v, partial).logLikelihood(unary, pairwise, labels, workspace);
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void sumsOverAllCompletions(int v, int length) {
    for (double scale : SCALES) {
      for (int seed = 0; seed < 20; seed++) {
        Case sentence = Case.of(new Draws(seed), v, length, scale);
        double expected = sentence.enumerated();
        double actual = sentence.value(workspace);
        if (PartialLabels.isPartial(sentence.labels)) {
          assertClose("log p", actual, expected, ALGEBRA);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void gradientEqualsFiniteDifferences(int v, int length) {
    for (int seed = 0; seed < 20; seed++) {
      Case sentence = Case.of(new Draws(seed), v, length, 1);
      if (sentence.enumerated() == Double.NEGATIVE_INFINITY) {
        continue;
      }
      double[] unaryGradient = new double[length * v];
      double[] pairwiseGradient = new double[v * v];
      Arrays.fill(unaryGradient, Double.NaN);
      Arrays.fill(pairwiseGradient, Double.NaN);
      double value =
          new LinearChain(v, sentence.partial)
              .logLikelihoodAndGradient(
                  sentence.unary,
                  sentence.pairwise,
                  sentence.labels,
                  workspace,
                  unaryGradient,
                  pairwiseGradient);
      assertThat(value).isEqualTo(sentence.value(workspace));
      DoubleSupplier again = () -> sentence.value(workspace);
      assertClose("∂/∂f", unaryGradient, differences(sentence.unary, again), FINITE_DIFFERENCE);
      assertClose(
          "∂/∂g", pairwiseGradient, differences(sentence.pairwise, again), FINITE_DIFFERENCE);
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void whereNothingIsKnownThereIsNothingToLearn(int v, int length) {
    Draws draws = new Draws(1);
    double[] ones = new double[v];
    Arrays.fill(ones, 1);
    LinearChain chain =
        new LinearChain(v, new PartialLabels(new double[][] {ones}, LabelConstraints.none(v)));
    int[] labels = new int[length];
    Arrays.fill(labels, PartialLabels.code(0));
    double[] unaryGradient = new double[length * v];
    double[] pairwiseGradient = new double[v * v];
    double value =
        chain.logLikelihoodAndGradient(
            draws.normals(length * v, 2),
            draws.normals(v * v, 2),
            labels,
            workspace,
            unaryGradient,
            pairwiseGradient);
    assertThat(value).isZero();
    assertThat(unaryGradient).containsOnly(0);
    assertThat(pairwiseGradient).containsOnly(0);
  }

  /** Digit for digit, and known labels in place of all others are the plain likelihood too. */
  @ParameterizedTest
  @MethodSource("shapes")
  void whereAllIsKnownItIsThePlainLikelihood(int v, int length) {
    Draws draws = new Draws(2);
    double[] unary = draws.normals(length * v, 2);
    double[] pairwise = draws.normals(v * v, 2);
    int[] labels = draws.indices(length, v);
    double[][] single = new double[v][v];
    for (int label = 0; label < v; label++) {
      single[label][label] = 1;
    }
    LinearChain chain = new LinearChain(v, new PartialLabels(single, LabelConstraints.none(v)));
    double plain = new LinearChain(v).logLikelihood(unary, pairwise, labels, workspace);
    assertThat(chain.logLikelihood(unary, pairwise, labels, workspace)).isEqualTo(plain);
    int[] codes = Arrays.stream(labels).map(PartialLabels::code).toArray();
    assertClose("log p", chain.logLikelihood(unary, pairwise, codes, workspace), plain, ALGEBRA);
  }

  @Test
  void aLatticeOverAllSequencesDoesNotChange() {
    Draws draws = new Draws(3);
    Case sentence = Case.of(draws, 3, 5, 1);
    double[] before = new double[15];
    LinearChain chain = new LinearChain(3, sentence.partial);
    var lattice = chain.lattice(sentence.unary, sentence.pairwise, 5, workspace);
    lattice.marginals(before);
    new LinearChain.Completions()
        .run(sentence.unary, sentence.pairwise, sentence.labels, sentence.partial);
    double[] after = new double[15];
    lattice.marginals(after);
    assertThat(after).isEqualTo(before);
  }

  @Test
  void weightsAreChecked() {
    LabelConstraints none = LabelConstraints.none(2);
    for (double[] row : new double[][] {{1}, {1, 1.1}, {-0.1, 1}, {1, Double.NaN}, {0, 0}}) {
      assertRefused(() -> new PartialLabels(new double[][] {row}, none));
    }
  }
}
