package org.gpchain.experiments.activelearning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.experiments.ExperimentRun;
import org.gpchain.experiments.lab.Svg;
import org.gpchain.internal.cli.CommandLineRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ActiveLearningCommandTest {
  @TempDir private Path directory;
  private ExperimentRun bench;

  /** Writes many similar sentences and a few sentences with different names. */
  @BeforeEach
  void writeData() throws IOException {
    StringBuilder pool = new StringBuilder();
    StringBuilder names = new StringBuilder();

    for (int n = 0; n < 40; n++) {
      pool.append("it O\nrained O\n").append(n % 7).append(" O\n\n");
      if (n % 4 == 0) {
        pool.append("Mr O\nN").append(n).append("rg B-PER\nleft O\n\n");
        names.append("Mr O\nX").append(n).append("rg B-PER\nleft O\n\n");
      }
    }
    bench =
        ExperimentRun.ofChunks(directory, "active-learning")
            .with("--task ne --threads 1 --seeds 2 --columns word,label --sizes 12,24,48");
    bench.write("train.txt", pool.toString());
    bench.write("test.txt", names.toString());
    bench.write("template", "U0:%x[0,0]\nU1:%x[-1,0]\nU2:%x[0,suffix2]\nB\n");
  }

  @Test
  void allStrategiesStartWithTheSameSentences() throws Exception {
    Path svg = directory.resolve("curve.svg");
    Path file = directory.resolve("rows.jsonl");
    Object[] options = {
      "--by entropy,sequence:whole,f1,mutual-information --inducing 5", "--rows", file, "--svg", svg
    };

    CommandLineRun run = bench.succeed(options);
    List<JsonNode> rows = ExperimentRun.read(file);
    List<String> names = List.of("random", "entropy", "sequence:whole", "f1", "mutual-information");

    assertThat(rows).hasSize(2 * 3 * names.size());
    for (int i = 0; i < rows.size(); i++) {
      JsonNode row = rows.get(i);
      assertThat(row.get("strategy").asText()).isEqualTo(names.get(i / 3 % names.size()));
      if (i % 3 == 0) {
        assertThat(row.get("f1")).isEqualTo(rows.get(i / 15 * 15).get("f1"));
      } else if (i % 3 == 2) {
        // All sentences have three tokens.
        assertThat(row.get("tokens").asInt()).isEqualTo(48);
        assertThat(row.get("sentences").asInt()).isEqualTo(16);
      }
    }
    assertThat(Svg.text(Svg.read(svg), "desc")).contains("random", "mutual-information");
    assertThat(run.out()).contains("tokens for F1 ", "seeds, least to most %");
    assertThat(run.err()).contains("seed 2/2, f1: F1 ");
    assertThat(bench.succeed(options)).isEqualTo(new CommandLineRun(0, run.out(), ""));
  }

  @Test
  void curvesDoNotDependOnTheNumberOfThreads() {
    assertThat(f1(bench.rows("--by entropy")))
        .isEqualTo(f1(bench.rows("--by entropy --threads 2")));
  }

  private static List<String> f1(List<JsonNode> rows) {
    return rows.stream().map(row -> row.get("f1").asText()).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 | --by    | chance       | 'chance' is not known",
        "2 | --by    | chance       | entropy, sequence, f1",
        "2 | --by    | entropy:page | 'page' is none of whole, token",
        "2 | --seeds | 0            | --seeds must be at least 1",
        "2 | --pool  | 0            | --pool must be at least 1",
        "1 | --sizes | 10,9999      | there are 150 tokens, but --sizes has 9999"
      })
  void rejectsWrongOptions(int code, String option, String value, String message) {
    bench.fails(code, message, option, value);
  }

  private static List<ActiveRow> curve(double... tokensAndF1) {
    return IntStream.range(0, tokensAndF1.length / 2)
        .mapToObj(i -> new ActiveRow("s", 1, i, tokensAndF1[2 * i], 1, tokensAndF1[2 * i + 1], 2))
        .toList();
  }

  @Test
  void interpolatesTokensForAnF1() {
    List<ActiveRow> curve = curve(1000, 0.2, 4000, 0.6, 5000, 0.5, 8000, 0.7);
    assertThat(ActiveRow.tokensFor(0.1, curve)).isEqualTo(1000);
    assertThat(ActiveRow.tokensFor(0.2, curve)).isEqualTo(1000);
    // The middle in F1 is the middle in the logarithm of tokens.
    assertThat(ActiveRow.tokensFor(0.4, curve)).isCloseTo(2000, within(1e-9));
    assertThat(ActiveRow.tokensFor(0.6, curve)).isCloseTo(4000, within(1e-9));
    assertThat(ActiveRow.tokensFor(0.65, curve)).isBetween(5000.0, 8000.0);
    assertThat(ActiveRow.tokensFor(0.71, curve)).isNaN();
    ActiveRow mean = ActiveRow.mean(List.of(curve.get(0), curve.get(1)));
    assertThat(mean.tokens()).isCloseTo(2500, within(1e-9));
    assertThat(mean.f1()).isCloseTo(0.4, within(1e-9));
    assertThat(mean.seconds()).isCloseTo(2, within(1e-9));
  }
}
