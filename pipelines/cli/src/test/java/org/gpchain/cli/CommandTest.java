package org.gpchain.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Tests of commands, each with a directory of its own. */
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

  /** Runs a command that is written as {@link CommandLineRun#words} has it. */
  static CommandLineRun gpchain(Object... parts) {
    return CommandLineRun.line(parts);
  }
}
