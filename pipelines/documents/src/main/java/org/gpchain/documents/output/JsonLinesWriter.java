package org.gpchain.documents.output;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonpCharacterEscapes;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.gpchain.documents.output.AnnotatedDocument.Segment;

/**
 * One JSON object in one line: the document's name, text and segments. Offsets count UTF-16 units
 * of the text, as in {@link JsonWriter}. Unicode's separators of lines and paragraphs are escaped,
 * so that nobody takes them for the end of the line.
 */
final class JsonLinesWriter {
  private static final ObjectWriter JSON =
      new ObjectMapper()
          .writer(JsonpCharacterEscapes.instance())
          .without(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

  /** How the object looks. */
  private record Document(String name, String text, String offsetUnit, List<Annotation> segments) {}

  /** A segment; of an alternative the model and the words are left out. */
  private record Annotation(
      int begin,
      int end,
      String type,
      double probability,
      @JsonInclude(JsonInclude.Include.NON_NULL) String model,
      @JsonInclude(JsonInclude.Include.NON_NULL) String text,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Annotation> alternatives) {}

  private JsonLinesWriter() {}

  static void write(AnnotatedDocument document, OutputStream out) throws IOException {
    JSON.writeValue(
        out,
        new Document(
            document.name(),
            document.text(),
            JsonWriter.OFFSET_UNIT,
            document.segments().stream().map(segment -> annotation(segment, document)).toList()));
    out.write('\n');
  }

  private static Annotation annotation(Segment segment, AnnotatedDocument document) {
    return annotation(
        segment,
        document.layers().get(segment.layer()).model(),
        document.text().substring(segment.begin(), segment.end()));
  }

  private static Annotation annotation(Segment segment, String model, String text) {
    return new Annotation(
        segment.begin(),
        segment.end(),
        segment.type(),
        JsonWriter.rounded(segment.probability()),
        model,
        text,
        segment.alternatives().stream().map(other -> annotation(other, null, null)).toList());
  }
}
