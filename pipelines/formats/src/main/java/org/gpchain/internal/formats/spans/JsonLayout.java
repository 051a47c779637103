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
 * Where a JSON record of an annotation tool has its text and its spans.
 *
 * @param tool the name of the tool
 * @param unit what offsets count, unless their text shows otherwise
 * @param isStated whether the record says what they count
 * @param spans arrays of two offsets and a label, or objects
 * @param tokens objects; empty if the record has none
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

  /** Fields that hold spans in Doccano's layouts. */
  private static final List<String> OF_DOCCANO =
      List.of("entities", LABELS, "label", "annotations");

  /** Prodigy's answers to tasks that are not part of the annotated corpus. */
  private static final Set<String> NOT_ACCEPTED = Set.of("reject", "ignore");

  /** Makes an exception from the fault of a record and its remedy. */
  interface Problems {
    InputException problem(String problem, String cure);
  }

  private record Finder(JsonNode record, SegmentLayer layer, ReadingNotes notes, String place) {}

  /**
   * Finds the layout of a record.
   *
   * @param layer the layer that is learned, where a record has spans of several
   * @param place where the record is, for notes
   * @throws InputException if it has no text, or spans of several kinds
   */
  static JsonLayout of(
      JsonNode record, SegmentLayer layer, ReadingNotes notes, String place, Problems problems)
      throws InputException {
    Finder finder = new Finder(record, layer, notes, place);
    countRelations(finder);
    if (record.path(DATA).isObject()) {
      return ofLabelStudioTask(finder, problems);
    }
    if (record.path("segments").isArray()) {
      return ofSegments(finder, problems);
    }
    if (record.path("sentences").isArray() && record.path("layers").isArray()) {
      return ofLayers(finder, problems);
    }
    if (record.path("spans").isArray()) {
      return ofProdigy(finder, problems);
    }
    return ofFields(finder, problems);
  }

  private static void countRelations(Finder finder) {
    for (JsonNode relation : finder.record.path("relations")) {
      finder.notes.add("relations, which are not read", relation + " in " + finder.place);
    }
  }

  private static String text(JsonNode record, Problems problems) throws InputException {
    // Some versions of Doccano call it data.
    for (String field : List.of(TEXT, DATA)) {
      if (record.path(field).isTextual()) {
        return record.get(field).textValue();
      }
    }
    List<String> fields = new ArrayList<>();
    record.fieldNames().forEachRemaining(fields::add);
    throw problems.problem(
        "this record has no \"text\" that is a string; its fields are " + fields,
        fields.contains("tokens")
            ? "write its tokens and their labels as columns, one token per line (--format column)"
            : "call the field with the text \"text\"");
  }

  private static List<JsonNode> elements(JsonNode array) {
    List<JsonNode> elements = new ArrayList<>();
    array.forEach(elements::add);
    return elements;
  }

  // GPChain

  private static JsonLayout ofSegments(Finder finder, Problems problems) throws InputException {
    List<JsonNode> segments = elements(finder.record.get("segments"));
    Set<String> models = new TreeSet<>();
    segments.forEach(segment -> models.add(segment.path("model").asText("")));
    if (models.size() > 1) {
      throw problems.problem(
          "its segments are of several models, " + models,
          "annotate with one model, or keep the segments of one of them");
    }
    return ofGpChain(finder, segments, problems);
  }

  private static JsonLayout ofLayers(Finder finder, Problems problems) throws InputException {
    List<JsonNode> layers = elements(finder.record.get("layers"));
    List<JsonNode> segments = new ArrayList<>();
    for (JsonNode sentence : finder.record.get("sentences")) {
      for (JsonNode segment : sentence.path("segments")) {
        if (layers.size() <= 1 || isOfLayer(segment, layers, finder.layer)) {
          segments.add(segment);
        } else {
          finder.notes.add(
              "segments of other layers than " + finder.layer.shortTypeName() + " are left out",
              segment.path(TEXT).asText() + " in " + finder.place);
        }
      }
    }
    return ofGpChain(finder, segments, problems);
  }

  private static boolean isOfLayer(JsonNode segment, List<JsonNode> layers, SegmentLayer layer) {
    int number = segment.path("layer").asInt(-1);
    return number >= 0
        && number < layers.size()
        && layers.get(number).path("type").asText().equals(layer.typeName());
  }

  private static JsonLayout ofGpChain(Finder finder, List<JsonNode> segments, Problems problems)
      throws InputException {
    String text = text(finder.record, problems);
    return new JsonLayout(
        GPCHAIN,
        statedUnit(finder.record, TextOffsets.Unit.UTF16, problems),
        true,
        text,
        segments,
        List.of(),
        true);
  }

  private static TextOffsets.Unit statedUnit(
      JsonNode record, TextOffsets.Unit usual, Problems problems) throws InputException {
    JsonNode unit = record.path("offsetUnit");
    if (unit.isMissingNode()) {
      return usual;
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

  private static JsonLayout ofProdigy(Finder finder, Problems problems) throws InputException {
    JsonNode record = finder.record;
    String answer = record.path("answer").asText();
    boolean isAccepted = !NOT_ACCEPTED.contains(answer);
    if (!isAccepted) {
      finder.notes.add("records whose answer is reject or ignore are left out", finder.place);
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

  private static JsonLayout ofFields(Finder finder, Problems problems) throws InputException {
    JsonNode record = finder.record;
    String text = text(record, problems);
    List<JsonNode> ofLabelStudio = new ArrayList<>();
    record.forEach(
        field -> {
          if (field.isArray() && isOfLabelStudio(field.path(0))) {
            ofLabelStudio.addAll(elements(field));
          }
        });
    if (!ofLabelStudio.isEmpty()) {
      return new JsonLayout(
          LABEL_STUDIO,
          statedUnit(record, TextOffsets.Unit.UTF16, problems),
          record.has("offsetUnit"),
          text,
          ofLabelStudio,
          List.of(),
          true);
    }

    List<JsonNode> spans = List.of();
    String field =
        OF_DOCCANO.stream().filter(name -> record.path(name).isArray()).findFirst().orElse(null);
    if (field != null) {
      spans = elements(record.get(field));
    } else {
      finder.notes.add(
          "records without a field for spans, such as label, are texts without any", finder.place);
    }
    return new JsonLayout(
        DOCCANO,
        statedUnit(record, TextOffsets.Unit.CODE_POINTS, problems),
        record.has("offsetUnit"),
        text,
        spans,
        elements(record.path("tokens")),
        true);
  }

  private static boolean isOfLabelStudio(JsonNode span) {
    return span.has("start") && span.has("end") && span.path(LABELS).isArray();
  }

  // Label Studio's JSON

  private static JsonLayout ofLabelStudioTask(Finder finder, Problems problems)
      throws InputException {
    JsonNode record = finder.record;
    List<JsonNode> spans = new ArrayList<>();
    JsonNode annotation = annotation(finder);
    for (JsonNode result : annotation.path("result")) {
      JsonNode value = result.path("value");
      if (value.path(LABELS).isArray()) {
        spans.add(value);
      } else if (value.has("start")) {
        throw problems.problem(
            "it has spans of the kind " + result.path("type").asText("unknown"),
            "export the labels of a <Text> with <Labels>; other kinds are not read");
      } else {
        finder.notes.add(
            "results that are no spans, such as choices and relations, are not read",
            result.path("type").asText("unknown") + " in " + finder.place);
      }
    }
    return new JsonLayout(
        LABEL_STUDIO,
        TextOffsets.Unit.UTF16,
        false,
        taskText(record.get(DATA), problems),
        spans,
        List.of(),
        annotation.isObject());
  }

  /** Chooses the annotation of a task; a missing node if there is none. */
  private static JsonNode annotation(Finder finder) {
    JsonNode record = finder.record;
    // The field had another name in the first versions.
    JsonNode all =
        record.has("annotations") ? record.get("annotations") : record.path("completions");
    List<JsonNode> finished = elements(all);
    finished.removeIf(one -> one.path("was_cancelled").asBoolean());
    if (finished.isEmpty()) {
      finder.notes.add("tasks without an annotation are left out", finder.place);
      return all.path(-1);
    }

    if (finished.size() > 1) {
      finder.notes.add(
          "tasks with several annotations, of which the ground truth or else the first one is read",
          finder.place);
    }
    return finished.stream()
        .filter(one -> one.path("ground_truth").asBoolean())
        .findFirst()
        .orElse(finished.get(0));
  }

  private static String taskText(JsonNode data, Problems problems) throws InputException {
    List<JsonNode> texts = elements(data);
    texts.removeIf(value -> !value.isTextual());
    if (!data.path(TEXT).isTextual() && texts.size() == 1) {
      return texts.get(0).textValue();
    }
    return text(data, problems);
  }
}
