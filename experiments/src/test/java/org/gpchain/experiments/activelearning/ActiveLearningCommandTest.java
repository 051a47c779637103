package org.gpchain.experiments.activelearning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.experiments.ExperimentCommand;
import org.gpchain.experiments.plot.Svg;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ActiveLearningCommandTest {
  @TempDir private Path directory;
  private Path train;
  private Path test;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** Many sentences that say the same, and a few with a name, each another one. */
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
    train = Files.writeString(directory.resolve("train.txt"), pool);
    test = Files.writeString(directory.resolve("test.txt"), names);
    Files.writeString(
        directory.resolve("template"), "U0:%x[0,0]\nU1:%x[-1,0]\nU2:%x[0,suffix2]\nB\n");
  }

  private int run(String... more) {
    List<String> args =
        new ArrayList<>(
            List.of("active-learning", "--task", "ne", "--threads", "1", "--seeds", "2"));
    args.addAll(List.of("--columns", "word,label"));
    args.addAll(List.of("--template", directory.resolve("template").toString()));
    args.addAll(List.of("--train", train.toString(), "--test", test.toString()));
    args.addAll(List.of("--sizes", "12,24,48"));
    args.addAll(Arrays.asList(more));
    return new CommandLine(new ExperimentCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .setOverwrittenOptionsAllowed(true)
        .execute(args.toArray(String[]::new));
  }

  @Test
  void allStrategiesBeginWithTheSameSentences() throws Exception {
    Path json = directory.resolve("report.json");
    Path svg = directory.resolve("curve.svg");
    int code =
        run(
            "--by",
            "entropy,sequence:whole,f1,mutual-information",
            "--inducing",
            "5",
            "--json",
            json.toString(),
            "--svg",
            svg.toString());
    assertThat(code).as(err.toString()).isZero();
    JsonNode report = new ObjectMapper().readTree(json.toFile());
    assertThat(report.at("/settings/sizes").toString()).isEqualTo("[12,24,48]");
    assertThat(report.at("/settings/pool").isNull()).isTrue();
    List<String> names = List.of("random", "entropy", "sequence:whole", "f1", "mutual-information");
    assertThat(report.get("strategies")).hasSize(names.size());
    for (int s = 0; s < names.size(); s++) {
      JsonNode strategy = report.get("strategies").get(s);
      assertThat(strategy.get("strategy").asText()).isEqualTo(names.get(s));
      assertThat(strategy.get("bySeed")).hasSize(2);
      for (int seed = 0; seed < 2; seed++) {
        JsonNode points = strategy.get("bySeed").get(seed).get("points");
        assertThat(points).hasSize(3);
        JsonNode first = report.at("/strategies/0/bySeed/" + seed + "/points/0/f1");
        assertThat(points.get(0).get("f1")).isEqualTo(first);
        // All sentences have three tokens.
        assertThat(points.get(2).get("tokens").asInt()).isEqualTo(48);
        assertThat(points.get(2).get("sentences").asInt()).isEqualTo(16);
      }
      double difference =
          strategy.at("/mean/2/f1").asDouble() - report.at("/strategies/0/mean/2/f1").asDouble();
      assertThat(strategy.at("/mean/2/againstRandom").asDouble())
          .isCloseTo(difference, within(1e-9));
    }
    assertThat(report.get("targetF1")).isEqualTo(report.at("/strategies/0/mean/2/f1"));
    assertThat(Svg.text(Svg.read(svg), "desc")).contains("random", "mutual-information");
    assertThat(out.toString()).contains("tokens for F1 ", "seeds, least to most %");
    assertThat(err.toString()).contains("seed 2/2, f1: F1 ");
  }

  @Test
  void theSameSeedGivesTheSameCurvesOnAnyNumberOfThreads() throws Exception {
    Path one = directory.resolve("one.json");
    Path two = directory.resolve("two.json");
    assertThat(run("--by", "entropy", "--json", one.toString())).isZero();
    assertThat(run("--by", "entropy", "--json", two.toString(), "--threads", "2")).isZero();
    assertThat(f1(one)).isEqualTo(f1(two));
  }

  private static List<String> f1(Path report) throws IOException {
    List<String> f1 = new ArrayList<>();
    new ObjectMapper().readTree(report.toFile()).findValues("f1").forEach(x -> f1.add(x.asText()));
    return f1;
  }

  private void assertFailure(int code, int expected, String... parts) {
    assertThat(code).isEqualTo(expected);
    assertThat(err.toString()).contains(parts);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void refusesWhatItCannotUse() {
    assertFailure(run("--by", "chance"), 2, "'chance' is not known", "entropy, sequence, f1");
    assertFailure(run("--by", "entropy:page"), 2, "'page' is none of whole, token");
    assertFailure(run("--by", "f1", "--seeds", "0"), 2, "--seeds must be at least 1");
    assertFailure(run("--by", "f1", "--pool", "0"), 2, "--pool must be at least 1");
    assertFailure(run("--sizes", "10,9999"), 1, "there are 150 tokens, --sizes asks for 9999");
    assertFailure(run("--json", directory.toString()), 1, "this is a directory");
  }
}
