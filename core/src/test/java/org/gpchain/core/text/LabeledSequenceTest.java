package org.gpchain.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

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
    "IOBES, B-X-Y E-X-Y S-X-Y O"
  })
  void neighboursOfOneTypeStayApart(TagScheme scheme, String labels) {
    LabeledSequence sentence = new LabeledSequence(FOUR, List.of(FIRST, NEXT));
    assertThat(sentence.labels(scheme)).containsExactly(labels.split(" "));
    assertThat(LabeledSequence.ofLabels(FOUR, sentence.labels(scheme), scheme)).isEqualTo(sentence);
  }

  @ParameterizedTest
  @EnumSource(names = "TOKEN", mode = EnumSource.Mode.EXCLUDE)
  void sentencesWithoutSegmentsComeBack(TagScheme scheme) {
    LabeledSequence sentence = LabeledSequence.ofLabels(FOUR, List.of("O", "O", "O", "O"), scheme);
    assertThat(sentence.spans()).isEmpty();
    assertThat(sentence.labels(scheme)).containsExactly("O", "O", "O", "O");
  }

  @ParameterizedTest
  @CsvSource({"IOB1, I", "IOB2, B", "IOBES, S", "IOB1, I-A-B", "IOB2, B-A-B", "IOBES, S-A-B"})
  void sentencesOfOneTokenComeBack(TagScheme scheme, String label) {
    TokenSequence one = TokenSequence.ofWords(List.of("a"));
    LabeledSequence sentence = LabeledSequence.ofLabels(one, List.of(label), scheme);
    assertThat(sentence.spans())
        .containsExactly(new Span(0, 1, label.length() == 1 ? "" : label.substring(2)));
    assertThat(sentence.labels(scheme)).containsExactly(label);
  }

  @Test
  void eachTokenLabelIsASegment() {
    List<String> labels = List.of("NN", "O", "B-NN", "");
    LabeledSequence sentence = LabeledSequence.ofLabels(FOUR, labels, TagScheme.TOKEN);
    assertThat(sentence.spans())
        .containsExactly(
            new Span(0, 1, "NN"), new Span(1, 2, "O"), new Span(2, 3, "B-NN"), new Span(3, 4, ""));
    assertThat(sentence.labels(TagScheme.TOKEN)).isEqualTo(labels);
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
