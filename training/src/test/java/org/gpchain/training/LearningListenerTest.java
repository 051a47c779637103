package org.gpchain.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.training.LearningListener.LearningStep;
import org.gpchain.training.decoupled.Learner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a listener hears while the learner is at work. */
class LearningListenerTest {
  private final List<LabeledSequence> train = ToyCorpus.sentences(20, 1);
  private final List<LabeledSequence> heldOut = ToyCorpus.sentences(10, 2);
  private final List<LearningStep> steps = new ArrayList<>();

  private Model learn(int inducing, List<LabeledSequence> measured) {
    LearnerSettings settings =
        ToyCorpus.settings().withCalibrationFolds(0).withInducing(inducing, 2, 2);
    return new Learner(settings, steps::add).learn(train, measured);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 6})
  void stepsGrowAndEndInTime(int inducing) {
    learn(inducing, heldOut);
    int atMost = inducing == 0 ? 40 : 40 + 2 * 8;
    assertThat(steps).isNotEmpty();
    int previous = 0;
    for (LearningStep step : steps) {
      assertThat(step.step()).isGreaterThan(previous).isLessThanOrEqualTo(atMost);
      assertThat(step.stepsAtMost()).isEqualTo(atMost);
      assertThat(step.secondsLeft()).isNotNegative().isFinite();
      assertThat(step.objective()).isFinite();
      previous = step.step();
    }
    assertThat(steps.get(0).step()).isEqualTo(1);
  }

  @Test
  void phasesComeInOrderAndEachGoesDownhill() {
    learn(6, List.of());
    List<String> phases = steps.stream().map(LearningStep::phase).distinct().toList();
    assertThat(phases).containsExactly("mean", "round 1/2", "round 2/2");
    Map<String, List<Double>> values =
        steps.stream()
            .collect(
                Collectors.groupingBy(
                    LearningStep::phase,
                    Collectors.mapping(LearningStep::objective, Collectors.toList())));
    values.forEach(
        (phase, objectives) ->
            assertThat(objectives).as(phase).isSortedAccordingTo((a, b) -> Double.compare(b, a)));
    // Each phase counts from its planned beginning.
    assertThat(steps.stream().filter(s -> s.phase().equals("round 1/2")).findFirst())
        .hasValueSatisfying(s -> assertThat(s.step()).isEqualTo(41));
  }

  @Test
  void kernelLearningComesFirst() {
    LearnerSettings settings = ToyCorpus.settings().withCalibrationFolds(0).withKernelRounds(3);
    new Learner(settings, steps::add).learn(train, heldOut);
    assertThat(steps.stream().map(LearningStep::phase).distinct())
        .containsExactly("variances", "mean");
    assertThat(steps.subList(0, 3)).extracting(LearningStep::phase).containsOnly("variances");
    assertThat(steps.get(3).step()).isEqualTo(4);
    assertThat(steps).extracting(LearningStep::stepsAtMost).containsOnly(43);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 6})
  void lastObjectiveIsTheOneOfTheModel(int inducing) {
    Model model = learn(inducing, List.of());
    assertThat(steps.get(steps.size() - 1).objective()).isEqualTo(model.run().objective());
  }

  @Test
  void heldOutSentencesAreMeasuredNowAndThen() {
    Model model = learn(0, heldOut);
    List<Double> measured =
        steps.stream().map(LearningStep::heldOutF1).filter(f1 -> !f1.isNaN()).toList();
    assertThat(measured)
        .isNotEmpty()
        .hasSizeLessThan(steps.size())
        .allSatisfy(f1 -> assertThat(f1).isBetween(0.0, 1.0));
    assertThat(measured.get(measured.size() - 1)).isGreaterThan(0.6);
    LearningStep last = steps.get(steps.size() - 1);
    if (!Double.isNaN(last.heldOutF1())) {
      assertThat(last.heldOutF1()).isEqualTo(ToyCorpus.f1(model.tagger(), heldOut));
    }
  }

  @Test
  void withoutHeldOutSentencesNothingIsMeasured() {
    learn(0, List.of());
    assertThat(steps).isNotEmpty().allSatisfy(s -> assertThat(s.heldOutF1()).isNaN());
  }
}
