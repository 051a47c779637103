package org.gpchain.training.graybox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.Draws;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.kernel.Prior;
import org.gpchain.core.posterior.SparsePosterior;
import org.gpchain.training.Progress;
import org.gpchain.training.TrainerSettings.Run;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.graybox.GrayBoxSettings.Estimation;
import org.gpchain.training.graybox.GrayBoxSettings.Estimator;
import org.gpchain.training.graybox.GrayBoxSettings.Method;
import org.gpchain.training.graybox.GrayBoxSettings.Posterior;
import org.gpchain.training.graybox.GrayBoxSettings.Schedule;
import org.gpchain.training.graybox.GrayBoxSettings.Stopping;
import org.gpchain.training.objective.Corpora;
import org.gpchain.training.objective.ParameterLayout.CovarianceForm;
import org.gpchain.training.objective.ScoreFunction.ControlVariate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One variance for all groups of features, or one for each. */
class GrayBoxSettingsTest {
  private static final int[] GROUPS = {0, 0, 1, 1, 2};
  private static final LabeledRows CORPUS = Corpora.random(new Draws(1), 2, 5, 3, 1, 4, 2, 5);

  private static GrayBoxSettings settings(List<Double> variances, int hyperSteps) {
    return new GrayBoxSettings(
        new Posterior(4, 1, CovarianceForm.DIAGONAL, CovarianceForm.DIAGONAL),
        new Prior(variances.stream().mapToDouble(v -> v).toArray(), 0.7),
        new Estimation(Estimator.PATHWISE, 4, ControlVariate.SPLIT, false),
        Method.BATCH,
        new Schedule(1, 3, 2, 1, 1, false).withHyper(hyperSteps),
        Stopping.NEVER,
        new Run(1, 1));
  }

  private static SparsePosterior learn(GrayBoxSettings settings, List<GrayBoxState> statesOut) {
    return new GrayBoxLearner(settings, Progress.NONE, statesOut::add)
        .learn(CORPUS, GROUPS, new LinearChain(2));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void oneForAllIsTheSameForEach(int hyperSteps) {
    SparsePosterior one = learn(settings(List.of(0.4), hyperSteps), new ArrayList<>());
    SparsePosterior each = learn(settings(List.of(0.4, 0.4, 0.4), hyperSteps), new ArrayList<>());
    assertThat(each.components().get(0).mean()).isEqualTo(one.components().get(0).mean());
    assertThat(each.components().get(0).deviation()).isEqualTo(one.components().get(0).deviation());
    assertThat(each.pairwise().mean()).isEqualTo(one.pairwise().mean());
  }

  @Test
  void withoutStepsTheyStayAsTheyAre() {
    List<GrayBoxState> states = new ArrayList<>();
    learn(settings(List.of(0.5, 2.0, 3.0), 0), states);
    assertThat(states).isNotEmpty();
    assertThat(states.get(states.size() - 1).hyper())
        .containsExactly(Math.log(0.5), Math.log(2), Math.log(3), Math.log(0.7));
  }

  @Test
  void aWrongNumberIsAnError() {
    for (List<Double> wrong : List.of(List.of(1.0, 1.0), List.of(1.0, 1.0, 1.0, 1.0))) {
      assertRefused(
          () -> learn(settings(wrong, 0), new ArrayList<>()),
          "variances must have length 3 [feature groups], had " + wrong.size());
    }
    assertRefused(() -> settings(List.of(), 0), "number of variances");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void everyVarianceMustBePositive(double wrong) {
    assertRefused(
        () -> settings(List.of(1.0, 1.0, wrong), 0), "group must be a positive finite number");
  }

  @Test
  void otherStepsOnTheVariancesLeaveTheScheduleAsItIs() {
    Schedule schedule = new Schedule(3, 8, 4, 2, 5, true);
    assertThat(schedule.withHyper(0)).isEqualTo(new Schedule(3, 8, 4, 0, 5, true));
    assertThat(schedule.withHyper(7).withHyper(2)).isEqualTo(schedule);
    assertRefused(() -> schedule.withHyper(-1), "hyper");
  }
}
