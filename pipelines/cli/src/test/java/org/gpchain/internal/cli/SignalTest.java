package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.gpchain.internal.documents.TestModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Tests what a command prints if a signal ends it. */
@DisabledOnOs(OS.WINDOWS)
class SignalTest extends CommandTest {
  private static final int SIGTERM = 15;

  /** Without the message of the signal, the run would report its deleted temporary files. */
  @Test
  void printsOneLine() throws Exception {
    Path input = Files.createDirectory(directory.resolve("in"));
    for (int i = 0; i < 5000; i++) {
      Files.writeString(input.resolve(i + ".txt"), "Dana left Ostrey. ".repeat(20));
    }
    Path model = TestModel.write("ne", directory.resolve("ne.gpchain"));
    Path output = directory.resolve("out");
    Path errors = directory.resolve("errors");
    String annotate = "annotate --quiet --model {} --input {} --output {}";
    Process process =
        java(Main.class.getName(), annotate, model, input, output)
            .redirectError(errors.toFile())
            .start();

    // The run writes temporary files from its first document on.
    while (process.isAlive() && !hasTemporaryFiles(output)) {
      Thread.sleep(10);
    }
    process.destroy();

    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isEqualTo(128 + SIGTERM);
    assertThat(Files.readAllLines(errors, StandardCharsets.UTF_8))
        .filteredOn(line -> !line.startsWith("SLF4J"))
        .containsExactly("gpchain: stopped by a signal");
  }

  private static boolean hasTemporaryFiles(Path output) throws Exception {
    if (!Files.isDirectory(output)) {
      return false;
    }
    try (var files = Files.walk(output, 2)) {
      return files.filter(Files::isRegularFile).count() > 20;
    }
  }
}
