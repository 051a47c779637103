package org.gpchain.internal.documents.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.corpora.ColumnFormat;
import org.gpchain.internal.corpora.ColumnReader;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.documents.output.AnnotatedDocument.AnnotatedSentence;
import org.gpchain.internal.documents.output.AnnotatedDocument.AnnotatedToken;
import org.gpchain.internal.documents.output.AnnotatedDocument.Layer;
import org.gpchain.internal.documents.output.AnnotatedDocument.Segment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the text formats: brat, columns, CoNLL-U, JSON and JSON Lines. */
class TextFormatsTest {
  @TempDir private Path directory;

  // brat

  private static String written(AnnotatedDocument document) throws IOException {
    return TestDocument.written(OutputFormat.BRAT, document);
  }

  /** Returns a document with one segment between two offsets. */
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
  void bratCountsCodePointsAndHasValidNames() throws IOException {
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
  void bratKeepsTheText() throws IOException {
    assertThat(OutputFormat.BRAT.write(null, document("a\r\nb\u2028😀\n", 0, 1)).get(0))
        .asString(StandardCharsets.UTF_8)
        .isEqualTo("a\r\nb\u2028😀\n");
  }

  @Test
  void bratSplitsAnnotationsAtLineBreaks() throws IOException {
    assertThat(written(document("New \r\n York", 0, 11)))
        .startsWith("T1\tX 0 3;7 11\tNew York\n#1");
    for (String end : List.of("\n", "\r", "\t", "\u000b", "\u001c", "\u0085", "\u2028", "\u2029")) {
      assertThat(written(document("😀" + end + "b", 0, 4)))
          .startsWith("T1\tX 0 1;2 3\t😀 b\n#1")
          .hasLineCount(2);
    }
    // Must be linear in the length.
    assertThat(written(document("a" + " ".repeat(1_000_000) + "b", 0, 1_000_002)))
        .startsWith("T1\tX 0 1000002\ta ")
        .hasLineCount(2);
  }

  /** Checks, as brat does, that the text of an annotation is the text at its offsets. */
  @Test
  void bratOffsetsAgreeWithWords() throws IOException {
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
  void bratLeavesOutSegmentsOfLineBreaks() throws IOException {
    assertThat(written(document("a\n\t\nb", 1, 4))).isEmpty();
    assertThat(written(TestDocument.empty())).isEmpty();
  }

  @Test
  void bratKeepsHostileTypesInTheirField() throws IOException {
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

  // Columns

  private static String columns(AnnotatedDocument document) throws IOException {
    return TestDocument.written(OutputFormat.CONLL, document);
  }

  @Test
  void columnsHaveATokenPerLine() throws IOException {
    assertThat(columns(TestDocument.of()))
        .isEqualTo(
            """
            😀\tSYM\tB-NP\t0.7500
            said\tVERB\tO\t_
            <b>"hi"</b>\tX\tB-a"b<c>-&\t1.0000
            &\tCCONJ\tI-a"b<c>-&\t1.0000
            left\tVERB\tB-VP\t0.1235
            .\tPUNCT\tO\t_

            דנה\tPROPN\tO\t_
            ,\tPUNCT\tO\t_
            ירושלים\tPROPN\tB-NP\t0.5000

            """);
  }

  /** If there are no parts of speech, their column is left out. */
  @ParameterizedTest
  @CsvSource({"Ada, Ada", "'a\tb\nc\u00a0d\u2028e\u0085f', a_b_c_d_e_f"})
  void columnsReplaceSeparatorsInCells(String word, String written) throws IOException {
    assertThat(columns(document(word, List.of()))).isEqualTo(written + "\tO\t_\n\n");
  }

  @Test
  void columnsCanBeReadAgain() throws IOException {
    Path file = directory.resolve("document.conll");
    Files.writeString(file, columns(TestDocument.of()));
    Corpus corpus =
        ColumnReader.of(ColumnFormat.ofColumns(List.of("word", "pos", "label", "_"))).read(file);
    assertThat(corpus.sentences()).hasSize(2);
    assertThat(corpus.sentences().get(0).labels(TagScheme.IOB2))
        .containsExactly("B-NP", "O", "B-a\"b<c>-&", "I-a\"b<c>-&", "B-VP", "O");
  }

  // CoNLL-U

  @Test
  void conlluCanBeReadAgain() throws IOException {
    String written = TestDocument.written(OutputFormat.CONLLU, TestDocument.of());
    assertThat(written)
        .startsWith("# newdoc id = ")
        .contains("# sent_id = 1\n# text = ", "# sent_id = 2\n")
        .contains("1\t😀\t_\tSYM\t_\t_\t_\t_\t_\tChunk=B-NP|ChunkProb=0.7500\n")
        .contains("|SpaceAfter=No\n");

    Path file = Files.writeString(directory.resolve("document.conllu"), written);
    Corpus corpus = ColumnReader.of(ColumnFormat.conllu("chunk", "")).read(file);
    assertThat(corpus.sentences())
        .extracting(sentence -> sentence.tokens().words())
        .isEqualTo(
            TestDocument.of().sentences().stream()
                .map(one -> one.tokens().stream().map(AnnotatedToken::word).toList())
                .toList());
    assertThat(corpus.sentences().get(0).labels(TagScheme.IOB2))
        .containsExactly("B-NP", "O", "B-a\"b<c>-&", "I-a\"b<c>-&", "B-VP", "O");
  }

  @Test
  void conlluEscapesKeysAndValues() throws IOException {
    Segment segment = new Segment(0, 0, 3, new Span(0, 1, "a|b\\p c"), 0.5, List.of());
    String written = TestDocument.written(OutputFormat.CONLLU, document("Ada", List.of(segment)));
    assertThat(written).contains("=B-a\\pb\\\\p c|");
    Path file = Files.writeString(directory.resolve("document.conllu"), written);
    assertThat(ColumnReader.of(ColumnFormat.conllu("x", "")).read(file).sentences().get(0).spans())
        .containsExactly(new Span(0, 1, "a|b\\p c"));
  }

  // JSON

  private static JsonNode json(AnnotatedDocument document) throws IOException {
    return new ObjectMapper().readTree(TestDocument.written(OutputFormat.JSON, document));
  }

  private static String line(AnnotatedDocument document) throws IOException {
    String line = TestDocument.written(OutputFormat.JSONL, document);
    assertThat(line).endsWith("}\n");
    assertThat(line.chars().filter(c -> "\n\r\u2028\u2029".indexOf(c) >= 0)).hasSize(1);
    return line;
  }

  private static JsonNode writtenLine(AnnotatedDocument document) throws IOException {
    return new ObjectMapper().readTree(line(document));
  }

  @Test
  void jsonHasOffsetsAndProbabilities() throws IOException {
    JsonNode json = json(TestDocument.of());
    assertThat(json.get("document").asText()).isEqualTo(TestDocument.HOSTILE);
    assertThat(json.get("text").asText()).isEqualTo(TestDocument.TEXT);
    assertThat(json.get("layers").get(0).get("card").get("task").asText()).isEqualTo("chunk");
    JsonNode sentence = json.get("sentences").get(0);
    assertThat(sentence.toString())
        .startsWith("{\"begin\":0,\"end\":27,")
        .contains("\"value\":\"VP\",\"probability\":0.123457,");
    assertThat(TestDocument.written(OutputFormat.JSON, TestDocument.of()))
        .startsWith("{\n  \"document\" : ")
        .endsWith("}\n");
  }

  @Test
  void jsonCountsUtf16Units() throws IOException {
    JsonNode json = json(TestDocument.of());
    assertThat(json.get("offsetUnit").asText()).isEqualTo("utf16");
    json.get("sentences").forEach(sentence -> checkTexts(sentence.get("segments")));
    JsonNode line = writtenLine(TestDocument.of());
    assertThat(line.get("offsetUnit").asText()).isEqualTo("utf16");
    assertThat(line.get("segments")).hasSize(4);
    checkTexts(line.get("segments"));
  }

  private static void checkTexts(JsonNode segments) {
    for (JsonNode segment : segments) {
      assertThat(
              TestDocument.TEXT.substring(segment.get("begin").asInt(), segment.get("end").asInt()))
          .isEqualTo(segment.get("text").asText());
    }
  }

  @Test
  void writesEmptyDocuments() throws IOException {
    assertThat(json(TestDocument.empty()).get("sentences")).isEmpty();
    assertThat(line(TestDocument.empty()))
        .isEqualTo("{\"name\":\"empty\",\"text\":\"\",\"offsetUnit\":\"utf16\",\"segments\":[]}\n");
  }

  @Test
  void jsonLineHasSegmentsWithTheirModels() throws IOException {
    JsonNode json = writtenLine(TestDocument.ofTwoLayers());
    assertThat(json.get("name").asText()).isEqualTo("two");
    assertThat(json.get("segments").get(2).toString())
        .isEqualTo(
            "{\"begin\":3,\"end\":8,\"type\":\"LOC\",\"probability\":0.6,\"model\":\"names\","
                + "\"text\":\"ab cd\",\"alternatives\":"
                + "[{\"begin\":3,\"end\":5,\"type\":\"PER\",\"probability\":0.3}]}");
    assertThat(json.get("segments").get(0).has("alternatives")).isFalse();
  }

  @Test
  void jsonLineEscapesLineSeparators() throws IOException {
    String hostile = "\"},\n{\"x\r\u2028\u2029\u0085\0\ud800";
    AnnotatedSentence sentence =
        new AnnotatedSentence(
            List.of(new AnnotatedToken(0, 1, "a", null)),
            List.of(TestDocument.segment(0, 1, new Span(0, 1, hostile), 0.5)));
    List<Layer> layers = List.of(new Layer(hostile, "Chunk", null));
    JsonNode json =
        writtenLine(new AnnotatedDocument(hostile, "en", hostile, List.of(sentence), layers));
    assertThat(json.get("name").asText()).isEqualTo(hostile);
    assertThat(json.get("text").asText()).isEqualTo(hostile);
    assertThat(json.get("segments").get(0).get("type").asText()).isEqualTo(hostile);
    assertThat(json.get("segments").get(0).get("model").asText()).isEqualTo(hostile);
  }
}
