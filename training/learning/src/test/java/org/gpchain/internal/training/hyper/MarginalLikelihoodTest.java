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
 * The marginals of the chain by enumeration. That the probabilities of all label sequences add up
 * to one does not hold of a composite likelihood.
 */
class MarginalLikelihoodTest implements DifferentiableLikelihoodContract {
  /** A difference against a difference, and probabilities that were taken off one. */
  private static final double DIFFERENCES = 1e-6;

  private static final double LEAST = 1e-6;

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

  /** By enumeration. */
  private static double probability(DrawnSentence s, int t) {
    ChainEnumeration chain =
        new ChainEnumeration(s.unary(), s.pairwise(), s.labels(), s.labelCount());
    return 1 - chain.unaryGradient()[t * s.labelCount() + s.labels()[t]];
  }

  private static void checkGradient(DrawnSentence sentence, MarginalLikelihood likelihood) {
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
      checkGradient(DrawnSentence.of(new Draws(seed), v, length, 1), of(v));
    }
  }

  /** Of what was found at tokens whose label is not known, by the marginals of the chain. */
  @ParameterizedTest
  @MethodSource("shapes")
  void unknownLabelsAreWeighed(int v, int length) {
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
      int[][] alone = IntStream.range(0, v).mapToObj(k -> new int[] {k}).toArray(int[][]::new);
      boolean[] isProbability = {false, false, true};
      PartialLabels partial =
          new PartialLabels(weight, isProbability, 0.5, LabelConstraints.none(v), alone);
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
        double found = 0;
        for (int label = 0; label < v; label++) {
          if (labels[t] < 0 && partial.isProbability(labels[t])) {
            expected += 0.5 * partial.weights(labels[t])[label] * Math.log(p[t * v + label]);
          }
          found +=
              p[t * v + label]
                  * (labels[t] < 0
                      ? partial.weights(labels[t])[label]
                      : label == labels[t] ? 1 : 0);
        }
        expected += labels[t] < 0 && partial.isProbability(labels[t]) ? 0 : Math.log(found);
      }
      assertClose("Σ log p", sentence.value(marginal, new Workspace()), expected, ALGEBRA);
      checkGradient(sentence, marginal);
    }
  }

  /**
   * The labels 1 and 3 are one to who gave probabilities, as B- and S- are where there is no S-.
   */
  @Test
  void labelsThatShareAProbabilityCountOnceTogether() {
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
      expected +=
          labels[t] >= 0
              ? Math.log(p[t * v + labels[t]])
              : 0.5
                  * (0.3 * Math.log(p[t * v])
                      + 0.6 * Math.log(p[t * v + 1] + p[t * v + 3])
                      + 0.1 * Math.log(p[t * v + 2]));
    }
    assertClose("Σ log p", sentence.value(marginal, new Workspace()), expected, ALGEBRA);
    checkGradient(sentence, marginal);
  }

  /** One label is all but impossible: {@code log ε + p/ε − 1}. */
  @ParameterizedTest
  @ValueSource(doubles = {12, 13.9, 16, 25})
  void theLogarithmEndsInItsTangent(double score) {
    DrawnSentence sentence = DrawnSentence.of(new Draws(1), 2, 3, 0.1);
    sentence.unary()[2 + 1 - sentence.labels()[1]] += score;
    double expected = 0;
    for (int t = 0; t < 3; t++) {
      double p = probability(sentence, t);
      expected += p >= LEAST ? Math.log(p) : Math.log(LEAST) + p / LEAST - 1;
    }
    assertClose("value", value(sentence), expected, DIFFERENCES);
    double[][] gradients = sentence.gradients(of(2), new Workspace());
    assertThat(rowMajor(Arrays.copyOf(gradients, 2))).containsExactly(new double[10], within(5.0));
    if (score > 20) {
      // Nothing can be gained there, and the neighbours go on to be learned.
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
