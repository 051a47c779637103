package org.gpchain.internal.training.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.Draws;
import org.gpchain.core.decode.TaggerCase;
import org.gpchain.core.promise.HeldOutSentence;
import org.gpchain.core.promise.LatticeScaling;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.BruteForce;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScalingFitTest {
  private static final int LENGTH = 4;

  /** Returns sentences with legal labels that are drawn from a random model with scaled scores. */
  private static List<HeldOutSentence> drawn(TagScheme scheme, LatticeScaling scaling, int count) {
    TaggerCase model = TaggerCase.of(1, scheme);
    Draws draws = new Draws(5);

    List<HeldOutSentence> sentences = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      TokenSequence sentence = TaggerCase.sentence(draws, LENGTH);
      int[] path = draw(model.enumerate(sentence, scaling), model, draws);
      sentences.add(model.heldOut(sentence, path, model.codec().decode(model.names(path)), 0));
    }
    return sentences;
  }

  /** Draws label sequences until one is legal. */
  private static int[] draw(BruteForce enumeration, TaggerCase model, Draws draws) {
    while (true) {
      double remaining = draws.between(0.0, 1.0);
      int number = 0;
      while (number < enumeration.paths().size() - 1
          && remaining > Math.exp(enumeration.logProbability(number))) {
        remaining -= Math.exp(enumeration.logProbability(number));
        number++;
      }
      int[] path = enumeration.paths().get(number);
      if (model.isLegal(path)) {
        return path;
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "IOB2, 1, 1",
    "IOB2, 0.6, 1.4",
    "IOB2, 1.5, 0.7",
    "IOB1, 0.8, 1.2",
    "IOBES, 1.3, 0.8",
    "TOKEN, 0.7, 1.3"
  })
  void scalesOfTheDistributionAreFound(TagScheme scheme, double unary, double transitions) {
    LatticeScaling truth = new LatticeScaling(unary, transitions);
    LatticeScaling fit = new ScalingFit(drawn(scheme, truth, 1_200)).fit();
    assertThat(fit.unary()).isCloseTo(unary, within(0.1));
    assertThat(fit.transitions()).isCloseTo(transitions, within(0.1));
  }

  /** Compares with the cost of slightly different scales. */
  @Test
  void fitHasTheMinimumCost() {
    List<HeldOutSentence> sentences = drawn(TagScheme.IOB2, new LatticeScaling(0.6, 1.4), 40);
    LatticeScaling fit = new ScalingFit(sentences).fit();
    double minimum = cost(sentences, fit);
    for (double step : new double[] {0.99, 1.01}) {
      assertThat(cost(sentences, new LatticeScaling(step * fit.unary(), fit.transitions())))
          .isGreaterThan(minimum);
      assertThat(cost(sentences, new LatticeScaling(fit.unary(), step * fit.transitions())))
          .isGreaterThan(minimum);
    }
  }

  private static double cost(List<HeldOutSentence> sentences, LatticeScaling scaling) {
    double u = Math.log(scaling.unary());
    double g = Math.log(scaling.transitions());
    return 2 * (u * u + g * g)
        + sentences.stream().mapToDouble(s -> s.loss(scaling, 2, new Workspace())).sum();
  }

  @Test
  void priorDominatesForFewSentences() {
    assertThat(new ScalingFit(List.of()).fit()).isEqualTo(LatticeScaling.LEGAL);

    // The labels are far more certain than the model, but the scales stay within two standard
    // deviations of the prior.
    LatticeScaling fit = new ScalingFit(drawn(TagScheme.IOB2, new LatticeScaling(4, 4), 1)).fit();
    assertThat(fit.unary()).isBetween(Math.exp(-1), Math.exp(1));
    assertThat(fit.transitions()).isBetween(Math.exp(-1), Math.exp(1));
  }
}
