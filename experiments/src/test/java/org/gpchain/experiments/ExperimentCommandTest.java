package org.gpchain.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.fuzz.Fuzz;
import org.gpchain.core.fuzz.Mutations;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.data.TinyGpstruct;
import org.gpchain.internal.cli.CommandLineRun;
import org.gpchain.internal.cli.Main;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the command line of all experiments. */
class ExperimentCommandTest {
  @TempDir private Path directory;

  /** Mutates valid arguments: replaces, removes or repeats some of them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "gpstruct --task segmentation --method gp-var-s --data @ --folds 1 --rounds 1 --threads 1"
            + " --inducing 2 --components 1 --samples 2",
        "gpstruct --task segmentation --method gp-ess --data @ --folds 1 --ess-steps 60 --threads 1"
            + " --ess-thinning 10 --ess-chains 2 --kernel linear --ess-hyper fixed",
        "learning-curve --task chunk --template @template --train @train.txt --test @test.txt"
            + " --sizes 5 --threads 1 --seed 3"
      })
  void explainsDamagedArguments(String line) throws IOException {
    TinyGpstruct.write(directory, GpstructTask.SEGMENTATION, false);
    ExperimentRun.ofChunks(directory, "learning-curve");
    List<String> valid = List.of(("experiment " + line.replace("@", directory + "/")).split(" "));
    CommandLineRun.of(valid).succeeds();

    Fuzz.attack(
        "experiment",
        Fuzz.MUTANTS / 5,
        random -> Mutations.utf8(String.join("\n", Mutations.arguments(valid, random))),
        mutant -> {
          Object args = new String(mutant, StandardCharsets.UTF_8).split("\n", -1);
          CommandLineRun.of(args).succeedsOrExplainsItself();
        });
  }

  /**
   * Runs each command in a separate process, where the program must find it on the class path.
   *
   * @param patterns regular expressions for the output, separated by slashes
   */
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
