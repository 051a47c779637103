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
 * Reads the annotations of brat's stand-off format (http://brat.nlplab.org/standoff.html). Of their
 * kinds, text-bound annotations (lines {@code T}) are read.
 */
final class BratStandoff {
  private static final Pattern ENTITY = Pattern.compile("(T\\S+)\\t(\\S+) ([\\d; ]+)(?:\\t(.*))?");

  /** What GPChain writes about an annotation whose label is no name for brat. */
  private static final Pattern LABEL_NOTE =
      Pattern.compile("#\\S+\\tAnnotatorNotes (T\\S+)\\tprobability [\\d.]+, model .*, type (.*)");

  /** What GPChain writes about any annotation. */
  private static final Pattern PROBABILITY_NOTE =
      Pattern.compile("#\\S+\\tAnnotatorNotes T\\S+\\tprobability [\\d.]+, model .*");

  private final Path file;
  private final SegmentLayer layer;
  private final ReadingNotes notes;

  /** By the identifiers of the annotations. */
  private final Map<String, RawSpan> spans = new LinkedHashMap<>();

  private final Map<String, Integer> lines = new HashMap<>();
  private final Map<String, String> labels = new HashMap<>();

  /**
   * @param file the file with the annotations, which messages name
   * @param layer what the spans become annotations of
   */
  BratStandoff(Path file, SegmentLayer layer, ReadingNotes notes) {
    this.file = file;
    this.layer = layer;
    this.notes = notes;
  }

  /**
   * Reads the annotations of a text.
   *
   * @param textFile what messages about the text name
   * @param annotations buffered; closed
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
      String label = labels.getOrDefault(entry.getKey(), span.label());
      // The label in the note counts unless somebody has changed the annotation since.
      boolean isUnchanged = BratFiles.labelName(label).equals(span.label());
      Map<String, String> value = Map.of(layer.valueFeature(), isUnchanged ? label : span.label());
      typed.add(new TypedSpan(span.range(offsets), layer.typeName(), value));
    }
    return new SpanDocument(textFile, text, List.of(), List.of(), typed, Map.of(), true);
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
          "this is no text-bound annotation of brat: " + RawSpan.quoted(line),
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
          "give each annotation an identifier of its own");
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
      // Reported below, as any other fault of the offsets.
    }
    throw new InputException(
        file,
        number,
        format("'%s' are not two offsets", offsets),
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
