package org.gpchain.internal.server.suggestion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayerLabelsTest {
  private static final List<String> MODEL = List.of("LOC", "MISC", "ORG", "PER");

  @Test
  void keepsAllLabelsOfAnUnknownTagSet() {
    assertThat(LayerLabels.ANY.of(MODEL))
        .isEqualTo(Map.of("LOC", "LOC", "MISC", "MISC", "ORG", "ORG", "PER", "PER"));
  }

  @Test
  void mapsLabelsToTagsWithTheSameMeaning() {
    LayerLabels germEval = LayerLabels.ofTags(List.of("LOC", "LOCderiv", "OTH", "PER", "PERpart"));
    assertThat(germEval.of(MODEL)).isEqualTo(Map.of("LOC", "LOC", "MISC", "OTH", "PER", "PER"));
  }

  @ParameterizedTest
  @CsvSource({
    "person, '', PER",
    "Organisation, '', ORG",
    "OTHER, '', MISC",
    "GPE, '', LOC",
    "hero, A person of the novel., PER",
    "scene, The place where people meet, LOC",
    "villain, '', ",
    "theme, What it is about, "
  })
  void findsTheMeaningInNamesAndDescriptions(String tag, String description, String modelLabel) {
    Map<String, String> labels = LayerLabels.ANY.withTags(Map.of(tag, description)).of(MODEL);
    if (modelLabel == null) {
      assertThat(labels).isEmpty();
    } else {
      assertThat(labels).isEqualTo(Map.of(modelLabel, tag));
    }
  }

  @Test
  void prefersNamesToDescriptionsAndTheFirstOfEqualTags() {
    Map<String, String> tags = new LinkedHashMap<>();
    tags.put("hero", "a person");
    tags.put("minor person", "");
    tags.put("Person", "");
    assertThat(LayerLabels.ANY.withTags(tags).of(List.of("PER"))).containsEntry("PER", "Person");
    tags.remove("Person");
    assertThat(LayerLabels.ANY.withTags(tags).of(List.of("PER")))
        .containsEntry("PER", "minor person");
    tags.remove("minor person");
    tags.put("villain", "a bad person");
    assertThat(LayerLabels.ANY.withTags(tags).of(List.of("PER"))).containsEntry("PER", "hero");
  }

  /** INCEpTION sends no tag set before version 41. */
  @Test
  void takesLearnedLabelsForTheTagSetIfItIsUnknown() {
    LayerLabels learned = LayerLabels.ANY.withLearned(List.of("PER", "OTH", "hero"));
    assertThat(learned.of(List.of("LOC", "MISC", "OTH", "PER", "hero")))
        .isEqualTo(Map.of("LOC", "LOC", "MISC", "OTH", "OTH", "OTH", "PER", "PER", "hero", "hero"));
    LayerLabels both = LayerLabels.ANY.withLearned(List.of("MISC", "OTH"));
    assertThat(both.of(List.of("MISC"))).isEqualTo(Map.of("MISC", "MISC"));
  }

  @Test
  void renamesOnRequest() {
    Map<String, String> renamed = Map.of("MISC", "thing", "LOC", "");
    LayerLabels labels = new LayerLabels(Map.of(), renamed, Set.of(), label -> true);
    assertThat(labels.of(MODEL)).isEqualTo(Map.of("MISC", "thing", "ORG", "ORG", "PER", "PER"));
    assertThat(labels.withLearned(List.of("MISC")).of(List.of("MISC")))
        .as("annotators use the label")
        .isEqualTo(Map.of("MISC", "MISC"));
  }

  @Test
  void leavesOutImpossibleValues() {
    LayerLabels numbers =
        new LayerLabels(Map.of(), Map.of(), Set.of(), label -> label.matches("\\d+"));
    assertThat(numbers.of(List.of("12", "PER"))).isEqualTo(Map.of("12", "12"));
  }
}
