package org.gpchain.experiments.variance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.experiments.ExperimentCommand;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.data.TinyGpstruct;
import org.gpchain.experiments.plot.Svg;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class VarianceCommandTest {
  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void writeData() throws IOException {
    TinyGpstruct.write(directory, GpstructTask.SEGMENTATION, false);
  }

  private int variance(String... more) {
    List<String> args =
        new ArrayList<>(
            List.of(
                "variance",
                "--data",
                directory.toString(),
                "--task",
                "segmentation",
                "--inducing",
                "4",
                "--samples",
                "50"));
    args.addAll(Arrays.asList(more));
    return new CommandLine(new ExperimentCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .setOverwrittenOptionsAllowed(true)
        .execute(args.toArray(String[]::new));
  }

  /** The last figure of a row is that of the pairwise covariance. */
  private double last(String where, String gradient, String estimator) {
    String row =
        out.toString()
            .lines()
            .filter(line -> line.startsWith(where + " ") && line.contains(gradient))
            .filter(line -> line.contains("  " + estimator + ": "))
            .findFirst()
            .orElseThrow();
    return Double.parseDouble(row.substring(row.lastIndexOf(' ') + 1));
  }

  @Test
  void comparesAllEstimatorsAtBothPlaces() throws Exception {
    Path svg = directory.resolve("bars.svg");
    int code = variance("--steps", "3", "--svg", svg.toString());
    assertThat(code).as(err.toString()).isZero();
    assertThat(out.toString().lines()).hasSize(1 + 2 * 2 * 5);
    for (String where : List.of("at the start", "after 3 steps")) {
      for (String gradient : List.of("parameters", "latent scores")) {
        assertThat(last(where, gradient, "no control variate")).isPositive();
        // With sentences as short as these, control variates need not be of use.
        assertThat(last(where, gradient, "split")).isPositive();
        assertThat(last(where, gradient, "pathwise")).isBetween(0.0, 0.2);
      }
    }
    assertThat(Svg.text(Svg.read(svg), "desc"))
        .isEqualTo("unary mean; unary covariance; pairwise mean; pairwise covariance");
  }

  @Test
  void figuresDoNotDependOnTheThreads() {
    assertThat(variance("--steps", "0", "--threads", "1", "--replicates", "5")).isZero();
    String one = out.toString();
    assertThat(one.lines()).hasSize(1 + 2 * 5);
    out.getBuffer().setLength(0);
    assertThat(variance("--steps", "0", "--threads", "3", "--replicates", "5")).isZero();
    assertThat(out.toString()).isEqualTo(one);
  }

  private void assertWrongUse(int code, String message) {
    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).contains(message);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void refusesWhatItCannotUse() {
    assertWrongUse(variance("--task", "parsing"), "japanesene");
    assertWrongUse(variance("--samples", "3"), "--samples must be at least 4, was 3");
    assertWrongUse(variance("--sentences", "0"), "--sentences must be at least 1, was 0");
    assertWrongUse(variance("--replicates", "1"), "--replicates must be at least 2, was 1");
    assertWrongUse(variance("--steps", "-1"), "--steps must be at least 0, was -1");
  }

  @Test
  void tellsThatThereAreNoData() {
    assertThat(variance("--task", "basenp")).isEqualTo(1);
    assertThat(err.toString()).contains("basenp.features.tsv: there is no such file");
  }
}
