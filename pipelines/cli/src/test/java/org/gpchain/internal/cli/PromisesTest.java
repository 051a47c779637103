package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.annotator.ModelsOnClassPath;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of guarantees ({@code --max-error}, {@code --min-recall}) of a shipped model. */
class PromisesTest extends CommandTest {
  private static final String MODEL = "chunker-en";
  private static final double GRANTED = 0.02;
  private static final double REFUSED = 0.001;
  private static final String REFUSAL = "the model cannot guarantee an error rate of at most 0.1 %";

  private Path corpus;
  private Path text;

  @BeforeEach
  void copyCorpus() throws IOException {
    assumeTrue(ModelsOnClassPath.find(MODEL).isPresent(), "models/rebuild makes it");
    corpus = copied("test.tsv");
    text = copied("documents/harbour-report.txt");
  }

  private Path copied(String name) throws IOException {
    try (InputStream in =
        Main.class.getResourceAsStream("/org/gpchain/internal/cli/quickstart/" + name)) {
      return Files.write(path(name.substring(name.indexOf('/') + 1)), in.readAllBytes());
    }
  }

  /** Runs a command with the shipped model. */
  private static CommandLineRun run(List<String> command, Object... more) {
    return gpchain(command, "--model", MODEL, more);
  }

  private static String answer(List<String> command, Object... more) {
    return run(command, more).succeeds().out();
  }

  /** Counts the segments in a column of labels. */
  private static long segments(String columns, int column) {
    return columns
        .lines()
        .map(line -> line.split("\t", -1))
        .filter(cells -> cells.length > column && cells[column].startsWith("B-"))
        .count();
  }

  private static void assertRefused(CommandLineRun run) {
    assertThat(run.fails(1).out()).isEmpty();
    assertThat(run.err())
        .hasLineCount(1)
        .contains(REFUSAL, "it can guarantee an error rate of at most");
  }

  @ParameterizedTest
  @CsvSource({
    "annotate --output - --to conll --quiet --input, harbour-report.txt, 2",
    "'tag --columns word,_,_,_ --tag-pos tagger-en --input', test.tsv, 4"
  })
  void improbableSegmentsAreLeftOut(String line, String file, int labelColumn) {
    List<String> command = CommandLineRun.words(line, path(file));
    long withoutGuarantee = segments(answer(command), labelColumn);
    assertThat(segments(answer(command, "--max-error", GRANTED), labelColumn))
        .isPositive()
        .isLessThan(withoutGuarantee);
    assertRefused(run(command, "--max-error", REFUSED));
  }

  @Test
  void annotateFindsAShareOfTheSegments() {
    List<String> command = CommandLineRun.words("annotate --output - --to conll --input", text);
    assertThat(answer(command, "--min-recall 0.95")).isNotEmpty();
  }

  @Test
  void evaluateReportsWhetherTheGuaranteeHeld() {
    List<String> command =
        CommandLineRun.words(
            "evaluate --columns word,_,label,_ --tag-pos tagger-en --unknown-labels count --test",
            corpus);
    assertThat(answer(command, "--max-error", GRANTED)).contains("guarantee");
    assertRefused(run(command, "--max-error", REFUSED));
  }

  @Test
  void promiseNeedsMaxError() {
    run(CommandLineRun.words("annotate --promise warn --output - --input", text))
        .fails(2, "--promise needs --max-error");
    run(CommandLineRun.words("tag --columns word,_,_,_ --promise refuse --input", corpus))
        .fails(2, "--promise needs --max-error");
  }

  /** Tags text like the training corpus, text of another kind, and too little text to decide. */
  @Test
  void aGuaranteeThatDoesNotHoldIsReported() throws IOException {
    Path model = path("np.gpchain");
    String train = "train --task np --columns word,pos,label,_ --train";
    gpchain(train, copied("train.tsv"), "--model", model).succeeds();
    List<String> lines = Files.readAllLines(corpus);
    Path other = path("other.tsv");
    Files.write(
        other,
        lines.stream().map(l -> l.isEmpty() ? l : "Zz\tNOUN\t" + l.split("\t", 3)[2]).toList());
    Path few = Files.write(path("few.tsv"), lines.subList(0, 40));
    Path out = path("out.tsv");
    List<String> tag =
        CommandLineRun.words(
            "tag --columns word,pos,_,_ --max-error 0.1 --model", model, "--output", out);

    assertThat(gpchain(tag, "--input", corpus).succeeds().err()).isEmpty();
    assertThat(gpchain(tag, "--input", few, "--promise refuse").succeeds().err())
        .contains(
            "np.gpchain: it is unknown whether the error guarantee holds for this text:"
                + " there are fewer than");

    String written = Files.readString(out);
    CommandLineRun refused = gpchain(tag, "--input", other, "--promise refuse");
    assertThat(refused.fails(1).err())
        .contains(
            "np.gpchain: the error guarantee does not hold for this text: ", "use --promise warn");
    assertThat(out).hasContent(written);
    assertThat(gpchain(tag, "--input", other).succeeds().err())
        .contains("warning: np.gpchain: the error guarantee does not hold for this text: ");

    List<String> annotate =
        CommandLineRun.words(
            "annotate --format column --columns word,pos,_,_ --quiet --max-error 0.1 --model",
            model,
            "--input",
            other);

    for (int threads = 1; threads < 3; threads++) {
      Path folder = path("out" + threads);
      CommandLineRun run = gpchain(annotate, "--threads", threads, "--output", folder);
      assertThat(run.succeeds().err())
          .contains("warning: np.gpchain: the error guarantee does not hold");
      assertThat(folder.resolve("index.html"))
          .content()
          .contains("np.gpchain: the error guarantee does no");
      assertThat(folder.resolve("summary.json"))
          .content()
          .containsPattern("\"model\" : \"np\",\\s+\"level\" : \"WITHDRAWN\",\\s+\"reason\" : \"");
    }
    // The run stops after the first of several documents.
    gpchain(annotate, "--input", other, "--promise refuse --output", path("out3"))
        .fails(1, "the error guarantee does not hold for this text: ");
    assertThat(path("out3").resolve("other~2.html")).doesNotExist();
    assertThat(path("out2").resolve("other.html")).exists();
    assertThat(
            gpchain(
                    "evaluate --columns word,pos,label,_ --max-error 0.1 --test",
                    other,
                    "--model {} --report {}",
                    model,
                    path("report"))
                .succeeds()
                .out())
        .contains("without gold labels: the error guarantee does not hold for this text: ");
    assertThat(path("report/report.html"))
        .content()
        .contains("<p>Decoding: segments, with --max-error 0.1.</p>")
        .containsPattern("<p>Guarantee: an error rate of at most 10 %, on average: .* wrong, ");
  }
}
