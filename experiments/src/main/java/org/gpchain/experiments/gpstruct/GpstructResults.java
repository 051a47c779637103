package org.gpchain.experiments.gpstruct;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.corpora.InputException;
import org.gpchain.experiments.data.GpstructTask;

/**
 * The results of an experiment.
 *
 * @param folds what came of each fold
 * @param large whether they are those of the large experiments
 */
record GpstructResults(List<FoldResult> folds, boolean large) {
  private static final String CURE = "give a file that experiment gpstruct --json has written";

  /**
   * Reads a {@link GpstructReport}, perhaps one of another version of this program. Of its settings
   * only the size of the experiments is used, since other versions have others.
   *
   * @throws InputException if it is none
   */
  static GpstructResults read(Path file) throws IOException {
    JsonNode report = parse(file);
    List<FoldResult> folds = new ArrayList<>();
    for (JsonNode result : report.path("results")) {
      GpstructTask task = named(file, GpstructTask.values(), result.path("task").asText());
      GpstructMethod method = named(file, GpstructMethod.values(), result.path("method").asText());
      for (JsonNode fold : result.path("folds")) {
        folds.add(
            new FoldResult(
                task,
                method,
                fold.path("fold").asInt(),
                fold.path("trainTokens").asInt(),
                fold.path("testTokens").asInt(),
                score(fold.path("figures"))));
      }
    }
    if (folds.isEmpty()) {
      throw new InputException(file, 0, "this file has no results of folds", CURE);
    }
    return new GpstructResults(List.copyOf(folds), report.at("/settings/large").asBoolean());
  }

  private static JsonNode parse(Path file) throws IOException {
    try {
      return new ObjectMapper().readTree(Files.readAllBytes(file));
    } catch (NoSuchFileException e) {
      throw new InputException(file, 0, "there is no such file; " + CURE, e);
    } catch (JsonProcessingException e) {
      throw new InputException(file, 0, "this is not JSON; " + CURE, e);
    }
  }

  private static <T> T named(Path file, T[] all, String name) throws InputException {
    return Arrays.stream(all)
        .filter(one -> one.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InputException(
                    file, 0, "'" + name + "' is none of " + Arrays.toString(all), CURE));
  }

  private static FoldScore score(JsonNode figures) {
    return new FoldScore(
        figures.path("tokenError").asDouble(Double.NaN),
        figures.path("nll").asDouble(Double.NaN),
        figures.path("ece").asDouble(Double.NaN),
        figures.path("seconds").asDouble(Double.NaN));
  }
}
