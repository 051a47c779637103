package org.gpchain.documents.output;

import java.util.DoubleSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;
import org.gpchain.documents.output.AnnotatedDocument.Segment;

/** The legend of a page: a line for each layer, and what can be set. */
final class PageLegend {
  private PageLegend() {}

  static String of(AnnotatedDocument document, TypeColours colours) {
    StringBuilder out = new StringBuilder("<nav aria-label=\"Legend\">\n");
    for (int layer = 0; layer < document.layers().size(); layer++) {
      append(document, layer, colours, out);
    }
    return out.append("<div class=\"scale\">probability <i></i> 0 – 100 %; ")
        .append("dashed below 80 %, dotted below 50 %</div>\n")
        .append("<div class=\"controls\"><label>at least <input id=\"least\" type=\"range\"")
        .append(" min=\"0\" max=\"1\" step=\"0.01\" value=\"0\"> <output>0 %</output></label>")
        .append(" <label><input id=\"tags\" type=\"checkbox\"> types in the text</label></div>\n")
        .append("</nav>\n")
        .toString();
  }

  private static void append(
      AnnotatedDocument document, int layer, TypeColours colours, StringBuilder out) {
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
                .append(HtmlWriter.percent(probabilities.getAverage()))
                .append("</small></label>\n"));
    out.append("</div>\n");
  }
}
