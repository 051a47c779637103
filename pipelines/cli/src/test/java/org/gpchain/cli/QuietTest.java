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

  private CommandLineRun train() {
    String train = "train --task chunk --iterations 5 --quiet --train {} --model {}";
    return gpchain(train, corpus, model);
  }

  @Test
  void trainingSaysNothing() {
    train().isSilent();
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
    gpchain("tag --model {} --input {} --output {} --quiet", model, corpus, path("tagged"))
        .isSilent();
  }

  @Test
  void errorsStay() {
    assertThat(gpchain("evaluate --quiet --model", model, "--test", corpus).fails(1).err())
        .startsWith("gpchain: " + model + ": there is no such file");
  }
}
