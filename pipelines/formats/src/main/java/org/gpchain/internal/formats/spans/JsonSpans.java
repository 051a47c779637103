package org.gpchain.internal.formats.spans;

import static org.gpchain.core.text.Numbers.format;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.corpora.InputException;

/**
 * A reader of texts with spans in the JSON of Doccano, Prodigy, Label Studio and GPChain. The
 * layout is recognized for each record.
 */
final class JsonSpans {
  /** Fields for the begin of a span, in order of precedence. */
  private static final List<String> BEGINS = List.of("begin", "start", "start_offset");

  /** Fields for the end of a span, in order of precedence. */
  private static final List<String> ENDS = List.of("end", "end_offset");

  /** Fields for the label of a span, in order of precedence. */
  private static final List<String> LABELS = List.of("label", "type", "value", "labels");

  private final Path file;
  private final SegmentLayer layer;
  private final ReadingNotes notes;

  /**
   * Creates a reader.
   *
   * @param file file of the record for messages, perhaps with its line
   * @param layer layer of the annotations that are created from the spans
   */
  JsonSpans(Path file, SegmentLayer layer, ReadingNotes notes) {
    this.file = file;
    this.layer = layer;
    this.notes = notes;
  }

  /**
   * Reads a record.
   *
   * @throws InputException if the record has no known layout, or contradicts itself
   */
  SpanDocument read(JsonNode record) throws InputException {
    String place = file.toString();
    JsonLayout.Problems problems = (problem, cure) -> new InputException(file, problem, cure);
    checkIsRecord(record, problems);
    JsonLayout layout = JsonLayout.of(record, layer, notes, place, problems);

    List<RawSpan> spans = new ArrayList<>();
    for (JsonNode span : layout.spans()) {
      addSpans(span, place, problems, spans);
    }
    List<RawSpan> tokens = new ArrayList<>();
    for (JsonNode token : layout.tokens()) {
      addToken(token, place, tokens);
    }
    if (tokens.size() < layout.tokens().size()) {
      // Some tools write tokens without offsets, as plain strings.
      tokens.clear();
    }

    List<RawSpan> spansAndTokens = new ArrayList<>(spans);
    spansAndTokens.addAll(tokens);
    FittingOffsets fitting = FittingOffsets.of(layout.text(), layout.unit(), spansAndTokens);
    for (RawSpan span : spansAndTokens) {
      if (!span.fits(layout.text(), fitting.offsets())) {
        throw problems.problem(
            span.misfit(layout.text(), fitting.offsets()),
            "correct its offsets, which "
                + layout.tool()
                + " counts in "
                + layout.unit()
                + ", or its text; or remove it");
      }
    }
    noteGuess(layout, spans, fitting, place);

    return new SpanDocument(
        file,
        layout.text(),
        tokens.stream().map(token -> token.range(fitting.offsets())).toList(),
        List.of(),
        spans.stream().map(span -> typed(span, fitting.offsets())).toList(),
        Map.of(),
        layout.isAnnotated());
  }

  private static void checkIsRecord(JsonNode record, JsonLayout.Problems problems)
      throws InputException {
    if (!record.isObject()) {
      throw problems.problem(
          "this record is not a JSON object, but " + RawSpan.quoted(record.toString()),
          "write objects such as {\"text\": \"Ann left.\", \"label\": [[0, 3, \"PER\"]]}");
    }
    if (record.has("%TYPES") || record.has("%FEATURE_STRUCTURES")) {
      throw problems.problem("this is a UIMA document", "read it with --format jsoncas");
    }
  }

  /** Adds a note if the unit of offsets was guessed, and makes a difference. */
  private void noteGuess(
      JsonLayout layout, List<RawSpan> spans, FittingOffsets fitting, String place) {
    boolean matters = !spans.isEmpty() && TextOffsets.hasPairs(layout.text());
    if (matters && !fitting.isProved() && !layout.isStated()) {
      notes.add(
          format(
              "texts with characters beyond U+FFFF, such as emoji, whose offsets were taken as %s,"
                  + " as those of %s (\"offsetUnit\": \"utf16\" or \"codePoints\" in a record says"
                  + " what they count)",
              fitting.unit(), layout.tool()),
          place);
    }
  }

  private TypedSpan typed(RawSpan span, TextOffsets offsets) {
    return new TypedSpan(
        span.range(offsets), layer.typeName(), Map.of(layer.valueFeature(), span.label()));
  }

  /** Adds a span, once for each of its labels. */
  private static void addSpans(
      JsonNode span, String place, JsonLayout.Problems problems, List<RawSpan> spans)
      throws InputException {
    JsonNode begin;
    JsonNode end;
    JsonNode label;
    if (span.isArray()) {
      begin = span.path(0);
      end = span.path(1);
      label = span.path(2);
    } else {
      begin = field(span, BEGINS);
      end = field(span, ENDS);
      label = field(span, LABELS);
    }
    if (!isOffset(begin) || !isOffset(end)) {
      throw problems.problem(
          "the offsets of the span " + RawSpan.quoted(span.toString()) + " are not whole numbers",
          "write spans such as [0, 3, \"PER\"] or {\"start\": 0, \"end\": 3, \"label\": \"PER\"}");
    }

    List<JsonNode> labels = new ArrayList<>();
    if (label.isArray()) {
      label.forEach(labels::add);
    } else {
      labels.add(label);
    }
    if (labels.isEmpty() || !labels.stream().allMatch(JsonSpans::isLabel)) {
      throw problems.problem(
          "the span " + RawSpan.quoted(span.toString()) + " has no label, or one that is not text",
          "add a label, or remove the span; for text labels from Doccano, export"
              + " JSONL (text label)");
    }

    JsonNode text = span.path("text");
    for (JsonNode labelOfSpan : labels) {
      spans.add(raw(begin, end, labelOfSpan.textValue(), text, place));
    }
  }

  /** Adds a token if it has offsets. */
  private static void addToken(JsonNode token, String place, List<RawSpan> tokens) {
    JsonNode begin = field(token, BEGINS);
    JsonNode end = field(token, ENDS);
    if (isOffset(begin) && isOffset(end)) {
      tokens.add(raw(begin, end, null, token.path("text"), place));
    }
  }

  private static RawSpan raw(
      JsonNode begin, JsonNode end, String label, JsonNode text, String place) {
    TextRange range = new TextRange(begin.intValue(), end.intValue());
    // The value is null unless the node is a string.
    return new RawSpan(List.of(range), label, text.textValue(), place);
  }

  private static boolean isOffset(JsonNode value) {
    return value.canConvertToExactIntegral() && value.canConvertToInt();
  }

  private static boolean isLabel(JsonNode value) {
    return value.isTextual() && !value.textValue().isBlank();
  }

  /** Returns the first of these fields that an object has, or a missing node if it has none. */
  private static JsonNode field(JsonNode object, List<String> names) {
    for (String name : names) {
      if (object.has(name)) {
        return object.get(name);
      }
    }
    return object.path(names.get(0));
  }
}
