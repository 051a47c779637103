package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@code gpchain inspect}. */
class InspectCommandTest extends CommandTest {
  @TempDir private static Path models;
  private static Path model;

  @BeforeAll
  static void train() throws IOException {
    model = trained(models.resolve("names.gpchain"), Corpora.NAMES, "--task ne --language en");
  }

  private static JsonNode json(Object... more) throws IOException {
    return gpchain("inspect --json --model", model, more).json();
  }

  @Test
  void describesTheModel() throws IOException {
    JsonNode json = json();
    assertThat(json.path("file").asText()).isEqualTo("names.gpchain");
    assertThat(json.path("task").asText()).isEqualTo("ne");
    assertThat(json.path("language").asText()).isEqualTo("en");
    assertThat(json.path("labels")).hasSize(5);
    assertThat(json.at("/provenance/sentences").asInt()).isEqualTo(2);
    assertThat(json.path("posterior").asText()).isEqualTo("MAP estimate");

    int features = 0;
    for (JsonNode line : json.path("templates")) {
      features += line.path("features").asInt();
    }

    assertThat(features).isEqualTo(json.path("features").asInt()).isPositive();
  }

  @Test
  void strongestFeaturesHavePositiveWeightsInDescendingOrder() throws IOException {
    JsonNode strongest = json("--features 3").path("strongest");
    assertThat(strongest.path("B-PER")).hasSize(3);

    double previousWeight = Double.MAX_VALUE;
    for (JsonNode feature : strongest.path("B-PER")) {
      assertThat(feature.path("weight").asDouble())
          .isPositive()
          .isLessThanOrEqualTo(previousWeight);
      previousWeight = feature.path("weight").asDouble();
    }
    // This word occurs with one label only.
    for (JsonNode feature : json("--features", 100_000).path("strongest").path("B-LOC")) {
      if (feature.path("feature").asText().endsWith("%x[0,word] = Tarrin")) {
        assertThat(feature.path("weight").asDouble()).isPositive();
        return;
      }
    }

    throw new AssertionError("the word is missing");
  }

  @Test
  void onlyLegalTransitionsAreShown() throws IOException {
    JsonNode transitions = json("--features 100").path("transitions");
    // Five labels; I-LOC and I-PER follow labels of their own type only.
    assertThat(transitions).hasSizeLessThan(25).isNotEmpty();
    for (JsonNode transition : transitions) {
      assertThat(transition.path("from").asText() + " " + transition.path("to").asText())
          .doesNotContain("O I-");
    }
  }

  @Test
  void textContainsAllParts() {
    assertThat(gpchain("inspect --model", model, "--features 2").out())
        .contains("license      not stated next to the file", "labels       5 (IOB2): ")
        .contains("trained on   2 sentences, 8 tokens")
        .contains("template line", "strongest transitions", "strongest features of B-LOC");
  }

  @Test
  void modelsOfTokenLabelsHaveNoSegmentThreshold() throws IOException {
    String options = "--task pos --columns word,label,_ --calibration-folds 2";
    String corpus = Corpora.NAMES.repeat(20);
    Path tagger = trained(models.resolve("pos.gpchain"), corpus, options);
    assertThat(gpchain("inspect --model", tagger).succeeds().out())
        .containsPattern("calibration  scores × [0-9.]+, transitions × [0-9.]+\n");
  }

  @Test
  void readsTheLicenseFromThePropertiesFile() throws IOException {
    Path copy = Files.copy(model, models.resolve("copy.gpchain"));
    Files.writeString(models.resolve("copy.properties"), "license=CC0 1.0\n");
    assertThat(gpchain("inspect --model", copy).out()).contains("license      CC0 1.0\n");
    Files.writeString(models.resolve("copy.properties"), "license=\\u00zz\n");
    assertThat(gpchain("inspect --model", copy).fails(1).err())
        .contains("copy.gpchain", "not a valid properties file")
        .hasLineCount(1);
  }

  @Test
  void transitionVarianceIsThatOfTheModel() throws IOException {
    String options = "--task ne --kernel-rounds 0 --variance 0.25 --pairwise-variance 0.5";
    Path fixed = trained(models.resolve("fixed.gpchain"), Corpora.NAMES, options);
    JsonNode json = gpchain("inspect --model", fixed, "--json").json();
    assertThat(json.path("transitionVariance").asDouble()).isCloseTo(0.5, within(1e-12));
    for (JsonNode line : json.path("templates")) {
      assertThat(line.path("variance").asDouble()).isCloseTo(0.25, within(1e-12));
    }
  }

  @Test
  void wrongUse() {
    gpchain("inspect --model", model, "--features -1").fails(2);
  }
}
