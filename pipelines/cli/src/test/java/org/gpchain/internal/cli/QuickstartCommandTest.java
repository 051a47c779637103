package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@code gpchain quickstart}. */
class QuickstartCommandTest extends CommandTest {
  @Test
  void runsAllSteps() throws IOException {
    Path output = path("out");
    assertThat(gpchain("quickstart --output", output).succeeds().out())
        .contains("chunks.gpchain", "names.gpchain", "F1", "gpchain train", "--columns word,pos");
    for (String task : List.of("chunks", "names")) {
      try (Stream<Path> files = Files.walk(output.resolve("annotated").resolve(task))) {
        List<String> names = files.map(file -> file.getFileName().toString()).toList();
        assertThat(names).filteredOn(name -> name.endsWith(".html")).hasSize(4);
        assertThat(names).filteredOn(name -> name.endsWith(".xmi")).hasSize(3);
      }
    }

    gpchain(
            "evaluate --model {} --test {} --columns word,pos,_,label",
            output.resolve("names.gpchain"),
            output.resolve("test.tsv"))
        .succeeds();
  }

  @Test
  void weakRunsTheExampleAndCanBeRepeated() throws IOException {
    Path output = path("out");
    gpchain("quickstart --weak --output", output).succeeds();
    assertThat(gpchain("quickstart --weak --output", output).succeeds().out())
        .contains("gpchain weak --voices ", "names names-en last", "ece segments");
    assertThat(Files.readString(output.resolve("gold.tsv"))).hasLineCount(661);
    for (String file : List.of("text.tsv", "labelled/labelled.txt", "gold.gpchain")) {
      assertThat(output.resolve(file)).isNotEmptyFile();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "train.tsv,",
    "chunks.gpchain,",
    "names.gpchain,",
    "shipped,",
    "annotated,",
    "train.tsv, --weak",
    "gold.tsv, --weak",
    "text.tsv, --weak",
    "labelled, --weak",
    "gold.gpchain, --weak"
  })
  void filesOfTheUserAreNotReplaced(String name, String weak) throws IOException {
    Path userFile = file(name, "mine\n");
    List<String> command = CommandLineRun.words("quickstart --output", path(""));
    gpchain(command, weak == null ? List.of() : weak)
        .fails(1, userFile + ": this file was not written by an earlier run", "--output");
    assertThat(userFile).hasContent("mine\n");
  }

  @Test
  void aFileAsOutputDirectoryFails() throws IOException {
    Path file = file("file", "");
    CommandLineRun run = gpchain("quickstart --output", file).fails(1);
    assertThat(run.err().strip())
        .isEqualTo(
            "gpchain: " + file + ": this is not a directory; choose another one with --output");
  }
}
