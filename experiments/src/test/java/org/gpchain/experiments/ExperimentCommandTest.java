package org.gpchain.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.cli.Main;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The program finds this module's command wherever the module is on the class path. */
class ExperimentCommandTest {
  /** Each in a process of its own; patterns of what it writes. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--help; 0; quickstart/train/(?m)^  experiment ",
        "experiment --help; 0; \\AUsage: gpchain experiment/gpstruct/papers/learning-curve/peers",
        "experiment gpstruct --help; 0; \\AUsage: gpchain experiment gpstruct",
        "experiment peers --help; 0; \\AUsage: gpchain experiment peers",
        "experiment; 2; which experiment\\?/'gpchain experiment --help'"
      },
      quoteCharacter = '"')
  void findsTheCommand(String args, int exitCode, String patterns) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(args.split(" ")));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isEqualTo(exitCode);
    for (String pattern : patterns.split("/", -1)) {
      assertThat(output).containsPattern(pattern);
    }
  }
}
