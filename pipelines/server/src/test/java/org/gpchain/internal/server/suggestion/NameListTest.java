package org.gpchain.internal.server.suggestion;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.annotations.Gold;
import org.gpchain.internal.server.annotations.Gold.UserAnnotation;
import org.gpchain.internal.server.annotations.Suggestion;
import org.gpchain.internal.server.models.ToyNames;
import org.gpchain.internal.training.data.Annotated;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests suggestions from names-en. */
class NameListTest {
  private static final Gold NO_GOLD = gold();

  @TempDir private Path directory;
  private List<NameList> lists;

  @BeforeEach
  void readLists() throws IOException {
    ShippedModel model = ToyNames.shipped(directory);
    lists = NameList.ofLanguages(List.of(model, model));
  }

  private static Gold gold(UserAnnotation... annotations) {
    return new Gold(List.of(annotations), Anchoring.SEGMENTS, Annotated.SENTENCES);
  }

  private static LayerLabels labels(String... tags) {
    return LayerLabels.ofTags(List.of(tags));
  }

  /** Returns a text, whose words are separated by single spaces, as a sentence. */
  private static Passage passage(String text) {
    List<String> words = List.of(text.split(" "));
    int[] begins = new int[words.size()];
    int[] ends = new int[words.size()];
    int end = -1;
    for (int t = 0; t < begins.length; t++) {
      begins[t] = end + 1;
      end = begins[t] + words.get(t).length();
      ends[t] = end;
    }
    return new Passage(TokenSequence.ofWords(words), begins, ends);
  }

  private List<String> found(String text, Gold gold, List<Suggestion> others, String... tags) {
    List<String> found = new ArrayList<>();
    NameList.OfLayer names = NameList.choose(lists, "en", labels(tags), List.of("PER", "LOC"));
    for (Suggestion suggestion : names.addTo(others, gold, List.of(passage(text)), () -> {})) {
      found.add(
          text.substring(suggestion.begin(), suggestion.end())
              + " "
              + suggestion.type()
              + " "
              + suggestion.probability()
              + " "
              + suggestion.shippedModel());
    }
    return found;
  }

  @Test
  void findsNamesOfTheKindsThatLabelsMean() {
    assertThat(lists).extracting(NameList::name).containsExactly("names-en");
    String text = "She left Oslo for the United Kingdom , and a Norwegian paid in oslo .";
    assertThat(found(text, NO_GOLD, List.of(), "Country", "City", "Nationality"))
        .containsExactly(
            "Oslo City 0.0 names-en",
            "United Kingdom Country 0.0 names-en",
            "Norwegian Nationality 0.0 names-en");
    assertThat(found(text, NO_GOLD, List.of(), "hero", "Animal")).isEmpty();
    assertThat(found("the University of Oslo", NO_GOLD, List.of(), "City"))
        .as("the longer name of another kind")
        .isEmpty();
    assertThat(found("Ann sings", NO_GOLD, List.of(), "City")).as("a first name").isEmpty();
    assertThat(found("Ann sings", NO_GOLD, List.of(), "City", "Forename"))
        .containsExactly("Ann Forename 0.0 names-en");
  }

  @Test
  void leavesAnnotationsAndSuggestionsOfModelsAlone() {
    String text = "Oslo , Bergen and Trondheim";
    Suggestion model = new Suggestion(0, 4, "PER", 0.5);
    Gold gold = gold(new UserAnnotation(7, 13, "hero"));
    assertThat(found(text, gold, List.of(model), "City", "PER"))
        .containsExactly("Oslo PER 0.5 ", "Trondheim City 0.0 names-en");
  }

  @Test
  void labelsThatModelsKnowComeFromModels() {
    assertThat(NameList.choose(lists, "en", labels("place", "City"), List.of("LOC")).labelOfKind())
        .isEqualTo(Map.of("city", "City"));
    Map<String, String> tags = new LinkedHashMap<>();
    tags.put("Town", "a place with houses");
    assertThat(NameList.choose(lists, "en", LayerLabels.ANY.withTags(tags), List.of("LOC")))
        .isEqualTo(NameList.OfLayer.NONE);
    assertThat(NameList.choose(lists, "de", labels("City"), List.of()).isEmpty())
        .as("another language")
        .isTrue();
    assertThat(NameList.choose(lists, null, labels("City"), List.of()).isEmpty()).isFalse();
    assertThat(NameList.choose(lists, "en", LayerLabels.ANY, List.of()).isEmpty())
        .as("unknown tag set")
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "City, '', city",
    "CITY, '', city",
    "cities, '', city",
    "city name, '', city",
    "FirstName, '', first",
    "NORP, '', nationality",
    "C, Cities and towns, city",
    "C, 'countries, cities', country",
    "Title, '', ",
    "Date, '', ",
    "person_nationality, '', ",
    "C, A person from a country, ",
    "person, from a country, "
  })
  void findsTheKindOfNamesOfATag(String tag, String description, String kind) {
    assertThat(LabelMeanings.kindOfNames(tag, description).orElse(null)).isEqualTo(kind);
  }
}
