package org.gpchain.documents.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.gpchain.core.text.Span;
import org.gpchain.documents.output.AnnotatedDocument.AnnotatedSentence;
import org.gpchain.documents.output.AnnotatedDocument.AnnotatedToken;
import org.gpchain.documents.output.AnnotatedDocument.Segment;
import org.junit.jupiter.api.Test;

class BratWriterTest {
  private static String written(AnnotatedDocument document) throws IOException {
    return TestDocument.written(OutputFormat.BRAT, document);
  }

  /** One segment from an offset to another. */
  private static AnnotatedDocument document(String text, int begin, int end) {
    return document(text, List.of(TestDocument.segment(begin, end, new Span(0, 1, "X"), 0.5)));
  }

  private static AnnotatedDocument document(String text, List<Segment> segments) {
    AnnotatedToken token = new AnnotatedToken(0, text.length(), text, null);
    return new AnnotatedDocument(
        "d",
        "en",
        text,
        List.of(new AnnotatedSentence(List.of(token), segments)),
        List.of(TestDocument.layer()));
  }

  @Test
  void countsCodePointsAndKeepsToNames() throws IOException {
    assertThat(written(TestDocument.of()))
        .isEqualTo(
            """
            T1\tNP 0 1\t😀
            #1\tAnnotatorNotes T1\tprobability 0.7500, model m<1>
            T2\ta_b_c_-_ 7 20\t<b>"hi"</b> &
            #2\tAnnotatorNotes T2\tprobability 1.0000, model m<1>, type a"b<c>-&
            T3\tVP 21 25\tleft
            #3\tAnnotatorNotes T3\tprobability 0.1235, model m<1>
            T4\tNP 32 39\tירושלים
            #4\tAnnotatorNotes T4\tprobability 0.5000, model m<1>
            """);
  }

  @Test
  void writesTheTextAsItIs() throws IOException {
    assertThat(OutputFormat.BRAT.write(null, document("a\r\nb\u2028😀\n", 0, 1)).get(0))
        .asString(StandardCharsets.UTF_8)
        .isEqualTo("a\r\nb\u2028😀\n");
  }

  @Test
  void noAnnotationContainsTheEndOfALine() throws IOException {
    assertThat(written(document("New \r\n York", 0, 11)))
        .startsWith("T1\tX 0 3;7 11\tNew York\n#1");
    for (String end : List.of("\n", "\r", "\t", "\u000b", "\u001c", "\u0085", "\u2028", "\u2029")) {
      assertThat(written(document("😀" + end + "b", 0, 4)))
          .startsWith("T1\tX 0 1;2 3\t😀 b\n#1")
          .hasLineCount(2);
    }
  }

  /** What brat does with an annotation: its text is that of its places, joined by spaces. */
  @Test
  void placesAndWordsAgree() throws IOException {
    String text = "😀 a\n\n😀😀\tb \u00a0\n c😀";
    int[] codePoints = text.codePoints().toArray();
    for (int begin = 0; begin < text.length(); begin++) {
      for (int end = begin + 1; end <= text.length(); end++) {
        for (String line : written(document(text, begin, end)).lines().toList()) {
          if (line.startsWith("T")) {
            String[] fields = line.split("\t", -1);
            assertThat(fields).hasSize(3);
            String places = fields[1].substring(2);
            assertThat(
                    List.of(places.split(";", -1)).stream()
                        .map(place -> words(codePoints, place))
                        .collect(Collectors.joining(" ")))
                .isEqualTo(fields[2]);
          }
        }
      }
    }
  }

  private static String words(int[] codePoints, String place) {
    String[] ends = place.split(" ", -1);
    int begin = Integer.parseInt(ends[0]);
    return new String(codePoints, begin, Integer.parseInt(ends[1]) - begin);
  }

  @Test
  void leavesOutWhatHasNothingInALine() throws IOException {
    assertThat(written(document("a\n\t\nb", 1, 4))).isEmpty();
    assertThat(written(TestDocument.empty())).isEmpty();
  }

  @Test
  void hostileTypesStayInTheirField() throws IOException {
    for (String type : List.of("", " ", "a\tb\nT9\tX 0 1\tx", "0 1;2", "|;:", "é-ü_1", "\u2028")) {
      Segment segment = TestDocument.segment(0, 1, new Span(0, 1, type), 0.5);
      List<String> lines = written(document("a", List.of(segment))).lines().toList();
      assertThat(lines).hasSize(2);
      assertThat(lines.get(0)).matches("T1\t[\\p{L}\\p{N}_-]+ 0 1\ta");
      assertThat(lines.get(1)).startsWith("#1\tAnnotatorNotes T1\tprobability 0.5000, model ");
      assertThat(lines.get(1).split("\t", -1)).hasSize(3);
    }
  }

  @Test
  void writesPointsInEveryLocale() throws IOException {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(written(document("a", 0, 1))).contains("probability 0.5000");
    } finally {
      Locale.setDefault(before);
    }
  }
}
