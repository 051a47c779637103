package org.gpchain.experiments.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.experiments.ExperimentRun;
import org.gpchain.internal.cli.CommandLineRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationCommandTest {
  @TempDir private Path directory;
  private ExperimentRun bench;

  @BeforeEach
  void writeData() throws IOException {
    String sentences = ExperimentRun.CHUNKS.stripTrailing() + "\n. . O\n\n";
    bench = ExperimentRun.ofChunks(directory, "calibration");
    bench.write("train.txt", sentences.repeat(5));
    bench.write("test.txt", sentences + "in IN B-PP\n");
  }

  @Test
  void comparesWithAndWithoutCalibration() {
    Path file = directory.resolve("rows.jsonl");
    CommandLineRun run = bench.succeed("--rows", file);
    List<String> lines = run.out().lines().map(line -> line.replaceAll("  +", " ")).toList();
    assertThat(lines).hasSize(6);
    // The model does not know the label of the last token.
    assertThat(lines.get(0)).startsWith("3 sentences, 6 tokens, ");
    assertThat(lines.get(1)).isEqualTo(" token nll ece % segment log-loss ece % F1 %");
    assertThat(lines.get(2)).startsWith("uncalibrated ").doesNotContain("-");
    assertThat(lines.get(3)).startsWith("calibrated ").doesNotContain("-");
    assertThat(lines.get(4)).startsWith("calibrated less uncalibrated, token nll: ");
    assertThat(lines.get(5)).startsWith("calibrated less uncalibrated, segment log-loss: ");
    assertThat(run.err()).containsPattern("scores x \\d\\.\\d+, transitions x \\d");
    assertThat(bench.succeed("--rows", file)).isEqualTo(new CommandLineRun(0, run.out(), ""));
  }

  @Test
  void tokenLabelsHaveNoSegments() throws IOException {
    bench.write("train.txt", "a DT\nb NN\n\n".repeat(10));
    bench.write("test.txt", "a DT\nb NN\n");
    bench.write("template", "U0:%x[0,0]\nB\n");
    assertThat(bench.succeed("--task", "pos", "--columns", "word,label").out())
        .startsWith("1 sentences, 2 tokens, 0 candidate segments")
        .doesNotContain("segment log-loss:");
  }

  @Test
  void reportsATooSmallCorpus() {
    assertThat(bench.succeed("--limit", "4").err()).contains("too few sentences");
  }

  @Test
  void rejectsWrongOptions() {
    bench.isWrongUse("--cutoff must be at least 1", "--cutoff", "0");
  }
}
