package org.gpchain.internal.evaluation.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.SINGLE;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.evaluation.LookupModel;
import org.gpchain.internal.evaluation.selection.Selection.Part;
import org.gpchain.internal.evaluation.selection.Selection.Pool;
import org.gpchain.internal.evaluation.selection.Selection.Text;
import org.gpchain.internal.evaluation.selection.Selection.Unit;
import org.junit.jupiter.api.Test;

class PoolTest {
  private static final SentenceScorer SCORER =
      new SentenceScorer(
          new LookupModel(TagScheme.IOB2, "B-X", "I-X", "O")
              .with("a", 0.5, 0, 0.5)
              .with("b", 0, 0, 1)
              .with("c", 1, 0, 0)
              .with("d", 0, 0.76, 0.24)
              .with("e", 0.3, 0, 0.7)
              .model(),
          Criterion.ENTROPY,
          1);

  /**
   * Returns a sentence whose tokens begin at every second character; the last one may be longer.
   */
  private static Passage sentence(int begin, int end, String... words) {
    int[] begins = IntStream.range(0, words.length).map(t -> begin + 2 * t).toArray();
    int[] ends = IntStream.of(begins).map(from -> from + 1).toArray();
    ends[words.length - 1] = end;
    return new Passage(TokenSequence.ofWords(List.of(words)), begins, ends);
  }

  /** Returns a text with the words of sentences; later sentences overwrite earlier ones. */
  private static String text(List<Passage> sentences) {
    StringBuilder text = new StringBuilder(" \n".repeat(20));
    for (Passage sentence : sentences) {
      for (int t = 0; t < sentence.begins().length; t++) {
        int begin = sentence.begins()[t];
        text.replace(begin, begin + 1, sentence.units().column(TokenSequence.WORD).get(t));
      }
    }
    return text.toString();
  }

  private static final List<Passage> DOCUMENT =
      List.of(sentence(3, 9, "a", "b", "a"), sentence(10, 20, "b"), sentence(11, 14, "A", "b"));

  private static List<Text> texts(Unit unit) {
    Pool pool = new Pool(SCORER, unit, new ArrayList<>());
    pool.add(0, "empty", pool.read("", List.of()));
    pool.add(2, "three", pool.read(text(DOCUMENT), DOCUMENT));
    return pool.texts();
  }

  @Test
  void recordsTheOffsetsOfSentences() {
    List<Text> texts = texts(Unit.SENTENCE);
    assertThat(texts).extracting(Text::sentence).containsExactly(0, 1, 2);
    assertThat(texts).extracting(Text::document).containsOnly(2L);
    assertThat(texts).extracting(text -> text.part().begin()).containsExactly(3, 10, 11);
    assertThat(texts).extracting(text -> text.part().end()).containsExactly(9, 20, 14);
    assertThat(texts)
        .extracting(text -> text.part().candidate().uncertainty().tokens())
        .containsExactly(3, 1, 2);
    assertClose(
        "H", texts.get(0).part().candidate().uncertainty().entropy(), 2 * Math.log(2), SINGLE);
    assertClose("H", texts.get(1).part().candidate().uncertainty().entropy(), 0, SINGLE);
  }

  /** Marks doubtful segments, other doubtful tokens or, without these, the most doubtful token. */
  @Test
  void marksDoubtfulTokens() {
    Pool pool = new Pool(SCORER, Unit.SENTENCE, new ArrayList<>());
    List<Passage> sentences =
        List.of(
            sentence(0, 12, "b", "c", "d", "b", "e", "e"),
            sentence(12, 15, "b", "b"),
            sentence(20, 30, "c", "d"));
    assertThat(pool.read(text(sentences), sentences))
        .extracting(Part::marked)
        .containsExactly("b [c d X 0.76] b [e e ?]", "b b", "[c d X 0.76]");
    assertThat(texts(Unit.DOCUMENT).get(0).part().marked())
        .isEqualTo(texts(Unit.SENTENCE).get(0).part().marked());
  }

  @Test
  void sumsTheUncertaintiesOfADocument() {
    List<Text> texts = texts(Unit.DOCUMENT);

    assertThat(texts).hasSize(1);
    Text document = texts.get(0);
    assertThat(document.id()).isEqualTo("three");
    assertThat(document.sentence()).isNull();
    assertThat(document.part().begin()).isEqualTo(3);
    assertThat(document.part().end()).isEqualTo(20);
    Uncertainty sum =
        texts(Unit.SENTENCE).stream()
            .map(text -> text.part().candidate().uncertainty())
            .reduce(Uncertainty.NONE, Uncertainty::plus);
    assertThat(document.part().candidate().uncertainty()).isEqualTo(sum);
    // "a b", which occurs twice, "b a" and "b".
    assertThat(document.part().candidate().shingles()).hasSize(3).isSorted();
  }
}
