package org.gpchain.experiments.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The papers' own data, where they lie beside the project; skipped where they do not. */
class GpstructSharedDataTest {
  private static final Path DIRECTORY = Path.of("../../shared/data/gpstruct");

  /** The papers give the mean number of training tokens of a fold. */
  @ParameterizedTest
  @CsvSource({
    "BASE_NP, 3739.8, 2143, 20",
    "CHUNKING, 1155.8, 2112, 19",
    "SEGMENTATION, 942, 691, 10",
    "JAPANESE_NE, 1315.4, 6030, 32"
  })
  void theDataAreThoseOfThePapers(GpstructTask task, double tokens, int features, int groups)
      throws IOException {
    assumeTrue(Files.isDirectory(DIRECTORY), "the data of the GPstruct papers are not here");
    GpstructData data = GpstructData.read(DIRECTORY, task, false, 1);
    double mean =
        IntStream.rangeClosed(1, 5)
            .mapToDouble(fold -> data.fold(fold).train().tokenCount())
            .average()
            .orElseThrow();
    assertThat(mean).isCloseTo(tokens, within(1e-9));
    assertThat(data.features().size()).isEqualTo(features);
    assertThat(data.features().groupNames()).hasSize(groups);
    assertThat(data.absentLabels()).isZero();
  }
}
