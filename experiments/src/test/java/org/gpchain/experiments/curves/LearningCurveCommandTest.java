package org.gpchain.experiments.curves;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.experiments.ExperimentRun;
import org.gpchain.experiments.lab.Svg;
import org.gpchain.internal.cli.CommandLineRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LearningCurveCommandTest {
  @TempDir private Path directory;
  private ExperimentRun bench;

  @BeforeEach
  void writeData() throws IOException {
    bench = ExperimentRun.ofChunks(directory, "learning-curve");
  }

  @Test
  void comparesBothMethodsAtEachSize() throws Exception {
    Path file = directory.resolve("rows.jsonl");
    CommandLineRun run =
        bench.succeed("--sizes", "8,5", "--rows", file, "--svg", directory.resolve("a.b.svg"));

    assertThat(run.out().lines().map(line -> line.replaceAll("  +", " ")))
        .hasSize(5)
        .first()
        .isEqualTo("method sentences F1 % against gp (95 %) token error % nll ece % seconds");
    assertThat(run.err()).contains("1/4 5 sentences, gp: F1 ", "4/4 8 sentences, crf: F1 ");
    assertThat(run.out()).containsPattern("crf +5 .* tie [+-]\\d+\\.\\d\\d \\([+-]");

    for (String plot : List.of("f1", "nll", "ece")) {
      assertThat(Svg.text(Svg.read(directory.resolve("a.b-" + plot + ".svg")), "desc"))
          .contains("GPChain", "; CRF");
    }
    List<JsonNode> rows = ExperimentRun.read(file);

    assertThat(rows).hasSize(4);

    for (int i = 0; i < 4; i++) {
      JsonNode figures = rows.get(i).get("figures");
      // Everything is correct except the last token, whose label is not in the training corpus.
      assertThat(figures.get("f1").asDouble()).isBetween(0.7, 0.99);
      assertThat(figures.get("tokenError").asDouble()).isEqualTo(1.0 / 6);
      assertThat(figures.get("unknownLabelTokens").asInt()).isEqualTo(1);
      assertThat(figures.get("nll").asDouble()).isBetween(0.0, 1.0);
      assertThat(figures.get("ece").asDouble()).isBetween(0.0, 1.0);
      assertThat(rows.get(i).get("againstGp").isNull()).isEqualTo(i % 2 == 0);
      if (i % 2 == 1) {
        double gp = rows.get(i - 1).at("/figures/f1").asDouble();
        assertThat(rows.get(i).at("/againstGp/value").asDouble())
            .isEqualTo(figures.get("f1").asDouble() - gp);
      }
    }
    checkResumes(file, run);
  }

  /** Existing rows are reused. If a row for comparison has no counts, GP is trained again. */
  private void checkResumes(Path file, CommandLineRun whole) throws IOException {
    List<String> lines = Files.readAllLines(file);
    Files.write(file, lines.subList(0, 3));
    assertThat(withoutTimes(bench.succeed("--sizes", "5,8", "--rows", file).out()))
        .isEqualTo(withoutTimes(whole.out()));
    assertThat(Files.readAllLines(file).subList(0, 3)).isEqualTo(lines.subList(0, 3));
    assertThat(Files.readAllLines(file)).hasSize(4);
    bench.succeed("--sizes", "5", "--seed", "2", "--rows", file);
    assertThat(Files.readAllLines(file)).as("rows of other settings").hasSize(6);
  }

  /** Removes the times from a table. */
  private static String withoutTimes(String table) {
    return table.replaceAll(" +[0-9.]+\n", "\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | --sizes     | 5,11 | there are 10 sentences, but --sizes has 11",
        "2 | --sizes     | 4,8  | smallest of --sizes must be at least 5, was 4",
        "2 | --sizes     | few  | --sizes",
        "2 | --resamples | 10   | resamples must be at least 1000, was 10",
        "2 | --threads   | 0    | --threads must be at least 1, was 0",
        "1 | --rows      | /    | this is a directory"
      })
  void rejectsWrongOptions(int code, String option, String value, String message) {
    bench.fails(code, message, option, value);
  }

  @Test
  void needsTwoLabelsAndTheSameColumns() throws IOException {
    bench.write("train.txt", "x NN O\n\n".repeat(6) + ExperimentRun.CHUNKS);
    bench.fails(1, "train.txt:1: all tokens of the first 5 sentences have", "--sizes", "5");
    bench.write("test.txt", "x O\n");
    bench.fails(1, "test.txt:1: this file has the columns", "--sizes", "5", "--task", "ne");
  }
}
