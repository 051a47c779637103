package org.gpchain.experiments.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gpchain.experiments.ExperimentRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpeedCommandTest {
  @TempDir private Path directory;

  @Test
  void measuresTheSpeedOfEngines() throws IOException {
    ExperimentRun run = ExperimentRun.of(directory, "speed", "--input", directory);
    run.write(
        "engines",
        """
        before org.gpchain.internal.documents.Segmenter$ByLanguage language=en
        after org.dkpro.core.opennlp.OpenNlpNamedEntityRecognizer modelLocation=nowhere.bin
        """);

    assertThat(run.run("--engines", directory.resolve("engines")).err())
        .contains("there is no text; name a folder with .txt files");
    assertThat(run.run("--engines", directory.resolve("missing")).err()).contains("missing");

    run.write("a.txt", "Mara left.\n\nShe ran.\n");

    assertThat(run.run("--engines", directory.resolve("engines")).err())
        .contains("engines: ", "; fix the engines and models");

    Files.writeString(
        directory.resolve("engines"),
        "after org.gpchain.internal.documents.Segmenter$ByLanguage language=en\n");
    assertThat(run.succeed("--engines", directory.resolve("engines")).out())
        .matches("engines: start .* s, .* tokens/s \\(least .*\\), 6 tokens, 0 segments, .* MB\\R");
  }

  /** The command has one thread, no random numbers, and no rows to reuse. */
  @ParameterizedTest
  @ValueSource(strings = {"--rows rows.jsonl", "--threads 2", "--seed 3"})
  void hasNoOptionsWithoutEffect(String option) {
    ExperimentRun.of(directory, "speed", "--input", directory, "--engines", directory)
        .run(option)
        .fails(2, "Unknown option", option.split(" ", -1)[0]);
    assertThat(ExperimentRun.of(directory, "speed").run("--help").out())
        .contains("--engines=FILE")
        .doesNotContain(option.split(" ", -1)[0]);
  }
}
