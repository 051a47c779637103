package org.gpchain.internal.documents.output;

import com.fasterxml.jackson.annotation.JsonInclude;
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
import org.gpchain.internal.documents.output.AnnotatedDocument.Layer;
import org.gpchain.internal.documents.output.AnnotatedDocument.Segment;

/**
 * One JSON object for each document. Offsets count UTF-16 units of the text, as Java and JavaScript
 * do; the text of each segment is given too, for programs that count otherwise.
 */
public final class JsonWriter {
  private static final String OFFSET_UNIT = "utf16";
  private static final double DIGITS = 1e6;

  /** Escapes Unicode's separators too, so that nobody takes them for the end of the line. */
  private static final JsonFactory LINE =
      new JsonFactoryBuilder()
          .characterEscapes(JsonpCharacterEscapes.instance())
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .build();

  private JsonWriter() {}

  /** JSON in many lines, with the same line ends on every system. */
  public static byte[] indented(Object value) {
    DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    printer.indentObjectsWith(indenter);
    printer.indentArraysWith(indenter);
    return RecordJson.bytes(value, printer);
  }

  /** A probability with as many digits as are written. */
  public static double rounded(double probability) {
    return Math.round(probability * DIGITS) / DIGITS;
  }

  private record Document(
      String document,
      List<Layer> layers,
      String offsetUnit,
      String text,
      List<Sentence> sentences) {}

  private record Sentence(int begin, int end, List<Annotation> segments) {}

  private record Annotation(
      int layer,
      int begin,
      int end,
      String value,
      double probability,
      String text,
      @JsonInclude(JsonInclude.Include.NON_NULL) List<Annotation> alternatives) {}

  /** Writes the layers, and the sentences with their segments, in many lines. */
  static void write(AnnotatedDocument document, OutputStream out) throws IOException {
    List<Sentence> sentences =
        document.sentences().stream().map(s -> sentence(s, document.text())).toList();
    out.write(
        indented(
            new Document(
                document.name(), document.layers(), OFFSET_UNIT, document.text(), sentences)));
    out.write('\n');
  }

  private static Sentence sentence(AnnotatedSentence sentence, String text) {
    return new Sentence(
        sentence.begin(),
        sentence.end(),
        sentence.segments().stream().map(segment -> annotation(segment, text)).toList());
  }

  private static Annotation annotation(Segment segment, String text) {
    List<Annotation> others =
        segment.alternatives().stream().map(other -> annotation(other, text)).toList();
    return new Annotation(
        segment.layer(),
        segment.begin(),
        segment.end(),
        segment.type(),
        rounded(segment.probability()),
        text.substring(segment.begin(), segment.end()),
        others.isEmpty() ? null : others);
  }

  /** Writes the text and its segments in one line, field by field: there may be millions. */
  static void writeLine(AnnotatedDocument document, OutputStream out) throws IOException {
    String text = document.text();
    try (JsonGenerator json = LINE.createGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("name", document.name());
      json.writeStringField("text", text);
      json.writeStringField("offsetUnit", OFFSET_UNIT);
      json.writeArrayFieldStart("segments");
      for (AnnotatedSentence sentence : document.sentences()) {
        for (Segment segment : sentence.segments()) {
          begin(segment, json);
          json.writeStringField("model", document.layers().get(segment.layer()).model());
          json.writeStringField("text", text.substring(segment.begin(), segment.end()));
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
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    out.write('\n');
  }

  /** Begins a segment; an alternative has no more: its model is that of the segment. */
  private static void begin(Segment segment, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeNumberField("begin", segment.begin());
    json.writeNumberField("end", segment.end());
    json.writeStringField("type", segment.type());
    json.writeNumberField("probability", rounded(segment.probability()));
  }
}
