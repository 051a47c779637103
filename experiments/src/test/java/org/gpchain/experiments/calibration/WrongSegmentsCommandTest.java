package org.gpchain.experiments.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.experiments.ExperimentRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WrongSegmentsCommandTest {
  @TempDir private Path directory;

  @Test
  void measuresAModel() throws IOException {
    ExperimentRun experiment =
        ExperimentRun.of(directory, "wrong-segments", "--columns word,label");
    experiment.write("test.txt", "Hanna B-PER\nWexley I-PER\nlives O\nin O\nLondon B-PER\n. O\n");
    Path test = directory.resolve("test.txt");
    assertThat(experiment.succeed("--model", "ner-en", "--test", test).out())
        .startsWith("F1 50.0, nll ")
        .containsPattern("AUROC of 1 wrong among 2 segments (0|100)\\.0, 6 tokens in [0-9.]+ s");
  }

  @Test
  void aurocIsTheShareOfOrderedPairs() {
    assertThat(WrongSegmentsCommand.auroc(List.of(0.9, 0.8), List.of(0.1, 0.5))).isEqualTo(1);
    assertThat(WrongSegmentsCommand.auroc(List.of(0.2), List.of(0.9))).isZero();
    assertThat(WrongSegmentsCommand.auroc(List.of(0.7, 0.3), List.of(0.5, 0.3))).isEqualTo(2.5 / 4);
  }
}
