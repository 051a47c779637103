package org.gpchain.core.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.likelihood.LabelConstraints;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.Legality;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.core.segments.LegalInference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TagSchemesTest {
  private static List<String> labelsOf(TagScheme scheme) {
    return switch (scheme) {
      case IOB1, IOB2 -> List.of("O", "B-X", "I-X", "B-Y-Z", "I-Y-Z", "B", "I");
      case IOBES -> List.of("O", "B-X", "I-X", "E-X", "S-X", "B-Y-Z", "I-Y-Z", "E-Y-Z", "S-Y-Z");
      case TOKEN -> List.of("NN", "VB", "O");
    };
  }

  private static List<List<String>> sequences(List<String> labels, int length) {
    List<List<String>> sequences = new ArrayList<>();
    sequences.add(List.of());
    for (int t = 0; t < length; t++) {
      List<List<String>> longer = new ArrayList<>();
      for (List<String> sequence : sequences) {
        for (String label : labels) {
          List<String> next = new ArrayList<>(sequence);
          next.add(label);
          longer.add(next);
        }
      }
      sequences = longer;
    }

    return sequences;
  }

  /** A sequence is legal if and only if encoding its segments yields the sequence again. */
  @ParameterizedTest
  @EnumSource
  void legalSequencesAreYieldedByEncoding(TagScheme scheme) {
    SpanCodec codec = SpanCodec.of(scheme);
    for (int length = 0; length <= 4; length++) {
      for (List<String> labels : sequences(labelsOf(scheme), length)) {
        boolean isYielded = codec.encode(codec.decode(labels), length).equals(labels);
        assertThat(Legality.isLegal(codec, labels))
            .as("%s %s", scheme, labels)
            .isEqualTo(isYielded);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "IOB2, B-X I-X O B-Y",
    "IOB2, O O",
    "IOB2, B I O",
    "IOB2, B-X B-X I-X",
    "IOB1, I-X I-X O I-Y",
    "IOB1, I I O",
    "IOB1, I-X B-X O I-Y",
    "IOBES, B-X E-X O",
    "IOBES, S-X",
    "IOBES, B I E S",
    "TOKEN, NN VB",
    "TOKEN, O O PER",
    "TOKEN, B-X I-X X-Y",
    "TOKEN, BX",
    "TOKEN, I_X"
  })
  void schemeIsDetected(TagScheme scheme, String labels) {
    assertThat(SpanCodec.detect(List.of(List.of(), List.of(labels.split(" "))))).isEqualTo(scheme);
  }

  @Test
  void schemeIsDetectedFromAllSentences() {
    List<String> iob2 = List.of("B-X", "I-X", "O");
    assertThat(SpanCodec.detect(List.of(iob2, List.of("S-X")))).isEqualTo(TagScheme.IOBES);
    assertThat(SpanCodec.detect(List.of(iob2, List.of("?")))).isEqualTo(TagScheme.TOKEN);
    assertThat(SpanCodec.detect(List.of(iob2, List.of("O", "I-X")))).isEqualTo(TagScheme.IOB2);
    assertThat(SpanCodec.detect(List.of(List.of("")))).isEqualTo(TagScheme.TOKEN);
    assertThat(SpanCodec.detect(List.of())).isEqualTo(TagScheme.IOB2);
    // Segments end at the end of a sentence.
    assertThat(SpanCodec.detect(List.of(List.of("I-X"), List.of("I-X")))).isEqualTo(TagScheme.IOB1);
  }

  @ParameterizedTest
  @EnumSource
  void constraintsAreThoseOfTheScheme(TagScheme scheme) {
    SpanCodec codec = SpanCodec.of(scheme);
    LabelSet labels = LabelSet.of(labelsOf(scheme));
    LabelConstraints constraints = LegalInference.constraints(codec, labels);
    int v = labels.size();
    for (int a = 0; a < v; a++) {
      assertThat(constraints.start()[a]).isEqualTo(codec.isLegal(null, labels.label(a)));
      assertThat(constraints.end()[a]).isEqualTo(codec.isLegal(labels.label(a), null));
      for (int b = 0; b < v; b++) {
        assertThat(constraints.transition()[a * v + b])
            .isEqualTo(codec.isLegal(labels.label(a), labels.label(b)));
      }
    }
  }
}
