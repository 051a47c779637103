package org.gpchain.experiments.segmentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gpchain.experiments.ExperimentRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentationCommandTest {
  @TempDir private Path directory;

  private ExperimentRun experiment;

  @BeforeEach
  void writeCorpus() throws IOException {
    Files.createDirectories(directory.resolve("wikigold"));
    experiment =
        ExperimentRun.of(
            directory,
            "segmentation",
            "--data",
            directory,
            "--corpus",
            "wikigold",
            "--part",
            "test");
    experiment.write("wikigold/train.txt", "Ann\tO\n's\tO\nwell-fed\tO\ndog\tO\n");
    experiment.write(
        "wikigold/test.txt",
        "Ann\tO\n's\tO\ndog\tO\nleft\tO\n.\tO\n\nIt\tO\nis\tO\nnice-ish\tO\n:)\tO\n");
  }

  @Test
  void comparesTokensAndSentencesWithTheCorpus() {
    assertThat(experiment.succeed().out())
        .containsPattern("wikigold +joined +en +2 +9 +100.00 +100.00 +100.00 +100.00");
  }

  @Test
  void alsoSplitsTheOriginalText() throws IOException {
    experiment.write("wikigold/raw-test.txt", "Ann's  dog left .\nIt is nice - ish :)\n");
    assertThat(experiment.succeed().out())
        .containsPattern("wikigold +original +en +2 +9 +72.73 +88.89 +80.00 +100.00");
  }

  @Test
  void rejectsTextOfOtherSentences() throws IOException {
    experiment.write("wikigold/raw-test.txt", "Ann's dog left.\nIt was nice-ish :)\n");
    experiment.run().fails(1, "raw-test.txt", "2: not the text of [It, is, nice-ish, :)]");

    experiment.write("wikigold/raw-test.txt", "Ann's dog left.");
    experiment.run().fails(1, "raw-test.txt", "1 lines for 2 sentences");
  }
}
