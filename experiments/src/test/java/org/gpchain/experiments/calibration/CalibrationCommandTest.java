package org.gpchain.experiments.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.experiments.ExperimentCommand;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CalibrationCommandTest {
  private static final String SENTENCES =
      """
      The DT B-NP
      ferry NN I-NP
      left VBD B-VP

      She PRP B-NP
      stayed VBD B-VP
      . . O

      """;

  @TempDir private Path directory;
  private Path train;
  private Path dev;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void writeData() throws IOException {
    train = Files.writeString(directory.resolve("train.txt"), SENTENCES.repeat(5));
    dev = Files.writeString(directory.resolve("dev.txt"), SENTENCES + "in IN B-PP\n");
    Files.writeString(directory.resolve("template"), "U0:%x[0,0]\nU1:%x[0,1]\nB\n");
  }

  private int calibration(String... more) {
    List<String> args = new ArrayList<>(List.of("calibration", "--task", "chunk"));
    args.addAll(List.of("--threads", "1", "--template", directory.resolve("template").toString()));
    args.addAll(List.of("--train", train.toString(), "--dev", dev.toString()));
    args.addAll(Arrays.asList(more));
    return new CommandLine(new ExperimentCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .setOverwrittenOptionsAllowed(true)
        .execute(args.toArray(String[]::new));
  }

  @Test
  void comparesWithAndWithoutCalibration() {
    assertThat(calibration()).as(err.toString()).isZero();
    List<String> lines = out.toString().lines().map(line -> line.replaceAll("  +", " ")).toList();
    assertThat(lines).hasSize(8);
    // The last token has a label that the model does not know.
    assertThat(lines.get(0)).startsWith("3 sentences, 6 tokens, ");
    assertThat(lines.get(1)).isEqualTo(" token nll ece % segment log-loss ece % F1 %");
    assertThat(lines.get(2)).startsWith("uncalibrated ").contains(" - - ");
    assertThat(lines.get(3)).startsWith("legal ").doesNotContain("-");
    assertThat(lines.get(4)).startsWith("calibrated ").doesNotContain("-");
    assertThat(lines.get(5)).startsWith("calibrated less uncalibrated, token nll: ");
    assertThat(lines.get(7)).startsWith("calibrated less legal, segment log-loss: ");
    assertThat(err.toString()).containsPattern("scores x \\d\\.\\d+, transitions x \\d");
  }

  @Test
  void labelsOfTokensHaveNoSegments() throws IOException {
    Files.writeString(train, "a DT\nb NN\n\n".repeat(10));
    Files.writeString(dev, "a DT\nb NN\n");
    Files.writeString(directory.resolve("template"), "U0:%x[0,0]\nB\n");
    assertThat(calibration("--task", "pos", "--columns", "word,label")).as(err.toString()).isZero();
    assertThat(out.toString()).startsWith("1 sentences, 2 tokens, 0 candidate segments");
    assertThat(out.toString()).doesNotContain("segment log-loss:");
  }

  @Test
  void aCorpusCanBeTooSmall() {
    assertThat(calibration("--limit", "4")).isZero();
    assertThat(err.toString()).contains("too few sentences");
  }

  @Test
  void refusesWhatItCannotUse() {
    assertThat(calibration("--resamples", "10")).isEqualTo(2);
    assertThat(calibration("--cutoff", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("at least 1000", "--cutoff must be at least 1");
    assertThat(out.toString()).isEmpty();
  }
}
