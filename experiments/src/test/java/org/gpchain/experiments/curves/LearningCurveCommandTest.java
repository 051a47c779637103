package org.gpchain.experiments.curves;

import static org.assertj.core.api.Assertions.assertThat;

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

class LearningCurveCommandTest {
  private static final String SENTENCES =
      """
      The DT B-NP
      ferry NN I-NP
      left VBD B-VP

      She PRP B-NP
      stayed VBD B-VP

      """;

  @TempDir private Path directory;
  private Path train;
  private Path test;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void writeData() throws IOException {
    train = Files.writeString(directory.resolve("train.txt"), SENTENCES.repeat(4));
    test = Files.writeString(directory.resolve("test.txt"), SENTENCES + "in IN B-PP\n");
    Files.writeString(directory.resolve("template"), "U0:%x[0,0]\nU1:%x[0,1]\nB\n");
  }

  private int curve(String... more) {
    List<String> args =
        new ArrayList<>(List.of("learning-curve", "--task", "chunk", "--threads", "1"));
    args.addAll(List.of("--template", directory.resolve("template").toString()));
    args.addAll(List.of("--train", train.toString(), "--test", test.toString()));
    args.addAll(Arrays.asList(more));
    return new CommandLine(new ExperimentCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .setOverwrittenOptionsAllowed(true)
        .execute(args.toArray(String[]::new));
  }

  @Test
  void comparesBothMethodsAtEachSize() throws Exception {
    Path json = directory.resolve("curve.json");
    int code =
        curve(
            "--sizes",
            "8,5",
            "--json",
            json.toString(),
            "--svg",
            directory.resolve("curve.svg").toString());
    assertThat(code).as(err.toString()).isZero();
    assertThat(out.toString().lines().map(line -> line.replaceAll("  +", " ")))
        .hasSize(5)
        .first()
        .isEqualTo("method sentences F1 % against gp (95 %) token error % nll ece % seconds");
    assertThat(err.toString()).contains("1/4 5 sentences, gp: F1 ", "4/4 8 sentences, crf: F1 ");
    for (String plot : List.of("f1", "nll", "ece")) {
      assertThat(Svg.text(Svg.read(directory.resolve("curve-" + plot + ".svg")), "desc"))
          .contains("GPChain", "; CRF");
    }
    JsonNode report = new ObjectMapper().readTree(json.toFile());
    assertThat(report.at("/settings/sizes").toString()).isEqualTo("[5,8]");
    assertThat(report.at("/settings/templates/0").asText()).isEqualTo("U0:%x[0,word]");
    assertThat(report.at("/settings/resamples").asInt()).isEqualTo(10000);
    assertThat(report.get("results")).hasSize(4);
    for (int gp = 0; gp < 4; gp += 2) {
      assertThat(report.at("/results/" + gp + "/againstGp").isNull()).isTrue();
      JsonNode difference = report.at("/results/" + (gp + 1) + "/againstGp");
      double f1 = report.at("/results/" + gp + "/f1").asDouble();
      assertThat(difference.get("f1").asDouble())
          .isEqualTo(report.at("/results/" + (gp + 1) + "/f1").asDouble() - f1);
      assertThat(difference.get("tie").asBoolean()).isTrue();
    }
    assertThat(out.toString()).containsPattern("crf +5 .* tie [+-]\\d+\\.\\d\\d \\([+-]");
    for (JsonNode result : report.get("results")) {
      // All is known but the last token, whose label no training sentence has.
      assertThat(result.get("f1").asDouble()).isBetween(0.7, 0.99);
      assertThat(result.get("tokenError").asDouble()).isEqualTo(1.0 / 6);
      assertThat(result.get("unknownLabelTokens").asInt()).isEqualTo(1);
      assertThat(result.get("nll").asDouble()).isBetween(0.0, 1.0);
      assertThat(result.get("ece").asDouble()).isBetween(0.0, 1.0);
    }
  }

  private void assertFailure(int code, int expected, String... parts) {
    assertThat(code).isEqualTo(expected);
    assertThat(err.toString()).contains(parts);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void sizesBeyondTheCorpusAreAnError() {
    assertFailure(curve("--sizes", "5,9"), 1, "has 8 sentences, --sizes asks for 9");
    assertFailure(curve(), 1, "has 8 sentences, --sizes asks for 1000");
  }

  @Test
  void refusesWhatItCannotUse() {
    assertFailure(curve("--sizes", "4,8"), 2, "smallest of --sizes must be at least 5, was 4");
    assertFailure(curve("--sizes", "few"), 2, "--sizes");
    assertFailure(curve("--resamples", "10"), 2, "resamples must be at least 1000, was 10");
    assertFailure(curve("--threads", "0"), 2, "--threads must be at least 1, was 0");
    assertFailure(curve("--json", directory.toString(), "--sizes", "5"), 1, "this is a directory");
  }

  @Test
  void theFirstSentencesNeedTwoLabels() throws IOException {
    Files.writeString(train, "x NN O\n\n".repeat(6) + SENTENCES);
    assertFailure(
        curve("--sizes", "5"), 1, "train.txt:1: all tokens of the first 5 sentences have", " O, ");
  }

  @Test
  void bothFilesNeedTheSameColumns() throws IOException {
    Files.writeString(test, "x O\n");
    assertFailure(
        curve("--sizes", "5", "--task", "ne"), 1, "test.txt:1: this file has the columns");
  }

  @Test
  void plotsAreNamedAfterTheGivenFile() {
    Path named = directory.resolve("a.b.svg");
    assertThat(LearningCurvePlot.NLL.file(named)).isEqualTo(directory.resolve("a.b-nll.svg"));
    assertThat(LearningCurvePlot.F1.file(Path.of("curve"))).isEqualTo(Path.of("curve-f1.svg"));
  }
}
