package org.gpchain.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.cli.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The program finds this module's command wherever the module is on the class path. */
class ExperimentCommandTest {
  /** What the program wrote, and how it ended, in a process of its own. */
  private record Run(int exitCode, String output) {
    static Run of(String... args) throws IOException, InterruptedException {
      List<String> command =
          new ArrayList<>(
              List.of(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  Main.class.getName()));
      command.addAll(Arrays.asList(args));
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Run(process.waitFor(), output);
    }
  }

  @Test
  void helpNamesItBesideTheOthers() throws Exception {
    Run run = Run.of("--help");
    assertThat(run.exitCode()).isZero();
    assertThat(run.output()).contains("quickstart", "train").containsPattern("(?m)^  experiment ");
  }

  @Test
  void itsOwnHelpNamesTheExperiments() throws Exception {
    Run run = Run.of("experiment", "--help");
    assertThat(run.exitCode()).isZero();
    assertThat(run.output())
        .startsWith("Usage: gpchain experiment")
        .contains("gpstruct", "papers", "learning-curve", "peers");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gpstruct", "peers"})
  void eachExperimentHasHelp(String experiment) throws Exception {
    Run run = Run.of("experiment", experiment, "--help");
    assertThat(run.exitCode()).isZero();
    assertThat(run.output()).startsWith("Usage: gpchain experiment " + experiment);
  }

  @Test
  void noExperimentIsWrongUse() throws Exception {
    Run run = Run.of("experiment");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.output()).contains("which experiment?", "'gpchain experiment --help'");
  }
}
