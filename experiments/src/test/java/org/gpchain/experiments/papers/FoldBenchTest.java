package org.gpchain.experiments.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.data.TinyGpstruct;
import org.gpchain.experiments.lab.RowFile;
import org.gpchain.experiments.papers.GrayBoxForm.GrayBoxKernel;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.evaluation.TokenScores;
import org.gpchain.internal.training.TrainerSettings.Run;
import org.gpchain.internal.training.data.LabeledRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoldBenchTest {
  private static final GpstructTask TASK = GpstructTask.SEGMENTATION;

  @TempDir private Path directory;
  private final List<String> learned = new ArrayList<>();
  private final AtomicLong now = new AtomicLong();

  private FoldBench bench(Function<GpstructMethod, FoldLearner> learners) {
    return new FoldBench(directory, 1, new Run(2, 9), remark -> {}, learners, now::get);
  }

  private static FoldBench.Cell cell(GpstructMethod method, int watched, Integer... folds) {
    PaperRow row = PaperRow.of(method.toString(), "", method, GrayBoxKernel.LINEAR);
    return new FoldBench.Cell(row, TASK, List.of(folds), watched, "abc");
  }

  private FoldLearner certainOfZero(GpstructMethod method) {
    return (data, fold, row, bench, stages) -> {
      learned.add(data.task() + " " + method + " " + fold + " " + bench.run());
      now.addAndGet(3_000_000_000L);
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

  private RowFile<FoldRow> rows() throws IOException {
    return RowFile.open(directory.resolve("rows.jsonl"), FoldRow.class, null);
  }

  @Test
  void learnsEveryFoldWithEveryMethodOnce() throws IOException {
    TinyGpstruct.write(directory, TASK, false);
    List<FoldBench.Cell> cells =
        List.of(cell(GpstructMethod.PATHWISE, 0, 2, 4), cell(GpstructMethod.DECOUPLED, 0, 2, 4));
    FoldBench bench = bench(this::certainOfZero);
    List<FoldRow> taken = new ArrayList<>();
    List<FoldRow> made = bench.run(cells, rows(), (row, marginals) -> taken.add(row));

    assertThat(taken).isEqualTo(made);
    assertThat(learned)
        .containsExactly(
            TASK + " pathwise 2 Run[threads=2, seed=9]",
            TASK + " pathwise 4 Run[threads=2, seed=9]",
            TASK + " decoupled 2 Run[threads=2, seed=9]",
            TASK + " decoupled 4 Run[threads=2, seed=9]");

    for (FoldRow row : made) {
      assertThat(row.scores().error()).isBetween(0.3, 0.7).isEqualTo(row.scores().ece());
      assertThat(row.seconds()).isEqualTo(3);
      assertThat(row.taskFold().trainTokens() + row.taskFold().testTokens()).isEqualTo(72);
    }
    assertThat(bench.run(cells, rows(), (row, marginals) -> taken.clear())).isEqualTo(made);
    assertThat(learned).hasSize(4);
    assertThat(taken).hasSize(4);
  }

  @Test
  void timeExcludesIntermediatePredictions() throws IOException {
    TinyGpstruct.write(directory, TASK, false);
    FoldLearner twoStages =
        (data, fold, row, bench, stages) -> {
          LabeledRows test = data.fold(fold).test();
          for (int stage = 0; stage < 2; stage++) {
            now.addAndGet(2_000_000_000L);
            stages.accept(
                () -> {
                  now.addAndGet(10_000_000_000L);
                  return certainOfZero(test);
                });
          }
          now.addAndGet(1_000_000_000L);
          return certainOfZero(test);
        };
    FoldBench bench = bench(method -> twoStages);
    List<FoldRow> made =
        bench.run(List.of(cell(GpstructMethod.GP_ESS, 2, 2, 3)), rows(), (row, marginals) -> {});

    assertThat(made.get(0).stages()).extracting(FoldRow.Stage::seconds).containsExactly(2.0, 4.0);
    assertThat(made.get(0).stages())
        .extracting(FoldRow.Stage::error)
        .containsOnly(made.get(0).scores().error());
    assertThat(made).extracting(FoldRow::seconds).containsExactly(5.0, 5.0);
    assertThat(made.get(1).stages()).isEmpty();
    assertThat(now).as("one fold had intermediate predictions").hasValue(30_000_000_000L);
  }

  private static LabeledRows sentences(int[] start, int... gold) {
    return new LabeledRows(SparseRows.of(0, new int[gold.length + 1], new int[0]), start, gold, 3);
  }

  @Test
  void scoresMatchAManualCalculation() {
    LabeledRows test = sentences(new int[] {0, 1, 3}, 0, 2, 1);
    double[][] marginals = {{0.7, 0.2, 0.1}, {0.25, 0.25, 0.5, 0.45, 0.1, 0.45}};
    TokenScores score = FoldBench.score(test, marginals);
    // The labels at 0.7 and 0.5 are correct. At 0.45, the tie goes to label 0, which is wrong. The
    // three are in different bins of the 15: (10/15, 11/15], (7/15, 8/15], (6/15, 7/15].
    assertThat(score.error()).isCloseTo(1 / 3.0, within(1e-15));
    assertThat(score.nll())
        .isCloseTo(-(Math.log(0.7) + Math.log(0.5) + Math.log(0.1)) / 3, within(1e-15));
    assertThat(score.ece()).isCloseTo((0.3 + 0.5 + 0.45) / 3, within(1e-15));

    double third = 1 / 3.0;
    for (int gold = 0; gold < 3; gold++) {
      TokenScores tie =
          FoldBench.score(
              sentences(new int[] {0, 1}, gold), new double[][] {{third, third, third}});
      assertThat(tie.error()).isEqualTo(gold == 0 ? 0 : 1);
    }
    TokenScores none = FoldBench.score(sentences(new int[] {0, 1}, 2), new double[][] {{1, 0, 0}});

    assertThat(none.nll())
        .as("finite for an impossible label")
        .isEqualTo(-Math.log(Double.MIN_NORMAL));
    assertThat(none.ece()).isEqualTo(1);

    double nan = Double.NaN;
    TokenScores unknown =
        FoldBench.score(sentences(new int[] {0, 1}, 0), new double[][] {{nan, nan, nan}});
    assertThat(unknown.nll()).isNaN();
    assertThat(unknown.ece()).isNaN();
  }

  @Test
  void marginalsMustHaveTheShapeOfTheSentences() {
    LabeledRows test = sentences(new int[] {0, 1, 3}, 0, 2, 1);
    assertThatThrownBy(() -> FoldBench.score(test, new double[][] {{1, 0, 0}}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[sentences]");
    assertThatThrownBy(() -> FoldBench.score(test, new double[][] {{1, 0, 0}, {1, 0, 0}}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sentence 1");
  }
}
