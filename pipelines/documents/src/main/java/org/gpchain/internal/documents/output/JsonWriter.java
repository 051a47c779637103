package org.gpchain.internal.documents.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonpCharacterEscapes;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.gpchain.internal.core.file.RecordJson;
import org.gpchain.internal.documents.output.AnnotatedDocument.AnnotatedSentence;
import org.gpchain.internal.documents.output.AnnotatedDocument.Segment;

/**
 * Writes a document as a JSON object. Offsets count UTF-16 code units, as in Java and JavaScript.
 * The text of each segment is written too, for programs that count differently.
 */
public final class JsonWriter {
  private static final String OFFSET_UNIT = "utf16";

  /** Inverse of the precision to which probabilities are rounded. */
  private static final double DIGITS = 1e6;

  private static final JsonFactory MANY_LINES =
      new JsonFactoryBuilder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

  /** Also escapes the line separators of Unicode, which some programs take for line ends. */
  private static final JsonFactory ONE_LINE =
      new JsonFactoryBuilder()
          .characterEscapes(JsonpCharacterEscapes.instance())
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .build();

  private JsonWriter() {}

  /** Returns a value as indented JSON. The line ends are the same on every system. */
  public static byte[] indented(Object value) {
    return RecordJson.bytes(value, printer());
  }

  private static DefaultPrettyPrinter printer() {
    DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    printer.indentObjectsWith(indenter);
    printer.indentArraysWith(indenter);
    return printer;
  }

  /** Rounds a probability to the precision in which it is written. */
  public static double rounded(double probability) {
    return Math.round(probability * DIGITS) / DIGITS;
  }

  /** Writes the layers, and the sentences with their segments, as indented JSON. */
  static void write(AnnotatedDocument document, OutputStream out) throws IOException {
    try (JsonGenerator json = MANY_LINES.createGenerator(out)) {
      json.setPrettyPrinter(printer());
      json.writeStartObject();
      json.writeStringField("document", document.name());
      json.writeFieldName("layers");
      RecordJson.write(document.layers(), json);
      json.writeStringField("offsetUnit", OFFSET_UNIT);
      json.writeStringField("text", document.text());

      json.writeArrayFieldStart("sentences");
      for (AnnotatedSentence sentence : document.sentences()) {
        json.writeStartObject();
        json.writeNumberField("begin", sentence.begin());
        json.writeNumberField("end", sentence.end());
        writeSegments("segments", sentence.segments(), document.text(), json);
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    out.write('\n');
  }

  private static void writeSegments(
      String name, List<Segment> segments, String text, JsonGenerator json) throws IOException {
    json.writeArrayFieldStart(name);
    for (Segment segment : segments) {
      json.writeStartObject();
      json.writeNumberField("layer", segment.layer());
      json.writeNumberField("begin", segment.begin());
      json.writeNumberField("end", segment.end());
      json.writeStringField("value", segment.type());
      json.writeNumberField("probability", rounded(segment.probability()));
      json.writeStringField("text", text.substring(segment.begin(), segment.end()));
      if (!segment.alternatives().isEmpty()) {
        writeSegments("alternatives", segment.alternatives(), text, json);
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Writes the text and its segments on one line. */
  static void writeLine(AnnotatedDocument document, OutputStream out) throws IOException {
    String text = document.text();
    try (JsonGenerator json = ONE_LINE.createGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("name", document.name());
      json.writeStringField("text", text);
      json.writeStringField("offsetUnit", OFFSET_UNIT);

      json.writeArrayFieldStart("segments");
      for (AnnotatedSentence sentence : document.sentences()) {
        for (Segment segment : sentence.segments()) {
          writeSegment(segment, document, json);
        }
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    out.write('\n');
  }

  /** Writes a segment with its alternatives on the line of a document. */
  private static void writeSegment(Segment segment, AnnotatedDocument document, JsonGenerator json)
      throws IOException {
    begin(segment, json);
    json.writeStringField("model", document.layers().get(segment.layer()).model());
    json.writeStringField("text", document.text().substring(segment.begin(), segment.end()));
    if (!segment.alternatives().isEmpty()) {
      json.writeArrayFieldStart("alternatives");
      for (Segment other : segment.alternatives()) {
        begin(other, json);
        json.writeEndObject();
      }
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  /** Begins a segment with the members that alternatives have too. */
  private static void begin(Segment segment, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeNumberField("begin", segment.begin());
    json.writeNumberField("end", segment.end());
    json.writeStringField("type", segment.type());
    json.writeNumberField("probability", rounded(segment.probability()));
  }
}
