package org.gpchain.experiments.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.kernel.AdditiveLinearKernel;
import org.gpchain.core.kernel.ComposedKernel;
import org.gpchain.core.kernel.CosinePolynomial;
import org.gpchain.core.kernel.Kernel;
import org.gpchain.core.kernel.Prior;
import org.gpchain.core.kernel.Rbf;
import org.gpchain.core.kernel.SumKernel;
import org.gpchain.core.math.SparseRows;
import org.gpchain.core.posterior.SparsePosterior;
import org.gpchain.corpora.InputException;
import org.gpchain.experiments.papers.GrayBoxChain.Likelihood;
import org.gpchain.training.Progress;
import org.gpchain.training.TrainerSettings.Run;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.graybox.GrayBoxLearner;
import org.gpchain.training.graybox.GrayBoxSettings;
import org.gpchain.training.graybox.GrayBoxSettings.Estimation;
import org.gpchain.training.graybox.GrayBoxSettings.Estimator;
import org.gpchain.training.graybox.GrayBoxSettings.Method;
import org.gpchain.training.graybox.GrayBoxSettings.Posterior;
import org.gpchain.training.graybox.GrayBoxSettings.Schedule;
import org.gpchain.training.graybox.GrayBoxSettings.Stopping;
import org.gpchain.training.graybox.GrayBoxState;
import org.gpchain.training.objective.ParameterLayout.CovarianceForm;
import org.gpchain.training.objective.ScoreFunction.ControlVariate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CheckpointTest {
  private static final int LABELS = 2;
  private static final int[] GROUPS = {0, 0, 1, 1, 2};
  private static final Kernel KERNEL = AdditiveLinearKernel.of(GROUPS, new double[] {1, 1, 1});

  @TempDir private Path directory;

  /** Feature 0 says label 0, feature 1 says label 1, features 2 to 4 say nothing. */
  private static LabeledRows corpus(int sentences) {
    int[] start = new int[sentences + 1];
    List<int[]> rows = new ArrayList<>();
    List<Integer> labels = new ArrayList<>();
    for (int n = 0; n < sentences; n++) {
      int length = 1 + n % 4;
      for (int t = 0; t < length; t++) {
        int label = (n + t) % LABELS;
        rows.add(new int[] {label, 2 + (n * 3 + t) % 3});
        labels.add(label);
      }
      start[n + 1] = start[n] + length;
    }
    int[] rowStart = new int[rows.size() + 1];
    int[] columns = new int[2 * rows.size()];
    for (int r = 0; r < rows.size(); r++) {
      rowStart[r + 1] = 2 * (r + 1);
      System.arraycopy(rows.get(r), 0, columns, 2 * r, 2);
    }
    return new LabeledRows(
        SparseRows.of(5, rowStart, columns),
        start,
        labels.stream().mapToInt(Integer::intValue).toArray(),
        LABELS);
  }

  private static GrayBoxSettings settings(Method method, int threads) {
    return with(method, 4, threads);
  }

  private static GrayBoxSettings with(Method method, int inducing, int threads) {
    return new GrayBoxSettings(
        new Posterior(inducing, 1, CovarianceForm.DIAGONAL, CovarianceForm.DIAGONAL),
        Prior.of(1, 1, 1),
        new Estimation(Estimator.PATHWISE, 40, ControlVariate.SPLIT, false),
        method,
        new Schedule(3, 8, 4, 2, 3, true),
        Stopping.NEVER,
        new Run(threads, 1));
  }

  private static void assertSame(SparsePosterior a, SparsePosterior b) {
    assertThat(a.components().get(0).mean()).isEqualTo(b.components().get(0).mean());
    assertThat(a.components().get(0).deviation()).isEqualTo(b.components().get(0).deviation());
    assertThat(a.pairwise().mean()).isEqualTo(b.pairwise().mean());
  }

  /** From every checkpoint learning goes on to the same posterior, bit for bit. */
  @ParameterizedTest
  @EnumSource(Method.class)
  void resumesBitForBit(Method method) throws Exception {
    Kernel kernel = SumKernel.of(KERNEL, ComposedKernel.of(KERNEL, 1, new CosinePolynomial(1, 2)));
    GrayBoxSettings settings = settings(method, 2);
    LabeledRows train = corpus(12);
    LinearChain chain = new LinearChain(LABELS);
    List<GrayBoxState> states = new ArrayList<>();
    SparsePosterior whole =
        new GrayBoxLearner(settings, Progress.NONE, states::add).learn(train, kernel, chain);
    assertThat(states).hasSize(9);
    Checkpoint<GrayBoxState> checkpoint =
        checkpoint(directory.resolve("state"), settings, train, kernel);
    for (GrayBoxState state : states) {
      checkpoint.save(state);
      GrayBoxState saved = checkpoint.load().orElseThrow();
      assertSame(
          new GrayBoxLearner(settings, Progress.NONE).resume(train, kernel, chain, saved), whole);
    }
  }

  private static Checkpoint<GrayBoxState> checkpoint(
      Path file, GrayBoxSettings settings, LabeledRows train, Kernel kernel) {
    String told = new GrayBoxChain(train, kernel, Likelihood.CHAIN, settings).told();
    return new Checkpoint<>(file, told, new GrayBoxChain.StateFormat());
  }

  @Test
  void refusesACheckpointOfOtherSettingsOrData() throws Exception {
    GrayBoxSettings settings = settings(Method.BATCH, 1);
    Path file = directory.resolve("state");
    LabeledRows train = corpus(12);
    GrayBoxState state = GrayBoxState.start(new double[] {1, 2}, new double[] {3});
    checkpoint(file, settings, train, KERNEL).save(state);
    assertThatThrownBy(checkpoint(file, with(Method.BATCH, 3, 1), train, KERNEL)::load)
        .isInstanceOf(InputException.class)
        .hasMessageContaining("other settings or data")
        .hasMessageContaining("inducing=4")
        .hasMessageContaining("inducing=3");
    assertThatThrownBy(checkpoint(file, settings, corpus(11), KERNEL)::load)
        .hasMessageContaining("other settings or data");
    Kernel rbf = ComposedKernel.of(KERNEL, 1, new Rbf(1));
    assertThatThrownBy(checkpoint(file, settings, train, rbf)::load)
        .hasMessageContaining("other settings or data")
        .hasMessageContaining("linear(")
        .hasMessageContaining("composed(");
    GrayBoxState loaded =
        checkpoint(file, settings(Method.BATCH, 7), train, KERNEL).load().orElseThrow();
    assertThat(loaded.parameters()).isEqualTo(state.parameters());
    assertThat(checkpoint(directory.resolve("none"), settings, train, KERNEL).load()).isEmpty();
  }

  @Test
  void refusesADamagedCheckpoint() throws Exception {
    Path file = directory.resolve("state");
    Checkpoint<GrayBoxState> checkpoint =
        checkpoint(file, settings(Method.BATCH, 1), corpus(12), KERNEL);
    checkpoint.save(GrayBoxState.start(new double[] {1, 2}, new double[] {3}));
    byte[] good = Files.readAllBytes(file);
    for (int i = 0; i < good.length; i++) {
      byte[] bad = good.clone();
      bad[i] ^= 0x40;
      Files.write(file, bad);
      assertThatThrownBy(checkpoint::load)
          .as("byte %d", i)
          .isInstanceOf(InputException.class)
          .hasMessageContaining("state: this is no checkpoint");
    }
    for (int length = 0; length < good.length; length++) {
      Files.write(file, Arrays.copyOf(good, length));
      assertThatThrownBy(checkpoint::load).isInstanceOf(InputException.class);
    }
  }

  /** A state that is not the last one is saved only if the last save was long ago. */
  @Test
  void savesNowAndThenAndAtTheEnd() throws Exception {
    Checkpoint<GrayBoxState> checkpoint =
        checkpoint(directory.resolve("state"), settings(Method.BATCH, 1), corpus(12), KERNEL);
    GrayBoxState state = GrayBoxState.start(new double[] {1, 2}, new double[] {3});
    checkpoint.save(state, false);
    assertThat(checkpoint.load()).isEmpty();
    checkpoint.save(state, true);
    assertThat(checkpoint.load()).isPresent();
    Checkpoint<GrayBoxState> nowhere =
        checkpoint(directory.resolve("state/x"), settings(Method.BATCH, 1), corpus(12), KERNEL);
    assertThatThrownBy(() -> nowhere.save(state, true)).isInstanceOf(UncheckedIOException.class);
  }
}
