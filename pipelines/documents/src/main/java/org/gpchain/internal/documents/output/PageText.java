package org.gpchain.internal.documents.output;

import static org.gpchain.core.text.Numbers.format;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.gpchain.core.text.Numbers;
import org.gpchain.internal.documents.output.AnnotatedDocument.Segment;
import org.gpchain.internal.documents.page.Html;
import org.gpchain.internal.documents.page.Palette;

/**
 * Writes the text of a page with its segments as nested HTML marks. The layer with the longest
 * segments is outside. A segment that crosses a segment of a layer further out is marked in pieces.
 */
final class PageText {
  /** Probability below which the line under a segment is dashed. */
  private static final double DASHED = 0.8;

  /** Probability below which the line under a segment is dotted. */
  private static final double DOTTED = 0.5;

  /** Maximum number of alternatives in the tip of a segment. */
  private static final int MAX_ALTERNATIVES = 4;

  private final AnnotatedDocument document;
  private final Palette colors;
  private final StringBuilder out = new StringBuilder();

  /** The segments of each layer in the order of the text, the outermost layer first. */
  private final List<List<Numbered>> tracks;

  /** For each track, the index of the first segment that ends after the written text. */
  private final int[] next;

  /** Segments whose marks are open, the innermost first. */
  private final Deque<Segment> open = new ArrayDeque<>();

  /** A segment with its number in the document, from 0. */
  private record Numbered(int number, Segment segment) {}

  private PageText(AnnotatedDocument document, Palette colors) {
    this.document = document;
    this.colors = colors;
    this.tracks = tracks(document);
    this.next = new int[tracks.size()];
  }

  /** Returns the text of a document with its segments. */
  static String of(AnnotatedDocument document, Palette colors) {
    PageText page = new PageText(document, colors);
    page.out.append("<main dir=\"auto\" style=\"--layers:").append(page.tracks.size());
    page.out.append("\">");
    page.append(0, 0, document.text().length());
    return page.out.append("</main>\n").toString();
  }

  /** Returns the segments of each layer, the outermost layer first. */
  private static List<List<Numbered>> tracks(AnnotatedDocument document) {
    List<List<Numbered>> tracks = new ArrayList<>();
    for (int layer = 0; layer < document.layers().size(); layer++) {
      tracks.add(new ArrayList<>());
    }
    List<Segment> segments = document.segments();
    for (int i = 0; i < segments.size(); i++) {
      Segment segment = segments.get(i);
      tracks.get(segment.layer()).add(new Numbered(i, segment));
    }

    tracks.removeIf(List::isEmpty);
    for (List<Numbered> track : tracks) {
      // Sentences may overlap, so their segments may not be in the order of the text.
      track.sort(Comparator.comparing(numbered -> numbered.segment().begin()));
    }
    tracks.sort(Comparator.comparing(PageText::meanLength).reversed());
    return tracks;
  }

  /** Returns the mean length of the segments of a track (UTF-16 code units). */
  private static double meanLength(List<Numbered> track) {
    double sum = 0;
    for (Numbered numbered : track) {
      sum += numbered.segment().end() - numbered.segment().begin();
    }
    return sum / track.size();
  }

  /** Writes a piece of the text with the segments of a track and of the tracks inside it. */
  private void append(int track, int from, int to) {
    if (track == tracks.size()) {
      out.append(Html.escape(document.text().substring(from, to)));
      return;
    }

    List<Numbered> segments = tracks.get(track);

    int at = from;
    while (next[track] < segments.size() && segments.get(next[track]).segment().begin() < to) {
      Numbered numbered = segments.get(next[track]);
      Segment segment = numbered.segment();
      int begin = Math.max(segment.begin(), at);
      int end = Math.min(segment.end(), to);
      if (begin <= end) {
        append(track + 1, at, begin);
        appendMark(track, numbered, begin, end);
        at = end;
      }
      if (segment.end() > to) {
        // The rest of the segment is written with the next piece.
        break;
      }
      next[track]++;
    }
    append(track + 1, at, to);
  }

  /** Writes a segment, or a piece of a segment, with the segments inside it. */
  private void appendMark(int track, Numbered numbered, int begin, int end) {
    Segment segment = numbered.segment();
    open.push(segment);
    double probability = segment.probability();
    String classes = colors.of(segment.type());
    if (probability < DOTTED) {
      classes += " dotted";
    } else if (probability < DASHED) {
      classes += " dashed";
    }
    String id = "";
    if (begin == segment.begin()) {
      id = " id=\"s" + numbered.number() + "\" tabindex=\"0\"";
    } else {
      classes += " part";
    }

    out.append(
        format(
            "<mark class=\"%s\"%s style=\"--p:%.3f;--d:%d\"%s data-tip=\"%s\">",
            classes,
            id,
            probability,
            tracks.size() - 1 - track,
            HtmlWriter.data(segment),
            Html.escape(tip())));
    append(track + 1, begin, end);
    out.append("</mark>");
    open.pop();
  }

  /** Returns the open segments with their probabilities and alternatives, one per line. */
  private String tip() {
    List<String> lines = new ArrayList<>();
    for (Segment segment : open) {
      String line = segment.type() + " · " + Numbers.percent(segment.probability(), 1);
      if (document.layers().size() > 1) {
        line += " · " + document.layers().get(segment.layer()).model();
      }
      lines.add(line);
      for (Segment other : segment.alternatives().stream().limit(MAX_ALTERNATIVES).toList()) {
        lines.add(alternative(segment, other, document.text()));
      }
    }
    return String.join("\n", lines);
  }

  /**
   * Describes an alternative of a segment. Its text is included if it differs from the segment's.
   */
  static String alternative(Segment segment, Segment other, String text) {
    String description = "or " + other.type() + " · " + Numbers.percent(other.probability(), 1);
    if (segment.begin() == other.begin() && segment.end() == other.end()) {
      return description;
    }
    String words = text.substring(other.begin(), other.end()).replaceAll("\\s+", " ");
    return description + " · " + words;
  }
}
