package org.gpchain.internal.core.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.segments.KnownSegments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SentenceCutterTest {
  private static TokenSequence sentence(String words) {
    return TokenSequence.ofWords(List.of(words.split(" ")));
  }

  private static List<String> cut(int maxLength, String words) {
    return new SentenceCutter(maxLength)
        .cut(sentence(words)).stream()
            .map(piece -> String.join(" ", piece.column(TokenSequence.WORD)))
            .toList();
  }

  @Test
  void shortSentencesAreNotCut() {
    TokenSequence sentence = sentence("a b . c");
    for (int maxLength : new int[] {0, 4, 5, Integer.MAX_VALUE}) {
      assertThat(new SentenceCutter(maxLength).cut(sentence).get(0)).isSameAs(sentence);
    }
  }

  @ParameterizedTest
  @CsvSource({
    // At the limit if there is no better place.
    "4, a b c d e, a b c d/e",
    "1, a b c, a/b/c",
    "2, . a b, . a/b",
    "4, a b c d e f g h i, a b c d/e f g h/i",
    // After the last end of a sentence, but only in the second half of a piece.
    "4, a b . d e f, a b ./d e f",
    "4, a . c d e, a . c d/e",
    "4, a b c . e f, a b c ./e f",
    "5, a b . ! e f, a b . !/e f",
    // The end of a sentence is preferred to the end of a clause, and both to other places.
    "6, a b c . e ; g h, a b c ./e ; g h",
    "6, a b c d ; f g h, a b c d ;/f g h",
    "6, 'a b c , , f g', 'a b c , ,/f g'",
    // Words that contain punctuation are not the end of a sentence.
    "4, a b c Dr. e, a b c Dr./e",
    "4, a b ... d e, a b .../d e",
    "4, 一 二 。 四 五, 一 二 。/四 五",
    "4, ا ب ؟ د ه, ا ب ؟/د ه",
  })
  void sentencesAreCutAtPunctuation(int maxLength, String words, String pieces) {
    assertThat(cut(maxLength, words)).containsExactly(pieces.split("/"));
  }

  @Test
  void knownSegmentsAreNotCut() {
    TokenSequence sentence = sentence("a b . d e f");
    List<String> cells = KnownSegments.emptyCells(6);
    KnownSegments.addSegment(new Span(2, 4, "X"), cells);
    TokenSequence known = KnownSegments.withCells(sentence, cells);
    assertThat(new SentenceCutter(4).cut(known).stream().map(TokenSequence::length))
        .containsExactly(2, 4);
    assertThat(new SentenceCutter(1).cut(known))
        .as("segment that is longer than a piece")
        .hasSize(6);
  }

  @Test
  void noTokenIsLost() {
    Draws draws = new Draws(1);
    for (int round = 0; round < 300; round++) {
      int length = draws.between(1, 60);
      int maxLength = draws.between(1, 20);
      List<String> words =
          IntStream.range(0, length).mapToObj(t -> draws.oneOf(".", ",", "a", "😀", "")).toList();
      TokenSequence sentence = TokenSequence.ofWords(words).with("pos", words);
      List<TokenSequence> pieces = new SentenceCutter(maxLength).cut(sentence);

      assertThat(pieces).allMatch(piece -> piece.length() >= 1 && piece.length() <= maxLength);
      for (String column : List.of("word", "pos")) {
        assertThat(pieces.stream().flatMap(piece -> piece.column(column).stream()).toList())
            .isEqualTo(words);
      }

      assertThat(pieces.subList(0, pieces.size() - 1))
          .allMatch(piece -> 2 * piece.length() > maxLength);
    }
  }

  @Test
  void negativeLengthIsRejected() {
    assertRefused(() -> new SentenceCutter(-1), "maxLength");
  }
}
