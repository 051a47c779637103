package org.gpchain.internal.documents.output;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.documents.output.AnnotatedDocument.AnnotatedSentence;
import org.gpchain.internal.documents.output.AnnotatedDocument.AnnotatedToken;
import org.gpchain.internal.documents.output.AnnotatedDocument.Segment;

/**
 * Writes WebAnno TSV 3.3, which INCEpTION imports: a line for each token, and a column for each
 * annotation type. If a segment begins or ends inside a token, that part of the token has a
 * separate line.
 */
final class WebAnnoWriter {
  private static final Map<String, String> FEATURES =
      Map.of(
          POS._TypeName, SegmentLayer.PART_OF_SPEECH.valueFeature(),
          Chunk._TypeName, SegmentLayer.CHUNK.valueFeature());

  /** Characters with a special meaning in a cell, which are escaped. */
  private static final Pattern SPECIAL = Pattern.compile("->|[\\\\\\[\\]|_;*]");

  private static final String NONE = "_";
  private static final String NO_VALUE = "*";

  private final AnnotatedDocument document;
  private final StringBuilder out = new StringBuilder();

  /** The annotation types. Each type has a column. */
  private final List<String> types;

  /**
   * Numbers of segments, which are written if segments of the same type share a line or a segment
   * has several lines.
   */
  private final IdentityHashMap<Segment, Integer> numbers = new IdentityHashMap<>();

  /** A part of a token, or the whole token. */
  private record Part(int begin, int end) {
    static final Comparator<Part> ORDER =
        Comparator.comparingInt(Part::begin).thenComparingInt(Part::end);
  }

  private WebAnnoWriter(AnnotatedDocument document) {
    this.document = document;
    this.types = document.layers().stream().map(AnnotatedDocument.Layer::type).distinct().toList();
  }

  /** Writes a document. */
  static void write(AnnotatedDocument document, OutputStream out) throws IOException {
    WebAnnoWriter writer = new WebAnnoWriter(document);
    writer.appendHeader();
    int number = 0;
    for (AnnotatedSentence sentence : document.sentences()) {
      writer.append(sentence, ++number);
    }
    out.write(writer.out.toString().getBytes(StandardCharsets.UTF_8));
  }

  private void appendHeader() {
    out.append("#FORMAT=WebAnno TSV 3.3\n");
    for (String type : types) {
      String feature = FEATURES.getOrDefault(type, SegmentLayer.NAMED_ENTITY.valueFeature());
      out.append("#T_SP=").append(type).append('|').append(feature).append('\n');
    }
    out.append('\n');
  }

  /** Appends the lines of a sentence. */
  private void append(AnnotatedSentence sentence, int number) {
    String text = document.text().substring(sentence.begin(), sentence.end());
    out.append("\n#Text=").append(withoutLineEnds(text.replace("\\", "\\\\"))).append('\n');
    for (int t = 0; t < sentence.tokens().size(); t++) {
      AnnotatedToken token = sentence.tokens().get(t);
      Map<Part, List<Segment>> parts = parts(token, sentence.segments());
      Part whole = new Part(token.begin(), token.end());
      String position = number + "-" + (t + 1);
      append(position, whole, parts.getOrDefault(whole, List.of()));

      parts.remove(whole);
      int subToken = 0;
      for (Map.Entry<Part, List<Segment>> part : parts.entrySet()) {
        subToken++;
        append(position + "." + subToken, part.getKey(), part.getValue());
      }
    }
  }

  /** Returns the parts of a token that segments cover, with these segments. */
  private static Map<Part, List<Segment>> parts(AnnotatedToken token, List<Segment> segments) {
    Map<Part, List<Segment>> parts = new TreeMap<>(Part.ORDER);
    for (Segment segment : segments) {
      int begin = Math.max(segment.begin(), token.begin());
      int end = Math.min(segment.end(), token.end());
      if (begin < end) {
        parts.computeIfAbsent(new Part(begin, end), same -> new ArrayList<>()).add(segment);
      }
    }
    return parts;
  }

  /** Appends the line of a token or of a part of a token. */
  private void append(String position, Part part, List<Segment> segments) {
    out.append(position).append('\t');
    out.append(part.begin()).append('-').append(part.end()).append('\t');
    out.append(escaped(document.text().substring(part.begin(), part.end()))).append('\t');
    for (String type : types) {
      out.append(cell(part, segments, type)).append('\t');
    }
    out.append('\n');
  }

  /** Returns the cell of an annotation type. */
  private String cell(Part part, List<Segment> segments, String type) {
    List<Segment> ofType = new ArrayList<>();
    for (Segment segment : segments) {
      if (document.layers().get(segment.layer()).type().equals(type)) {
        ofType.add(segment);
      }
    }
    if (ofType.isEmpty()) {
      return NONE;
    }

    List<String> values = new ArrayList<>();
    for (Segment segment : ofType) {
      boolean hasOneLine = segment.begin() == part.begin() && segment.end() == part.end();
      String value = value(segment);
      if (ofType.size() > 1 || !hasOneLine) {
        value += "[" + number(segment) + "]";
      }
      values.add(value);
    }
    return String.join("|", values);
  }

  /** Returns the number of a segment. Numbers are assigned in the order of the first calls. */
  private int number(Segment segment) {
    return numbers.computeIfAbsent(segment, same -> numbers.size() + 1);
  }

  private static String value(Segment segment) {
    if (segment.type().isEmpty()) {
      return NO_VALUE;
    }
    return escaped(segment.type());
  }

  private static String escaped(String cell) {
    return withoutLineEnds(SPECIAL.matcher(cell).replaceAll("\\\\$0"));
  }

  private static String withoutLineEnds(String text) {
    return text.replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r");
  }
}
