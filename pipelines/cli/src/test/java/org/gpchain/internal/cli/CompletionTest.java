package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Tests of the script of {@code gpchain completion}, which picocli generates. */
class CompletionTest extends CommandTest {
  /** Returns the completions that bash proposes for the last word of a command. */
  private List<String> completed(String command) throws IOException, InterruptedException {
    Path script = path("completion");
    Files.writeString(script, gpchain("completion").out());
    // Calls the completion function with the variables that bash sets when a person presses TAB.
    String completionScript =
        """
        source "$1"; shift
        compopt() { :; }  # bash only defines it in interactive completion
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
        eval "call=($(complete -p gpchain))"
        for ((i = 0; i < ${#call[@]}; i++)); do
          [[ ${call[i]} != -F ]] || function=${call[i + 1]}
        done
        "$function"
        printf '%s\\n' "${COMPREPLY[@]}"
        """;
    ProcessBuilder bash =
        new ProcessBuilder("bash", "-c", completionScript, "bash", script.toString());
    bash.command().addAll(List.of(command.split(" ", -1)));
    Process process = bash.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String answer =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();

    assertThat(process.waitFor()).as(answer).isZero();

    return answer.lines().map(String::strip).toList();
  }

  static boolean hasBash() {
    return Files.isExecutable(Path.of("/bin/bash")) || Files.isExecutable(Path.of("/usr/bin/bash"));
  }

  @ParameterizedTest
  @CsvSource({
    "gpchain ann, annotate",
    "gpchain qui, quickstart",
    "gpchain annotate --mod, --model",
    "gpchain train --pairw, --pairwise-variance",
    "gpchain annotate --to ht, html",
    "gpchain annotate --format jsonc, jsoncas",
    "gpchain select --per who, whole",
    "gpchain train --format conll2003 --scheme IOBE, IOBES",
    "gpchain train -f xm, xmi",
    "gpchain annotate -m ner-en -i a.txt --outp, --output",
    "gpchain help eval, evaluate",
    "gpchain tag --decoding vi, viterbi",
    "gpchain train --task ch, chunk",
    "gpchain check --task po, pos",
    "gpchain t, train tag"
  })
  void bashCompletesCommandsOptionsAndValues(String typed, String expected) throws Exception {
    assumeTrue(hasBash());
    assertThat(completed(typed)).containsExactlyInAnyOrder(expected.split(" "));
  }

  /** The script cannot distinguish the values of options with the same label. */
  @Test
  void optionsWithListedValuesHaveDifferentLabels() {
    for (CommandLine command : Main.commandLine(false).getSubcommands().values()) {
      List<String> labels =
          command.getCommandSpec().options().stream()
              .filter(option -> option.completionCandidates() != null)
              .filter(option -> option.completionCandidates().iterator().hasNext())
              .map(OptionSpec::paramLabel)
              .toList();
      assertThat(labels).as(command.getCommandName()).doesNotHaveDuplicates();
    }
  }

  @Test
  void theScriptSupportsZsh() {
    assertThat(gpchain("completion").succeeds().out())
        .contains("bashcompinit", "complete -F _complete_gpchain");
  }

  /** Picocli writes numbers in the names of variables with the digits of the default locale. */
  @Test
  void theScriptDoesNotDependOnTheLocale() throws IOException, InterruptedException {
    String arabicDigits = "-Duser.language=ar -Duser.country=EG -Duser.extensions=u-nu-arab";
    ProcessBuilder withArabicDigits =
        java("-XX:TieredStopAtLevel=1", arabicDigits, Main.class.getName(), "completion");
    Process process = withArabicDigits.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String script = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).isZero();
    assertThat(script).isEqualTo(gpchain("completion").out());
  }
}
