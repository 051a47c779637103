package org.gpchain.experiments.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.experiments.ExperimentRun;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.data.TinyGpstruct;
import org.gpchain.experiments.lab.MeanSd;
import org.gpchain.experiments.lab.PairedTest;
import org.gpchain.experiments.papers.FoldRow.FoldScores;
import org.gpchain.experiments.papers.FoldRow.TaskFold;
import org.gpchain.internal.cli.CommandLineRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class GpstructCommandTest {
  @TempDir private Path directory;
  private ExperimentRun bench;

  @BeforeEach
  void writeData() throws IOException {
    TinyGpstruct.write(directory, GpstructTask.SEGMENTATION, false);
    bench =
        ExperimentRun.of(
            directory, "gpstruct --task segmentation --method decoupled --data", directory);
  }

  @Test
  void printsProgressAndATable() {
    CommandLineRun run = bench.succeed("--folds", "1,3", "--threads", "2");
    assertThat(run.err().lines())
        .satisfiesExactly(
            line ->
                assertThat(line).startsWith("1/2 segmentation, decoupled, fold 1: error 0.00 %"),
            line ->
                assertThat(line).startsWith("2/2 segmentation, decoupled, fold 3: error 0.00 %"));
    assertThat(run.out().lines().toList())
        .hasSize(5)
        .anyMatch(line -> line.matches("segmentation +decoupled +2 +0\\.00 \\(0\\.00\\) +- .*"))
        .anyMatch(line -> line.contains("16.21 (2.21)"));
  }

  /** The features of the sentences determine the labels, so posterior samples predict them. */
  @ParameterizedTest
  @CsvSource({"linear, fixed", "learned, transitions", "linear, all", "rbf, fixed"})
  void predictsFromPosteriorSamples(String kernel, String hyper) {
    CommandLineRun run =
        bench.succeed(
            "--method gp-ess --folds 2 --threads 2",
            "--ess-steps 1500 --ess-thinning 10 --ess-chains 2",
            "--kernel " + kernel + " --ess-hyper " + hyper);
    assertThat(run.err()).contains("100 samples of each of 2 chains", "R-hat");
    assertThat(run.out().lines().toList())
        .anyMatch(line -> line.matches("segmentation +gp-ess +1 +\\d\\.\\d+ .*"));
  }

  @Test
  void comparesWithEarlierRowsAndReusesThem() {
    Path earlier = directory.resolve("earlier.jsonl");
    bench.succeed("--folds", "2-5", "--rows", earlier);

    assertThat(bench.succeed("--folds", "1-3", "--against", earlier).out())
        .contains("against earlier results")
        .containsPattern("segmentation +decoupled +2 +\\+0\\.00 +1\\.000 +\\+0\\.0000 +1\\.000");

    CommandLineRun shown =
        bench.succeed("--folds", "2", "--rows", earlier, "--against", earlier, "--data", "/none");

    assertThat(shown.out()).contains("decoupled").doesNotContain("earlier");
    assertThat(shown.err())
        .isEqualToNormalizingNewlines(
            "gpchain: note: no method has two folds in common with " + earlier + "\n");

    List<JsonNode> rows = ExperimentRun.read(earlier);
    assertThat(rows).hasSize(4);
    assertThat(rows.get(0).get("error").asDouble()).isZero();
    assertThat(rows.get(0).get("nll").asDouble()).isBetween(0.001, 0.3);
    assertThat(rows.get(0).get("settings").asText()).endsWith("seed 1");
  }

  /** Runs only the tasks with large experiments, base NP and chunking. */
  @Test
  void runsTheLargeExperiments() throws IOException {
    TinyGpstruct.write(directory, GpstructTask.BASE_NP, true);
    TinyGpstruct.write(directory, GpstructTask.CHUNKING, true);
    CommandLineRun run =
        ExperimentRun.of(directory, "gpstruct", "--data", directory, "--method", "decoupled")
            .succeed("--large", "--folds", "5");
    assertThat(run.out()).contains("base NP   decoupled", "5.14", "4.50");
    assertThat(run.err()).contains("1/2 base NP", "2/2 chunking");
  }

  @Test
  void reportsAbsentLabels() throws IOException {
    Path file = directory.resolve("segmentation.seq");
    Files.writeString(file, "-1" + Files.readString(file).substring(1));
    assertThat(bench.succeed("--folds", "1").err())
        .startsWith("gpchain: note: segmentation: labels that are -1 and read as 0 (L0): 1");
  }

  /** All data are read before the first training. */
  @Test
  void failsEarlyIfAFileIsMissing() {
    CommandLineRun run = bench.run("--task", "segmentation,japanesene");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("japanesene.features.tsv: there is no such file")
        .doesNotContain("fold 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 | --task    | parsing  | japanesene",
        "2 | --method  | gp-var-x | gp-var-b",
        "2 | --folds   | 1-6      | '1-6' is not a list of folds from 1 to 5",
        "2 | --from    | 0        | --from must be at least 1, was 0",
        "2 | --samples | 0        | --samples must be at least 1, was 0",
        "1 | --from    | 2        | needs 37 sentences, found 36",
        "1 | --against | none     | none: there is no such file",
        "1 | --rows    | /        | this is a directory; name a file"
      })
  void rejectsWrongOptions(int code, String option, String value, String message) {
    bench.fails(code, message, option, value);
  }

  @Test
  void rejectsContradictoryOptions() {
    bench.isWrongUse("no large experiment", "--large");
    ExperimentRun.of(directory, "gpstruct").isWrongUse("--data");
  }

  @Test
  void everyMethodRuns() {
    String out =
        ExperimentRun.of(directory, "gpstruct", "--data", directory, "--task", "segmentation")
            .succeed("--folds 2 --samples 20 --inducing 4 --ess-steps 3000 --ess-thinning 100")
            .out();
    for (GpstructMethod method : GpstructMethod.values()) {
      assertThat(out).contains(method.toString());
    }
  }

  @ParameterizedTest
  @EnumSource(GrayBoxForm.GrayBoxKernel.class)
  void everyKernelLearns(GrayBoxForm.GrayBoxKernel kernel) {
    assertThat(pathwise().succeed("--kernel", kernel).err()).contains("fold 2: error 0.00 %");
  }

  private ExperimentRun pathwise() {
    return bench.with("--folds 2 --inducing 4 --method pathwise");
  }

  @Test
  void addsKernelsOfWordVectors() throws IOException {
    Path vectors = bench.write("v.txt", "2 2\na 0 1\nc 1 0\n");
    assertThat(
            pathwise()
                .succeed("--kernel", "linear", "--embeddings", vectors, "--word-lines", "U00")
                .err())
        .contains("segmentation: features of words with a vector: 1 of 2", "error 0.00 %");
    bench.write("v.txt", "1 2\nother 0 1\n");
    String lines = "[U00, U01, U02, U03, U04]";
    pathwise().fails(1, "v.txt: no word of the lines " + lines + " has a", "--embeddings", vectors);
    bench.write("v.txt", "");
    pathwise().fails(1, "v.txt:1: expected the number of words", "--embeddings", vectors);
  }

  private static FoldRow row(
      GpstructTask task, String name, int tokens, int fold, double... figures) {
    return new FoldRow(
        "",
        name,
        new TaskFold(task, fold, tokens, 2 * tokens),
        null,
        new FoldScores(figures[0], figures[1], figures[2]),
        figures[3],
        null);
  }

  /** Artificial results: one method has two folds, others one, and one has no probabilities. */
  private static final List<FoldRow> RESULTS =
      List.of(
          row(GpstructTask.BASE_NP, "gp-var-s", 1000, 1, 0.05, 0.15, 0.01, 12.5),
          row(GpstructTask.BASE_NP, "gp-var-s", 1000, 2, 0.07, 0.25, 0.03, 13.5),
          row(GpstructTask.BASE_NP, "decoupled", 1000, 1, 0.06, 0.2, 0.02, 0.25),
          row(GpstructTask.CHUNKING, "gp-var-b", 1000, 1, 0.1, Double.NaN, Double.NaN, 1));

  @Test
  void showsOurResultsNextToThePublishedOnes() throws IOException {
    assertThat(RESULTS.get(1).line())
        .isEqualTo("base NP, gp-var-s, fold 2: error 7.00 %, nll 0.2500, ece 3.00 %, 13.50 s");
    assertThat(new GpstructCommand().table(RESULTS, null))
        .isEqualToNormalizingNewlines(
            """
            task      method     folds  error % (sd)  published % (sd)         nll (sd)   ece % (sd)  seconds/fold (sd)
            base NP   gp-var-s       2   6.00 (1.41)       5.27 (0.24)  0.2000 (0.0707)  2.00 (1.41)       13.00 (0.71)
            base NP   decoupled      1          6.00                 -           0.2000         2.00               0.25
            chunking  gp-var-b       1         10.00       8.76 (1.09)                -            -               1.00

            published error % (sd)   SVM-struct          CRF       GP-ESS     GP-VAR-B      GP-VAR-S     GP-VAR-P
            base NP                 5.91 (0.44)  5.92 (0.23)  4.81 (0.47)  5.17 (0.41)   5.27 (0.24)  5.37 (0.33)
            chunking                9.79 (0.97)  8.29 (0.77)  8.77 (1.08)  8.76 (1.09)  10.02 (0.41)  9.58 (0.87)
            """);
    List<FoldRow> more = new ArrayList<>(RESULTS);
    more.add(row(GpstructTask.BASE_NP, "decoupled", 1000, 2, 0.04, 0.15, 0.02, 0.25));
    assertThat(new GpstructCommand().table(more, null))
        .containsPattern("base NP  gp-var-s - decoupled +2 +\\+1.00 +0.705 +\\+0.0250 +0.795");
  }

  /**
   * Errors of 5, 7 and 8 % now, and of 6, 9 and 9 % earlier: t = −4 with two degrees of freedom.
   */
  @Test
  void onlyTheSameFoldsAreCompared() {
    List<FoldRow> now = folds(1000, 0.05, 0.07, 0.08);
    PairedTest test = FoldRow.compare(now, folds(1000, 0.06, 0.09, 0.09), FoldScores::error).get();
    assertThat(test.difference()).isCloseTo(-0.04 / 3, within(1e-12));
    assertThat(test.p()).isCloseTo(0.057, within(5e-4));
    assertThat(FoldRow.compare(now, now, FoldScores::error).get().p()).isEqualTo(1);
    assertThat(FoldRow.compare(now, folds(9000, 0.05, 0.07), FoldScores::error)).isEmpty();
  }

  private static List<FoldRow> folds(int tokens, double... errors) {
    return IntStream.range(0, errors.length)
        .mapToObj(
            i -> row(GpstructTask.BASE_NP, "decoupled", tokens, i + 1, errors[i], 0.25, 0.01, 1))
        .toList();
  }

  @Test
  void allPublishedErrorsOfSmallExperimentsAreKnown() {
    for (GpstructTask task : GpstructTask.values()) {
      for (PublishedMethod method : PublishedMethod.values()) {
        MeanSd error = method.error(task, false).orElseThrow();
        assertThat(error.mean()).isBetween(4.8, 16.3);
        assertThat(error.sd()).isBetween(0.2, 5.7);
        assertThat(method.error(task, true).isPresent())
            .isEqualTo(
                task == GpstructTask.BASE_NP
                    && (method == PublishedMethod.CRF || method == PublishedMethod.GP_VAR_S));
      }
    }
  }
}
