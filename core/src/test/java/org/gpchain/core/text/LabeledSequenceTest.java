package org.gpchain.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Gold segments of a sentence. */
class LabeledSequenceTest {
  private static final TokenSequence FOUR = TokenSequence.ofWords(List.of("a", "b", "c", "d"));
  private static final Span FIRST = new Span(0, 2, "X-Y");
  private static final Span NEXT = new Span(2, 3, "X-Y");

  @Test
  void segmentsAreCopied() {
    List<Span> spans = new ArrayList<>(List.of(FIRST, NEXT));
    LabeledSequence sentence = new LabeledSequence(FOUR, spans);
    spans.clear();
    assertThat(sentence.spans()).containsExactly(FIRST, NEXT);
    assertThat(sentence.length()).isEqualTo(4);
    assertFails(UnsupportedOperationException.class, () -> sentence.spans().clear());
  }

  @Test
  void segmentsMustBeInOrderInsideTheSentence() {
    for (List<Span> wrong :
        List.of(List.of(NEXT, FIRST), List.of(FIRST, FIRST), List.of(FIRST, new Span(1, 3, "")))) {
      assertRefused(() -> new LabeledSequence(FOUR, wrong), "in order");
    }
    assertRefused(() -> new LabeledSequence(FOUR, List.of(new Span(3, 5, "X"))), "of 4 tokens");
  }

  @ParameterizedTest
  @CsvSource({
    "IOB1, I-X-Y I-X-Y B-X-Y O",
    "IOB2, B-X-Y I-X-Y B-X-Y O",
    "IOBES, B-X-Y E-X-Y S-X-Y O",
    "IOB2, O O O O",
    "TOKEN, NN O B-NN X"
  })
  void segmentsAreThoseOfTheCodec(TagScheme scheme, String written) {
    List<String> labels = List.of(written.split(" "));
    LabeledSequence sentence = LabeledSequence.ofLabels(FOUR, labels, scheme);
    assertThat(sentence.spans()).isEqualTo(SpanCodec.of(scheme).decode(labels));
    assertThat(sentence.labels(scheme)).isEqualTo(labels);
  }

  @Test
  void thereIsOneLabelPerToken() {
    List<String> labels = List.of("O");
    assertRefused(
        () -> LabeledSequence.ofLabels(FOUR, labels, TagScheme.IOB2), "4 tokens had 1 labels");
  }

  @Test
  void otherTokensHaveTheSameSegments() {
    LabeledSequence sentence = new LabeledSequence(FOUR, List.of(FIRST));
    TokenSequence tagged = FOUR.with("pos", List.of("A", "B", "C", "D"));
    assertThat(sentence.withTokens(tagged)).isEqualTo(new LabeledSequence(tagged, List.of(FIRST)));
    assertRefused(() -> sentence.withTokens(FOUR.slice(0, 3)), "of 4 tokens was to have 3");
  }
}
