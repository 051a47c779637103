package org.gpchain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code --quiet} leaves results and errors, and nothing else. */
class QuietTest extends CommandTest {
  private Path corpus;
  private Path model;

  @BeforeEach
  void writeCorpus() throws IOException {
    corpus = file("train.txt", Corpora.CHUNKS);
    model = path("chunk.gpchain");
  }

  private static void assertSilent(CommandLineRun run) {
    assertThat(run.succeeds().out()).isEmpty();
    assertThat(run.err()).isEmpty();
  }

  private CommandLineRun train() {
    Object[] args = {
      "train", "--task", "chunk", "--train", corpus, "--model", model, "--iterations", 5, "--quiet"
    };
    return gpchain(args);
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
        gpchain("--quiet evaluate --model {} --test {} --report {}", model, corpus, directory);
    assertThat(run.out()).contains("F1").doesNotContain("Wrote");
    assertThat(run.err()).isEmpty();
    assertThat(gpchain("tag --model", model, "--input", corpus, "--quiet").out())
        .contains("ferry NN I-NP ");
    assertSilent(
        gpchain("tag --model {} --input {} --output {} --quiet", model, corpus, path("tagged")));
  }

  @Test
  void errorsStay() {
    assertThat(gpchain("evaluate --quiet --model", model, "--test", corpus).fails(1).err())
        .startsWith("gpchain: " + model + ": there is no such file");
  }
}
