package org.gpchain.documents.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.DoubleSummaryStatistics;
import java.util.Locale;
import org.gpchain.documents.output.AnnotatedDocument.Segment;

/**
 * A page that shows the text with its segments in colour, the stronger the more probable, and the
 * least certain ones in a list. It needs no network; without JavaScript only the controls are
 * missing.
 */
final class HtmlWriter implements DocumentWriter {
  private static final String STYLE = Html.resource(HtmlWriter.class, "page.css");
  private static final String SCRIPT = Html.resource(HtmlWriter.class, "page.js");
  private static final String UNSPECIFIED_LANGUAGE = "x-unspecified";

  @Override
  public void write(AnnotatedDocument document, OutputStream out) throws IOException {
    TypeColours colours = TypeColours.of(document);
    StringBuilder page = new StringBuilder();
    page.append(
        Html.head(
            language(document),
            document.name(),
            "style-src 'unsafe-inline'; script-src 'unsafe-inline'",
            STYLE + colours.css()));
    appendHeader(document, page);
    page.append(PageLegend.of(document, colours));
    page.append("<div class=\"text\">\n").append(PageDoubts.of(document, colours));
    if (document.sentences().isEmpty()) {
      page.append("<p class=\"empty\">There are no sentences in this document.</p>\n");
    }
    page.append(PageText.of(document, colours));
    page.append("</div>\n<script>\n").append(SCRIPT).append("</script>\n</body>\n</html>\n");
    out.write(page.toString().getBytes(StandardCharsets.UTF_8));
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

  private static String count(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  /** A probability for people. */
  static String percent(double probability) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * probability);
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
