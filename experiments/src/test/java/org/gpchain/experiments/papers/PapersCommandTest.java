package org.gpchain.experiments.papers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.gpchain.experiments.ExperimentRun;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.data.TinyGpstruct;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PapersCommandTest {
  @TempDir private Path directory;
  private ExperimentRun bench;
  private Path results;
  private Path page;

  @BeforeEach
  void writeData() throws IOException {
    TinyGpstruct.write(directory, GpstructTask.SEGMENTATION, false);
    results = directory.resolve("results");
    page = directory.resolve("page.md");
    bench =
        ExperimentRun.of(
            directory,
            "papers --task segmentation --threads 2",
            "--data %1$s --page %1$s/page.md --rows %1$s/results/folds.jsonl".formatted(directory));
  }

  @Test
  void resumesAndShowsAllResults() throws IOException {
    assertThat(bench.succeed("--quick", "--table", "reference", "--row", "map").err())
        .contains("segmentation, map, fold 1");
    assertThat(bench.succeed("--quick --table reference,sampler --row map,ess --commit abc").err())
        .doesNotContain("map,")
        .contains("segmentation, ess, fold 1");

    String text = Files.readString(page);
    assertThat(text)
        .contains("| method | segmentation | other label |")
        .containsPattern("`map`: variances 1 \\| 0.00, [0-9.]+ \\(folds: 1\\) \\| [0-9.]+ \\|")
        .contains("| **GP-ESS** | 14.88 (1.80) |  |\n| `ess`: variance 1 | ")
        .contains("Commits: abc.", "Not run yet.");
    assertThat(text).contains("(images/papers-segmentation-error.svg)");
    assertThat(Files.readString(directory.resolve("images/papers-segmentation-nll.svg")))
        .contains("gp-ess", "decoupled");
    bench.succeed("--quick", "--page-only");
    assertThat(Files.readString(page)).isEqualTo(text);

    // Without the marginals, stored distances with the same settings are used.
    try (Stream<Path> marginals = Files.list(results.resolve("marginals"))) {
      for (Path file : marginals.toList()) {
        Files.delete(file);
      }
    }
    bench.succeed("--quick", "--page-only");
    assertThat(Files.readString(page)).isEqualTo(text);
    bench.succeed("--quick", "--page-only", "--seed", "2");
    assertThat(Files.readString(page)).doesNotContain("| segmentation |");
    assertThat(bench.succeed("--quick", "--row", "map", "--seed", "2").err()).contains("map");
  }

  /** Rows with word vectors exist only for English tasks, and only with --embeddings. */
  @Test
  void rowsWithWordKernelsNeedVectors() throws IOException {
    TinyGpstruct.write(directory, GpstructTask.BASE_NP, false);
    bench.succeed("--quick", "--table", "words");
    assertThat(results).doesNotExist();
    Path vectors = bench.write("v.txt", "2 2\na 0 1\nc 1 0\n");
    bench.succeed("--quick", "--table", "words", "--task", "basenp", "--embeddings", vectors);
    String text = Files.readString(page);
    bench.succeed("--quick", "--page-only");
    assertThat(Files.readString(page))
        .isEqualTo(text)
        .contains("words --embeddings " + vectors)
        .contains("| method | base NP |")
        .contains("| `ess-words`: with word vectors |")
        .contains("| `var-s-words`: with word vectors |")
        .doesNotContain("| segmentation |");
  }

  /** Fails if the page or its generator has changed and the page was not generated again. */
  @Test
  void pageInTheRepositoryMatchesTheStoredResults() throws IOException {
    Files.createDirectories(results);
    for (String file : List.of("folds.jsonl", "distances.jsonl")) {
      Files.copy(Path.of("results", "papers", file), results.resolve(file));
    }

    bench.succeed("--page-only");

    assertThat(Files.readString(page))
        .contains("| `map`: variances 1 | 4.75, 0.1477 |")
        .as(
            "errors that are within, below and above the published deviation, with and without"
                + " test")
        .contains("| `ess-learned`: learned variances | 4.77, 0.1485* | 7.00↓, 0.2704* |")
        .contains("5.88↑, 0.3002†")
        .isEqualTo(Files.readString(Path.of("docs", "papers.md")));
  }

  @Test
  void rejectsWrongOptions() throws IOException {
    bench.isWrongUse("no row is called 'mop', there are map, map-learned", "--row", "mop,map");
    bench.isWrongUse("no row is called 'ess', there are map,", "--table reference --row ess");
    Files.createDirectories(results);
    bench.write("results/folds.jsonl", "{");
    bench.fails(1, "folds.jsonl:1: this is not a row of this experiment", "--page-only");
  }
}
