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
import org.gpchain.documents.page.ModelCard;

/**
 * One JSON object: the document's name and text, the layers, and the sentences with their segments.
 * Offsets count UTF-16 units of the text, as Java and JavaScript do; the text of each segment is
 * given too, for programs that count otherwise.
 */
public final class JsonWriter {
  /** The unit of offsets. */
  static final String OFFSET_UNIT = "utf16";

  private static final double DIGITS = 1e6;

  private static final ObjectWriter JSON =
      indented().without(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

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

  private JsonWriter() {}

  /** Writes JSON in many lines, with the same line ends on every system. */
  public static ObjectWriter indented() {
    DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    printer.indentObjectsWith(indenter);
    printer.indentArraysWith(indenter);
    return new ObjectMapper().writer(printer);
  }

  static void write(AnnotatedDocument document, OutputStream out) throws IOException {
    JSON.writeValue(
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
  public static double rounded(double probability) {
    return Math.round(probability * DIGITS) / DIGITS;
  }
}
