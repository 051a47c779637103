package org.gpchain.experiments.gpstruct;

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
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.data.TinyGpstruct;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

class GpstructCommandTest {
  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void writeData() throws IOException {
    TinyGpstruct.write(directory, GpstructTask.SEGMENTATION, false);
  }

  private int experiment(String... args) {
    return new CommandLine(new ExperimentCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args);
  }

  private int gpstruct(String... more) {
    List<String> args = new ArrayList<>(List.of("gpstruct", "--data", directory.toString()));
    args.addAll(Arrays.asList(more));
    return experiment(args.toArray(String[]::new));
  }

  @Test
  void printsProgressAndATable() {
    int code =
        gpstruct(
            "--task", "segmentation", "--method", "decoupled", "--folds", "1,3", "--threads", "2");
    assertThat(code).as(err.toString()).isZero();
    assertThat(err.toString().lines())
        .satisfiesExactly(
            line ->
                assertThat(line).startsWith("1/2 segmentation, decoupled, fold 1: error 0.00 %"),
            line ->
                assertThat(line).startsWith("2/2 segmentation, decoupled, fold 3: error 0.00 %"));
    assertThat(out.toString().lines().toList())
        .hasSize(5)
        .anyMatch(line -> line.matches("segmentation +decoupled +2 +0\\.00 \\(0\\.00\\) +- .*"))
        .anyMatch(line -> line.contains("16.21 (2.21)"));
  }

  @Test
  void samplingGoesOnFromACheckpointAndLeavesPlots() throws IOException {
    Path checkpoints = Files.createDirectory(directory.resolve("checkpoints"));
    String[] told = {
      "--task",
      "segmentation",
      "--method",
      "gp-ess",
      "--folds",
      "1",
      "--ess-thinning",
      "100",
      "--checkpoint",
      checkpoints.toString()
    };
    assertThat(gpstruct(with(told, "--ess-steps", "2000"))).as(err.toString()).isZero();
    String first = out.toString();
    assertThat(checkpoints.resolve("segmentation-gp-ess-1-likelihood.svg")).exists();
    assertThat(checkpoints.resolve("segmentation-gp-ess-1-0.gpess")).exists();
    out.getBuffer().setLength(0);
    assertThat(gpstruct(with(told, "--ess-steps", "2000", "--resume"))).isZero();
    // All but the time.
    assertThat(out.toString().replaceAll("[0-9.]+ *\n", "\n"))
        .isEqualTo(first.replaceAll("[0-9.]+ *\n", "\n"));
    assertThat(gpstruct(with(told, "--ess-steps", "3000", "--resume"))).isNotZero();
    assertThat(err.toString()).contains("segmentation-gp-ess-1-0.gpess", "other settings");
    Files.write(checkpoints.resolve("segmentation-gp-ess-1-0.gpess"), new byte[] {0, 1});
    assertThat(gpstruct(with(told, "--ess-steps", "3000", "--resume"))).isNotZero();
    assertThat(err.toString()).contains("damaged");
  }

  private static String[] with(String[] told, String... more) {
    List<String> all = new ArrayList<>(Arrays.asList(told));
    all.addAll(Arrays.asList(more));
    return all.toArray(String[]::new);
  }

  /** Toy sentences whose labels their features tell: samples of the posterior agree with them. */
  @ParameterizedTest
  @CsvSource({"linear, fixed", "learned, transitions", "linear, all", "rbf, fixed"})
  void samplesOfThePosterior(String kernel, String hyper) {
    int code =
        gpstruct(
            "--task",
            "segmentation",
            "--method",
            "gp-ess",
            "--folds",
            "2",
            "--kernel",
            kernel,
            "--ess-hyper",
            hyper,
            "--ess-steps",
            "1500",
            "--ess-thinning",
            "10",
            "--ess-chains",
            "2",
            "--threads",
            "2");
    assertThat(code).as(err.toString()).isZero();
    assertThat(err.toString()).contains("100 samples of each of 2 chains", "R-hat");
    assertThat(out.toString().lines().toList())
        .anyMatch(line -> line.matches("segmentation +gp-ess +1 +\\d\\.\\d+ .*"));
  }

  @Test
  void writesAReport() throws IOException {
    Path json = directory.resolve("reports/new.json");
    int code =
        gpstruct(
            "--task",
            "segmentation",
            "--method",
            "decoupled",
            "--seed",
            "3",
            "--json",
            json.toString());
    assertThat(code).as(err.toString()).isZero();
    JsonNode report = new ObjectMapper().readTree(json.toFile());
    assertThat(report.path("settings").path("seed").asInt()).isEqualTo(3);
    assertThat(report.path("settings").path("folds").size()).isEqualTo(5);
    JsonNode result = report.path("results").path(0);
    assertThat(result.path("folds").size()).isEqualTo(5);
    assertThat(result.path("mean").path("tokenError").asDouble()).isZero();
    assertThat(result.path("mean").path("nll").asDouble()).isBetween(0.001, 0.3);
    assertThat(json.getParent().toFile().list()).containsExactly("new.json");
  }

  private Path reportOf(String folds) {
    Path json = directory.resolve(folds + ".json");
    int code =
        gpstruct(
            "--task",
            "segmentation",
            "--method",
            "decoupled",
            "--folds",
            folds,
            "--json",
            json.toString());
    assertThat(code).as(err.toString()).isZero();
    return json;
  }

  @Test
  void comparesItselfWithEarlierResults() {
    Path earlier = reportOf("2-5");
    assertThat(out.toString()).doesNotContain("earlier");
    int code =
        gpstruct(
            "--task",
            "segmentation",
            "--method",
            "decoupled",
            "--folds",
            "1-3",
            "--against",
            earlier.toString());
    assertThat(code).as(err.toString()).isZero();
    assertThat(out.toString())
        .containsPattern("segmentation +decoupled +2 +\\+0\\.00 +1\\.000 +\\+0\\.0000 +1\\.000");
  }

  @Test
  void comparesTwoFilesOfResultsWithoutLearning() {
    Path one = reportOf("1-5");
    Path other = reportOf("1");
    String firstTable = out.toString().substring(0, out.toString().indexOf("published error"));
    err.getBuffer().setLength(0);
    out.getBuffer().setLength(0);
    assertThat(experiment("gpstruct", "--results", "" + one, "--against", "" + one)).isZero();
    assertThat(out.toString()).startsWith(firstTable).contains("against earlier results");
    assertThat(err.toString()).isEmpty();
    assertThat(experiment("gpstruct", "--results", "" + one, "--against", "" + other)).isZero();
    assertThat(err.toString()).contains("note: no method has two folds in common with " + other);
  }

  @Test
  void earlierResultsAreReadBeforeAnythingIsLearned() {
    assertThat(gpstruct("--task", "segmentation", "--against", "none.json")).isEqualTo(1);
    assertThat(err.toString())
        .contains("none.json: there is no such file")
        .doesNotContain("fold 1");
    assertWrongUse(gpstruct("--results", "a.json"), "mutually exclusive");
  }

  @Test
  void figuresDoNotDependOnTheThreads() throws IOException {
    List<JsonNode> means = new ArrayList<>();
    for (String threads : List.of("1", "3")) {
      Path json = directory.resolve(threads + ".json");
      gpstruct(
          "--task",
          "segmentation",
          "--method",
          "decoupled",
          "--folds",
          "2",
          "--threads",
          threads,
          "--json",
          json.toString());
      means.add(new ObjectMapper().readTree(json.toFile()).path("results").path(0).path("mean"));
    }
    for (String figure : List.of("tokenError", "nll", "ece")) {
      assertThat(means.get(0).path(figure)).isEqualTo(means.get(1).path(figure));
    }
  }

  @Test
  void runsTheLargeExperiment() throws IOException {
    TinyGpstruct.write(directory, GpstructTask.BASE_NP, true);
    int code = gpstruct("--large", "--task", "basenp", "--method", "decoupled", "--folds", "5");
    assertThat(code).as(err.toString()).isZero();
    assertThat(out.toString()).contains("base NP  decoupled", "5.14", "4.50");
  }

  /** Base NP and chunking, and no other task, are asked for. */
  @Test
  void largeExperimentsAreBaseNpAndChunkingByDefault() throws IOException {
    TinyGpstruct.write(directory, GpstructTask.BASE_NP, true);
    TinyGpstruct.write(directory, GpstructTask.CHUNKING, true);
    assertThat(gpstruct("--large", "--method", "decoupled", "--folds", "1")).isZero();
    assertThat(err.toString()).contains("1/2 base NP", "2/2 chunking");
  }

  @Test
  void tellsOfAbsentLabels() throws IOException {
    Path file = directory.resolve("segmentation.seq");
    Files.writeString(file, "-1" + Files.readString(file).substring(1));
    assertThat(gpstruct("--task", "segmentation", "--method", "decoupled", "--folds", "1"))
        .isZero();
    assertThat(err.toString())
        .startsWith("gpchain: note: segmentation: labels that are -1 and read as 0 (L0): 1");
  }

  /** All data are read before anything is learned. */
  @Test
  void failsAtOnceIfAFileIsMissing() {
    assertThat(gpstruct("--task", "segmentation,japanesene", "--method", "decoupled")).isEqualTo(1);
    assertThat(err.toString())
        .contains("japanesene.features.tsv: there is no such file")
        .doesNotContain("fold 1");
  }

  @Test
  void theReportMustBeAFile() {
    assertThat(gpstruct("--task", "segmentation", "--json", directory.toString())).isEqualTo(1);
    assertThat(err.toString()).contains(directory + ": this is a directory; name a file");
  }

  private void assertWrongUse(int code, String message) {
    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).contains(message);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void refusesUnknownTasks() {
    assertWrongUse(gpstruct("--task", "parsing"), "japanesene");
  }

  @Test
  void refusesUnknownMethods() {
    assertWrongUse(gpstruct("--method", "gp-var-x"), "gp-var-b");
  }

  @Test
  void refusesUnknownFolds() {
    assertWrongUse(gpstruct("--folds", "1-6"), "'1-6' names no folds from 1 to 5");
  }

  @Test
  void refusesLargeExperimentsThatAreNotThere() {
    assertWrongUse(gpstruct("--large", "--task", "segmentation"), "no large experiment");
  }

  /** 36 sentences from the second on; there are 36. */
  @Test
  void sentencesThatAreNotThereAreMissed() {
    assertThat(gpstruct("--task", "segmentation", "--method", "decoupled", "--from", "2"))
        .isEqualTo(1);
    assertThat(err.toString()).contains("needs 37 sentences, found 36");
  }

  @Test
  void refusesUnusableNumbers() {
    assertWrongUse(gpstruct("--from", "0"), "--from must be at least 1, was 0");
    assertWrongUse(gpstruct("--samples", "0"), "--samples must be at least 1, was 0");
  }

  @Test
  void everyMethodRuns() {
    int code =
        gpstruct("--task", "segmentation", "--folds", "2", "--samples", "20", "--inducing", "4");
    assertThat(code).as(err.toString()).isZero();
    for (GpstructMethod method : GpstructMethod.values()) {
      assertThat(out.toString()).contains(method.toString());
    }
  }

  @ParameterizedTest
  @EnumSource(GrayBoxForm.GrayBoxKernel.class)
  void everyKernelLearns(GrayBoxForm.GrayBoxKernel kernel) throws IOException {
    assertThat(pathwise("--kernel", kernel.toString())).as(err.toString()).isZero();
    assertThat(err.toString()).contains("fold 2: error 0.00 %");
  }

  private int pathwise(String... more) {
    List<String> args =
        new ArrayList<>(List.of("--task", "segmentation", "--folds", "2", "--inducing", "4"));
    args.addAll(List.of("--method", "pathwise"));
    args.addAll(Arrays.asList(more));
    return gpstruct(args.toArray(String[]::new));
  }

  @Test
  void addsKernelsOfWordVectors() throws IOException {
    Path vectors = Files.writeString(directory.resolve("v.txt"), "2 2\na 0 1\nc 1 0\n");
    int code =
        pathwise("--kernel", "linear", "--embeddings", vectors.toString(), "--word-lines", "U00");
    assertThat(code).as(err.toString()).isZero();
    assertThat(err.toString())
        .contains("segmentation: features of words that have a vector: 1 of 2", "error 0.00 %");
  }

  @Test
  void wordVectorsMustHaveWordsOfTheTask() throws IOException {
    Path vectors = Files.writeString(directory.resolve("v.txt"), "1 2\nother 0 1\n");
    assertThat(pathwise("--embeddings", vectors.toString())).isEqualTo(1);
    assertThat(err.toString())
        .contains("v.txt: no word of the lines [U00, U01, U02, U03, U04] has a vector");
    Files.writeString(vectors, "");
    assertThat(pathwise("--embeddings", vectors.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("v.txt:1: expected the number of words");
  }

  @Test
  void resumeSaysFromWhere() {
    assertThat(gpstruct("--task", "segmentation", "--resume")).isEqualTo(2);
    assertThat(err.toString()).contains("--resume needs --checkpoint DIR");
  }

  @Test
  void dataMustBeNamed() {
    assertWrongUse(experiment("gpstruct"), "--data");
  }

  @Test
  void anExperimentMustBeNamed() {
    assertWrongUse(experiment(), "which experiment?");
  }

  @Test
  void hasHelp() {
    assertThat(experiment("gpstruct", "--help")).isZero();
    assertThat(out.toString())
        .startsWith("Usage: experiment gpstruct")
        .contains("gp-var-b", "gp-var-s", "gp-var-p", "pathwise", "decoupled")
        .contains("basenp, chunking, segmentation");
  }
}
