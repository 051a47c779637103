package org.gpchain.experiments.gpstruct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.gpchain.experiments.data.GpstructData;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.data.TinyGpstruct;
import org.gpchain.training.TrainerSettings.Run;
import org.gpchain.training.data.LabeledRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GpstructRunTest {
  @TempDir private Path directory;
  private final List<String> learned = new ArrayList<>();

  private static GpstructSettings settings(List<GpstructTask> tasks, int samples, int threads) {
    return new GpstructSettings(
        tasks,
        List.of(GpstructMethod.PATHWISE, GpstructMethod.DECOUPLED),
        List.of(2, 4),
        false,
        1,
        samples,
        Results.FORM,
        EssForm.PAPER,
        remark -> {},
        RunControl.NONE,
        new Run(threads, 9));
  }

  private FoldLearner certainOfZero(GpstructMethod method) {
    return (data, fold, settings, stages) -> {
      learned.add(data.task() + " " + method + " " + fold + " " + settings.run());
      return certainOfZero(data.fold(fold).test());
    };
  }

  private static double[][] certainOfZero(LabeledRows test) {
    double[][] marginals = new double[test.sentenceCount()][];
    for (int n = 0; n < marginals.length; n++) {
      marginals[n] = new double[test.length(n) * test.labelCount()];
      for (int t = 0; t < test.length(n); t++) {
        marginals[n][t * test.labelCount()] = 1;
      }
    }
    return marginals;
  }

  @Test
  void learnsEveryFoldWithEveryMethod() throws IOException {
    GpstructTask task = GpstructTask.SEGMENTATION;
    TinyGpstruct.write(directory, task, false);
    AtomicLong seconds = new AtomicLong();
    List<Integer> told = new ArrayList<>();
    List<FoldResult> results =
        new GpstructRun(
                settings(List.of(task), 3, 2),
                this::certainOfZero,
                () -> seconds.getAndAdd(3) * 1_000_000_000L)
            .run(
                List.of(GpstructData.read(directory, task, false)),
                soFar -> told.add(soFar.size()));
    assertThat(told).containsExactly(1, 2, 3, 4);
    assertThat(learned)
        .containsExactly(
            task + " pathwise 2 Run[threads=2, seed=9]",
            task + " pathwise 4 Run[threads=2, seed=9]",
            task + " decoupled 2 Run[threads=2, seed=9]",
            task + " decoupled 4 Run[threads=2, seed=9]");
    for (FoldResult result : results) {
      assertThat(result.score().tokenError()).isBetween(0.3, 0.7);
      assertThat(result.score().ece()).isEqualTo(result.score().tokenError());
      assertThat(result.score().seconds()).isEqualTo(3);
      assertThat(result.trainTokens() + result.testTokens()).isEqualTo(72);
    }
  }

  @Test
  void whatIsPredictedOnTheWayTakesNoTime() throws IOException {
    GpstructTask task = GpstructTask.SEGMENTATION;
    TinyGpstruct.write(directory, task, false);
    AtomicLong now = new AtomicLong();
    FoldLearner twoStages =
        (data, fold, settings, stages) -> {
          LabeledRows test = data.fold(fold).test();
          for (int stage = 0; stage < 2; stage++) {
            now.addAndGet(2_000_000_000L);
            stages.reached(
                () -> {
                  now.addAndGet(10_000_000_000L);
                  return certainOfZero(test);
                });
          }
          now.addAndGet(1_000_000_000L);
          return certainOfZero(test);
        };
    GpstructRun run = new GpstructRun(settings(List.of(task), 3, 1), method -> twoStages, now::get);
    GpstructData data = GpstructData.read(directory, task, false);
    GpstructRun.Outcome outcome = run.learn(data, GpstructMethod.GP_ESS, 2, true);
    assertThat(outcome.stages()).extracting(FoldStage::seconds).containsExactly(2.0, 4.0);
    assertThat(outcome.result().score().seconds()).isEqualTo(5);
    assertThat(outcome.stages())
        .extracting(FoldStage::error)
        .containsOnly(outcome.result().score().tokenError());
    now.set(0);
    assertThat(run.learn(data, GpstructMethod.GP_ESS, 2, false).stages()).isEmpty();
    assertThat(now).as("no prediction on the way").hasValue(5_000_000_000L);
  }

  @Test
  void settingsMustBeUsable() {
    assertThatThrownBy(() -> settings(List.of(), 0, 1)).hasMessageContaining("--samples");
    assertThatThrownBy(() -> settings(List.of(), 1, 0)).hasMessageContaining("threads");
    assertThat(settings(List.of(GpstructTask.CHUNKING), 1, 1).runs()).isEqualTo(4);
  }
}
