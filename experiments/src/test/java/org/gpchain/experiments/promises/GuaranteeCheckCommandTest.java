package org.gpchain.experiments.promises;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.gpchain.core.promise.Promise;
import org.gpchain.core.promise.PromiseCheck.Level;
import org.gpchain.experiments.ExperimentRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuaranteeCheckCommandTest {
  private static final Promise TEN_PERCENT = Promise.maxError(0.1);

  @TempDir private Path directory;
  private ExperimentRun experiment;

  @BeforeEach
  void writeCorpus() throws IOException {
    Path test = directory.resolve("test.txt");
    experiment =
        ExperimentRun.of(
            directory, "guarantee-check", "--columns word,label --model ner-en --test", test);
    String sentences =
        """
        Hanna B-PER
        Wexley I-PER
        lives O
        in O
        London O
        . O

        It O
        rains O
        . O

        """;
    experiment.write("test.txt", sentences.repeat(30));
  }

  /** Half of the names are annotated, so that every text breaks the guarantee. */
  @Test
  void countsBrokenGuarantees() {
    String[] adjacent = row("adjacent", "--size", "60");
    assertThat(adjacent).startsWith("adjacent", "if", "measured", "50.0", "100.0", "100.0");
    assertThat(doubtful(adjacent) + missed(adjacent)).isEqualTo(100);

    String[] shifted = row("shift", "--size", "70", "--shift", "2", "--draws", "5");
    assertThat(shifted).startsWith("shift", "2.0", "if", "measured", "50.0", "100.0");
  }

  private String[] row(String start, Object... options) {
    String table = experiment.succeed(options).out();
    String row = table.lines().filter(line -> line.startsWith(start)).findFirst().orElseThrow();
    return row.trim().split(" +");
  }

  private static double doubtful(String[] row) {
    return Double.parseDouble(row[6]);
  }

  private static double missed(String[] row) {
    return Double.parseDouble(row[8]);
  }

  @Test
  void corpusMustHaveEnoughAdjacentSentences() {
    experiment.isWrongUse("--size", "--size", "0");
    experiment.isWrongUse("--draws", "--draws", "0");
    experiment.fails(1, "there are 60 sentences, fewer than --size 61", "--size", "61");
  }

  @Test
  void resultOfATextDependsOnErrorsAndLevel() {
    // P(X >= 2) for 10 segments is 0.26, P(X >= 4) is 0.01.
    CheckCounts missed = CheckCounts.of(TEN_PERCENT, 10, 2, Level.UNKNOWN);
    assertThat(missed).isEqualTo(new CheckCounts(0.2, 1, 0, 0, 0, 1, 0));
    CheckCounts detected = CheckCounts.of(TEN_PERCENT, 10, 4, Level.WITHDRAWN);
    assertThat(detected).isEqualTo(new CheckCounts(0.4, 1, 1, 1, 1, 0, 0));
    CheckCounts falseAlarm = CheckCounts.of(TEN_PERCENT, 10, 1, Level.DOUBTFUL);
    assertThat(falseAlarm).isEqualTo(new CheckCounts(0.1, 0, 0, 1, 0, 0, 1));
    CheckCounts kept = CheckCounts.of(TEN_PERCENT, 0, 0, Level.HOLDS);
    assertThat(kept).isEqualTo(CheckCounts.NONE);
  }
}
