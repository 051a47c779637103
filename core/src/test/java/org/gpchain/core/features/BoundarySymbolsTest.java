package org.gpchain.core.features;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.math.SparseRows;
import org.gpchain.core.text.TokenSequence;
import org.junit.jupiter.api.Test;

/** What templates see outside a sentence. */
class BoundarySymbolsTest {
  /** The values of one template's cells, token by token; null where it does not apply. */
  private static List<List<String>> values(String template, String... words) {
    TokenSequence sentence = TokenSequence.ofWords(List.of(words));
    Vocabulary vocabulary = FeatureCorpus.vocabulary(template, List.of(sentence), 1);
    SparseRows rows = new SequenceEncoder(vocabulary).encode(List.of(sentence));
    int[] tuples = vocabulary.tuples().get(0);
    int arity = vocabulary.templates().unigrams().get(0).cells().size();
    List<List<String>> values = new ArrayList<>();
    for (int t = 0; t < words.length; t++) {
      boolean applies = rows.start(t + 1) > rows.start(t);
      int first = applies ? rows.column(rows.start(t)) * arity : 0;
      values.add(
          applies
              ? IntStream.range(first, first + arity)
                  .mapToObj(i -> vocabulary.symbols().get(tuples[i]))
                  .toList()
              : null);
    }
    return values;
  }

  @Test
  void areThoseOfCrfPlusPlus() {
    assertThat(values("U:%x[-2,0]/%x[-1,0]/%x[0,0]/%x[1,0]/%x[2,0]", "a", "b", "c"))
        .containsExactly(
            List.of("_B-2", "_B-1", "a", "b", "c"),
            List.of("_B-1", "a", "b", "c", "_B+1"),
            List.of("a", "b", "c", "_B+1", "_B+2"));
  }

  @Test
  void ofASentenceOfOneToken() {
    assertThat(values("U:%x[-3,0]/%x[-1,0]/%x[0,0]/%x[1,0]/%x[3,0]", "a"))
        .containsExactly(List.of("_B-3", "_B-1", "a", "_B+1", "_B+3"));
  }

  @Test
  void farOutsideAShortSentence() {
    assertThat(values("U:%x[5,0]", "a", "b")).containsExactly(List.of("_B+4"), List.of("_B+5"));
    assertThat(values("U:%x[-5,0]", "a", "b")).containsExactly(List.of("_B-5"), List.of("_B-4"));
  }

  @Test
  void standInDerivedColumnsToo() {
    assertThat(values("U:%x[-1,prefix3]/%x[1,lower]", "abc", "DE", "x"))
        .containsExactly(List.of("_B-1", "de"), List.of("abc", "x"), null);
  }

  @Test
  void aFeatureWithACellWithoutValueIsLeftOut() {
    assertThat(values("U:%x[0,digits]", "a", "1b")).containsExactly(null, List.of("0b"));
    assertThat(values("U:%x[0,0]/%x[0,prefix2]", "a", "ab"))
        .containsExactly(null, List.of("ab", "ab"));
  }

  @Test
  void aGivenColumnHidesADerivedOne() {
    TokenSequence sentence = TokenSequence.ofWords(List.of("AB")).with("lower", List.of("given"));
    VocabularyBuilder builder =
        new VocabularyBuilder(TemplateSet.parse("U:%x[0,lower]", sentence.columnNames()));
    builder.add(sentence);
    assertThat(builder.freeze(1).symbols()).containsExactly("given");
  }
}
