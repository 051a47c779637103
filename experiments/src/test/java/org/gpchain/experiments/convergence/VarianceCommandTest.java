package org.gpchain.experiments.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.experiments.ExperimentRun;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.data.TinyGpstruct;
import org.gpchain.experiments.lab.Svg;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VarianceCommandTest {
  @TempDir private Path directory;
  private ExperimentRun bench;

  @BeforeEach
  void writeData() throws IOException {
    TinyGpstruct.write(directory, GpstructTask.SEGMENTATION, false);
    bench =
        ExperimentRun.of(
            directory,
            "variance",
            "--data",
            directory,
            "--task",
            "segmentation",
            "--inducing",
            "4",
            "--samples",
            "50");
  }

  /** The last figure of a row is that of the pairwise covariance. */
  private static double last(String out, String where, String gradient, String estimator) {
    String row =
        out.lines()
            .filter(line -> line.startsWith(where + " ") && line.contains(gradient))
            .filter(line -> line.contains("  " + estimator + ": "))
            .findFirst()
            .orElseThrow();
    return Double.parseDouble(row.substring(row.lastIndexOf(' ') + 1));
  }

  @Test
  void comparesAllEstimatorsAtBothPlaces() throws Exception {
    Path svg = directory.resolve("bars.svg");
    String out = bench.succeed("--steps", "3", "--svg", svg).out();
    assertThat(out.lines()).hasSize(1 + 2 * 2 * 5);
    for (String where : List.of("at the start", "after 3 steps")) {
      for (String gradient : List.of("parameters", "latent scores")) {
        assertThat(last(out, where, gradient, "no control variate")).isPositive();
        // With sentences as short as these, control variates need not be of use.
        assertThat(last(out, where, gradient, "split")).isPositive();
        assertThat(last(out, where, gradient, "pathwise")).isBetween(0.0, 0.2);
      }
    }
    assertThat(Svg.text(Svg.read(svg), "desc"))
        .isEqualTo("unary mean; unary covariance; pairwise mean; pairwise covariance");
  }

  @Test
  void figuresDoNotDependOnTheThreads() {
    String one = bench.succeed("--steps", "0", "--threads", "1", "--replicates", "5").out();
    assertThat(one.lines()).hasSize(1 + 2 * 5);
    assertThat(bench.succeed("--steps", "0", "--threads", "3", "--replicates", "5").out())
        .isEqualTo(one);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 | --task       | parsing | japanesene",
        "2 | --samples    | 3       | --samples must be at least 4, was 3",
        "2 | --sentences  | 0       | --sentences must be at least 1, was 0",
        "2 | --replicates | 1       | --replicates must be at least 2, was 1",
        "2 | --steps      | -1      | --steps must be at least 0, was -1",
        "1 | --task       | basenp  | basenp.features.tsv: there is no such file"
      })
  void refusesWhatItCannotUse(int code, String option, String value, String message) {
    bench.fails(code, message, option, value);
  }
}
