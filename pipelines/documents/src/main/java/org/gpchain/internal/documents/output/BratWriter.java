package org.gpchain.internal.documents.output;

import static org.gpchain.core.text.Numbers.format;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.gpchain.internal.documents.output.AnnotatedDocument.Layer;
import org.gpchain.internal.documents.output.AnnotatedDocument.Segment;
import org.gpchain.internal.formats.spans.BratFiles;

/**
 * The stand-off format of brat (http://brat.nlplab.org/standoff.html): a line {@code T} for each
 * segment, and its probability in a note, which brat shows without being configured for it, as it
 * would have to be for an attribute. Offsets count code points, as Python does, and brat is written
 * in it. No annotation contains the end of a line: it is discontinuous there.
 */
final class BratWriter {
  /** What ends a line for brat or Python, or a field; with the spaces around it. */
  private static final Pattern BREAK =
      Pattern.compile("(?<![\\p{Cc}\\p{Z}])\\p{Zs}*+[\\p{Cc}\\p{Zl}\\p{Zp}][\\p{Cc}\\p{Z}]*+");

  private record Fragment(int begin, int end) {}

  private final AnnotatedDocument document;

  // A place in the text, and the number of code points before it.
  private int units;
  private int codePoints;

  private BratWriter(AnnotatedDocument document) {
    this.document = document;
  }

  /** In time in proportion to the distance from the last offset that was asked for. */
  private int codePointsBefore(int offset) {
    codePoints +=
        offset >= units
            ? document.text().codePointCount(units, offset)
            : -document.text().codePointCount(offset, units);
    units = offset;
    return codePoints;
  }

  static void write(AnnotatedDocument document, OutputStream out) throws IOException {
    BratWriter writer = new BratWriter(document);
    int number = 0;
    for (Segment segment : document.segments()) {
      List<Fragment> fragments = fragments(document.text(), segment);
      if (!fragments.isEmpty()) {
        number++;
        String lines =
            writer.entity(number, segment, fragments)
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

  private String entity(int number, Segment segment, List<Fragment> fragments) {
    String places =
        fragments.stream()
            .map(part -> codePointsBefore(part.begin()) + " " + codePointsBefore(part.end()))
            .collect(Collectors.joining(";"));
    String words =
        fragments.stream()
            .map(part -> document.text().substring(part.begin(), part.end()))
            .collect(Collectors.joining(" "));
    return "T"
        + number
        + "\t"
        + BratFiles.labelName(segment.type())
        + " "
        + places
        + "\t"
        + words
        + "\n";
  }

  private static String note(int number, Segment segment, Layer layer) {
    String note = format("probability %.4f, model %s", segment.probability(), layer.model());
    if (!BratFiles.labelName(segment.type()).equals(segment.type())) {
      note += ", type " + segment.type();
    }
    return format(
        "#%1$d\tAnnotatorNotes T%1$d\t%2$s\n", number, BREAK.matcher(note).replaceAll(" "));
  }
}
