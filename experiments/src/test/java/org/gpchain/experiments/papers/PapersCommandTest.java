package org.gpchain.experiments.papers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.gpchain.experiments.ExperimentCommand;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.data.TinyGpstruct;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PapersCommandTest {
  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path results;
  private Path page;
  private String task = "segmentation";

  @BeforeEach
  void writeData() throws IOException {
    TinyGpstruct.write(directory, GpstructTask.SEGMENTATION, false);
    results = directory.resolve("results");
    page = directory.resolve("page.md");
  }

  private int papers(String... more) {
    err.getBuffer().setLength(0);
    List<String> args =
        new ArrayList<>(
            List.of(
                "papers",
                "--data",
                directory.toString(),
                "--results",
                results.toString(),
                "--page",
                page.toString(),
                "--task",
                task,
                "--quick",
                "--threads",
                "2"));
    args.addAll(Arrays.asList(more));
    return new CommandLine(new ExperimentCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args.toArray(String[]::new));
  }

  @Test
  void aRunGoesOnWhereItWasStoppedAndThePageShowsAll() throws IOException {
    assertThat(papers("--table", "reference", "--row", "map")).as(err.toString()).isZero();
    assertThat(err.toString()).contains("map: segmentation, decoupled, fold 1");
    assertThat(papers("--table", "reference,sampler", "--row", "map,ess", "--commit", "abc"))
        .as(err.toString())
        .isZero();
    assertThat(err.toString()).doesNotContain("decoupled").contains("ess: segmentation, gp-ess");

    String text = Files.readString(page);
    assertThat(text)
        .contains("| segmentation | decoupled, all variances 1 | – | 0.00 |")
        .contains("| segmentation | gp-ess, one linear kernel")
        .contains("Commits: abc.")
        .contains("Not run yet.");
    assertThat(text.substring(text.indexOf("from the sampler")))
        .contains("| segmentation | decoupled, all variances 1 |");
    assertThat(text).contains("(images/papers-segmentation-error.svg)");
    assertThat(Files.readString(directory.resolve("images/papers-segmentation-nll.svg")))
        .contains("gp-ess", "decoupled");
    papers("--page-only");
    assertThat(Files.readString(page)).isEqualTo(text);

    // Distances are kept when the marginals are gone, but not those of other settings.
    try (Stream<Path> marginals = Files.list(results.resolve("marginals"))) {
      for (Path file : marginals.toList()) {
        Files.delete(file);
      }
    }
    papers("--page-only");
    assertThat(Files.readString(page)).isEqualTo(text);
    papers("--page-only", "--seed", "2");
    assertThat(Files.readString(page)).doesNotContain("| segmentation |");
  }

  /** Words of the English tasks only; without vectors there is nothing to run. */
  @Test
  void aSecondKernelNeedsVectors() throws IOException {
    TinyGpstruct.write(directory, GpstructTask.BASE_NP, false);
    assertThat(papers("--table", "words")).isZero();
    assertThat(results).doesNotExist();
    Path vectors = Files.writeString(directory.resolve("v.txt"), "2 2\na 0 1\nc 1 0\n");
    task = "basenp";
    assertThat(papers("--table", "words", "--embeddings", vectors.toString()))
        .as(err.toString())
        .isZero();
    assertThat(Files.readString(page))
        .contains("--table words --embeddings " + vectors)
        .contains("| base NP | gp-ess, one linear kernel, and one of word vectors |")
        .contains("| base NP | gp-var-s, one linear kernel, and one of word vectors |")
        .doesNotContain("| segmentation |");
  }

  @Test
  void resultsOfOtherSettingsAreMadeAgain() {
    papers("--table", "reference", "--row", "map");
    papers("--table", "reference", "--row", "map", "--seed", "2");
    assertThat(err.toString()).contains("map: segmentation");
  }

  @Test
  void aFileThatIsNoResultIsNamed() throws IOException {
    Files.createDirectories(results);
    Files.writeString(results.resolve("map-segmentation.json"), "{");
    assertThat(papers("--table", "reference", "--row", "map")).isNotZero();
    assertThat(err.toString()).contains("map-segmentation.json");
  }
}
