package org.gpchain.experiments.graybox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gpchain.core.kernel.Prior;
import org.gpchain.core.math.SparseRows;
import org.gpchain.training.TrainerSettings.Run;
import org.gpchain.training.data.LabeledRows;
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

class CheckpointingTest {
  @TempDir private Path directory;
  private long now;

  private static Checkpoint checkpoint(Path file) {
    GrayBoxSettings settings =
        new GrayBoxSettings(
            new Posterior(1, 1, CovarianceForm.DIAGONAL, CovarianceForm.DIAGONAL),
            Prior.of(1, 1, 1),
            new Estimation(Estimator.AUTO, 2, ControlVariate.SPLIT, false),
            Method.BATCH,
            new Schedule(1, 1, 1, 0, 1, false),
            Stopping.NEVER,
            new Run(1, 1));
    SparseRows rows = SparseRows.of(1, new int[] {0, 1}, new int[] {0});
    LabeledRows train = new LabeledRows(rows, new int[] {0, 1}, new int[] {0}, 1);
    return new Checkpoint(file, settings, train, settings.linearKernel(new int[] {0}));
  }

  @Test
  void savesNoOftenerThanTold() throws Exception {
    Path file = directory.resolve("state.gpck");
    Checkpointing listener = new Checkpointing(checkpoint(file), 10, () -> now);
    GrayBoxState state = GrayBoxState.start(new double[1], new double[2]);
    now = 9_999_999_999L;
    listener.accept(state);
    assertThat(file).doesNotExist();
    now = 10_000_000_000L;
    listener.accept(state.nextPhase());
    assertThat(checkpoint(file).load().phase()).isEqualTo(1);
    now = 19_000_000_000L;
    listener.accept(state.nextPhase().nextPhase());
    assertThat(checkpoint(file).load().phase()).isEqualTo(1);
  }

  @Test
  void doesNotHideThatItCannotWrite() throws Exception {
    Path notADirectory = Files.writeString(directory.resolve("file"), "");
    Checkpointing listener =
        new Checkpointing(checkpoint(notADirectory.resolve("state.gpck")), 1, () -> now);
    now = 2_000_000_000L;
    GrayBoxState state = GrayBoxState.start(new double[1], new double[2]);
    assertThatThrownBy(() -> listener.accept(state)).isInstanceOf(UncheckedIOException.class);
  }
}
