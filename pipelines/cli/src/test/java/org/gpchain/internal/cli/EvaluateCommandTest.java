package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.gpchain.core.text.TagScheme;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

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
  void aReportThatCannotBeWrittenIsFoundBeforehand() throws IOException {
    Path model = path("missing.gpchain");
    evaluate(model, test, "--report", test).failsAt(test, "this is not a directory");
    assertThat(evaluate(model, test, "--report", test.resolve("report")).fails(1).err())
        .contains("test.txt")
        .doesNotContain("missing.gpchain");
  }

  @Test
  void saysWhyAPromiseIsRefused() throws IOException {
    assertThat(evaluate(chunkModel, test, "--max-error 0.05").fails(1).err())
        .contains("chunk.gpchain", "promise")
        .hasLineCount(1);
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
  void decodesInEveryWay(String decoding, int samples, int threads) throws IOException {
    String options = "--json --decoding {} --samples {} --threads {}";
    CommandLineRun run = evaluate(sampleModel, test, options, decoding, samples, threads);
    assertThat(run.number("/tokens")).isEqualTo(15);
  }

  /** Four of five a and two of five b are segments: who wants precision gets the a alone. */
  @Test
  void weighsRecall() throws IOException {
    String some = "a X B-NP\n\n".repeat(4) + "a X O\n\n" + "b X B-NP\n\n".repeat(2);
    Path coins = file("coins.txt", (some + "b X O\n\n".repeat(3)).repeat(12));
    Path model = trained(path("coins.gpchain"), Files.readString(coins), "--task chunk");
    assertThat(evaluate(model, coins, "--json --beta 0.2").number("/recall")).isEqualTo(4.0 / 6);
    assertThat(evaluate(model, coins, "--json --beta 4").number("/recall")).isEqualTo(1);
  }

  /** Both are of one type or both of the other: who is told one of them knows the other. */
  @Test
  void scoresTheRestGivenSomeOfTheSegments() throws IOException {
    Path pairs = file("pairs.txt", "u X B-P\nu X B-P\n\nu X B-Q\nu X B-Q\n\n".repeat(40));
    Path model = trained(path("pairs.gpchain"), Files.readString(pairs), "--task chunk");
    String keep = "--json --keep-share 0.5 --seed 3";
    CommandLineRun given = evaluate(model, pairs, keep);
    CommandLineRun pasted = evaluate(model, pairs, keep, "--paste");
    assertThat(given.number("/tokens")).isBetween(60.0, 100.0).isEqualTo(pasted.number("/tokens"));
    assertThat(given.number("/f1")).isGreaterThan(pasted.number("/f1") + 0.1);
    assertThat(evaluate(model, pairs, "--json").number("/tokens")).isEqualTo(160);
  }

  /** Nobody can know the type of a new name, but who is told one of the places where it stands. */
  @Test
  void namesThatAreGivenComeAgain() throws IOException {
    String pair = "%s X B-P\nran X O\n\n%s X B-Q\nran X O\n\n";
    Path model =
        trained(path("names.gpchain"), pair.formatted("Aba", "Cid").repeat(30), "--task ne");
    Path others = file("others.txt", pair.formatted("Yuk", "Zork").repeat(30));
    String keep = "--json --keep-share 0.5";
    assertThat(evaluate(model, others, keep, "--paste").number("/f1")).isLessThan(0.7);
    assertThat(evaluate(model, others, keep).number("/f1")).isGreaterThan(0.9);
  }

  @Test
  void segmentsThatAreGivenNeedLabelsOfSegments() throws IOException {
    String pair = "u X B-P\nu X I-P\n\nv X O\n\n";
    Path model = trained(path("seg.gpchain"), pair.repeat(20), "--task chunk");
    Path wrong = file("wrong.txt", pair + "u X b-P\n");
    evaluate(model, wrong, "--keep-share 0.5")
        .fails(1, wrong.toString(), "not all labels are those of segments");
    Path old = trained(path("iob1.gpchain"), pair.repeat(20), "--task chunk --scheme IOB1");
    evaluate(old, file("right.txt", pair), "--keep-share 0.5")
        .fails(2, "--keep-share is for models in another scheme than IOB1");
  }

  @Test
  void recallNeedsHeldOutSegments() throws IOException {
    evaluate(sampleModel, test, "--beta 2").failsAt(sampleModel, "no held-out segments");
    evaluate(sampleModel, test, "--beta 2 --decoding viterbi").fails(2, "--decoding segments");
  }

  @Test
  void residualVarianceMakesTheModelLessSure() throws IOException {
    evaluate(chunkModel, test, "--samples 3").failsAt(chunkModel, "no posterior covariance");
    CommandLineRun without = evaluate(sampleModel, test, "--json --samples 50");
    CommandLineRun with = evaluate(sampleModel, test, "--json --samples 50 --residual");
    assertThat(with.number("/nll")).isNotCloseTo(without.number("/nll"), within(1e-6));
  }

  @Test
  void aSentenceMayBeLong() throws IOException {
    Path test = file("long.txt", "the DT B-NP\ngull NN I-NP\n".repeat(2_500));

    assertThat(evaluate(chunkModel, test, "--json").number("/tokens")).isEqualTo(5_000);
  }

  @Test
  void unknownLabelsAreNamedWithTheirLineOrCounted() throws IOException {
    Path test = file("test.txt", "the DT B-NP\n\nold JJ O\ntown NN B-XYZ\n");
    evaluate(chunkModel, test)
        .failsAt(test + ":4", "the model does not know the label B-XYZ", "--unknown-labels count");
    CommandLineRun counted = evaluate(chunkModel, test, "--json --unknown-labels count");
    assertThat(counted.number("/unknownLabelTokens")).isEqualTo(1);
    assertThat(counted.number("/byType/XYZ/gold")).isEqualTo(1);
  }

  /** What is not annotated is neither right nor wrong, and no label that may be counted. */
  @ParameterizedTest
  @ValueSource(strings = {"?", "!NP", "!NP|VP"})
  void whatIsNotAnnotatedIsNotScored(String mark) throws IOException {
    Path segments = file("test.txt", "the DT B-NP\n\nold JJ O\ntown NN " + mark + "\n");
    Path tokens = file("tokens.txt", "the DT DT\n\ntown NN NN\nold JJ " + mark + "\n");
    String pos = "the DT\ntown NN\n\nold JJ\n";
    Path model = trained(path("pos.gpchain"), pos, "--task pos --columns word,label");

    String problem = "the label '" + mark + "' says that this token is not annotated";
    evaluate(chunkModel, segments, "--unknown-labels count").failsAt(segments + ":4", problem);
    evaluate(model, tokens, "--columns word,pos,label --unknown-labels count")
        .failsAt(tokens + ":4", problem);
  }

  /** A tagset may call a question mark what it is. */
  @Test
  void aLabelThatTheModelKnowsIsNoMark() throws IOException {
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

  /** The same segments have the same figures however file and model write them. */
  @ParameterizedTest
  @EnumSource(names = "TOKEN", mode = EnumSource.Mode.EXCLUDE)
  void theSchemesOfFileAndModelMayDiffer(TagScheme scheme) throws IOException {
    Path model = trained(path("m.gpchain"), Corpora.CHUNKS, "--task chunk --scheme", scheme);
    Path iob2 = file("iob2.txt", Corpora.CHUNKS + "the DT B-NP\nold JJ B-NP\n");
    Path iob1 =
        file("iob1.txt", Corpora.CHUNKS.replace(" B-", " I-") + "the DT I-NP\nold JJ B-NP\n");
    CommandLineRun ofIob1 = evaluate(model, iob1, "--json");
    String speed = "\"tokensPerSecond\" : [^,]*,";
    assertThat(ofIob1.number("/byType/NP/gold")).isEqualTo(7);
    assertThat(ofIob1.number("/f1")).isGreaterThan(0.8);
    assertThat(ofIob1.number("/unknownLabelTokens")).isZero();
    assertThat(ofIob1.out().replaceAll(speed, ""))
        .isEqualTo(evaluate(model, iob2, "--json").out().replaceAll(speed, ""));
  }

  /** One such label makes all labels of the file those of tokens. */
  @Test
  void aMisspeltLabelIsNamedAsItStands() throws IOException {
    Path test = file("test.txt", "the DT B-NP\nold JJ O\ntown NN b-NP\nof IN B-NP\n");
    evaluate(chunkModel, test)
        .fails(
            1, "gpchain: " + test + ":3: the model does not know the label b-NP (its labels: B-");
    CommandLineRun counted = evaluate(chunkModel, test, "--json --unknown-labels count");
    assertThat(counted.number("/unknownLabelTokens")).isEqualTo(1);
    assertThat(counted.number("/byType/NP/gold")).isEqualTo(3);
  }

  @Test
  void missingColumnsAreNamed() throws IOException {
    Path test = file("test.txt", "the B-NP\n");
    evaluate(chunkModel, test, "--columns word,label").failsAt(test + ":1", "'pos' is missing");
  }

  @Test
  void tagsOfAnotherTagsetAreReported() throws IOException {
    Path test = file("test.txt", "the DET B-NP\nold ADJ I-NP\ntown NOUN I-NP\n");
    assertThat(evaluate(chunkModel, test).succeeds().err())
        .contains("100 % of the tokens", "never seen, such as DET");
  }

  @Test
  void aFileWithoutAnySegmentIsReported() throws IOException {
    String warning = "gpchain: warning: %s: not one segment is annotated; check";
    Path none = file("none.txt", "the DT O\nold JJ O\n\ntown NN O\n");
    CommandLineRun run = evaluate(chunkModel, none).succeeds();
    assertThat(run.err()).hasLineCount(1).startsWith(warning.formatted(none)).contains("--columns");
    Path model = trained(path("t.gpchain"), Corpora.CHUNKS, "--task chunk --scheme TOKEN");
    assertThat(evaluate(model, none).succeeds().err()).startsWith(warning.formatted(none));
    assertThat(evaluate(model, test).succeeds().err()).isEmpty();
  }

  @Test
  void badTestFiles() throws IOException {
    Path missing = path("missing.txt");
    evaluate(chunkModel, missing).failsAt(missing, "there is no such file");
    Path empty = file("empty.txt", "\n");
    evaluate(chunkModel, empty).failsAt(empty, "there is no sentence");
    Path noLabels = file("nolabels.txt", "a DT\nb NN\n");
    evaluate(chunkModel, noLabels).failsAt(noLabels + ":1", "this file has no labels");
    Path columns = file("columns.txt", "a DT B-NP\nb NN\n");
    evaluate(chunkModel, columns).failsAt(columns + ":2", "2 columns, line 1 has 3");
    Path latin1 = path("latin1.txt");
    Files.write(latin1, "a DT B-NP\né NN O\n".getBytes(StandardCharsets.ISO_8859_1));
    evaluate(chunkModel, latin1).failsAt(latin1 + ":2", "not UTF-8");
  }

  /** The model with another format version in its manifest. */
  private Path ofVersion(int version) throws IOException {
    Path target = Files.copy(chunkModel, path("version-" + version + ".gpchain"));
    try (FileSystem zip = FileSystems.newFileSystem(target)) {
      Path manifest = zip.getPath("manifest.json");
      String changed = "\"formatVersion\" : " + version;
      Files.writeString(
          manifest, Files.readString(manifest).replaceFirst("\"formatVersion\" : \\d+", changed));
    }
    return target;
  }

  @Test
  void modelsOfOtherVersions() throws IOException {
    for (int version : new int[] {0, 2, 999}) {
      Path other = ofVersion(version);
      evaluate(other, test)
          .failsAt(other, "format version " + version, "reads version 1 only", "train it again");
    }
  }

  @Test
  void damagedModels() throws IOException {
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
        "--encoding UTF-9; '--encoding': 'UTF-9' is no known encoding",
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
        "--max-error 0.1 --min-recall 0.9; together",
        "--max-error 0.1 --decoding viterbi; was viterbi"
      })
  void wrongUseExitsWith2(String options, String message) {
    evaluate(chunkModel, test, (Object[]) options.split(" ")).fails(2, message);
  }
}
