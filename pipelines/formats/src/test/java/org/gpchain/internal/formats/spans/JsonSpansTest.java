package org.gpchain.internal.formats.spans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the JSON layouts of annotation tools. */
class JsonSpansTest extends SpanCase {
  /** Reads JSON, in which single quotes stand for double quotes. */
  private Corpus read(String content) throws IOException {
    return read(SpanFormat.JSONL, json("a.jsonl", content));
  }

  private Path json(String name, String content) throws IOException {
    return write(name, content.replace('\'', '"'));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          Doccano, label; {'id': 1, TEXT, 'label': [[0, 8, 'PER'], [14, 17, 'LOC']]}
          Doccano, labels; {TEXT, 'labels': [[0, 8, 'PER'], [14, 17, 'LOC']]}
          Doccano, the text is the data; {'data': 'Tove Ahl left Vik.', \
              'label': [[0, 8, 'PER'], [14, 17, 'LOC']]}
          Doccano with relations; {TEXT, 'entities': [\
              {'id': 7, 'label': 'PER', 'start_offset': 0, 'end_offset': 8}, \
              {'id': 8, 'label': 'LOC', 'start_offset': 14, 'end_offset': 17}], \
              'relations': [{'id': 1, 'from_id': 7, 'to_id': 8, 'type': 'of'}]}
          Prodigy; {TEXT, 'spans': [{'start': 0, 'end': 8, 'label': 'PER'}, \
              {'start': 14, 'end': 17, 'label': 'LOC', 'token_start': 3}], 'answer': 'accept'}
          Label Studio; [{'id': 3, 'data': {TEXT}, 'annotations': [{'result': [{'value': \
              {'start': 0, 'end': 8, 'text': 'Tove Ahl', 'labels': ['PER']}, 'type': 'labels'}, \
              {'value': {'start': 14, 'end': 17, 'text': 'Vik', 'labels': ['LOC']}, \
              'type': 'labels'}]}]}]
          Label Studio's JSON_MIN; [{TEXT, 'id': 1, 'ner': [\
              {'start': 0, 'end': 8, 'text': 'Tove Ahl', 'labels': ['PER']}, \
              {'start': 14, 'end': 17, 'text': 'Vik', 'labels': ['LOC']}]}]
          GPChain's lines; {'name': 'a', TEXT, 'offsetUnit': 'utf16', 'segments': [\
              {'begin': 0, 'end': 8, 'type': 'PER', 'model': 'm'}, \
              {'begin': 14, 'end': 17, 'type': 'LOC', 'model': 'm'}]}
          GPChain's documents; `{
              'document': 'a', 'layers': [{'model': 'm', 'type': 'any'}],
              'offsetUnit': 'utf16', TEXT, 'sentences': [{'begin': 0, 'end': 18, 'segments': [
              {'layer': 0, 'begin': 0, 'end': 8, 'value': 'PER'},
              {'layer': 0, 'begin': 14, 'end': 17, 'value': 'LOC'}]}]}`
          """)
  void recognizesLayouts(String name, String record) throws IOException {
    Corpus corpus = read(record.replace("TEXT", "'text': 'Tove Ahl left Vik.'"));
    assertThat(segments(corpus)).containsExactly("PER Tove Ahl", "LOC Vik");
    assertThat(sentences(corpus)).containsExactly("Tove Ahl left Vik .");
    assertThat(corpus.warnings()).hasSize(name.contains("relations") ? 1 : 0);
  }

  /** Records can have one line or several, or be in an array. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "`{'text': 'Vik.', 'label': []}\n\n{'text': 'Ulf.', 'label': [[0, 9, 'PER']]}`; 3",
        "`{'text': 'Vik.',\n 'label': []}\n{'text': 'Ulf.', 'label': [[0, 9, 'P']]}`; 3",
        "`[{'text': 'Vik.', 'label': []},\n{'text': 'Ulf.', 'label': [[0, 9, 'P']]}]`; 2",
        "`[\n{'text': 'Ulf.',\n 'label': [[0, 9, 'P']]}]`; 2"
      })
  void invalidSpanIsReportedWithTheLineOfItsRecord(String content, int line) {
    assertThatThrownBy(() -> read(content))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("a.jsonl:" + line + ": the span 'P")
        .hasMessageContaining("at 0–9 is not within the text of 4 characters")
        .hasMessageContaining("correct its offsets");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'text': 'Vik.', 'label': [[0, 3]]} | has no label",
        "{'text': 'Vik.', 'label': [[0, 3, 7]]} | one that is not text",
        "{'text': 'Vik.', 'label': ['LOC']} | are not whole numbers",
        "{'text': 'Vik.', 'label': [[0, 2.5, 'LOC']]} | are not whole numbers",
        "{'text': 'Vik.', 'label': [[3, 0, 'LOC']]} | is not within the text",
        "{'tokens': ['Vik'], 'ner_tags': ['B-LOC']} | has no \"text\"",
        "{'text': 'Vik.' | this is not JSON",
        "[1] | not a JSON object",
        "{'%TYPES': {}, '%VIEWS': {}} | --format jsoncas",
        "{'text': 'Vik.', 'spans': [{'start': 0, 'end': 3, 'label': 'LOC',"
            + " 'text': 'Ulf'}]} | covers 'Vik' in the text, but is said to be 'Ulf'",
        "{'text': 'Vik.', 'segments': [{'begin': 0, 'end': 3, 'type': 'A',"
            + " 'model': 'm'}, {'begin': 0, 'end': 3, 'type': 'B', 'model': 'n'}]}"
            + " | several models"
      })
  void refusesInvalidRecords(String record, String problem) {
    assertThatThrownBy(() -> read(record))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("a.jsonl:1: ")
        .hasMessageContaining(problem)
        .hasMessageContaining("; ");
  }

  @Test
  void leavesOutRecordsThatWereNotAccepted() throws IOException {
    Corpus corpus =
        read(
            """
            {"text": "Ulf.", "spans": [{"start": 0, "end": 3, "label": "PER"}], "answer": "reject"}
            {"text": "Eli.", "spans": [{"start": 0, "end": 3, "label": "PER"}], "answer": "ignore"}
            {"data": {"text": "Ada."}, "annotations": []}
            {"data": {"text": "Bo."}, "annotations": [{"was_cancelled": true, "result": []}]}
            {"text": "Vik.", "spans": [{"start": 0, "end": 3, "label": "LOC"}], "answer": "accept"}
            """);

    assertThat(segments(corpus)).containsExactly("LOC Vik");
    assertThat(corpus.warnings())
        .satisfiesExactly(
            warning ->
                assertThat(warning)
                    .contains("reject or ignore are skipped: 2, such as ")
                    .endsWith("a.jsonl:1"),
            warning -> assertThat(warning).contains("without an annotation are skipped: 2"));
  }

  @Test
  void takesTheGroundTruthOfSeveralAnnotations() throws IOException {
    String value = "{'value': {'start': 0, 'end': 3, 'labels': ['%s']}}";
    Corpus corpus =
        read(
            "{'data': {'body': 'Vik.'}, 'annotations': [{'result': ["
                + value.formatted("PER")
                + "]}, {'ground_truth': true, 'result': ["
                + value.formatted("LOC")
                + ", {'value': {'choices': ['news']}, 'type': 'choices'}]}]}");
    assertThat(segments(corpus)).containsExactly("LOC Vik");
    assertThat(corpus.warnings()).hasSize(2);
  }

  /** The texts of spans or tokens determine the unit of offsets. Without them, the tool does. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'text': '😀 Vik 😀', 'label': [[2, 5, 'LOC']]} | code points",
        "{'text': '😀 Vik 😀', 'label': [[3, 6, 'LOC']], 'offsetUnit': 'utf16'} |",
        "{'text': '😀 Vik 😀', 'spans': [{'start': 3, 'end': 6, 'label': 'LOC', 'text': 'Vik'}]} |",
        "{'text': '😀 Vik 😀', 'spans': [{'start': 3, 'end': 6, 'label': 'LOC'}],"
            + " 'tokens': [{'start': 0, 'end': 2, 'text': '😀'},"
            + " {'start': 3, 'end': 6, 'text': 'Vik'},"
            + " {'start': 7, 'end': 9, 'text': '😀'}]} |",
        "{'text': '😀 Vik 😀', 'ner': [{'start': 3, 'end': 6, 'labels': ['LOC']}]} | UTF-16 units",
        "{'text': '😀 Vik 😀', 'ner': [{'start': 2, 'end': 5, 'labels': ['LOC'], 'text': 'Vik'}]} |",
        "{'text': 'Ulf\\r\\nVik', 'ner': [{'start': 4, 'end': 7, 'labels': ['LOC'],"
            + " 'text': 'Vik'}]} |"
      })
  void findsTheUnitOfOffsets(String record, String guess) throws IOException {
    Corpus corpus = read(record);
    assertThat(segments(corpus)).containsExactly("LOC Vik");
    if (guess == null) {
      assertThat(corpus.warnings()).isEmpty();
    } else {
      assertThat(corpus.warnings())
          .singleElement()
          .asString()
          .contains("whose offsets were taken as " + guess);
    }
  }

  @Test
  void keepsTokensOfTheFile() throws IOException {
    Corpus corpus =
        read(
            """
            {'text': 'Vik-Ulf left.', 'spans': [{'start': 0, 'end': 3, 'label': 'LOC'}],
             'tokens': [
               {'text': 'Vik', 'start': 0, 'end': 3}, {'text': '-', 'start': 3, 'end': 4},
               {'text': 'Ulf', 'start': 4, 'end': 7}, {'text': 'left.', 'start': 8, 'end': 13}]}
            """);
    assertThat(sentences(corpus)).containsExactly("Vik - Ulf left.");
  }

  @Test
  void splitsTokensAtTheBordersOfSpans() throws IOException {
    Corpus corpus = read("{'text': 'In Vikland now.', 'label': [[3, 6, 'LOC']]}");
    assertThat(sentences(corpus)).containsExactly("In Vik land now .");
    assertThat(segments(corpus)).containsExactly("LOC Vik");
    assertThat(corpus.notes()).singleElement().asString().contains("'Vikland' in ", "a.jsonl:1");
  }

  @Test
  void joinsSentencesWithinASpan() throws IOException {
    String text = "We saw Go now. Then stay in Vik. It was fun.";
    Corpus corpus = read("{'text': '" + text + "', 'label': [[7, 24, 'WORK']]}");
    assertThat(segments(corpus)).containsExactly("WORK Go now . Then stay");
    assertThat(corpus.notes()).singleElement().asString().contains("sentences are joined");
  }

  @Test
  void ignoresFilesThatRunsWrite() throws IOException {
    Path file = json("run/a.jsonl", "{'text': 'Vik.', 'label': [[0, 3, 'LOC']]}");
    json("run/errors.jsonl", "{'name': 'b', 'reason': 'none'}");
    json("run/summary.json", "{'documents': 1}");
    Corpus corpus = read(SpanFormat.JSONL, file.getParent());
    assertThat(segments(corpus)).containsExactly("LOC Vik");
    assertThat(corpus.warnings()).isEmpty();
    assertThat(segments(read(SpanFormat.JSONL, directory.resolve("run/a*.jsonl"))))
        .isEqualTo(List.of("LOC Vik"));
  }
}
