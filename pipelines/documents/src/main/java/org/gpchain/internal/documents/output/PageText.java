package org.gpchain.internal.documents.output;

import static org.gpchain.core.text.Numbers.format;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.text.Numbers;
import org.gpchain.internal.documents.output.AnnotatedDocument.Segment;
import org.gpchain.internal.documents.page.Html;
import org.gpchain.internal.documents.page.Palette;

/**
 * The text of a page with its segments as nested marks, those of the layer with the longest
 * segments outside. Where segments cross, the one inside is marked in pieces.
 */
final class PageText {
  /** Below these probabilities the line under a segment is dashed, or dotted. */
  private static final double DASHED = 0.8;

  private static final double DOTTED = 0.5;
  private static final int ALTERNATIVES = 4;

  private final AnnotatedDocument document;
  private final Palette colours;
  private final StringBuilder out = new StringBuilder();

  /** The segments of each layer in the order of the text, the outermost layer first. */
  private final List<List<Numbered>> tracks;

  /** For each track, the first segment that does not end before the place that is written. */
  private final int[] next;

  private final Deque<Segment> open = new ArrayDeque<>();

  /** A segment with its number in the document, from 0. */
  private record Numbered(int number, Segment segment) {}

  private PageText(AnnotatedDocument document, Palette colours) {
    this.document = document;
    this.colours = colours;
    this.tracks = tracks(document);
    this.next = new int[tracks.size()];
  }

  static String of(AnnotatedDocument document, Palette colours) {
    PageText page = new PageText(document, colours);
    page.out.append("<main dir=\"auto\" style=\"--layers:").append(page.tracks.size());
    page.out.append("\">");
    page.append(0, 0, document.text().length());
    return page.out.append("</main>\n").toString();
  }

  private static List<List<Numbered>> tracks(AnnotatedDocument document) {
    List<List<Numbered>> tracks = new ArrayList<>();
    document.layers().forEach(layer -> tracks.add(new ArrayList<>()));
    List<Segment> segments = document.segments();
    IntStream.range(0, segments.size())
        .forEach(i -> tracks.get(segments.get(i).layer()).add(new Numbered(i, segments.get(i))));
    tracks.removeIf(List::isEmpty);
    // Sentences may overlap.
    tracks.forEach(track -> track.sort(Comparator.comparing(n -> n.segment().begin())));
    tracks.sort(Comparator.comparing(PageText::meanLength).reversed());
    return tracks;
  }

  private static double meanLength(List<Numbered> track) {
    return track.stream()
        .mapToInt(n -> n.segment().end() - n.segment().begin())
        .average()
        .orElse(0);
  }

  /** Writes a piece of the text with the segments of a track and those inside. */
  private void append(int track, int from, int to) {
    if (track == tracks.size()) {
      out.append(Html.escape(document.text().substring(from, to)));
      return;
    }
    List<Numbered> segments = tracks.get(track);
    int at = from;
    while (next[track] < segments.size() && segments.get(next[track]).segment().begin() < to) {
      Numbered found = segments.get(next[track]);
      int begin = Math.max(found.segment().begin(), at);
      int end = Math.min(found.segment().end(), to);
      if (begin <= end) {
        append(track + 1, at, begin);
        appendMark(track, found, begin, end);
        at = end;
      }
      if (found.segment().end() > to) {
        break;
      }
      next[track]++;
    }
    append(track + 1, at, to);
  }

  private void appendMark(int track, Numbered numbered, int begin, int end) {
    Segment segment = numbered.segment();
    open.push(segment);
    boolean first = begin == segment.begin();
    double probability = segment.probability();
    String line = probability < DOTTED ? " dotted" : probability < DASHED ? " dashed" : "";
    out.append(
        format(
            "<mark class=\"%s%s%s\"%s style=\"--p:%.3f;--d:%d\"%s data-tip=\"%s\">",
            colours.of(segment.type()),
            line,
            first ? "" : " part",
            first ? " id=\"s" + numbered.number() + "\" tabindex=\"0\"" : "",
            probability,
            tracks.size() - 1 - track,
            HtmlWriter.data(segment),
            Html.escape(tip())));
    append(track + 1, begin, end);
    out.append("</mark>");
    open.pop();
  }

  private String tip() {
    List<String> lines = new ArrayList<>();
    for (Segment segment : open) {
      String model = document.layers().get(segment.layer()).model();
      lines.add(
          segment.type()
              + " · "
              + Numbers.percent(segment.probability(), 1)
              + (document.layers().size() == 1 ? "" : " · " + model));
      segment.alternatives().stream()
          .limit(ALTERNATIVES)
          .forEach(other -> lines.add(alternative(segment, other, document.text())));
    }
    return String.join("\n", lines);
  }

  /** An alternative of a segment in words; its text only if that is another one. */
  static String alternative(Segment segment, Segment other, String text) {
    boolean same = segment.begin() == other.begin() && segment.end() == other.end();
    return "or "
        + other.type()
        + " · "
        + Numbers.percent(other.probability(), 1)
        + (same ? "" : " · " + text.substring(other.begin(), other.end()).replaceAll("\\s+", " "));
  }
}
