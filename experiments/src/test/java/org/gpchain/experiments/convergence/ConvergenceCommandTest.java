package org.gpchain.experiments.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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

class ConvergenceCommandTest {
  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void writeData() throws IOException {
    TinyGpstruct.write(directory, GpstructTask.SEGMENTATION, false);
  }

  private int convergence(String... more) {
    List<String> args =
        new ArrayList<>(
            List.of(
                "convergence",
                "--data",
                directory.toString(),
                "--task",
                "segmentation",
                "--inducing",
                "4",
                "--samples",
                "20"));
    args.addAll(Arrays.asList(more));
    return new CommandLine(new ExperimentCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .setOverwrittenOptionsAllowed(true)
        .execute(args.toArray(String[]::new));
  }

  @Test
  void comparesAllMethods() throws Exception {
    Path svg = directory.resolve("plots/new.svg");
    Path json = directory.resolve("new.json");
    int code =
        convergence(
            "--folds", "1,3", "--passes", "8", "--svg", svg.toString(), "--json", json.toString());
    assertThat(code).as(err.toString()).isZero();
    assertThat(out.toString().lines().toList())
        .hasSize(5)
        .anyMatch(line -> line.matches("saga +2 +[0-9.]+ \\([0-9.]+\\) .*"))
        .anyMatch(line -> line.startsWith("sgd-plain"));
    assertThat(err.toString())
        .contains("1/8 fold 1, saga: -bound ", "8/8 fold 3, sgd-plain: -bound ", "after 8 passes");
    assertThat(Svg.text(Svg.read(svg), "desc"))
        .isEqualTo(
            "SAGA, control variates; SGD, control variates; Adam, control variates;"
                + " SGD, no control variates");
    JsonNode results = new ObjectMapper().readTree(json.toFile()).path("results");
    assertThat(results.size()).isEqualTo(4);
    for (JsonNode result : results) {
      JsonNode fold = result.path("folds").path(0);
      boolean saga = result.path("method").asText().equals("saga");
      assertThat(fold.path("passes").size()).isEqualTo(saga ? 8 : 9);
      assertThat(fold.path("passes").path(1).asInt()).isEqualTo(saga ? 2 : 1);
      assertThat(fold.path("stepSizes").size()).isEqualTo(4);
      assertThat(fold.path("negativeBound").path(0))
          .isEqualTo(results.path(0).path("folds").path(0).path("negativeBound").path(0));
      double end = result.path("finalNegativeBound").path("mean").asDouble();
      assertThat(end).isPositive().isLessThan(fold.path("negativeBound").path(0).asDouble());
    }
  }

  @Test
  void figuresDoNotDependOnTheThreads() throws IOException {
    List<JsonNode> curves = new ArrayList<>();
    for (String threads : List.of("1", "3")) {
      Path json = directory.resolve(threads + ".json");
      int code =
          convergence(
              "--folds",
              "2",
              "--methods",
              "saga,adam",
              "--passes",
              "3",
              "--threads",
              threads,
              "--json",
              json.toString());
      assertThat(code).as(err.toString()).isZero();
      JsonNode results = new ObjectMapper().readTree(json.toFile()).path("results");
      assertThat(results.size()).isEqualTo(2);
      curves.add(results.path(0).path("folds").path(0).path("negativeBound"));
    }
    assertThat(curves.get(0)).isEqualTo(curves.get(1));
  }

  private void assertWrongUse(int code, String message) {
    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).contains(message);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void refusesUnknownTasks() {
    assertWrongUse(convergence("--task", "parsing"), "japanesene");
  }

  @Test
  void refusesUnknownMethods() {
    assertWrongUse(convergence("--methods", "newton"), "sgd-plain");
  }

  @Test
  void refusesUnusableNumbers() {
    assertWrongUse(convergence("--passes", "1"), "--passes must be at least 2, was 1");
    assertWrongUse(convergence("--samples", "3"), "--samples must be at least 4, was 3");
    assertWrongUse(convergence("--threads", "0"), "--threads must be at least 1, was 0");
    assertWrongUse(convergence("--inducing", "-1"), "--inducing must be at least 0, was -1");
    assertWrongUse(convergence("--inducing", "1000"), "--inducing must be at most ");
  }

  @Test
  void tellsThatThereAreNoData() {
    assertThat(convergence("--task", "basenp")).isEqualTo(1);
    assertThat(err.toString()).contains("basenp.features.tsv: there is no such file");
  }

  @Test
  void plotAndReportMustBeFiles() {
    assertThat(convergence("--svg", directory.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("this is a directory; name a file for the plot");
    assertThat(convergence("--json", directory.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("name a file for the report");
  }

  @Test
  void hasHelp() {
    assertThat(convergence("--help")).isZero();
    assertThat(out.toString()).contains("saga, sgd, adam, sgd-plain");
  }
}
