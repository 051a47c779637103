package org.gpchain.documents.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gpchain.core.text.Numbers;
import org.gpchain.documents.output.AnnotatedDocument.Layer;
import org.gpchain.documents.output.AnnotatedDocument.Segment;
import org.gpchain.documents.page.Html;
import org.gpchain.documents.page.Palette;

/**
 * A page that shows the text with its segments in colour, the stronger the more probable, and the
 * least certain ones in a list. It needs no network; without JavaScript only the controls are
 * missing.
 */
final class HtmlWriter {
  private static final String STYLE = Html.resource(HtmlWriter.class, "page.css");
  private static final String SCRIPT = Html.resource(HtmlWriter.class, "page.js");
  private static final String UNSPECIFIED_LANGUAGE = "x-unspecified";

  private static final int DOUBTS = 50;

  private static final int ALTERNATIVES = 2;

  private HtmlWriter() {}

  static void write(AnnotatedDocument document, OutputStream out) throws IOException {
    Palette colours = colours(document);
    StringBuilder page = new StringBuilder();
    page.append(
        Html.head(
            language(document),
            document.name(),
            "style-src 'unsafe-inline'; script-src 'unsafe-inline'",
            STYLE + colours.css()));
    appendHeader(document, page);
    page.append(legend(document, colours));
    page.append("<div class=\"text\">\n").append(doubts(document, colours));
    if (document.sentences().isEmpty()) {
      page.append("<p class=\"empty\">There are no sentences in this document.</p>\n");
    }
    page.append(PageText.of(document, colours));
    page.append("</div>\n<script>\n").append(SCRIPT).append("</script>\n</body>\n</html>\n");
    out.write(page.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Those of the models come first, so that a type looks the same in all documents. */
  private static Palette colours(AnnotatedDocument document) {
    return new Palette(
        Stream.concat(
            document.layers().stream()
                .filter(layer -> layer.card() != null)
                .flatMap(layer -> layer.card().types().stream()),
            document.segments().stream().map(Segment::type)));
  }

  private static String language(AnnotatedDocument document) {
    String language = document.language();
    return language == null || language.equals(UNSPECIFIED_LANGUAGE) ? null : language;
  }

  private static void appendHeader(AnnotatedDocument document, StringBuilder out) {
    DoubleSummaryStatistics probabilities =
        document.segments().stream().mapToDouble(Segment::probability).summaryStatistics();
    out.append("<header>\n<h1 dir=\"auto\">")
        .append(Html.escape(document.name()))
        .append("</h1>\n<p>")
        .append(
            String.format(
                Locale.ROOT,
                "%s, %s, <b id=\"shown\">%s</b>",
                count(document.sentences().size(), "sentence"),
                count(document.tokenCount(), "token"),
                count(probabilities.getCount(), "segment")));
    if (probabilities.getCount() > 0) {
      out.append(
          String.format(
              Locale.ROOT,
              ", of which %s %.1f to be right",
              document.layers().size() == 1 ? "the model expects" : "the models expect",
              probabilities.getSum()));
    }
    out.append(".</p>\n");
    for (Layer layer : document.layers()) {
      out.append("<p class=\"model\">Model: ")
          .append(Html.escape(layer.phrase()))
          .append(".</p>\n");
    }
    out.append("</header>\n");
  }

  /** A line for each layer, and what can be set. */
  private static String legend(AnnotatedDocument document, Palette colours) {
    StringBuilder out = new StringBuilder("<nav aria-label=\"Legend\">\n");
    for (int layer = 0; layer < document.layers().size(); layer++) {
      appendKeys(document, layer, colours, out);
    }
    return out.append("<div class=\"scale\">probability <i></i> 0 – 100 %; ")
        .append("dashed below 80 %, dotted below 50 %</div>\n")
        .append("<div class=\"controls\"><label>at least <input id=\"least\" type=\"range\"")
        .append(" min=\"0\" max=\"1\" step=\"0.01\" value=\"0\"> <output>0 %</output></label>")
        .append(" <label><input id=\"tags\" type=\"checkbox\"> types in the text</label></div>\n")
        .append("</nav>\n")
        .toString();
  }

  private static void appendKeys(
      AnnotatedDocument document, int layer, Palette colours, StringBuilder out) {
    Map<String, DoubleSummaryStatistics> types = new TreeMap<>();
    for (Segment segment : document.segments()) {
      if (segment.layer() == layer) {
        types
            .computeIfAbsent(segment.type(), type -> new DoubleSummaryStatistics())
            .accept(segment.probability());
      }
    }
    out.append("<div class=\"keys\">\n");
    if (document.layers().size() > 1) {
      out.append("<b class=\"layer\">")
          .append(Html.escape(document.layers().get(layer).model()))
          .append("</b>\n");
    }
    types.forEach(
        (type, probabilities) ->
            out.append("<label class=\"key ")
                .append(colours.of(type))
                .append("\"><input type=\"checkbox\" checked data-l=\"")
                .append(layer)
                .append("\" value=\"")
                .append(Html.escape(type))
                .append("\"><span class=\"swatch\"></span>")
                .append(Html.escape(type))
                .append(" <b>")
                .append(probabilities.getCount())
                .append("</b> <small>mean ")
                .append(Numbers.percent(probabilities.getAverage(), 1))
                .append("</small></label>\n"));
    out.append("</div>\n");
  }

  /** The least certain segments, with links into the text. */
  private static String doubts(AnnotatedDocument document, Palette colours) {
    List<Segment> segments = document.segments();
    if (segments.isEmpty()) {
      return "";
    }
    StringBuilder out = new StringBuilder("<aside>\n<h2>Least certain first</h2>\n");
    if (segments.size() > DOUBTS) {
      out.append("<p>").append(DOUBTS).append(" of ").append(segments.size()).append(".</p>\n");
    }
    out.append("<ol>\n");
    IntStream.range(0, segments.size())
        .boxed()
        .sorted(Comparator.comparing(i -> segments.get(i).probability()))
        .limit(DOUBTS)
        .forEach(i -> appendDoubt(document.text(), segments.get(i), i, colours, out));
    return out.append("</ol>\n</aside>\n").toString();
  }

  private static void appendDoubt(
      String text, Segment segment, int number, Palette colours, StringBuilder out) {
    out.append("<li class=\"")
        .append(colours.of(segment.type()))
        .append('"')
        .append(data(segment))
        .append("><a href=\"#s")
        .append(number)
        .append("\" dir=\"auto\">")
        .append(Html.escape(text.substring(segment.begin(), segment.end())))
        .append("</a> <b>")
        .append(Html.escape(segment.type()))
        .append("</b> ")
        .append(Numbers.percent(segment.probability(), 1));
    segment.alternatives().stream()
        .limit(ALTERNATIVES)
        .forEach(
            other ->
                out.append(" <small>")
                    .append(Html.escape(PageText.alternative(segment, other, text)))
                    .append("</small>"));
    out.append("</li>\n");
  }

  private static String count(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  /**
   * What scripts know of a segment.
   *
   * @param segment any
   */
  static String data(Segment segment) {
    return String.format(
        Locale.ROOT,
        " data-l=\"%d\" data-t=\"%s\" data-p=\"%.6f\"",
        segment.layer(),
        Html.escape(segment.type()),
        segment.probability());
  }
}
