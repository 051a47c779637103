package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.model.Model;
import org.junit.jupiter.api.io.TempDir;

/** Tests of commands, each in a temporary directory. */
abstract class CommandTest {
  @TempDir Path directory;

  /** What has this name in the directory of the test. */
  Path path(String name) {
    return directory.resolve(name);
  }

  Path file(String name, CharSequence content) throws IOException {
    return Files.writeString(path(name), content);
  }

  Path file(String name, List<String> lines) throws IOException {
    return Files.write(path(name), lines);
  }

  /** A model that is learned with these options from a corpus, which is put beside it. */
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

  /** Runs a command that is written as {@link CommandLineRun#words} has it. */
  static CommandLineRun gpchain(Object... parts) {
    return CommandLineRun.line(parts);
  }
}
