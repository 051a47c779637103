package org.gpchain.experiments.convergence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.kernel.Prior;
import org.gpchain.core.math.SparseRows;
import org.gpchain.experiments.convergence.GrayBoxTrace.Point;
import org.gpchain.training.TrainerSettings.Run;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.graybox.GrayBoxSettings;
import org.gpchain.training.graybox.GrayBoxSettings.Estimation;
import org.gpchain.training.graybox.GrayBoxSettings.Estimator;
import org.gpchain.training.graybox.GrayBoxSettings.Method;
import org.gpchain.training.graybox.GrayBoxSettings.Posterior;
import org.gpchain.training.graybox.GrayBoxSettings.Schedule;
import org.gpchain.training.graybox.GrayBoxSettings.Stopping;
import org.gpchain.training.objective.ParameterLayout.CovarianceForm;
import org.gpchain.training.objective.ScoreFunction.ControlVariate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GrayBoxTraceTest {
  private static final int[] GROUPS = {0, 0};

  /** Sentences of two tokens whose only feature tells the label. */
  private static LabeledRows corpus(int sentences) {
    int tokens = 2 * sentences;
    int[] labels = IntStream.range(0, tokens).map(t -> t / 3 % 2).toArray();
    return new LabeledRows(
        SparseRows.of(2, IntStream.rangeClosed(0, tokens).toArray(), labels),
        IntStream.rangeClosed(0, sentences).map(n -> 2 * n).toArray(),
        labels,
        2);
  }

  private static GrayBoxSettings settings(Method method, int threads) {
    return new GrayBoxSettings(
        new Posterior(2, 1, CovarianceForm.DIAGONAL, CovarianceForm.DIAGONAL),
        Prior.of(1, 1, 1),
        new Estimation(Estimator.SCORE_FUNCTION, 40, ControlVariate.SPLIT, false),
        method,
        new Schedule(1, 1, 1, 5, 3, true),
        new Stopping(1e-9, 0.5, 1),
        new Run(threads, 1));
  }

  private static GrayBoxTrace trace(Method method, int passes, int threads) {
    return GrayBoxTrace.of(corpus(12), GROUPS, settings(method, threads), passes, 16);
  }

  /** Whatever the settings say of stopping, of rounds and of hyper-parameters. */
  @ParameterizedTest
  @EnumSource(value = Method.class, mode = EnumSource.Mode.EXCLUDE, names = "BATCH")
  void theBoundRisesFromTheSameStart(Method method) {
    GrayBoxTrace trace = trace(method, 6, 2);
    List<Integer> passes = trace.points().stream().map(Point::pass).toList();
    if (method == Method.SAGA) {
      assertThat(passes).containsExactly(0, 2, 3, 4, 5, 6);
    } else {
      assertThat(passes).containsExactly(0, 1, 2, 3, 4, 5, 6);
    }
    double start = trace.points().get(0).negativeBound();
    assertThat(start).isEqualTo(trace(Method.SGD, 2, 1).points().get(0).negativeBound());
    assertThat(trace.points().get(passes.size() - 1).negativeBound()).isLessThan(start);
    assertThat(trace.stepSizes()).hasSize(4);
    assertThat(trace(method, 6, 1).points()).isEqualTo(trace.points());
  }

  /** A shorter trace is the beginning of a longer one. */
  @Test
  void passesFollowEachOther() {
    assertThat(trace(Method.SGD, 5, 1).points())
        .startsWith(trace(Method.SGD, 3, 1).points().toArray(Point[]::new));
  }

  @Test
  void saysWhatIsWrong() {
    assertThatThrownBy(() -> trace(Method.BATCH, 5, 1)).hasMessageContaining("batch method");
    assertThatThrownBy(() -> trace(Method.SGD, 1, 1))
        .hasMessageContaining("passes must be at least 2, was 1");
    assertThatThrownBy(() -> GrayBoxTrace.of(corpus(3), GROUPS, settings(Method.SGD, 1), 5, 16))
        .hasMessageContaining("number of batches");
    assertThatThrownBy(() -> GrayBoxTrace.of(corpus(12), GROUPS, settings(Method.SGD, 1), 5, 0))
        .hasMessageContaining("samples must be at least 1, was 0");
  }
}
