package org.gpchain.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.gpchain.core.Draws;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that {@link SpanCodec} converts segments to labels and back. */
class SpanCodecTest {
  /** Returns random segments in order. They are often adjacent and of the same type. */
  private static List<Span> spans(Draws draws, int length, String... types) {
    List<Span> spans = new ArrayList<>();
    int t = 0;
    while (t < length) {
      if (draws.chance(0.3)) {
        t++;
      } else {
        int end = draws.between(t + 1, Math.min(length, t + 3));
        spans.add(new Span(t, end, draws.oneOf(types)));
        t = end;
      }
    }
    return spans;
  }

  @ParameterizedTest
  @EnumSource(names = "TOKEN", mode = EnumSource.Mode.EXCLUDE)
  void decodedSegmentsEqualEncodedSegments(TagScheme scheme) {
    SpanCodec codec = SpanCodec.of(scheme);
    assertThat(codec.scheme()).isEqualTo(scheme);

    for (int seed = 0; seed < 300; seed++) {
      Draws draws = new Draws(seed);
      int length = draws.between(0, 12);
      for (String[] types :
          new String[][] {
            {"NP"}, {"NP", "VP"}, {""}, {"", "NP"}, {"B-NP", "I-NP", "-", "--X", "O", "日本"}
          }) {
        List<Span> spans = spans(draws, length, types);
        List<String> labels = codec.encode(spans, length);
        assertThat(labels).hasSize(length);
        assertThat(codec.decode(labels)).isEqualTo(spans);
        assertThat(Legality.isLegal(codec, labels)).isTrue();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "IOB1, I-A I-A B-A O I-B I-A",
    "IOB2, B-A I-A B-A O B-B B-A",
    "IOBES, B-A E-A S-A O S-B S-A"
  })
  void encodesSegmentsInEachScheme(TagScheme scheme, String labels) {
    List<Span> spans =
        List.of(new Span(0, 2, "A"), new Span(2, 3, "A"), new Span(4, 5, "B"), new Span(5, 6, "A"));
    assertThat(SpanCodec.of(scheme).encode(spans, 6)).containsExactly(labels.split(" "));
  }

  @Test
  void encodesSegmentsInAnyOrder() {
    Draws draws = new Draws(1);
    for (int seed = 0; seed < 50; seed++) {
      List<Span> spans = spans(draws, 10, "A", "B");
      List<Span> shuffled = new ArrayList<>(spans);
      Collections.shuffle(shuffled, new Random(seed));
      for (TagScheme scheme : List.of(TagScheme.IOB1, TagScheme.IOB2, TagScheme.IOBES)) {
        assertThat(SpanCodec.of(scheme).encode(shuffled, 10))
            .isEqualTo(SpanCodec.of(scheme).encode(spans, 10));
      }
    }
  }

  /** As in conlleval, every label other than O belongs to a segment. */
  @ParameterizedTest
  @CsvSource({
    "IOB2, I-A I-A O, '0-2 A'",
    "IOB2, B-A I-B, '0-1 A|1-2 B'",
    "IOB2, O I-A B-A, '1-2 A|2-3 A'",
    "IOB1, B-A I-A, '0-2 A'",
    "IOBES, I-A I-A, '0-2 A'",
    "IOBES, B-A B-A, '0-1 A|1-2 A'",
    "IOBES, E-A E-A, '0-1 A|1-2 A'",
    "IOBES, B-A S-A I-A, '0-1 A|1-2 A|2-3 A'",
    "IOBES, S-A E-A O, '0-1 A|1-2 A'",
    "IOBES, B-A E-B, '0-1 A|1-2 B'",
    "IOB2, B I O B, '0-2 |3-4 '",
    "IOB2, B-A-B I-A-B I-A, '0-2 A-B|2-3 A'"
  })
  void decodesIllegalSequencesLeniently(TagScheme scheme, String labels, String expected) {
    assertThat(SpanCodec.of(scheme).decode(List.of(labels.split(" "))))
        .extracting(span -> span.start() + "-" + span.end() + " " + span.type())
        .containsExactly(expected.split("\\|"));
  }

  @Test
  void everyTokenWithoutLabelOBelongsToOneSegment() {
    String[] possibleLabels = {
      "O", "B-A", "I-A", "E-A", "S-A", "B-B", "I-B", "E-B", "S-B", "I", "B"
    };
    for (int seed = 0; seed < 500; seed++) {
      Draws draws = new Draws(seed);
      List<String> labels = new ArrayList<>();
      for (int t = draws.between(1, 8); t > 0; t--) {
        labels.add(draws.oneOf(possibleLabels));
      }

      for (TagScheme scheme : List.of(TagScheme.IOB1, TagScheme.IOB2, TagScheme.IOBES)) {
        int[] covered = new int[labels.size()];
        for (Span span : SpanCodec.of(scheme).decode(labels)) {
          for (int t = span.start(); t < span.end(); t++) {
            covered[t]++;
            assertThat(labels.get(t)).endsWith(span.type());
          }
        }
        for (int t = 0; t < covered.length; t++) {
          assertThat(covered[t]).isEqualTo(labels.get(t).equals("O") ? 0 : 1);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void refusesSegmentsThatOverlapOrLieOutside(int overlap) {
    SpanCodec codec = SpanCodec.of(TagScheme.IOB2);
    List<Span> outside = List.of(new Span(2, 4, "A"));
    assertRefused(() -> codec.encode(outside, 3), "outside a sentence of 3");
    List<Span> overlapping = List.of(new Span(2, 4, "A"), new Span(overlap, 3, "B"));
    assertRefused(() -> codec.encode(overlapping, 5), "overlap");
  }

  @ParameterizedTest
  @CsvSource({
    "IOB1, I-A O, B-A I-A O",
    "IOB2, B-A O, B-A I-A O",
    "IOB2, I O, B I O",
    "IOBES, S-A-B, B-A-B E-A-B I-A-B S-A-B",
    "TOKEN, NN B-A, B-A NN"
  })
  void completeAddsMissingLabelsOfTheScheme(TagScheme scheme, String labels, String expected) {
    LabelSet complete = SpanCodec.of(scheme).complete(LabelSet.of(List.of(labels.split(" "))));
    assertThat(complete.labels()).containsExactly(expected.split(" "));
  }

  @Test
  void refusesEmptyAndNegativeSpans() {
    assertRefused(() -> new Span(2, 2, "A"), "end");
    assertRefused(() -> new Span(-1, 2, "A"), "start");
  }

  @Test
  void decodedTokenLabelsEqualEncodedLabels() {
    SpanCodec codec = SpanCodec.of(TagScheme.TOKEN);
    for (int seed = 0; seed < 100; seed++) {
      Draws draws = new Draws(seed);
      List<String> labels = new ArrayList<>();
      for (int t = draws.between(0, 8); t > 0; t--) {
        labels.add(draws.oneOf("NN", "O", "B-NP", "", "-"));
      }
      List<Span> spans = codec.decode(labels);
      assertThat(spans).hasSameSizeAs(labels).allMatch(span -> span.end() == span.start() + 1);
      assertThat(codec.encode(spans, labels.size())).isEqualTo(labels);
      assertThat(Legality.isLegal(codec, labels)).isTrue();
    }
  }
}
