package org.gpchain.internal.training.hyper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.NaiveAlgebra.rowMajor;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;
import static org.gpchain.core.Tolerances.differences;

import java.util.Arrays;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gpchain.core.Draws;
import org.gpchain.core.likelihood.DifferentiableLikelihoodContract;
import org.gpchain.core.likelihood.DrawnSentence;
import org.gpchain.core.likelihood.LabelConstraints;
import org.gpchain.core.likelihood.PartialLabels;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.LinearChain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares with marginals that are computed by enumeration. The contract of likelihoods applies
 * except for one property: the probabilities of all label sequences do not add up to one.
 */
class MarginalLikelihoodTest implements DifferentiableLikelihoodContract {
  /** Tolerance for comparing difference quotients. */
  private static final double DIFFERENCES = 1e-6;

  /** Probability below which the logarithm is replaced by its tangent. */
  private static final double MIN_PROBABILITY = 1e-6;

  static Stream<Arguments> shapes() {
    return Stream.of(1, 2, 3)
        .flatMap(v -> Stream.of(1, 2, 5).map(length -> Arguments.of(v, length)));
  }

  @Override
  public MarginalLikelihood likelihood(int labelCount) {
    return of(labelCount);
  }

  private static MarginalLikelihood of(int labelCount) {
    return new MarginalLikelihood(new LinearChain(labelCount), null);
  }

  private static double value(DrawnSentence sentence) {
    return sentence.value(of(sentence.labelCount()), new Workspace());
  }

  /** Returns the marginal probability of a token's label, computed by enumeration. */
  private static double probability(DrawnSentence s, int t) {
    ChainEnumeration chain =
        new ChainEnumeration(s.unary(), s.pairwise(), s.labels(), s.labelCount());
    return 1 - chain.unaryGradient()[t * s.labelCount() + s.labels()[t]];
  }

  private static void assertGradient(DrawnSentence sentence, MarginalLikelihood likelihood) {
    double[][] gradients = sentence.gradients(likelihood, new Workspace());
    DoubleSupplier value = () -> sentence.value(likelihood, new Workspace());
    assertThat(gradients[2][0]).isEqualTo(value.getAsDouble());
    assertClose("∂/∂f", gradients[0], differences(sentence.unary(), value), DIFFERENCES);
    assertClose("∂/∂g", gradients[1], differences(sentence.pairwise(), value), DIFFERENCES);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void valueIsTheSumOfLogMarginals(int v, int length) {
    for (int seed = 0; seed < 5; seed++) {
      DrawnSentence sentence = DrawnSentence.of(new Draws(seed), v, length, 1);
      double expected = 0;
      for (int t = 0; t < length; t++) {
        expected += Math.log(probability(sentence, t));
      }
      assertClose("Σ log p(y_t)", value(sentence), expected, ALGEBRA);
      assertThat(likelihood(v).labelCount()).isEqualTo(v);
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  @Override
  public void gradientEqualsFiniteDifferences(int v, int length) {
    for (int seed = 0; seed < 5; seed++) {
      assertGradient(DrawnSentence.of(new Draws(seed), v, length, 1), of(v));
    }
  }

  /** Computes the probability of the annotation of each token from the marginals of the chain. */
  @ParameterizedTest
  @MethodSource("shapes")
  void unknownLabelsAreWeighted(int v, int length) {
    for (int seed = 0; seed < 5; seed++) {
      Draws draws = new Draws(seed);
      double[][] weight = new double[3][v];
      for (int label = 0; label < v; label++) {
        weight[0][label] = 0.1 + draws.index(9) / 10.0;
        weight[1][label] = 1;
        weight[2][label] = draws.index(9) / 10.0;
      }

      weight[0][draws.index(v)] = v > 1 ? 0 : 1;
      weight[2][draws.index(v)] = 1;
      int[][] distinct = IntStream.range(0, v).mapToObj(k -> new int[] {k}).toArray(int[][]::new);
      boolean[] isProbability = {false, false, true};
      PartialLabels partial =
          new PartialLabels(weight, isProbability, 0.5, LabelConstraints.none(v), distinct);
      MarginalLikelihood marginal = new MarginalLikelihood(new LinearChain(v), partial);
      DrawnSentence sentence = DrawnSentence.of(draws, v, length, 1);
      int[] labels = sentence.labels();
      for (int t = 0; t < length; t += 2) {
        labels[t] = PartialLabels.code(draws.index(3));
      }

      double[] p = new double[length * v];
      sentence.lattice(new LinearChain(v), new Workspace()).marginals(p);
      double expected = 0;
      for (int t = 0; t < length; t++) {
        expected += term(labels[t], Arrays.copyOfRange(p, t * v, (t + 1) * v), partial);
      }

      assertClose("Σ log p", sentence.value(marginal, new Workspace()), expected, ALGEBRA);
      assertGradient(sentence, marginal);
    }
  }

  /**
   * Returns the term of a token.
   *
   * @param label label number, or code of a row
   * @param marginals marginals of the token's labels
   */
  private static double term(int label, double[] marginals, PartialLabels partial) {
    if (label >= 0) {
      return Math.log(marginals[label]);
    }

    double[] weights = partial.weights(label);
    double term = 0;
    if (partial.isProbability(label)) {
      for (int k = 0; k < marginals.length; k++) {
        term += 0.5 * weights[k] * Math.log(marginals[k]);
      }
      return term;
    }
    for (int k = 0; k < marginals.length; k++) {
      term += weights[k] * marginals[k];
    }
    return Math.log(term);
  }

  /**
   * The labels 1 and 3 share a probability, as the labels B and S of a type do if the source of the
   * probabilities uses a scheme without S.
   */
  @Test
  void labelsThatShareAProbabilityCountOnce() {
    int v = 4;
    PartialLabels partial =
        new PartialLabels(
            new double[][] {{0.3, 0.6, 0.1, 0.6}},
            new boolean[] {true},
            0.5,
            LabelConstraints.none(v),
            new int[][] {{0}, {1, 3}, {2}, {1, 3}});
    MarginalLikelihood marginal = new MarginalLikelihood(new LinearChain(v), partial);
    DrawnSentence sentence = DrawnSentence.of(new Draws(3), v, 5, 1);
    int[] labels = sentence.labels();
    labels[1] = PartialLabels.code(0);
    labels[4] = PartialLabels.code(0);
    double[] p = new double[5 * v];
    sentence.lattice(new LinearChain(v), new Workspace()).marginals(p);
    double expected = 0;
    for (int t = 0; t < 5; t++) {
      if (labels[t] >= 0) {
        expected += Math.log(p[t * v + labels[t]]);
      } else {
        double meanLogarithm =
            0.3 * Math.log(p[t * v])
                + 0.6 * Math.log(p[t * v + 1] + p[t * v + 3])
                + 0.1 * Math.log(p[t * v + 2]);
        expected += 0.5 * meanLogarithm;
      }
    }

    assertClose("Σ log p", sentence.value(marginal, new Workspace()), expected, ALGEBRA);
    assertGradient(sentence, marginal);
  }

  /** One label is nearly impossible, so that its term is {@code log ε + p/ε − 1}. */
  @ParameterizedTest
  @ValueSource(doubles = {12, 13.9, 16, 25})
  void logarithmIsReplacedByItsTangent(double score) {
    DrawnSentence sentence = DrawnSentence.of(new Draws(1), 2, 3, 0.1);
    sentence.unary()[2 + 1 - sentence.labels()[1]] += score;
    double expected = 0;
    for (int t = 0; t < 3; t++) {
      double p = probability(sentence, t);
      if (p >= MIN_PROBABILITY) {
        expected += Math.log(p);
      } else {
        expected += Math.log(MIN_PROBABILITY) + p / MIN_PROBABILITY - 1;
      }
    }

    assertClose("value", value(sentence), expected, DIFFERENCES);

    double[][] gradients = sentence.gradients(of(2), new Workspace());
    assertThat(rowMajor(Arrays.copyOf(gradients, 2))).containsExactly(new double[10], within(5.0));

    if (score > 20) {
      // The gradient vanishes for the impossible label, but not for the adjacent token.
      assertThat(gradients[0][2 + sentence.labels()[1]]).isCloseTo(0, within(1e-4));
      assertThat(Math.abs(gradients[0][sentence.labels()[0]])).isGreaterThan(0.1);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {30, 800, 1e5})
  void valuesAndGradientsAreFinite(double scale) {
    for (int seed = 0; seed < 10; seed++) {
      DrawnSentence sentence = DrawnSentence.of(new Draws(seed), 3, 5, scale);
      double[][] gradients = sentence.gradients(of(3), new Workspace());
      assertThat(gradients[2][0]).isLessThan(1e-9);
      assertThat(Arrays.stream(rowMajor(gradients))).allMatch(Double::isFinite);
    }
  }
}
