package org.gpchain.internal.server.annotations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.documents.Passage;
import org.junit.jupiter.api.Test;

/** Tests keys of models and the units that get labels. */
class ModelKeyTest {
  private static ModelKey key(String... parts) {
    return new ModelKey(parts[0], parts[1], parts[2], parts[3], Anchoring.SEGMENTS);
  }

  @Test
  void differentKeysHaveDifferentIds() {
    List<ModelKey> keys =
        List.of(
            key("a", "b", "c", "d"),
            key("ab", "", "c", "d"),
            key("a", "bc", "", "d"),
            key("a", "b", "c", ""),
            key("a", "b", "", "cd"),
            key("a", "b", "c", "?"),
            new ModelKey("a", "b", "c", "d", Anchoring.TOKENS));
    assertThat(keys.stream().map(ModelKey::id)).doesNotHaveDuplicates().allMatch(this::isSafe);
    assertThat(key("a", "b", "c", "d").id()).isEqualTo(keys.get(0).id());
    assertThat(keys.get(0).withUser("")).isEqualTo(keys.get(3));
  }

  private boolean isSafe(String id) {
    return id.matches("[0-9a-f]{32}");
  }

  @Test
  void refusesInvalidUnicodeAndLongStrings() {
    for (int part = 0; part < 4; part++) {
      for (String bad : List.of("\ud800", "a".repeat(1001))) {
        String[] parts = {"a", "b", "c", "d"};
        parts[part] = bad;
        assertThatThrownBy(() -> key(parts)).hasMessageContaining("at most 1000 characters");
      }
    }
    assertThat(key("a".repeat(1000), "", "", "😀").user()).isEqualTo("😀");
  }

  @Test
  void returnsTasksOfAnnotators() {
    assertThat(key("a", SegmentLayer.CHUNK.typeName(), "", "").task()).isEqualTo("chunk");
    assertThat(key("a", "other", "", "").task()).isEqualTo("ne");
    assertThat(new ModelKey("", "", "", "", Anchoring.SENTENCES).task()).isEqualTo("sentences");
    assertThat(new ModelKey("", "", "", "", Anchoring.TOKENS).task()).isEqualTo("tokens");
  }

  /** An annotation type O differs from the label O of units without annotation. */
  @Test
  void prefixesTypesOfSingleUnits() {
    TokenSequence words = TokenSequence.ofWords(List.of("a", "b"));
    LabeledSequence given = new LabeledSequence(words, List.of(new Span(1, 2, "O")));
    for (Anchoring unit : Anchoring.values()) {
      boolean single = unit != Anchoring.SEGMENTS;
      assertThat(unit.isSingle()).isEqualTo(single);
      assertThat(unit.scheme()).isEqualTo(single ? TagScheme.TOKEN : TagScheme.IOB2);
      String learned = unit.withModelTypes(given).spans().get(0).type();
      assertThat(learned).isEqualTo(single ? "=O" : "O");
      assertThat(unit.withModelTypes(given).spans().get(0).start()).isEqualTo(1);
      assertThat(unit.annotationType(learned)).isEqualTo("O");
      assertThat(unit.annotationType("x")).isEqualTo(single ? null : "x");
      assertThat(unit.templates().toString().contains("pairs"))
          .isEqualTo(unit == Anchoring.SENTENCES);
    }
  }

  @Test
  void convertsSentencesToUnits() {
    TokenSequence first = TokenSequence.ofWords(List.of("The", "Dog", "the"));
    TokenSequence second = TokenSequence.ofWords(Stream.generate(() -> "x").limit(301).toList());
    Passage one = new Passage(first, new int[] {2, 6, 10}, new int[] {5, 9, 13});
    int[] places = new int[301];
    Passage both = Sentences.of(List.of(one, new Passage(second, places, places)));

    assertThat(both.begins()).containsExactly(2, 0);
    assertThat(both.ends()).containsExactly(13, 0);
    assertThat(both.units().column("word")).containsExactly("the", "x");
    assertThat(both.units().column("length")).containsExactly("2", "9");
    assertThat(values(both, "words")).containsExactly(List.of("dog", "the"), List.of("x"));
    assertThat(values(both, "pairs"))
        .containsExactly(List.of("dog the", "the dog"), List.of("x x"));
  }

  @Test
  void limitsTheWordsOfASentence() {
    List<String> words = Stream.iterate(0, n -> n + 1).limit(400).map(n -> "w" + n).toList();
    TokenSequence units = Sentences.units(List.of(TokenSequence.ofWords(words)));
    assertThat(units.cells("words").get(0)).hasSize(300);
    assertThat(units.cells("pairs").get(0)).hasSize(299);
  }

  private static List<List<String>> values(Passage passage, String column) {
    return passage.units().cells(column).stream()
        .map(cell -> cell.stream().map(WeightedValue::value).toList())
        .toList();
  }
}
