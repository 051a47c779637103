package org.gpchain.experiments.convergence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.cli.CommandLineRun;
import org.gpchain.experiments.ExperimentRun;
import org.gpchain.experiments.convergence.ConvergenceCommand.Row;
import org.gpchain.experiments.convergence.ConvergenceCommand.Summary;
import org.gpchain.experiments.convergence.ConvergenceCommand.Way;
import org.gpchain.experiments.convergence.GrayBoxTrace.Point;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.data.TinyGpstruct;
import org.gpchain.experiments.lab.Svg;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConvergenceCommandTest {
  @TempDir private Path directory;
  private ExperimentRun bench;

  @BeforeEach
  void writeData() throws IOException {
    TinyGpstruct.write(directory, GpstructTask.SEGMENTATION, false);
    bench =
        ExperimentRun.of(
            directory,
            "convergence",
            "--data",
            directory,
            "--task",
            "segmentation",
            "--inducing",
            "4",
            "--samples",
            "20");
  }

  @Test
  void comparesAllMethods() throws Exception {
    Path svg = directory.resolve("plots/new.svg");
    Path file = directory.resolve("new.jsonl");
    Object[] told = {"--folds", "1,3", "--passes", "8", "--svg", svg, "--rows", file};
    CommandLineRun run = bench.succeed(told);
    assertThat(run.out().lines().toList())
        .hasSize(5)
        .anyMatch(line -> line.matches("saga +2 +[0-9.]+ \\([0-9.]+\\) .*"))
        .anyMatch(line -> line.startsWith("sgd-plain"));
    assertThat(run.err())
        .contains("1/8 fold 1, saga: -bound ", "8/8 fold 3, sgd-plain: -bound ", "after 8 passes");
    assertThat(Svg.text(Svg.read(svg), "desc"))
        .isEqualTo(
            "SAGA, control variates; SGD, control variates; Adam, control variates;"
                + " SGD, no control variates");
    List<JsonNode> rows = ExperimentRun.read(file);
    assertThat(rows).hasSize(8);
    for (JsonNode row : rows) {
      JsonNode points = row.at("/trace/points");
      boolean saga = row.get("method").asText().equals("saga");
      assertThat(points.size()).isEqualTo(saga ? 8 : 9);
      assertThat(points.at("/1/pass").asInt()).isEqualTo(saga ? 2 : 1);
      assertThat(row.at("/trace/stepSizes").size()).isEqualTo(4);
      double start = points.at("/0/negativeBound").asDouble();
      assertThat(points.get(points.size() - 1).get("negativeBound").asDouble())
          .isPositive()
          .isLessThan(start);
    }
    assertThat(bench.succeed(told).out()).isEqualTo(run.out());
  }

  @Test
  void figuresDoNotDependOnTheThreads() {
    Object[] told = {"--folds", "2", "--methods", "saga,adam", "--passes", "3"};
    assertThat(traces(told, "1")).isEqualTo(traces(told, "3"));
  }

  private List<JsonNode> traces(Object[] told, String threads) {
    Object[] all = java.util.Arrays.copyOf(told, told.length + 2);
    all[told.length] = "--threads";
    all[told.length + 1] = threads;
    return bench.rows(all).stream().map(row -> row.get("trace")).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 | --task     | parsing | japanesene",
        "2 | --methods  | newton  | sgd-plain",
        "2 | --passes   | 1       | --passes must be at least 2, was 1",
        "2 | --samples  | 3       | --samples must be at least 4, was 3",
        "2 | --threads  | 0       | --threads must be at least 1, was 0",
        "2 | --inducing | -1      | --inducing must be at least 0, was -1",
        "2 | --inducing | 1000    | --inducing must be at most ",
        "1 | --task     | basenp  | basenp.features.tsv: there is no such file",
        "1 | --svg      | /       | this is a directory; name a file",
        "1 | --rows     | /       | this is a directory; name a file"
      })
  void refusesWhatItCannotUse(int code, String option, String value, String message) {
    bench.fails(code, message, option, value);
  }

  private static Row row(int fold, Way way, double... bounds) {
    List<Point> points =
        IntStream.range(0, bounds.length).mapToObj(i -> new Point(i, bounds[i])).toList();
    return new Row(fold, way, new GrayBoxTrace(points, new double[4]), 2);
  }

  /** The best final bounds are 100 and 200: near are 101 and 202. */
  private static final List<Row> ROWS =
      List.of(
          row(1, Way.SAGA, 300, 150, 101, 102, 100),
          row(1, Way.SGD, 300, 110, 130, 90, 120),
          row(2, Way.SAGA, 400, 202, 202, 201, 200),
          row(2, Way.SGD, 400, 300, Double.NaN, 250, Double.NaN));

  @Test
  void countsPassesToTheBestOfTheFold() {
    List<Summary> summaries = Summary.of(ROWS);
    assertThat(summaries.get(0).passes()).containsExactly(2, 1);
    assertThat(summaries.get(1).passes()).containsExactly(3);
    assertThat(row(1, Way.SGD, 9, 8, 7, 6, 5).tailSpread()).isNaN();
    assertThat(row(1, Way.SGD, 9, 8, 7, 6, 5, 4, 3, 2, 4).tailSpread())
        .isCloseTo(Math.sqrt(2), within(1e-12));
  }

  @Test
  void theTableShowsWhatIsKnown() {
    assertThat(new ConvergenceCommand().table(ROWS, null))
        .isEqualToNormalizingNewlines(
            """
            method  folds  start -bound (sd)  final -bound (sd)  spread in last quarter  passes to 1 % of best (sd)  folds there  seconds/fold (sd)
            saga        2     350.00 (70.71)     150.00 (70.71)                       -                   1.5 (0.7)            2        2.00 (0.00)
            sgd         2     350.00 (70.71)                  -                       -                         3.0            1        2.00 (0.00)
            """);
  }
}
