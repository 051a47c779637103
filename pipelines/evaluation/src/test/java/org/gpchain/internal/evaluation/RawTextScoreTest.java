package org.gpchain.internal.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.UnknownToken;
import org.gpchain.internal.corpora.TextSegmenter;
import org.gpchain.internal.corpora.plaintext.PlainText;
import org.gpchain.internal.documents.Passage;
import org.junit.jupiter.api.Test;

class RawTextScoreTest {
  /** Gold: Ada | 's | boat | . || Bo | left | . and a sentence that is not scored. */
  private static final PlainText TEXT =
      new PlainText(
          "Ada's boat. Bo left. Cid",
          List.of(
              List.of(token(0, 3), token(3, 5), token(6, 10), token(10, 11)),
              List.of(token(12, 14), token(15, 19), token(19, 20)),
              List.of(token(21, 24))));

  private static final LabeledSequence FIRST = sentence("Ada", "'s", "boat", ".");
  private static final LabeledSequence SECOND = sentence("Bo", "left", ".");

  @Test
  void comparesSegmentsByTheirCharacters() {
    Passage first = passage(0, 5, 6, 10, 10, 11);
    Passage second = passage(12, 14, 15, 19, 19, 20);
    Passage third = passage(21, 24);
    RawTextScore score =
        new RawTextScore(
            TEXT,
            List.of(FIRST, SECOND),
            List.of(List.of(new Span(0, 1, "PER")), List.of(new Span(0, 1, "PER"))),
            List.of(first, second, third));

    assertThat(score.passages()).containsExactly(first, second);
    score.addPredicted(first, List.of(new Span(0, 1, "PER")));
    score.addPredicted(second, List.of(new Span(0, 1, "PER")));
    assertThat(score.segments()).isEqualTo(new SpanCounts(2, 2, 1));
    assertThat(score.lostSegments()).isEqualTo(1);
    assertThat(score.sentences()).isEqualTo(new SpanCounts(2, 2, 2));
  }

  @Test
  void ignoresWhiteSpaceAtTheEndsOfSegments() {
    PlainText text = new PlainText("\u3000Ada ", List.of(List.of(token(0, 1), token(1, 5))));
    Passage found = passage(1, 4);
    RawTextScore score =
        new RawTextScore(
            text,
            List.of(sentence("\u3000", "Ada ")),
            List.of(List.of(new Span(0, 2, "PER"))),
            List.of(found));
    score.addPredicted(found, List.of(new Span(0, 1, "PER")));
    assertThat(score.segments()).isEqualTo(new SpanCounts(1, 1, 1));
    assertThat(score.lostSegments()).isZero();
  }

  @Test
  void countsSegmentsThatCrossRawSentencesAsLost() {
    RawTextScore score =
        new RawTextScore(
            TEXT,
            List.of(FIRST),
            List.of(List.of(new Span(0, 3, "ORG"))),
            List.of(passage(0, 3, 3, 5), passage(6, 10, 10, 11)));
    assertThat(score.lostSegments()).isEqualTo(1);
    assertThat(score.sentences()).isEqualTo(new SpanCounts(1, 2, 0));
  }

  @Test
  void doesNotScorePredictionsWithUnknownTokens() {
    LabeledSequence unknown =
        new LabeledSequence(SECOND.tokens(), List.of(), List.of(UnknownToken.of(0)));
    Passage second = passage(12, 14, 15, 19, 19, 20);
    RawTextScore score =
        new RawTextScore(
            TEXT,
            List.of(FIRST, unknown),
            List.of(List.of(), List.of()),
            List.of(passage(0, 5), second));
    score.addPredicted(second, List.of(new Span(0, 1, "PER"), new Span(1, 2, "PER")));
    assertThat(score.segments()).isEqualTo(new SpanCounts(0, 1, 0));
  }

  @Test
  void countsSegmentsThatNoModelCanFind() {
    List<LabeledSequence> sentences =
        List.of(
            new LabeledSequence(FIRST.tokens(), List.of(new Span(2, 3, "X"))),
            new LabeledSequence(SECOND.tokens(), List.of(new Span(1, 2, "X"))));
    PlainText text =
        new PlainText(
            "Ada's is x50. Bo left.",
            List.of(
                List.of(token(0, 3), token(3, 5), token(10, 12), token(12, 13)),
                List.of(token(14, 16), token(17, 21), token(21, 22))));
    LostSegments lost = LostSegments.of(sentences, List.of(text), TextSegmenter.of("sw"));

    assertThat(lost).isEqualTo(new LostSegments(2, 1, "x[50]."));
    assertThat(lost.note())
        .hasValueSatisfying(note -> assertThat(note).contains("1 of 2 segments"));
    assertThat(new LostSegments(1000, 10, "x").note()).isEmpty();
  }

  private static opennlp.tools.util.Span token(int begin, int end) {
    return new opennlp.tools.util.Span(begin, end);
  }

  private static LabeledSequence sentence(String... words) {
    return new LabeledSequence(TokenSequence.ofWords(List.of(words)), List.of());
  }

  /** Returns a sentence of the raw text, given the begin and end of each token. */
  private static Passage passage(int... borders) {
    int[] begins = new int[borders.length / 2];
    int[] ends = new int[borders.length / 2];
    for (int t = 0; t < begins.length; t++) {
      begins[t] = borders[2 * t];
      ends[t] = borders[2 * t + 1];
    }
    List<String> words = Collections.nCopies(begins.length, "w");
    return new Passage(TokenSequence.ofWords(words), begins, ends);
  }
}
