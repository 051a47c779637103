package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Tests of the main command: help, wrong use, and failures. */
class MainTest {
  @Test
  void helpListsTheCommands() {
    assertThat(CommandLineRun.of("--help").succeeds().out())
        .contains("quickstart", "train", "evaluate", "compare", "tag", "annotate")
        .contains("GPCHAIN_JAVA_OPTS");
  }

  @ParameterizedTest
  @ValueSource(strings = {"quickstart", "train", "evaluate", "compare", "tag", "annotate"})
  void everyCommandHasHelp(String command) {
    String help = CommandLineRun.of(command, "--help").succeeds().out();
    assertThat(help).startsWith("Usage: gpchain " + command);
    assertThat(CommandLineRun.of("help", command).out()).isEqualTo(help);
  }

  @Test
  void versionNamesTheBuild() {
    assertThat(CommandLineRun.of("--version").succeeds().out().strip())
        .matches("gpchain \\d+\\.\\d+.*");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "evaluate --model a --test b c   | unexpected argument 'c': no option takes it; quote"
            + " values",
        "evaluate --model a --json b     | unexpected argument 'b'",
        "evaluate a --test b             | unexpected argument 'a'",
        "train --columns=a b --threads 1 2 | unexpected argument '2'",
        "train --input a.txt             | Unknown option: '--input'",
        "annotate -model a               | Unknown option: '-model'",
        "annotate --input a.txt --modle b | Unknown option: '--modle'",
        "annotate --to html c            | one of [xmi, bincas, jsoncas, conll, conllu, json,"
            + " jsonl, brat, webanno, html] but",
        "train --kernel linear-rbf       | one of [linear, rbf, cosine, linear+rbf] but",
        "words learn --method scvi-hdp   | one of [em, svi, scvi, scvi_hdp] but",
        "words show a b                  | gpchain: unexpected argument 'b'",
        "words show --colum a            | Unknown option: '--colum'",
        "words lern                      | gpchain: no such command: 'lern'",
      })
  void superfluousAndMisspelledArgumentsFail(String typed, String message) {
    CommandLineRun run = CommandLineRun.line(typed).fails(2, message, "--help' explains it");
    assertThat(run.err()).doesNotContain("nmatched");
  }

  @Test
  void missingAndMisspelledCommandsAreWrongUse() {
    CommandLineRun.of().fails(2, "'gpchain --help' explains it");
    CommandLineRun.of("evalute").fails(2, "evaluate");
  }

  /** The command experiment only exists in a source checkout. */
  @ParameterizedTest
  @ValueSource(strings = {"experiment", "experiment papers --data x", "help experiment"})
  void experimentIsExplainedIfMissing(String line) {
    assertThat(CommandLineRun.line(line).fails(2).err())
        .contains("the command experiment is only available in a source checkout")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource({"60, 59", "120, 119", "wide, 80", ", 80"})
  void helpIsAsWideAsTheTerminalOr80Columns(String columns, int maxWidth) {
    CommandLine commandLine = Main.commandLine(false);
    StringWriter out = new StringWriter();
    commandLine.setOut(new PrintWriter(out));
    Main.layOut(commandLine, false, columns);
    commandLine.execute("train", "--help");
    assertThat(out.toString().lines().mapToInt(String::length).max()).hasValue(maxWidth);
    assertThat(out.toString()).doesNotContain("\u001b");
    Main.layOut(commandLine, true, null);
    assertThat(commandLine.isUsageHelpAutoWidth()).isTrue();
  }

  @Test
  void onlyTheNamedCommandIsCreated() {
    assertThat(Main.commandLine(false, "train", "--help").getSubcommands())
        .containsOnlyKeys("train");
    for (String other : List.of("help", "completion", "trian", "--debug")) {
      assertThat(Main.commandLine(false, other, "train").getSubcommands())
          .containsKeys("help", "completion", "train", "words");
    }
  }

  @Test
  void misspelledOptionsAreReportedBeforeMissingOnes() {
    assertThat(CommandLineRun.of("annotate", "--modle", "x", "--input", "y").fails(2).err())
        .contains("'--modle'", "--model")
        .doesNotContain("Missing");
    assertThat(CommandLineRun.of("annotate", "--input", "y").err())
        .contains("Missing required options", "--model");
  }

  @Test
  void helpExplainsCommandsAndRejectsUnknownOnes() {
    assertThat(CommandLineRun.of("help").out()).isEqualTo(CommandLineRun.of("--help").out());
    assertThat(CommandLineRun.line("help words learn").succeeds().out())
        .contains("Usage: gpchain words learn")
        .isEqualTo(CommandLineRun.line("words learn --help").out());
    assertThat(CommandLineRun.line("help words lern").out()).contains("Usage: gpchain words [");
    CommandLineRun run = CommandLineRun.of("help", "nothing").fails(2);
    assertThat(run.err()).contains("'nothing'; 'gpchain --help' explains it");
  }

  @Test
  void debugShowsTheStackTrace(@TempDir Path directory) {
    Path missing = directory.resolve("missing");
    Object[] args = {"evaluate", "--model", missing, "--test", missing};

    assertThat(CommandLineRun.of(args).err()).doesNotContain("\tat ");
    assertThat(CommandLineRun.of("--debug", args).err()).contains("\tat ");
    assertThat(CommandLineRun.of(args, "--debug").err()).contains("\tat ");
  }

  @Test
  void failureMessagesNameTheFileOrGiveAdvice() {
    assertThat(Failures.message(new IllegalStateException(new OutOfMemoryError("heap"))))
        .contains("out of memory", "GPCHAIN_JAVA_OPTS=-Xmx");
    assertThat(Failures.message(new IllegalStateException("odd")))
        .contains("should not have happened", "odd", "--debug");
    assertThat(Failures.message(new UncheckedIOException(new AccessDeniedException("/some/file"))))
        .isEqualTo("/some/file: access is denied; check the path and its permissions");
    assertThat(Failures.message(new IOException("the disk is full; make room")))
        .isEqualTo("the disk is full; make room");
    String full = "No space left on device";
    assertThat(Failures.message(new FileSystemException("/some/file", null, full)))
        .isEqualTo("/some/file: No space left on device; check the disk: nothing was replaced");
  }

  /** A name with a null character is always invalid, like é in the locale C. */
  @Test
  void invalidFileNamesAreExplained() {
    CommandLineRun run =
        CommandLineRun.of("evaluate", "--model", "a\0b", "--test", "test").fails(2);
    // Control characters of a name are not printed.
    assertThat(run.err()).contains("a b: this file name", "LC_ALL=C.UTF-8").hasLineCount(1);
    assertThat(Failures.message(new InvalidPathException("a\0b", "Nul")))
        .contains("a\0b: this file name", "LC_ALL=C.UTF-8");
  }

  @Test
  void unwritableStandardOutputIsAFailure() throws IOException {
    CommandLine commandLine = Main.commandLine(false);
    StringWriter err = new StringWriter();
    commandLine.setErr(new PrintWriter(err, true));
    OutputStream closed = OutputStream.nullOutputStream();
    closed.close();
    commandLine.setOut(new PrintWriter(closed, false, StandardCharsets.UTF_8));
    assertThat(Main.run(commandLine, "--help")).isEqualTo(1);
    assertThat(err.toString()).contains("standard output").hasLineCount(1);
  }
}
