package org.gpchain.internal.formats.spans;

import static org.gpchain.core.text.Numbers.format;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.TextLines;

/**
 * A reader of annotations in brat's stand-off format (http://brat.nlplab.org/standoff.html). Only
 * text-bound annotations (lines that begin with {@code T}) are read.
 */
final class BratStandoff {
  private static final Pattern ENTITY = Pattern.compile("(T\\S+)\\t(\\S+) ([\\d; ]+)(?:\\t(.*))?");

  /** Note of GPChain on an annotation whose label is not a valid name in brat. */
  private static final Pattern LABEL_NOTE =
      Pattern.compile("#\\S+\\tAnnotatorNotes (T\\S+)\\tprobability [\\d.]+, model .*, type (.*)");

  /** Note of GPChain on any annotation. */
  private static final Pattern PROBABILITY_NOTE =
      Pattern.compile("#\\S+\\tAnnotatorNotes T\\S+\\tprobability [\\d.]+, model .*");

  private final Path file;
  private final SegmentLayer layer;
  private final ReadingNotes notes;

  /** Spans by the identifiers of their annotations. */
  private final Map<String, RawSpan> spans = new LinkedHashMap<>();

  /** Line numbers, from 1, by the identifiers of annotations. */
  private final Map<String, Integer> lines = new HashMap<>();

  /** Labels in notes of GPChain, by the identifiers of annotations. */
  private final Map<String, String> labels = new HashMap<>();

  /**
   * Creates a reader.
   *
   * @param file file with the annotations for messages
   * @param layer layer of the annotations that are created from the spans
   */
  BratStandoff(Path file, SegmentLayer layer, ReadingNotes notes) {
    this.file = file;
    this.layer = layer;
    this.notes = notes;
  }

  /**
   * Reads the annotations of a text.
   *
   * @param textFile file of the text for messages
   * @param annotations buffered stream with the annotations; closed
   * @throws InputException if a line is malformed, or contradicts the text
   */
  SpanDocument read(Path textFile, String text, InputStream annotations) throws IOException {
    try (TextLines in = new TextLines(file, annotations, StandardCharsets.UTF_8)) {
      for (String line = in.next(); line != null; line = in.next()) {
        add(line, in.line());
      }
    }

    FittingOffsets fitting =
        FittingOffsets.of(text, TextOffsets.Unit.CODE_POINTS, List.copyOf(spans.values()));
    TextOffsets offsets = fitting.offsets();
    List<TypedSpan> typed = new ArrayList<>();
    for (Map.Entry<String, RawSpan> entry : spans.entrySet()) {
      RawSpan span = entry.getValue();
      check(entry.getKey(), span, text, offsets);
      Map<String, String> value = Map.of(layer.valueFeature(), labelOf(entry.getKey(), span));
      typed.add(new TypedSpan(span.range(offsets), layer.typeName(), value));
    }
    return new SpanDocument(textFile, text, List.of(), List.of(), typed, Map.of(), true);
  }

  /**
   * Returns the label in GPChain's note on an annotation, or the label of the annotation if there
   * is no note, or if the annotation has been changed since.
   */
  private String labelOf(String id, RawSpan span) {
    String noted = labels.getOrDefault(id, span.label());
    boolean isUnchanged = BratFiles.labelName(noted).equals(span.label());
    return isUnchanged ? noted : span.label();
  }

  private void add(String line, int number) throws InputException {
    Matcher label = LABEL_NOTE.matcher(line);
    if (line.startsWith("T")) {
      addEntity(line, number);
    } else if (label.matches()) {
      labels.put(label.group(1), label.group(2));
    } else if (!line.isBlank() && !PROBABILITY_NOTE.matcher(line).matches()) {
      notes.add(
          "lines of brat other than T, such as relations (R), events (E), attributes (A) and notes"
              + " (#), are not read",
          RawSpan.quoted(line) + " in " + InputException.place(file, number));
    }
  }

  private void addEntity(String line, int number) throws InputException {
    Matcher entity = ENTITY.matcher(line);
    if (!entity.matches()) {
      throw new InputException(
          file,
          number,
          "this is not a text-bound annotation of brat: " + RawSpan.quoted(line),
          "write T1, a TAB, a label and offsets such as PER 0 4, a TAB, and the text");
    }

    List<TextRange> fragments = new ArrayList<>();
    for (String fragment : entity.group(3).split(";", -1)) {
      fragments.add(fragment(fragment, number));
    }

    String id = entity.group(1);
    if (lines.containsKey(id)) {
      throw new InputException(
          file,
          number,
          format("there is another annotation %s in line %s", id, lines.get(id)),
          "use a different identifier for each annotation");
    }
    lines.put(id, number);
    String place = InputException.place(file, number);
    spans.put(id, new RawSpan(fragments, entity.group(2), entity.group(4), place));
  }

  private TextRange fragment(String offsets, int number) throws InputException {
    String[] bounds = offsets.split(" ", -1);
    try {
      if (bounds.length == 2) {
        return new TextRange(Integer.parseInt(bounds[0]), Integer.parseInt(bounds[1]));
      }
    } catch (NumberFormatException e) {
      // The exception below reports this problem, too.
    }
    throw new InputException(
        file,
        number,
        format("'%s' is not a pair of offsets", offsets),
        "write the begin and the end of each fragment, such as 0 4;9 12");
  }

  private void check(String id, RawSpan span, String text, TextOffsets offsets)
      throws InputException {
    if (!span.fits(text, offsets)) {
      throw new InputException(
          file,
          lines.get(id),
          span.misfit(text, offsets),
          "correct the offsets, which brat counts in code points, or remove the line");
    }
    if (span.isInterrupted(text, offsets)) {
      notes.add(
          "annotations of several fragments are read from the first to the last one",
          format("%s, %s", id, span.example(text, offsets)));
    }
  }
}
