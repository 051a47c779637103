package org.gpchain.cli;

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

/** Promises that a shipped model grants and refuses, as the command line tells of them. */
class PromisesTest extends CommandTest {
  private static final String MODEL = "chunker-en";
  private static final double GRANTED = 0.02;
  private static final double REFUSED = 0.001;
  private static final String REFUSAL =
      "the model cannot promise at most 0.1 % of the segments wrong";

  private Path corpus;
  private Path text;

  @BeforeEach
  void copyCorpus() throws IOException {
    assumeTrue(ModelsOnClassPath.find(MODEL).isPresent(), "models/rebuild makes it");
    corpus = copied("test.tsv");
    text = copied("documents/harbour-report.txt");
  }

  private Path copied(String name) throws IOException {
    try (InputStream in = Main.class.getResourceAsStream("/org/gpchain/cli/quickstart/" + name)) {
      return Files.write(path(name.substring(name.indexOf('/') + 1)), in.readAllBytes());
    }
  }

  private static CommandLineRun run(List<String> command, Object... more) {
    return gpchain(command, "--model", MODEL, more);
  }

  private static String answer(List<String> command, Object... more) {
    return run(command, more).succeeds().out();
  }

  private static long segments(String columns, int column) {
    return columns
        .lines()
        .map(line -> line.split("\t", -1))
        .filter(cells -> cells.length > column && cells[column].startsWith("B-"))
        .count();
  }

  private static void assertRefused(CommandLineRun run) {
    assertThat(run.fails(1).out()).isEmpty();
    assertThat(run.err()).hasLineCount(1).contains(REFUSAL, "it can promise at most");
  }

  @Test
  void annotateLeavesOutWhatIsNotProbableEnough() {
    List<String> command =
        CommandLineRun.words("annotate --output - --to conll --quiet --input", text);
    long all = segments(answer(command), 2);
    assertThat(segments(answer(command, "--max-error", GRANTED), 2)).isPositive().isLessThan(all);
    assertRefused(run(command, "--max-error", REFUSED));
    assertThat(answer(command, "--min-recall 0.95")).isNotEmpty();
  }

  @Test
  void tagLeavesOutWhatIsNotProbableEnough() {
    List<String> command =
        CommandLineRun.words("tag --columns word,_,_,_ --tag-pos tagger-en --input", corpus);
    long all = segments(answer(command), 4);
    assertThat(segments(answer(command, "--max-error", GRANTED), 4)).isPositive().isLessThan(all);
    assertRefused(run(command, "--max-error", REFUSED));
  }

  @Test
  void evaluateSaysWhetherThePromiseWasKept() {
    List<String> command =
        CommandLineRun.words(
            "evaluate --columns word,_,label,_ --tag-pos tagger-en --unknown-labels count --test",
            corpus);
    assertThat(answer(command, "--max-error", GRANTED)).contains("promise");
    assertRefused(run(command, "--max-error", REFUSED));
  }
}
