package org.gpchain.internal.formats.spans;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.corpora.InputException;

/**
 * The text and the spans of a JSON record that an annotation tool has exported. The layout of the
 * record is recognized by its members.
 *
 * @param tool name of the tool
 * @param unit unit in which offsets count, unless the texts of spans show that it is another
 * @param isStated whether the record states the unit
 * @param text text of the record
 * @param spans arrays of two offsets and a label, or objects
 * @param tokens objects with offsets; empty if the record has no tokens
 * @param isAnnotated whether a person has annotated the text and accepted the result
 */
record JsonLayout(
    String tool,
    TextOffsets.Unit unit,
    boolean isStated,
    String text,
    List<JsonNode> spans,
    List<JsonNode> tokens,
    boolean isAnnotated) {
  private static final String DOCCANO = "Doccano";
  private static final String PRODIGY = "Prodigy";
  private static final String LABEL_STUDIO = "Label Studio";
  private static final String GPCHAIN = "GPChain";

  private static final String TEXT = "text";
  private static final String LABELS = "labels";
  private static final String DATA = "data";

  /** Members that hold spans in the layouts of Doccano. */
  private static final List<String> DOCCANO_SPANS =
      List.of("entities", LABELS, "label", "annotations");

  /** Prodigy's answers to tasks that are not part of the annotated corpus. */
  private static final Set<String> NOT_ACCEPTED = Set.of("reject", "ignore");

  /** Creates an exception from the problem of a record and its remedy. */
  interface Problems {
    InputException problem(String problem, String cure);
  }

  /** The arguments of {@link #of}. */
  private record Source(JsonNode record, SegmentLayer layer, ReadingNotes notes, String place) {
    /** Adds a note with an example from the record. */
    void note(String note, String example) {
      notes.add(note, example + " in " + place);
    }
  }

  /**
   * Returns the text and the spans of a record.
   *
   * @param layer layer to read if a record has spans of several layers
   * @param notes receives notes on spans and relations that are left out
   * @param place location of the record for notes
   * @throws InputException if the record has no text, or has spans of several models or kinds
   */
  static JsonLayout of(
      JsonNode record, SegmentLayer layer, ReadingNotes notes, String place, Problems problems)
      throws InputException {
    Source source = new Source(record, layer, notes, place);
    for (JsonNode relation : record.path("relations")) {
      source.note("relations, which are not read", relation.toString());
    }

    if (record.path(DATA).isObject()) {
      return ofLabelStudioTask(source, problems);
    }
    if (record.path("segments").isArray()) {
      return ofSegments(source, problems);
    }
    if (record.path("sentences").isArray() && record.path("layers").isArray()) {
      return ofLayers(source, problems);
    }
    if (record.path("spans").isArray()) {
      return ofProdigy(source, problems);
    }
    return ofMembers(source, problems);
  }

  private static String text(JsonNode record, Problems problems) throws InputException {
    // In some versions of Doccano, the member with the text is called "data".
    for (String member : List.of(TEXT, DATA)) {
      if (record.path(member).isTextual()) {
        return record.get(member).textValue();
      }
    }

    List<String> members = new ArrayList<>();
    record.fieldNames().forEachRemaining(members::add);
    String cure = "call the field with the text \"text\"";
    if (members.contains("tokens")) {
      cure = "write its tokens and their labels as columns, one token per line (--format column)";
    }
    throw problems.problem(
        "this record has no \"text\" that is a string; its fields are " + members, cure);
  }

  private static List<JsonNode> elements(JsonNode array) {
    List<JsonNode> elements = new ArrayList<>();
    array.forEach(elements::add);
    return elements;
  }

  // GPChain

  /** Reads a line of the format JSONL. */
  private static JsonLayout ofSegments(Source source, Problems problems) throws InputException {
    List<JsonNode> segments = elements(source.record.get("segments"));
    Set<String> models = new TreeSet<>();
    for (JsonNode segment : segments) {
      models.add(segment.path("model").asText(""));
    }
    if (models.size() > 1) {
      throw problems.problem(
          "its segments come from several models, " + models,
          "annotate with one model, or keep the segments of one of them");
    }
    return ofGpChain(source, segments, problems);
  }

  /** Reads an object of the format JSON. */
  private static JsonLayout ofLayers(Source source, Problems problems) throws InputException {
    List<JsonNode> layers = elements(source.record.get("layers"));
    List<JsonNode> segments = new ArrayList<>();
    for (JsonNode sentence : source.record.get("sentences")) {
      for (JsonNode segment : sentence.path("segments")) {
        if (layers.size() <= 1 || isOfLayer(segment, layers, source.layer)) {
          segments.add(segment);
        } else {
          source.note(
              "segments of other layers than " + source.layer.shortTypeName() + " are skipped",
              segment.path(TEXT).asText());
        }
      }
    }
    return ofGpChain(source, segments, problems);
  }

  private static boolean isOfLayer(JsonNode segment, List<JsonNode> layers, SegmentLayer layer) {
    int number = segment.path("layer").asInt(-1);
    if (number < 0 || number >= layers.size()) {
      return false;
    }
    return layers.get(number).path("type").asText().equals(layer.typeName());
  }

  private static JsonLayout ofGpChain(Source source, List<JsonNode> segments, Problems problems)
      throws InputException {
    String text = text(source.record, problems);
    TextOffsets.Unit unit = statedUnit(source.record, TextOffsets.Unit.UTF16, problems);
    return new JsonLayout(GPCHAIN, unit, true, text, segments, List.of(), true);
  }

  /** Returns the unit that a record states, or a default if it does not state one. */
  private static TextOffsets.Unit statedUnit(
      JsonNode record, TextOffsets.Unit defaultUnit, Problems problems) throws InputException {
    JsonNode unit = record.path("offsetUnit");
    if (unit.isMissingNode()) {
      return defaultUnit;
    }
    Map<String, TextOffsets.Unit> units =
        Map.of("utf16", TextOffsets.Unit.UTF16, "codePoints", TextOffsets.Unit.CODE_POINTS);
    if (!units.containsKey(unit.asText())) {
      throw problems.problem(
          "its offsetUnit is " + unit, "write \"utf16\" or \"codePoints\", or remove it");
    }
    return units.get(unit.asText());
  }

  // Prodigy and Doccano

  private static JsonLayout ofProdigy(Source source, Problems problems) throws InputException {
    JsonNode record = source.record;
    String answer = record.path("answer").asText();
    boolean isAccepted = !NOT_ACCEPTED.contains(answer);
    if (!isAccepted) {
      source.notes.add("records whose answer is reject or ignore are skipped", source.place);
    }
    return new JsonLayout(
        PRODIGY,
        statedUnit(record, TextOffsets.Unit.CODE_POINTS, problems),
        record.has("offsetUnit"),
        text(record, problems),
        elements(record.get("spans")),
        elements(record.path("tokens")),
        isAccepted);
  }

  /** Reads a record of Doccano, or a record of Label Studio's format JSON_MIN. */
  private static JsonLayout ofMembers(Source source, Problems problems) throws InputException {
    JsonNode record = source.record;
    String text = text(record, problems);
    List<JsonNode> labelStudioSpans = new ArrayList<>();
    for (JsonNode member : record) {
      if (member.isArray() && isOfLabelStudio(member.path(0))) {
        labelStudioSpans.addAll(elements(member));
      }
    }
    if (!labelStudioSpans.isEmpty()) {
      return new JsonLayout(
          LABEL_STUDIO,
          statedUnit(record, TextOffsets.Unit.UTF16, problems),
          record.has("offsetUnit"),
          text,
          labelStudioSpans,
          List.of(),
          true);
    }

    return new JsonLayout(
        DOCCANO,
        statedUnit(record, TextOffsets.Unit.CODE_POINTS, problems),
        record.has("offsetUnit"),
        text,
        doccanoSpans(source),
        elements(record.path("tokens")),
        true);
  }

  private static List<JsonNode> doccanoSpans(Source source) {
    for (String member : DOCCANO_SPANS) {
      JsonNode spans = source.record.path(member);
      if (spans.isArray()) {
        return elements(spans);
      }
    }
    source.notes.add(
        "records without a field for spans, such as label, are read as texts without" + " spans",
        source.place);
    return List.of();
  }

  private static boolean isOfLabelStudio(JsonNode span) {
    return span.has("start") && span.has("end") && span.path(LABELS).isArray();
  }

  // Label Studio's format JSON

  private static JsonLayout ofLabelStudioTask(Source source, Problems problems)
      throws InputException {
    List<JsonNode> spans = new ArrayList<>();
    JsonNode annotation = annotation(source);
    for (JsonNode result : annotation.path("result")) {
      String type = result.path("type").asText("unknown");
      JsonNode value = result.path("value");
      if (value.path(LABELS).isArray()) {
        spans.add(value);
      } else if (value.has("start")) {
        throw problems.problem(
            "it has spans of the kind " + type,
            "export the labels of a <Text> with <Labels>; other kinds are not read");
      } else {
        source.note(
            "results that are not spans, such as choices and relations, are not read", type);
      }
    }
    String text = taskText(source.record.get(DATA), problems);
    return new JsonLayout(
        LABEL_STUDIO, TextOffsets.Unit.UTF16, false, text, spans, List.of(), annotation.isObject());
  }

  /** Returns the annotation of a task to read, or a missing node if there is none. */
  private static JsonNode annotation(Source source) {
    JsonNode record = source.record;
    // In the first versions, the member had another name.
    JsonNode annotations = record.path(record.has("annotations") ? "annotations" : "completions");
    List<JsonNode> finished = elements(annotations);
    finished.removeIf(annotation -> annotation.path("was_cancelled").asBoolean());
    if (finished.isEmpty()) {
      source.notes.add("tasks without an annotation are skipped", source.place);
      return annotations.path(-1);
    }

    if (finished.size() > 1) {
      source.notes.add(
          "tasks with several annotations, of which the ground truth or else the first one is read",
          source.place);
    }
    for (JsonNode annotation : finished) {
      if (annotation.path("ground_truth").asBoolean()) {
        return annotation;
      }
    }
    return finished.get(0);
  }

  /** Returns the text of a task: its only string, or the member called "text" or "data". */
  private static String taskText(JsonNode data, Problems problems) throws InputException {
    List<JsonNode> texts = elements(data);
    texts.removeIf(value -> !value.isTextual());
    if (!data.path(TEXT).isTextual() && texts.size() == 1) {
      return texts.get(0).textValue();
    }
    return text(data, problems);
  }
}
