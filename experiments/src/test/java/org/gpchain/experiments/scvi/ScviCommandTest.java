package org.gpchain.experiments.scvi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.cli.CommandLineRun;
import org.gpchain.experiments.ExperimentRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScviCommandTest {
  private static final String SENTENCES =
      "The\tDT\nferry\tNN\nleft\tVBD\n\nShe\tPRP\nsaw\tVBD\nthe\tDT\nstorm\tNN\n\n";

  @TempDir private Path directory;
  private ExperimentRun bench;

  @BeforeEach
  void writeCorpus() throws IOException {
    bench =
        ExperimentRun.of(
            directory,
            "scvi",
            "--train",
            directory.resolve("train.txt"),
            "--columns",
            "word,label",
            "--states",
            "3",
            "--passes",
            "2",
            "--batch",
            "5,20",
            "--forgetting",
            "0.6",
            "--em-passes",
            "2");
    bench.write("train.txt", SENTENCES.repeat(30));
  }

  /** A row for each method in each cell and one for EM, and two plots for each cell. */
  @Test
  void tableAndPlots() {
    Path plots = directory.resolve("plots");
    Path rows = directory.resolve("rows.jsonl");
    CommandLineRun run = bench.succeed("--plots", plots, "--rows", rows);
    assertThat(run.out()).startsWith("54 sentences, ").contains("V-measure");
    assertThat(run.out().lines().filter(line -> line.matches("(S|EM).*"))).hasSize(7);
    for (String batch : List.of("5", "20")) {
      String name = "batch-" + batch + "-forgetting-0.6";
      assertThat(plots.resolve(name + ".svg")).content().contains("SCVI_HDP");
      assertThat(plots.resolve(name + "-time.svg")).content().contains("SCVI_HDP");
    }
    assertThat(bench.succeed("--rows", rows).out()).isEqualTo(run.out());
  }

  @Test
  void otherStartsAndSmallerCorpora() {
    assertThat(bench.succeed("--start", "CLUSTERS", "--limit", "20").out())
        .startsWith("18 sentences, ");
  }

  @ParameterizedTest
  @CsvSource({
    "--batch, -1",
    "--states, 0",
    "--cutoff, 0",
    "--passes, 0",
    "--em-passes, -1",
    "--forgetting, 0",
    "--transition-prior, 0",
    "--emission-prior, 0",
    "--threads, 0"
  })
  void refusesWhatItCannotUse(String option, String value) {
    bench.isWrongUse(option + " must be ", option + "=" + value);
  }
}
