package org.gpchain.experiments.gpstruct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.corpora.InputException;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.training.TrainerSettings.Run;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GpstructResultsTest {
  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = directory.resolve("report.json");
  }

  private void write(List<FoldResult> results, boolean large) throws IOException {
    GpstructSettings settings =
        new GpstructSettings(
            List.of(GpstructTask.BASE_NP),
            List.of(GpstructMethod.GP_VAR_S),
            List.of(1, 2),
            large,
            1,
            10,
            Results.FORM,
            EssForm.PAPER,
            remark -> {},
            RunControl.NONE,
            new Run(1, 1));
    try (OutputStream out = Files.newOutputStream(file)) {
      GpstructReport.of(settings, results).writeTo(out);
    }
  }

  @Test
  void readsWhatReportsHold() throws IOException {
    for (boolean large : new boolean[] {false, true}) {
      write(Results.MADE_UP, large);
      assertThat(GpstructResults.read(file)).isEqualTo(new GpstructResults(Results.MADE_UP, large));
    }
  }

  @Test
  void settingsOfOtherVersionsAreNoObstacle() throws IOException {
    write(Results.MADE_UP, false);
    Files.writeString(
        file, Files.readString(file).replace("\"kernel\" : \"LINEAR\"", "\"core\" : [ 7 ]"));
    assertThat(GpstructResults.read(file).folds()).isEqualTo(Results.MADE_UP);
  }

  private void assertRefused(String content, String... parts) throws IOException {
    Files.writeString(file, content);
    assertThatThrownBy(() -> GpstructResults.read(file))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file + ": ")
        .hasMessageContainingAll(parts);
  }

  @Test
  void refusesWhatIsNoReport() throws IOException {
    assertThatThrownBy(() -> GpstructResults.read(file))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("there is no such file");
    assertRefused("task\tfold\n", "this is not JSON; give a file that experiment gpstruct --json");
    assertRefused("", "has no results of folds");
    assertRefused("{\"results\": []}", "has no results of folds");
    assertRefused("{\"results\": [{\"task\": \"parsing\"}]}", "'parsing' is none of", "japanesene");
    assertRefused(
        "{\"results\": [{\"task\": \"basenp\", \"method\": \"svm\"}]}",
        "'svm' is none of",
        "gp-var-b");
  }
}
