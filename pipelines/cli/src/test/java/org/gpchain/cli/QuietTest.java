package org.gpchain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --quiet} leaves results and errors, and nothing else. */
class QuietTest {
  @TempDir private Path directory;
  private Path corpus;
  private Path model;

  @BeforeEach
  void writeCorpus() throws IOException {
    corpus = Files.writeString(directory.resolve("train.txt"), Corpora.CHUNKS);
    model = directory.resolve("chunk.gpchain");
  }

  private static void assertSilent(CommandLineRun run) {
    assertThat(run.succeeds().out()).isEmpty();
    assertThat(run.err()).isEmpty();
  }

  private CommandLineRun train() {
    Object[] args = {
      "train", "--task", "chunk", "--train", corpus, "--model", model, "--iterations", 5, "--quiet"
    };
    return CommandLineRun.line(args);
  }

  @Test
  void trainingSaysNothing() {
    assertSilent(train());
    assertThat(model).exists();
  }

  @Test
  void resultsAreWritten() {
    train();
    CommandLineRun run =
        CommandLineRun.line(
            "--quiet evaluate --model {} --test {} --report {}", model, corpus, directory);
    assertThat(run.out()).contains("F1").doesNotContain("Wrote");
    assertThat(run.err()).isEmpty();
    assertThat(CommandLineRun.line("tag --model", model, "--input", corpus, "--quiet").out())
        .contains("ferry NN I-NP ");
    assertSilent(
        CommandLineRun.line(
            "tag --model {} --input {} --output {} --quiet",
            model,
            corpus,
            directory.resolve("tagged")));
  }

  @Test
  void errorsStay() {
    assertThat(
            CommandLineRun.line("evaluate --quiet --model", model, "--test", corpus).fails(1).err())
        .startsWith("gpchain: " + model + ": there is no such file");
  }
}
