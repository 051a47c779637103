package org.gpchain.experiments.rawtext;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.experiments.ExperimentRun;
import org.gpchain.internal.cli.CommandLineRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RawTextCommandsTest {
  @TempDir private Path directory;

  @Test
  void generatesTheSameSentencesEachTime() throws IOException {
    Path first = directory.resolve("first.txt");
    Path second = directory.resolve("second.txt");
    ExperimentRun.of(directory, "possessives --sentences 50 --output " + first).succeed();
    ExperimentRun.of(directory, "possessives --sentences 50 --output " + second).succeed();
    assertThat(first).hasSameTextualContentAs(second);
    List<String> lines = Files.readAllLines(first);
    assertThat(lines.stream().filter(String::isEmpty)).hasSize(50);
    for (int i = 0; i < lines.size(); i++) {
      boolean isInName = lines.get(i).matches(".*\t[BI]-.*");
      if (isInName && !lines.get(i + 1).contains("\tI-")) {
        assertThat(lines.get(i + 1)).matches("['’]s?\tO");
      }
    }
  }

  /** Names before possessive marks are found in raw text almost as often as in gold tokens. */
  @Test
  void findsNamesBeforePossessiveMarks() throws IOException {
    Path test = directory.resolve("possessives.txt");
    ExperimentRun.of(directory, "possessives --output " + test).succeed();
    CommandLineRun run =
        CommandLineRun.of(
            List.of("evaluate", "--model", "ner-en", "--test", test, "--columns", "word,label"),
            List.of("--from-text", "--json"));
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode result = new ObjectMapper().readTree(run.out());
    assertThat(result.at("/f1").asDouble()).isGreaterThan(0.9);
    assertThat(result.at("/fromText/f1BelowGoldTokens").asDouble()).isLessThanOrEqualTo(0.01);
  }

  @Test
  void comparesSpacesWithTheOriginalText() throws IOException {
    ExperimentRun run = ExperimentRun.of(directory, "detokenization --columns word");
    Path tokens = run.write("tokens.txt", "Ada\n's\nboat\n.\n\nBo\n--\nleft\n");
    Path text = run.write("text.txt", "Ada's boat.\nBo--left\n");

    assertThat(run.succeed("--tokens", tokens, "--text", text).out())
        .isEqualTo(
            """
            60.00 % of 5 gaps as in the original text
            1  -- | left without a space
            1  Bo | -- without a space
            """);

    Path other = run.write("other.txt", "Ada's boat.\nBo went\n");
    run.fails(
        1,
        "other.txt:2: the token '--' is not where it should be",
        "--tokens",
        tokens,
        "--text",
        other);
    Path shorter = run.write("shorter.txt", "Ada's boat.\n");
    run.fails(1, "1 lines, but", "--tokens", tokens, "--text", shorter);
  }
}
