package org.gpchain.documents.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.gpchain.documents.output.AnnotatedDocument.Layer;
import org.gpchain.documents.output.AnnotatedDocument.Segment;

/**
 * The stand-off format of brat (http://brat.nlplab.org/standoff.html): a line {@code T} for each
 * segment, and its probability in a note, which brat shows without being configured for it, as it
 * would have to be for an attribute. Offsets count code points, as Python does, and brat is written
 * in it. No annotation contains the end of a line: it is discontinuous there.
 */
final class BratWriter {
  /** What ends a line for brat or Python, or a field; with the spaces around it. */
  private static final Pattern BREAK =
      Pattern.compile("[\\p{Cc}\\p{Z}]*[\\p{Cc}\\p{Zl}\\p{Zp}][\\p{Cc}\\p{Z}]*");

  private static final Pattern NO_NAME = Pattern.compile("[^\\p{L}\\p{M}\\p{N}_-]");

  private record Fragment(int begin, int end) {}

  /**
   * Where places in a text are if code points are counted instead of UTF-16 units. From one place
   * to the next it takes time in proportion to the distance.
   */
  private static final class CodePointOffsets {
    private final String text;
    private int units;
    private int codePoints;

    CodePointOffsets(String text) {
      this.text = text;
    }

    /**
     * The number of code points before a place.
     *
     * @param offset of the place in UTF-16 units, not within a surrogate pair
     */
    int of(int offset) {
      codePoints +=
          offset >= units
              ? text.codePointCount(units, offset)
              : -text.codePointCount(offset, units);
      units = offset;
      return codePoints;
    }
  }

  private BratWriter() {}

  static void write(AnnotatedDocument document, OutputStream out) throws IOException {
    CodePointOffsets offsets = new CodePointOffsets(document.text());
    int number = 0;
    for (Segment segment : document.segments()) {
      List<Fragment> fragments = fragments(document.text(), segment);
      if (!fragments.isEmpty()) {
        number++;
        String lines =
            entity(number, segment, fragments, document.text(), offsets)
                + note(number, segment, document.layers().get(segment.layer()));
        out.write(lines.getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private static List<Fragment> fragments(String text, Segment segment) {
    List<Fragment> fragments = new ArrayList<>();
    Matcher gap = BREAK.matcher(text).region(segment.begin(), segment.end());
    int begin = segment.begin();
    while (gap.find()) {
      addFragment(text, begin, gap.start(), fragments);
      begin = gap.end();
    }
    addFragment(text, begin, segment.end(), fragments);
    return fragments;
  }

  /** Adds a part, if there is any, from the beginning of a code point to the end of one. */
  private static void addFragment(String text, int begin, int end, List<Fragment> fragments) {
    if (begin < end) {
      fragments.add(
          new Fragment(
              isWithinPair(text, begin) ? begin - 1 : begin,
              isWithinPair(text, end) ? end + 1 : end));
    }
  }

  private static boolean isWithinPair(String text, int offset) {
    return offset > 0
        && offset < text.length()
        && Character.isSurrogatePair(text.charAt(offset - 1), text.charAt(offset));
  }

  private static String entity(
      int number,
      Segment segment,
      List<Fragment> fragments,
      String text,
      CodePointOffsets offsets) {
    String places =
        fragments.stream()
            .map(part -> offsets.of(part.begin()) + " " + offsets.of(part.end()))
            .collect(Collectors.joining(";"));
    String words =
        fragments.stream()
            .map(part -> text.substring(part.begin(), part.end()))
            .collect(Collectors.joining(" "));
    return "T" + number + "\t" + name(segment.type()) + " " + places + "\t" + words + "\n";
  }

  private static String note(int number, Segment segment, Layer layer) {
    String note =
        String.format(
            Locale.ROOT, "probability %.4f, model %s", segment.probability(), layer.model());
    if (!name(segment.type()).equals(segment.type())) {
      note += ", type " + segment.type();
    }
    return "#"
        + number
        + "\tAnnotatorNotes T"
        + number
        + "\t"
        + BREAK.matcher(note).replaceAll(" ")
        + "\n";
  }

  /** brat's names have letters, digits, hyphens and underscores. */
  private static String name(String type) {
    return type.isEmpty() ? "_" : NO_NAME.matcher(type).replaceAll("_");
  }
}
