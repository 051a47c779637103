package org.gpchain.internal.documents.output;

import static org.gpchain.core.text.Numbers.format;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gpchain.internal.documents.output.AnnotatedDocument.Layer;
import org.gpchain.internal.documents.output.AnnotatedDocument.Segment;
import org.gpchain.internal.formats.spans.BratFiles;

/**
 * Writes the stand-off format of brat (http://brat.nlplab.org/standoff.html): a line {@code T} for
 * each segment, and a note with its probability. Brat shows notes without configuration, unlike
 * attributes. Offsets count code points, as in Python, in which brat is written. Annotations must
 * not contain line breaks, so they are discontinuous there.
 */
final class BratWriter {
  /** A line break or field separator for brat or Python, with the spaces around it. */
  private static final Pattern BREAK =
      Pattern.compile("(?<![\\p{Cc}\\p{Z}])\\p{Zs}*+[\\p{Cc}\\p{Zl}\\p{Zp}][\\p{Cc}\\p{Z}]*+");

  /** A part of a segment without line breaks. */
  private record Fragment(int begin, int end) {}

  private final AnnotatedDocument document;

  /** The last offset that was converted to code points (UTF-16 code units). */
  private int lastOffset;

  /** Number of code points before the last offset. */
  private int codePoints;

  private BratWriter(AnnotatedDocument document) {
    this.document = document;
  }

  /** Converts an offset. The time is linear in the distance from the last converted offset. */
  private int codePointsBefore(int offset) {
    if (offset >= lastOffset) {
      codePoints += document.text().codePointCount(lastOffset, offset);
    } else {
      codePoints -= document.text().codePointCount(offset, lastOffset);
    }
    lastOffset = offset;
    return codePoints;
  }

  /** Writes the annotations of a document. */
  static void write(AnnotatedDocument document, OutputStream out) throws IOException {
    BratWriter writer = new BratWriter(document);
    int number = 0;
    for (Segment segment : document.segments()) {
      List<Fragment> fragments = fragments(document.text(), segment);
      if (fragments.isEmpty()) {
        continue;
      }
      number++;
      Layer layer = document.layers().get(segment.layer());
      String lines = writer.entity(number, segment, fragments) + note(number, segment, layer);
      out.write(lines.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Splits a segment at line breaks. */
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

  /** Adds a fragment unless it is empty. Extends it to whole code points. */
  private static void addFragment(String text, int begin, int end, List<Fragment> fragments) {
    if (begin >= end) {
      return;
    }
    int wholeBegin = isWithinPair(text, begin) ? begin - 1 : begin;
    int wholeEnd = isWithinPair(text, end) ? end + 1 : end;
    fragments.add(new Fragment(wholeBegin, wholeEnd));
  }

  private static boolean isWithinPair(String text, int offset) {
    return offset > 0
        && offset < text.length()
        && Character.isSurrogatePair(text.charAt(offset - 1), text.charAt(offset));
  }

  /** Returns the line of a segment. */
  private String entity(int number, Segment segment, List<Fragment> fragments) {
    List<String> offsets = new ArrayList<>();
    List<String> words = new ArrayList<>();
    for (Fragment fragment : fragments) {
      int begin = codePointsBefore(fragment.begin());
      int end = codePointsBefore(fragment.end());
      offsets.add(begin + " " + end);
      words.add(document.text().substring(fragment.begin(), fragment.end()));
    }
    return format(
        "T%d\t%s %s\t%s\n",
        number,
        BratFiles.labelName(segment.type()),
        String.join(";", offsets),
        String.join(" ", words));
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
