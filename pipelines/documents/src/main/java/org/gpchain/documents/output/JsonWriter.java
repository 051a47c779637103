package org.gpchain.documents.output;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.gpchain.documents.output.AnnotatedDocument.AnnotatedSentence;
import org.gpchain.documents.output.AnnotatedDocument.Segment;

/**
 * One JSON object: the document's name and text, the layers, and the sentences with their segments.
 * Offsets count UTF-16 units of the text, as Java and JavaScript do; the text of each segment is
 * given too, for programs that count otherwise.
 */
final class JsonWriter implements DocumentWriter {
  /** The unit of offsets. */
  static final String OFFSET_UNIT = "utf16";

  private static final double DIGITS = 1e6;

  private final ObjectWriter json;

  JsonWriter() {
    DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
    // The same line ends on every system.
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    printer.indentObjectsWith(indenter);
    printer.indentArraysWith(indenter);
    json = new ObjectMapper().writer(printer).without(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
  }

  /** How the object looks. */
  private record Document(
      String document,
      List<LayerOfModel> layers,
      String offsetUnit,
      String text,
      List<Sentence> sentences) {}

  private record LayerOfModel(
      String model, String type, @JsonInclude(JsonInclude.Include.NON_NULL) ModelCard card) {}

  private record Sentence(int begin, int end, List<Annotation> segments) {}

  private record Annotation(
      int layer,
      int begin,
      int end,
      String value,
      double probability,
      String text,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Annotation> alternatives) {}

  @Override
  public void write(AnnotatedDocument document, OutputStream out) throws IOException {
    json.writeValue(
        out,
        new Document(
            document.name(),
            document.layers().stream()
                .map(layer -> new LayerOfModel(layer.model(), layer.type(), layer.card()))
                .toList(),
            OFFSET_UNIT,
            document.text(),
            document.sentences().stream()
                .map(sentence -> sentence(sentence, document.text()))
                .toList()));
    out.write('\n');
  }

  private static Sentence sentence(AnnotatedSentence sentence, String text) {
    return new Sentence(
        sentence.begin(),
        sentence.end(),
        sentence.segments().stream().map(segment -> annotation(segment, text)).toList());
  }

  private static Annotation annotation(Segment segment, String text) {
    return new Annotation(
        segment.layer(),
        segment.begin(),
        segment.end(),
        segment.type(),
        rounded(segment.probability()),
        text.substring(segment.begin(), segment.end()),
        segment.alternatives().stream().map(other -> annotation(other, text)).toList());
  }

  /** A probability with as many digits as are written. */
  static double rounded(double probability) {
    return Math.round(probability * DIGITS) / DIGITS;
  }
}
