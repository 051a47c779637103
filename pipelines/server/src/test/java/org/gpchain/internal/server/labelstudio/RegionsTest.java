package org.gpchain.internal.server.labelstudio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.gpchain.internal.server.annotations.Gold.UserAnnotation;
import org.gpchain.internal.server.annotations.Suggestion;
import org.gpchain.internal.server.http.Refusal;
import org.junit.jupiter.api.Test;

/** Tests the conversion between Label Studio's regions and offsets in Java strings. */
class RegionsTest {
  private static final LabeledText LABELS =
      new LabeledText("l", "t", "text", false, Set.of("PER", "hero"));

  private static JsonNode result(int start, int end, String covered, String... labels)
      throws IOException {
    String all = String.join("','", labels);
    return new ObjectMapper()
        .readTree(
            ("[{'from_name': 'l', 'value': {'start': "
                    + start
                    + ", 'end': "
                    + end
                    + ", 'text': '"
                    + covered
                    + "', 'labels': ['"
                    + all
                    + "']}}]")
                .replace('\'', '"'));
  }

  @Test
  void readsOffsetsInCodePointsOrUtf16Units() throws Exception {
    Regions regions = new Regions(LABELS, "😀😀 Ann 😀x");
    assertThat(regions.read(result(3, 6, "Ann", "PER")))
        .containsExactly(new UserAnnotation(5, 8, "PER"));
    assertThat(regions.read(result(5, 8, "Ann", "PER")))
        .containsExactly(new UserAnnotation(5, 8, "PER"));
    assertThat(regions.read(result(0, 1, "", "PER")))
        .containsExactly(new UserAnnotation(0, 2, "PER"));
    assertThat(regions.read(result(7, 9, "😀x", "PER")))
        .containsExactly(new UserAnnotation(9, 12, "PER"));
    assertThat(regions.read(result(9, 12, "😀x", "PER")))
        .as("units beyond the last code point")
        .containsExactly(new UserAnnotation(9, 12, "PER"));

    for (int[] bad : new int[][] {{-1, 2}, {2, 2}, {3, 2}, {0, 13}, {0, 10}}) {
      assertThatThrownBy(() -> regions.read(result(bad[0], bad[1], "y", "PER")))
          .isInstanceOf(Refusal.class)
          .hasMessageContaining("must be offsets in the text of its task");
    }
  }

  @Test
  void ignoresRegionsOfOtherControlsAndLabels() throws Exception {
    Regions regions = new Regions(LABELS, "Ann sings");
    assertThat(regions.read(result(0, 3, "Ann", "X", "hero", "PER")))
        .containsExactly(new UserAnnotation(0, 3, "hero"));
    assertThat(regions.read(result(0, 3, "Ann", "X"))).isEmpty();
    JsonNode other =
        new ObjectMapper()
            .readTree(result(0, 3, "Ann", "PER").toString().replace("\"l\"", "\"m\""));
    assertThat(regions.read(other)).isEmpty();
  }

  @Test
  void writesSuggestionsAsRegions() throws Exception {
    Regions regions = new Regions(LABELS, "😀 Ann");
    Suggestion one = new Suggestion(3, 6, "PER", 0.5);
    Suggestion emoji = new Suggestion(0, 2, "hero", 0.25);
    JsonNode written = new ObjectMapper().valueToTree(regions.write(List.of(one, emoji)));
    assertThat(written.at("/0/from_name").asText()).isEqualTo("l");
    assertThat(written.at("/0/to_name").asText()).isEqualTo("t");
    assertThat(written.at("/0/type").asText()).isEqualTo("labels");
    assertThat(written.at("/0/score").asDouble()).isEqualTo(0.5);
    assertThat(written.at("/0/value/start").asInt()).isEqualTo(2);
    assertThat(written.at("/0/value/end").asInt()).isEqualTo(5);
    assertThat(written.at("/0/value/text").asText()).isEqualTo("Ann");
    assertThat(written.at("/1/value/end").asInt()).isEqualTo(1);
    assertThat(written.at("/1/value/labels").toString()).isEqualTo("[\"hero\"]");

    Suggestion half = new Suggestion(1, 3, "PER", 0.5);
    assertThat(regions.write(List.of(half)).get(0).get("value").toString())
        .as("half a character")
        .contains("start=1");
  }

  /** The editor replaces the region that has the identifier of a suggestion. */
  @Test
  void identifiesRegionsByTheirContent() {
    Suggestion suggestion = new Suggestion(0, 3, "PER", 0.5);
    String id = new Regions(LABELS, "Ann sings").id(suggestion);
    assertThat(id).matches("gpchain-[0-9a-f]{16}");

    Suggestion again = new Suggestion(0, 3, "PER", 0.75, List.of("x"), List.of(), "");
    assertThat(new Regions(LABELS, "Ann sings").id(again)).isEqualTo(id);
    List<Suggestion> others =
        List.of(
            new Suggestion(0, 3, "hero", 0.5),
            new Suggestion(0, 4, "PER", 0.5),
            new Suggestion(1, 3, "PER", 0.5));
    assertThat(others)
        .extracting(other -> new Regions(LABELS, "Ann sings").id(other))
        .doesNotHaveDuplicates()
        .doesNotContain(id);
    assertThat(new Regions(LABELS, "Ann sleeps").id(suggestion)).isNotEqualTo(id);
    LabeledText other = new LabeledText("m", "t", "text", false, Set.of("PER"));
    assertThat(new Regions(other, "Ann sings").id(suggestion)).isNotEqualTo(id);
  }
}
