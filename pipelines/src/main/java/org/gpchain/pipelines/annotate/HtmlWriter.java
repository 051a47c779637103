package org.gpchain.pipelines.annotate;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.DoubleSummaryStatistics;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.gpchain.pipelines.annotate.AnnotatedDocument.Segment;

/**
 * A page that shows the text with its segments in colour, the stronger the more probable. It needs
 * no network; without JavaScript only the controls are missing.
 */
final class HtmlWriter implements DocumentWriter {
  private static final String STYLE = Html.resource(HtmlWriter.class, "page.css");
  private static final String SCRIPT = Html.resource(HtmlWriter.class, "page.js");
  private static final String UNSPECIFIED_LANGUAGE = "x-unspecified";

  @Override
  public void write(AnnotatedDocument document, OutputStream out) throws IOException {
    StringBuilder page = new StringBuilder();
    Map<String, Integer> hues = hues(document);
    appendHead(document, page);
    appendHeader(document, page);
    appendLegend(document, hues, page);
    appendText(document, hues, page);
    page.append("<script>\n").append(SCRIPT).append("</script>\n</body>\n</html>\n");
    out.write(page.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** The hues go by the types of the model, so that a type looks the same in all its documents. */
  private static Map<String, Integer> hues(AnnotatedDocument document) {
    Map<String, Integer> hues = new TreeMap<>();
    for (String type : document.model().types()) {
      hues.put(type, hue(hues.size()));
    }
    for (Segment segment : document.segments()) {
      hues.computeIfAbsent(segment.type(), type -> hue(hues.size()));
    }
    return hues;
  }

  /** The golden angle keeps any number of hues apart. */
  private static int hue(int index) {
    return (int) Math.round(212 + index * 137.508) % 360;
  }

  private static void appendHead(AnnotatedDocument document, StringBuilder out) {
    String language = document.model().language();
    out.append(
        Html.head(
            language.equals(UNSPECIFIED_LANGUAGE) ? null : language,
            document.name(),
            "style-src 'unsafe-inline'; script-src 'unsafe-inline'",
            STYLE));
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
              ", of which the model expects %.1f to be right",
              probabilities.getSum()));
    }
    out.append(".</p>\n<p class=\"model\">Model: ")
        .append(Html.escape(document.model().phrase()))
        .append(".</p>\n</header>\n");
  }

  private static String count(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  private static void appendLegend(
      AnnotatedDocument document, Map<String, Integer> hues, StringBuilder out) {
    Map<String, DoubleSummaryStatistics> types = new TreeMap<>();
    for (Segment segment : document.segments()) {
      types
          .computeIfAbsent(segment.type(), type -> new DoubleSummaryStatistics())
          .accept(segment.probability());
    }
    out.append("<nav aria-label=\"Legend\">\n<div class=\"keys\">\n");
    types.forEach(
        (type, probabilities) ->
            out.append("<label class=\"key\" style=\"--h:")
                .append(hues.get(type))
                .append("\"><input type=\"checkbox\" checked value=\"")
                .append(Html.escape(type))
                .append("\"><span class=\"swatch\"></span>")
                .append(Html.escape(type))
                .append(" <b>")
                .append(probabilities.getCount())
                .append("</b> <small>mean ")
                .append(percent(probabilities.getAverage()))
                .append("</small></label>\n"));
    out.append("</div>\n<div class=\"scale\">probability <i></i> 0 – 100 %</div>\n")
        .append("<div class=\"controls\"><label>at least <input id=\"least\" type=\"range\"")
        .append(" min=\"0\" max=\"1\" step=\"0.01\" value=\"0\"> <output>0 %</output></label>")
        .append(" <label><input id=\"tags\" type=\"checkbox\"> types in the text</label></div>\n")
        .append("</nav>\n");
  }

  private static String percent(double probability) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * probability);
  }

  private static void appendText(
      AnnotatedDocument document, Map<String, Integer> hues, StringBuilder out) {
    if (document.sentences().isEmpty()) {
      out.append("<p class=\"empty\">There are no sentences in this document.</p>\n");
    }
    String text = document.text();
    out.append("<main dir=\"auto\">");
    int end = 0;
    for (Segment segment : document.segments()) {
      out.append(Html.escape(text.substring(end, segment.begin())));
      out.append(
          String.format(
              Locale.ROOT,
              "<mark tabindex=\"0\" style=\"--h:%d;--p:%.3f\" data-t=\"%s\" data-p=\"%.6f\""
                  + " data-tip=\"%s · %s\">%s</mark>",
              hues.get(segment.type()),
              segment.probability(),
              Html.escape(segment.type()),
              segment.probability(),
              Html.escape(segment.type()),
              percent(segment.probability()),
              Html.escape(text.substring(segment.begin(), segment.end()))));
      end = segment.end();
    }
    out.append(Html.escape(text.substring(end))).append("</main>\n");
  }
}
