package org.gpchain.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.internal.training.HeldOutProgress;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.internal.training.ToySettings;
import org.gpchain.internal.training.TrainerSettings.KernelLearning;
import org.gpchain.training.Progress.Step;
import org.gpchain.training.Progress.TimeLeft;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final List<LabeledSequence> train = ToyCorpus.sentences(20, 1);
  private final List<LabeledSequence> heldOut = ToyCorpus.sentences(10, 2);
  private final List<Step> steps = new ArrayList<>();

  private Model learn(ToySettings settings, List<LabeledSequence> heldOutSentences) {
    HeldOutProgress progress = new HeldOutProgress(heldOutSentences, steps::add);
    return settings.withCalibrationFolds(0).learn(train, progress);
  }

  @Test
  void objectiveOfTheMeanDecreases() {
    learn(ToyCorpus.settings(), List.of());
    assertThat(steps.stream().map(Step::phase).distinct()).containsExactly("mean", "done");
    double first = steps.get(0).objective();
    assertThat(steps.get(steps.size() - 1).objective()).isLessThan(0.5 * first);
    assertThat(steps).extracting(Step::objective).allMatch(objective -> objective <= first);
  }

  @Test
  void kernelLearningComesFirst() {
    // Fewer iterations than usual, so that all of them are expected.
    ToySettings settings =
        ToyCorpus.settings().withCalibrationFolds(0).withKernelRounds(3).withIterations(10);
    settings.learn(train, steps::add);
    assertThat(steps.stream().map(Step::phase).distinct()).containsExactly("prior", "mean", "done");
    assertThat(steps.subList(0, 3)).extracting(Step::phase).containsOnly("prior");

    // Work in passes: evidence, rounds over four fifths of the sentences, and mean.
    int mean = (int) steps.stream().filter(step -> step.phase().equals("prior")).count();
    KernelLearning learning = settings.trainer().prior().learning();
    int turns = (learning.folds() - 1) / settings.trainer().run().threads() + 1;
    double round = turns * 0.8 * (learning.limits().passes() + learning.limits().adjointSteps());
    double total = 1.75 * (15 + 4 * 8) + 3.75 * round + 6 + 10;
    // The evidence may end early, and three rounds are more than the expected number.
    double prior = 1.75 * (mean - 3) + 4.5 * round;
    assertThat(steps.get(0).worked()).isCloseTo(1.75 / total, within(1e-9));
    assertThat(steps.get(mean - 1).worked() - steps.get(mean - 2).worked())
        .isCloseTo(round / total, within(1e-9));
    assertThat(steps.get(mean - 1).worked()).isCloseTo(prior / total, within(1e-9));
    assertThat(steps.get(mean - 1).left()).isCloseTo(16 / total, within(1e-9));
    assertThat(steps.get(mean).worked()).isCloseTo((prior + 7) / total, within(1e-9));
  }

  @Test
  void modelsAreEvaluatedPeriodicallyAndAtTheEnd() {
    Model model = learn(ToyCorpus.settings(), heldOut);
    List<Double> measured = steps.stream().map(Step::heldOutF1).filter(f1 -> !f1.isNaN()).toList();
    assertThat(measured)
        .hasSizeBetween(2, steps.size() / 5)
        .allSatisfy(f1 -> assertThat(f1).isBetween(0.0, 1.0));
    assertThat(steps.get(steps.size() - 1).heldOutF1())
        .isEqualTo(ToyCorpus.f1(model.tagger(), heldOut))
        .isGreaterThan(0.6);
  }

  @Test
  void partsReportTheProgressOfTheWhole() {
    Progress whole = steps::add;
    List<Progress> parts = whole.parts(1, 0, 3);
    parts.get(0).onStep(new Step("a", 0.5, 0.5, 7));
    List<Progress> last = parts.get(2).parts(1, 1);
    last.get(0).onStep(new Step("b", 1, 0, 9));
    last.get(1).asPhase("c").onStep(new Step("d", 0.5, 0.25, 8));
    last.get(1).onStep(new Step("e", 0, 0, 6));

    // The first part ended after half of its work.
    assertThat(steps)
        .containsExactly(
            new Step("a", 0.125, 0.875, 7),
            new Step("b", 0.125 + 0.375, 0.375, 9),
            new Step("c", 0.125 + 0.375 + 0.1875, 0.09375, 8),
            new Step("e", 0.125 + 0.375 + 0.1875, 0, 6));
    assertThat(steps).extracting(Step::done).containsExactly(0.125, 4 / 7.0, 0.88, 1.0);
  }

  @Test
  void progressOfParallelPartsAddsUp() {
    Progress whole = steps::add;
    List<Progress> parts = whole.partsAtOnce(1, 3);
    parts.get(1).onStep(new Step("b", 0.25, 0.75, 7));
    parts.get(0).onStep(new Step("a", 0.5, 0.5, 8));
    parts.get(1).onStep(new Step("b", 0, 0, 6));
    parts.get(0).onStep(new Step("a", 0, 0, 5));

    assertThat(steps)
        .containsExactly(
            new Step("b", 0.1875, 0.8125, 7),
            new Step("a", 0.3125, 0.6875, 8),
            new Step("b", 0.3125, 0.125, 6),
            new Step("a", 0.3125, 0, 5));
  }

  /** Fewer steps are expected than allowed. Beyond them, the estimate grows slowly up to 1. */
  @Test
  void iterativePhaseIsExpectedToEndEarly() {
    assertThat(share(0)).isZero();
    assertThat(share(30)).isEqualTo(0.5);
    assertThat(share(60)).isCloseTo(60 / 72.0, within(1e-12));
    assertThat(share(100)).isEqualTo(1);
    for (int step = 1; step <= 100; step++) {
      assertThat(share(step)).isGreaterThan(share(step - 1));
    }
  }

  private static double share(int step) {
    return new Step("mean", step, Progress.left(step, 60, 100), 0).done();
  }

  @Test
  void timeLeftIsProportionalToTheWorkLeft() {
    long[] now = {5_000_000_000L};
    TimeLeft time = new TimeLeft(() -> now[0]);
    now[0] += 30_000_000_000L;
    assertThat(time.seconds(0, 1)).isNaN();
    assertThat(time.seconds(0.25, 0.75)).isCloseTo(90, within(1e-9));
    // If a phase ends early, its expected work is no longer left.
    assertThat(time.seconds(0.25, 0.25 / 3)).isCloseTo(10, within(1e-9));
    assertThat(time.seconds(0.25, 0)).isZero();
  }

  /** The first ten steps take twice as long, and the second of three parts ends early. */
  @Test
  void timeLeftIsAccurateAfterATenth() {
    long[] now = {0};
    TimeLeft time = new TimeLeft(() -> now[0] * 1_000_000_000L);
    List<Double> left = new ArrayList<>();
    Progress whole = step -> left.add(time.seconds(step.worked(), step.left()));
    List<Progress> parts = whole.parts(40, 160, 100);
    List<Long> at = new ArrayList<>();
    for (int step = 1; step <= 260; step++) {
      now[0] += step <= 10 ? 2 : 1;
      at.add(now[0]);
      if (step <= 40) {
        report(parts.get(0), step / 40.0);
      } else if (step <= 160) {
        report(parts.get(1), (step - 40) / 160.0);
      } else {
        report(parts.get(2), (step - 160) / 100.0);
      }
    }

    for (int i = 0; i < at.size(); i++) {
      double truth = now[0] - at.get(i);
      if (at.get(i) > 0.1 * now[0] && truth > 2) {
        assertThat(left.get(i) / truth).as("after %d s", at.get(i)).isBetween(1 / 1.5, 1.5);
      }
    }
  }

  private static void report(Progress part, double done) {
    part.onStep(new Step("", done, 1 - done, 0));
  }
}
