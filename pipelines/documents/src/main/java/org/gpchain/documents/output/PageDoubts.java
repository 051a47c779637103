package org.gpchain.documents.output;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.documents.output.AnnotatedDocument.Segment;

/** The least certain segments of a page, with links into the text. */
final class PageDoubts {
  private static final int SHOWN = 50;
  private static final int ALTERNATIVES = 2;

  private PageDoubts() {}

  static String of(AnnotatedDocument document, TypeColours colours) {
    List<Segment> segments = document.segments();
    if (segments.isEmpty()) {
      return "";
    }
    StringBuilder out = new StringBuilder("<aside>\n<h2>Least certain first</h2>\n");
    if (segments.size() > SHOWN) {
      out.append("<p>").append(SHOWN).append(" of ").append(segments.size()).append(".</p>\n");
    }
    out.append("<ol>\n");
    IntStream.range(0, segments.size())
        .boxed()
        .sorted(Comparator.comparing(i -> segments.get(i).probability()))
        .limit(SHOWN)
        .forEach(i -> append(document.text(), segments.get(i), i, colours, out));
    return out.append("</ol>\n</aside>\n").toString();
  }

  private static void append(
      String text, Segment segment, int number, TypeColours colours, StringBuilder out) {
    out.append("<li class=\"")
        .append(colours.of(segment.type()))
        .append('"')
        .append(HtmlWriter.data(segment))
        .append("><a href=\"#s")
        .append(number)
        .append("\" dir=\"auto\">")
        .append(Html.escape(text.substring(segment.begin(), segment.end())))
        .append("</a> <b>")
        .append(Html.escape(segment.type()))
        .append("</b> ")
        .append(HtmlWriter.percent(segment.probability()));
    segment.alternatives().stream()
        .limit(ALTERNATIVES)
        .forEach(
            other ->
                out.append(" <small>")
                    .append(Html.escape(PageText.alternative(segment, other, text)))
                    .append("</small>"));
    out.append("</li>\n");
  }
}
