package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.model.Model;
import org.junit.jupiter.api.io.TempDir;

/** Base class of tests of commands. Each test has a temporary directory. */
abstract class CommandTest {
  @TempDir Path directory;

  /** Returns the path of a file in the directory of the test. */
  Path path(String name) {
    return directory.resolve(name);
  }

  /** Writes a file into the directory of the test. */
  Path file(String name, CharSequence content) throws IOException {
    return Files.writeString(path(name), content);
  }

  /** Writes a file into the directory of the test. */
  Path file(String name, List<String> lines) throws IOException {
    return Files.write(path(name), lines);
  }

  /** Trains a model on a corpus, which is written to a file next to the model. */
  static Path trained(Path model, CharSequence corpus, Object... options) throws IOException {
    Path file = Files.writeString(Path.of(model + ".txt"), corpus);
    gpchain("train --train {} --model {}", file, model, options).succeeds();
    return model;
  }

  /** Checks some settings of a model, such as {@code samples=2 rounds=1}. */
  static void assertSettings(Model model, String settings) {
    for (String setting : settings.split(" ", -1)) {
      String[] parts = setting.split("=", -1);
      assertThat(model.provenance().settings()).containsEntry(parts[0], parts[1]);
    }
  }

  /**
   * Returns a process that runs Java with the class path of the tests.
   *
   * @param arguments options, main class and arguments, in the notation of {@link
   *     CommandLineRun#words}
   */
  static ProcessBuilder java(Object... arguments) {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    String classPath = System.getProperty("java.class.path");
    return new ProcessBuilder(CommandLineRun.words("{} -cp {}", java, classPath, arguments));
  }

  /** Runs a command, given in the notation of {@link CommandLineRun#words}. */
  static CommandLineRun gpchain(Object... parts) {
    return CommandLineRun.line(parts);
  }
}
