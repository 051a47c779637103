package org.gpchain.training.hyper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;
import static org.gpchain.core.Tolerances.differences;

import java.util.Arrays;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;
import org.gpchain.core.Draws;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.likelihood.DifferentiableLikelihoodContract;
import org.gpchain.core.likelihood.LabelConstraints;
import org.gpchain.core.likelihood.PartialLabels;
import org.gpchain.core.math.Workspace;
import org.gpchain.training.objective.ChainEnumeration;
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

  /** A sentence with scores, and room for gradients with NaN in it. */
  private static final class Sentence {
    private final int v;
    private final double[] unary;
    private final double[] pairwise;
    private final int[] labels;
    private final double[] unaryGradient;
    private final double[] pairwiseGradient;

    Sentence(Draws draws, int v, int length, double scale) {
      this.v = v;
      this.unary = draws.normals(length * v, scale);
      this.pairwise = draws.normals(v * v, scale);
      this.labels = draws.indices(length, v);
      this.unaryGradient = new double[length * v];
      this.pairwiseGradient = new double[v * v];
      Arrays.fill(unaryGradient, Double.NaN);
      Arrays.fill(pairwiseGradient, Double.NaN);
    }

    double value(Workspace workspace) {
      return of(v).logLikelihood(unary, pairwise, labels, workspace);
    }

    double valueAndGradient(Workspace workspace) {
      return of(v)
          .logLikelihoodAndGradient(
              unary, pairwise, labels, workspace, unaryGradient, pairwiseGradient);
    }

    double probability(int t) {
      ChainEnumeration chain = new ChainEnumeration(unary, pairwise, labels, v);
      return 1 - chain.unaryGradient()[t * v + labels[t]];
    }

    double[][] gradients() {
      return new double[][] {unaryGradient.clone(), pairwiseGradient.clone()};
    }

    void checkGradient() {
      Workspace workspace = new Workspace();
      valueAndGradient(workspace);
      DoubleSupplier value = () -> value(workspace);
      assertClose("∂/∂f", unaryGradient, differences(unary, value), DIFFERENCES);
      assertClose("∂/∂g", pairwiseGradient, differences(pairwise, value), DIFFERENCES);
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void valueIsTheSumOfLogMarginals(int v, int length) {
    for (int seed = 0; seed < 5; seed++) {
      Sentence sentence = new Sentence(new Draws(seed), v, length, 1);
      double expected = 0;
      for (int t = 0; t < length; t++) {
        expected += Math.log(sentence.probability(t));
      }
      assertClose("Σ log p(y_t)", sentence.value(new Workspace()), expected, ALGEBRA);
      assertThat(likelihood(v).labelCount()).isEqualTo(v);
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  @Override
  public void gradientEqualsFiniteDifferences(int v, int length) {
    for (int seed = 0; seed < 5; seed++) {
      new Sentence(new Draws(seed), v, length, 1).checkGradient();
    }
  }

  /** Of what was found at tokens whose label is not known, by the marginals of the chain. */
  @ParameterizedTest
  @MethodSource("shapes")
  void unknownLabelsAreWeighed(int v, int length) {
    for (int seed = 0; seed < 5; seed++) {
      Draws draws = new Draws(seed);
      double[][] weight = new double[2][v];
      for (int label = 0; label < v; label++) {
        weight[0][label] = 0.1 + draws.index(9) / 10.0;
        weight[1][label] = 1;
      }
      weight[0][draws.index(v)] = v > 1 ? 0 : 1;
      PartialLabels partial = new PartialLabels(weight, LabelConstraints.none(v));
      MarginalLikelihood marginal = new MarginalLikelihood(new LinearChain(v), partial);
      double[] unary = draws.normals(length * v, 1);
      double[] pairwise = draws.normals(v * v, 1);
      int[] labels = draws.indices(length, v);
      for (int t = 0; t < length; t += 2) {
        labels[t] = PartialLabels.code(draws.index(2));
      }
      double[] p = new double[length * v];
      new LinearChain(v).lattice(unary, pairwise, length, new Workspace()).marginals(p);
      double expected = 0;
      for (int t = 0; t < length; t++) {
        double found = 0;
        for (int label = 0; label < v; label++) {
          found +=
              p[t * v + label]
                  * (labels[t] < 0
                      ? partial.weights(labels[t])[label]
                      : label == labels[t] ? 1 : 0);
        }
        expected += Math.log(found);
      }
      double[] unaryGradient = new double[length * v];
      double[] pairwiseGradient = new double[v * v];
      Workspace workspace = new Workspace();
      double value =
          marginal.logLikelihoodAndGradient(
              unary, pairwise, labels, workspace, unaryGradient, pairwiseGradient);
      assertClose("Σ log p", value, expected, ALGEBRA);
      DoubleSupplier again = () -> marginal.logLikelihood(unary, pairwise, labels, workspace);
      assertClose("∂/∂f", unaryGradient, differences(unary, again), DIFFERENCES);
      assertClose("∂/∂g", pairwiseGradient, differences(pairwise, again), DIFFERENCES);
    }
  }

  /** A chain of one token is a softmax. */
  @Test
  void ofOneTokenItIsTheLikelihoodItself() {
    Sentence sentence = new Sentence(new Draws(1), 3, 1, 1);
    double expected =
        new LinearChain(3)
            .logLikelihood(sentence.unary, sentence.pairwise, sentence.labels, new Workspace());
    assertClose("log p", sentence.value(new Workspace()), expected, ALGEBRA);
  }

  /** One label is all but impossible: {@code log ε + p/ε − 1}. */
  @ParameterizedTest
  @ValueSource(doubles = {12, 13.9, 16, 25})
  void theLogarithmEndsInItsTangent(double score) {
    Sentence sentence = new Sentence(new Draws(1), 2, 3, 0.1);
    sentence.unary[2 + 1 - sentence.labels[1]] += score;
    double expected = 0;
    for (int t = 0; t < 3; t++) {
      double p = sentence.probability(t);
      expected += p >= LEAST ? Math.log(p) : Math.log(LEAST) + p / LEAST - 1;
    }
    assertClose("value", sentence.value(new Workspace()), expected, DIFFERENCES);
    Workspace workspace = new Workspace();
    sentence.valueAndGradient(workspace);
    double[][] gradients = sentence.gradients();
    for (double[] gradient : gradients) {
      for (double partial : gradient) {
        assertThat(partial).isBetween(-5.0, 5.0);
      }
    }
    if (score > 20) {
      // Nothing can be gained there, and the neighbours go on to be learned.
      assertThat(gradients[0][2 + sentence.labels[1]]).isCloseTo(0, within(1e-4));
      assertThat(Math.abs(gradients[0][sentence.labels[0]])).isGreaterThan(0.1);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {30, 800, 1e5})
  void valuesAndGradientsAreFinite(double scale) {
    for (int seed = 0; seed < 10; seed++) {
      Sentence sentence = new Sentence(new Draws(seed), 3, 5, scale);
      assertThat(sentence.valueAndGradient(new Workspace())).isFinite().isLessThan(1e-9);
      for (double[] gradient : sentence.gradients()) {
        assertThat(Arrays.stream(gradient)).allMatch(Double::isFinite);
      }
    }
  }
}
