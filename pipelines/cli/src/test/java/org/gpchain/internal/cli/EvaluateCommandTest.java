package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@code gpchain evaluate}. */
class EvaluateCommandTest extends CommandTest {
  @TempDir private static Path models;
  private static Path chunkModel;
  private static Path sampleModel;
  private static Path test;

  @BeforeAll
  static void train() throws IOException {
    test = Files.writeString(models.resolve("test.txt"), Corpora.CHUNKS);
    chunkModel =
        trained(models.resolve("chunk.gpchain"), Corpora.CHUNKS, "--task chunk --threads 1");
    sampleModel =
        trained(models.resolve("sample.gpchain"), Corpora.CHUNKS, "--task chunk --inducing 5");
  }

  private static CommandLineRun evaluate(Path model, Path test, Object... more) {
    return gpchain("evaluate --model", model, "--test", test, more);
  }

  @Test
  void printsATable() throws IOException {
    CommandLineRun run = evaluate(chunkModel, test).succeeds();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("sentences    2", "tokens       15", "F1           100.00 %", "tokens/s", "NP");
  }

  @Test
  void writesAReport() throws IOException {
    Path report = path("new/report");
    Path page = report.resolve("report.html");
    assertThat(evaluate(chunkModel, test, "--report", report).succeeds().out())
        .contains("F1           100.00 %", "Wrote " + page);
    assertThat(page).content().contains("chunk.gpchain on test.txt", "Decoding: segments.");
    Object[] again = {"--report", report, "--json --samples 2 --residual"};
    assertThat(evaluate(sampleModel, test, again).number("/tokens")).isEqualTo(15);
    assertThat(page).content().contains("Decoding: segments, with --samples 2 --residual.");
  }

  @Test
  void checksTheReportFolderBeforeLoadingTheModel() throws IOException {
    Path model = path("missing.gpchain");
    evaluate(model, test, "--report", test).failsAt(test, "this is not a directory");
    assertThat(evaluate(model, test, "--report", test.resolve("report")).fails(1).err())
        .contains("test.txt")
        .doesNotContain("missing.gpchain");
  }

  @Test
  void printsJson() throws IOException {
    CommandLineRun run = evaluate(chunkModel, test, "--json");
    assertThat(run.number("/f1")).isEqualTo(1);
    assertThat(run.number("/trainSeconds")).isPositive();
    assertThat(run.number("/nll")).isPositive();
    assertThat(run.number("/ece")).isBetween(0.0, 1.0);
    assertThat(run.number("/byType/NP/gold")).isEqualTo(5);
    assertThat(evaluate(chunkModel, test, "--json --limit 1").number("/tokens")).isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource({"marginal, 0, 1", "viterbi, 0, 2", "marginal, 4, 1", "viterbi, 4, 1"})
  void supportsAllDecodingMethods(String decoding, int samples, int threads) throws IOException {
    String options = "--json --decoding {} --samples {} --threads {}";
    CommandLineRun run = evaluate(sampleModel, test, options, decoding, samples, threads);
    assertThat(run.number("/tokens")).isEqualTo(15);
  }

  /** Four fifths of the a, and two fifths of the b, are segments. */
  @Test
  void betaWeighsRecallAgainstPrecision() throws IOException {
    String some = "a X B-NP\n\n".repeat(4) + "a X O\n\n" + "b X B-NP\n\n".repeat(2);
    Path coins = file("coins.txt", (some + "b X O\n\n".repeat(3)).repeat(12));
    Path model = trained(path("coins.gpchain"), Files.readString(coins), "--task chunk");
    assertThat(evaluate(model, coins, "--json --beta 0.2").number("/recall")).isEqualTo(4.0 / 6);
    assertThat(evaluate(model, coins, "--json --beta 4").number("/recall")).isEqualTo(1);
  }

  /** Both words of a sentence have the same type, so that one word determines the other. */
  @Test
  void keepShareEvaluatesPredictionsGivenOtherSegments() throws IOException {
    Path pairs = file("pairs.txt", "u X B-P\nu X B-P\n\nu X B-Q\nu X B-Q\n\n".repeat(40));
    Path model = trained(path("pairs.gpchain"), Files.readString(pairs), "--task chunk");
    String keep = "--json --keep-share 0.5 --seed 3";
    CommandLineRun given = evaluate(model, pairs, keep);
    CommandLineRun pasted = evaluate(model, pairs, keep, "--paste");
    assertThat(given.number("/tokens")).isBetween(60.0, 100.0).isEqualTo(pasted.number("/tokens"));
    assertThat(given.number("/f1")).isGreaterThan(pasted.number("/f1") + 0.1);
    assertThat(evaluate(model, pairs, "--json").number("/tokens")).isEqualTo(160);
  }

  /** The type of an unseen name is only known from given occurrences. */
  @Test
  void givenNamesHelpWithTheirOtherOccurrences() throws IOException {
    String pair = "%s X B-P\nran X O\n\n%s X B-Q\nran X O\n\n";
    Path model =
        trained(path("names.gpchain"), pair.formatted("Aba", "Cid").repeat(30), "--task ne");
    Path others = file("others.txt", pair.formatted("Yuk", "Zork").repeat(30));
    String keep = "--json --keep-share 0.5";
    assertThat(evaluate(model, others, keep, "--paste").number("/f1")).isLessThan(0.7);
    assertThat(evaluate(model, others, keep).number("/f1")).isGreaterThan(0.9);
  }

  @Test
  void keepShareNeedsLabelsOfSegments() throws IOException {
    String pair = "u X B-P\nu X I-P\n\nv X O\n\n";
    Path model = trained(path("seg.gpchain"), pair.repeat(20), "--task chunk");
    Path wrong = file("wrong.txt", pair + "u X b-P\n");
    evaluate(model, wrong, "--keep-share 0.5")
        .fails(1, wrong.toString(), "not all labels are labels of segments");
    Path old = trained(path("iob1.gpchain"), pair.repeat(20), "--task chunk --scheme IOB1");
    evaluate(old, file("right.txt", pair), "--keep-share 0.5")
        .fails(2, "--keep-share cannot be used with models of the scheme IOB1");
  }

  @Test
  void betaNeedsHeldOutSegments() throws IOException {
    evaluate(sampleModel, test, "--beta 2").failsAt(sampleModel, "no held-out segments");
    evaluate(sampleModel, test, "--beta 2 --decoding viterbi").fails(2, "--decoding segments");
  }

  @Test
  void residualVarianceChangesTheProbabilities() throws IOException {
    evaluate(chunkModel, test, "--samples 3").failsAt(chunkModel, "no posterior covariance");
    CommandLineRun without = evaluate(sampleModel, test, "--json --samples 50");
    CommandLineRun with = evaluate(sampleModel, test, "--json --samples 50 --residual");
    assertThat(with.number("/nll")).isNotCloseTo(without.number("/nll"), within(1e-6));
  }

  @Test
  void unknownLabelsFailWithTheLineOrAreCounted() throws IOException {
    Path test = file("test.txt", "the DT B-NP\n\nold JJ O\ntown NN B-XYZ\n");
    evaluate(chunkModel, test)
        .failsAt(test + ":4", "the model does not know the label B-XYZ", "--unknown-labels count");
    CommandLineRun counted = evaluate(chunkModel, test, "--json --unknown-labels count");
    assertThat(counted.number("/unknownLabelTokens")).isEqualTo(1);
    assertThat(counted.number("/byType/XYZ/gold")).isEqualTo(1);
  }

  /** Tokens without annotation cannot be evaluated, even if unknown labels are counted. */
  @ParameterizedTest
  @ValueSource(strings = {"?", "!NP", "!NP|VP"})
  void tokensWithoutAnnotationFail(String mark) throws IOException {
    Path segments = file("test.txt", "the DT B-NP\n\nold JJ O\ntown NN " + mark + "\n");
    Path tokens = file("tokens.txt", "the DT DT\n\ntown NN NN\nold JJ " + mark + "\n");
    String pos = "the DT\ntown NN\n\nold JJ\n";
    Path model = trained(path("pos.gpchain"), pos, "--task pos --columns word,label");

    String problem = "the label '" + mark + "' marks this token as not annotated";
    evaluate(chunkModel, segments, "--unknown-labels count").failsAt(segments + ":4", problem);
    evaluate(model, tokens, "--columns word,pos,label --unknown-labels count")
        .failsAt(tokens + ":4", problem);
  }

  /** A tagset may have the tag {@code ?} for question marks. */
  @Test
  void aLabelOfTheModelIsNoMark() throws IOException {
    Path corpus = file("pos.txt", "why WRB\n? ?\n\nhow WRB\n? ?\n");
    String options = "--task pos --columns word,label";
    Path model = trained(path("pos.gpchain"), Files.readString(corpus), options);
    assertThat(evaluate(model, corpus, "--columns word,label --json").number("/tokens"))
        .isEqualTo(4);
  }

  @Test
  void illegalLabelsAreRepairedAndReported() throws IOException {
    Path test = file("test.txt", "the DT B-NP\nold JJ O\ntown NN I-NP\n");
    CommandLineRun run = evaluate(chunkModel, test, "--json");

    assertThat(run.number("/repairedLabels")).isEqualTo(1);
    assertThat(run.err()).startsWith("gpchain: warning: " + test + ":3: 1 label breaks");
  }

  @Test
  void printsAWarningForAFileWithoutSegments() throws IOException {
    String warning = "gpchain: warning: %s: no segment is annotated; check";
    Path none = file("none.txt", "the DT O\nold JJ O\n\ntown NN O\n");
    CommandLineRun run = evaluate(chunkModel, none).succeeds();
    assertThat(run.err()).hasLineCount(1).startsWith(warning.formatted(none)).contains("--columns");
    Path model = trained(path("t.gpchain"), Corpora.CHUNKS, "--task chunk --scheme TOKEN");
    assertThat(evaluate(model, none).succeeds().err()).startsWith(warning.formatted(none));
    assertThat(evaluate(model, test).succeeds().err()).isEmpty();
  }

  @Test
  void damagedModelsFail() throws IOException {
    byte[] whole = Files.readAllBytes(chunkModel);
    for (int length : new int[] {0, 10, whole.length / 4, whole.length / 2}) {
      Path cut = path("cut.gpchain");
      Files.write(cut, Arrays.copyOf(whole, length));
      evaluate(cut, test).failsAt(cut, "damaged or is not a GPChain model");
    }
    evaluate(test, test).failsAt(test, "is not a GPChain model");
    Path missing = path("missing.gpchain");
    evaluate(missing, test).failsAt(missing, "there is no such file");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--residual; needs --samples",
        "--keep-share 1; below 1, was 1.0",
        "--paste; --paste needs --keep-share",
        "--seed 2; --seed needs --keep-share",
        "--report-errors 3; --report-errors needs --report",
        "--encoding UTF-9; '--encoding': 'UTF-9' is not a known encoding",
        "--samples -1; at least 0",
        "--threads 0; at least 1",
        "--decoding greedy; marginal",
        "--beta 0; positive",
        "--beta much; not a number",
        "--unknown-labels ignore; count",
        "--report-errors -1; --report-errors must be at least 0, was -1",
        "--confidence 0.9; --max-error",
        "--max-error 2; --max-error must be above 0 and below 1, was 2.0",
        "--max-error 0; --max-error must be above 0 and below 1, was 0.0",
        "--min-recall NaN; --min-recall must be above 0 and below 1, was NaN",
        "--max-error 0.1 --confidence 0; --confidence must be above 0 and below 1, was 0.0",
        "--min-recall 0.9 --beta 2; --beta has no effect with --min-recall",
        "--max-error 0.1 --min-recall 0.9; cannot be combined",
        "--max-error 0.1 --decoding viterbi; the options are viterbi"
      })
  void wrongUseExitsWithTwo(String options, String message) {
    evaluate(chunkModel, test, (Object[]) options.split(" ")).fails(2, message);
  }
}
