package org.gpchain.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.gpchain.core.text.LabelNotation.Translation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LabelNotationTest {
  /** Splits a text into sentences at slashes with spaces around them, and into labels at spaces. */
  private static List<List<String>> sentences(String labels) {
    return Arrays.stream(labels.split(" / ")).map(part -> List.of(part.split(" "))).toList();
  }

  private static LabelNotation detect(String labels) {
    return LabelNotation.detect(sentences(labels));
  }

  /** Returns the segments of all sentences, such as {@code PER[0,2)}. */
  private static String segments(String labels) {
    LabelNotation notation = detect(labels);
    SpanCodec codec = SpanCodec.of(notation.scheme());
    StringBuilder segments = new StringBuilder();
    for (List<String> sentence : sentences(labels)) {
      for (Span span : codec.decode(notation.translate(sentence).labels())) {
        segments.append(span.type() + "[" + span.start() + "," + span.end() + ") ");
      }
    }
    return segments.toString().strip();
  }

  @ParameterizedTest
  @CsvSource({
    "B-X I-X O, IOB2, 'X[0,2)'",
    "I-X I-X B-X O I-Y, IOB1, 'X[0,2) X[2,3) Y[4,5)'",
    "B-X E-X S-X O, IOBES, 'X[0,2) X[2,3)'",
    "B-X L-X U-X O, BILOU, 'X[0,2) X[2,3)'",
    "B-X I-X L-X, BILOU, 'X[0,3)'",
    "U-X O, BILOU, 'X[0,1)'",
    "B-X M-X E-X S-X O, BMES, 'X[0,3) X[3,4)'",
    "B-X M-X E-X W-X O, BMEWO, 'X[0,3) X[3,4)'",
    "B I L O U, BILOU, '[0,3) [4,5)'",
    "B M E S B E, BMES, '[0,3) [3,4) [4,6)'",
    "B_X I_X O, 'IOB2 (B_X, O)', 'X[0,2)'",
    "B:X I:X O, 'IOB2 (B:X, O)', 'X[0,2)'",
    "X-B X-I O, 'IOB2 (X-B, O)', 'X[0,2)'",
    "A-B-B A-B-I O, 'IOB2 (A-B-B, O)', 'A-B[0,2)'",
    "X_B X_L X_U O, 'BILOU (X_B, O)', 'X[0,2) X[2,3)'",
    "b-x i-x o, 'IOB2 (b-x, o)', 'x[0,2)'",
    "B-X I-X o, 'IOB2 (B-X, o)', 'X[0,2)'",
    "B-X I-X 0 O, 'IOB2 (B-X, 0)', 'X[0,2)'",
    "B-X I-X - -, 'IOB2 (B-X, -)', 'X[0,2)'",
    "PER PER O LOC PER, IO, 'PER[0,2) LOC[3,4) PER[4,5)'",
    "O PER / PER O, IO, 'PER[1,2) PER[0,1)'",
    "(PER* *) * (LOC) (ORG*), star brackets, 'PER[0,2) LOC[3,4) ORG[4,5)'"
  })
  void notationsAreDetectedAndRead(String labels, String name, String segments) {
    assertThat(detect(labels)).hasToString(name);
    assertThat(segments(labels)).isEqualTo(segments);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NN VB O", // A single letter is more likely a part of speech.
        "N V O A",
        "DT NN VBZ",
        "NOUN VERB",
        "B-X b-x",
        "B-X PER O",
        "PER-B B-PER O",
        "B-X I-X - O", // If O is a label, a hyphen means that a token is not annotated.
        "M F O",
        "L O W",
        "b i o",
        "U-X L-X",
        "B-X M-X L-X O",
        "( ) ,",
        "(PER* *) O"
      })
  void otherLabelsAreLabelsOfTokens(String labels) {
    String corpus = labels;
    if (labels.equals("NN VB O")) {
      corpus += " NN VB".repeat(20);
    }
    assertThat(detect(corpus)).isEqualTo(LabelNotation.of(TagScheme.TOKEN));
  }

  @Test
  void nestedAndUnbalancedBracketsAreReported() {
    LabelNotation notation = detect("(A(B* *) *) / (A*) *");

    Translation nested = notation.translate(List.of("(A(B*", "*)", "(C)", "*)"));
    assertThat(nested).isEqualTo(new Translation(List.of("B-A", "I-A", "I-A", "I-A"), -1, 2));
    assertThat(notation.translate(List.of("*", "*)", "*")).firstUnbalanced()).isEqualTo(1);
    assertThat(notation.translate(List.of("(A*)", "(A*", "*")).firstUnbalanced()).isEqualTo(1);
  }

  @Test
  void notationRecognizesItsLabels() {
    assertThat(detect("PER O").has(sentences("O LOC"))).isTrue();
    assertThat(detect("PER O").has(sentences("O B-LOC"))).isFalse();
    assertThat(detect("B-X L-X O").has(sentences("O U-Y"))).isTrue();
    assertThat(detect("(X) *").has(sentences("* *"))).isTrue();
    assertThat(detect("B-X O").has(sentences("U-X"))).isFalse();
  }
}
