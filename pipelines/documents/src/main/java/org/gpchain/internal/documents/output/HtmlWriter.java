package org.gpchain.internal.documents.output;

import static org.gpchain.core.text.Numbers.format;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gpchain.annotator.Languages;
import org.gpchain.core.text.Numbers;
import org.gpchain.internal.documents.output.AnnotatedDocument.Layer;
import org.gpchain.internal.documents.output.AnnotatedDocument.Segment;
import org.gpchain.internal.documents.page.Html;
import org.gpchain.internal.documents.page.ModelCard;
import org.gpchain.internal.documents.page.Palette;

/**
 * A page that shows the text with its segments in colour, the stronger the more probable, and the
 * least certain ones in a list. It needs no network; without JavaScript only the controls are
 * missing.
 */
final class HtmlWriter {
  private static final String STYLE = Html.resource(HtmlWriter.class, "page.css");
  private static final String SCRIPT = Html.resource(HtmlWriter.class, "page.js");

  private static final String CONTROLS =
      """
      <div class="scale">probability <i></i> 0 – 100 %%; dashed below 80 %%, dotted below 50 %%</div>
      <div class="controls">%s<label>at least <input id="least" type="range"\
       min="0" max="1" step="0.01" value="0"> <output>0 %%</output></label>\
       <label><input id="tags" type="checkbox"> types in the text</label></div>
      </nav>
      """;

  private static final String EVERY =
      """
      <span class="every"><button type="button">all</button>\
       <button type="button" value="none">none</button></span>
      """;

  /** How many are listed of each layer. */
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

  /** Those of the models' cards come first, so that a type looks the same in all documents. */
  private static Palette colours(AnnotatedDocument document) {
    List<Stream<String>> models = new ArrayList<>();
    for (int layer = 0; layer < document.layers().size(); layer++) {
      ModelCard card = document.layers().get(layer).card();
      models.add(
          Stream.concat(
              card == null ? Stream.empty() : card.types().stream(),
              ofLayer(document, layer).map(Segment::type)));
    }
    return new Palette(models);
  }

  private static Stream<Segment> ofLayer(AnnotatedDocument document, int layer) {
    return document.segments().stream().filter(segment -> segment.layer() == layer);
  }

  private static String language(AnnotatedDocument document) {
    String language = document.language();
    return language == null || language.equals(Languages.UNSPECIFIED) ? null : language;
  }

  private static void appendHeader(AnnotatedDocument document, StringBuilder out) {
    DoubleSummaryStatistics probabilities =
        document.segments().stream().mapToDouble(Segment::probability).summaryStatistics();
    out.append(
        format(
            "<header>\n<h1 dir=\"auto\">%s</h1>\n<p>%s, %s, <b id=\"shown\">%s</b>",
            Html.escape(document.name()),
            Numbers.plural(document.sentences().size(), "sentence"),
            Numbers.plural(document.tokenCount(), "token"),
            Numbers.plural(probabilities.getCount(), "segment")));
    if (probabilities.getCount() > 0) {
      out.append(
          format(
              ", of which %s <span id=\"expected\">%.1f</span> to be right",
              document.layers().size() == 1 ? "the model expects" : "the models expect",
              probabilities.getSum()));
    }
    out.append(".</p>\n");
    for (Layer layer : document.layers()) {
      out.append(format("<p class=\"model\">Model: %s.</p>\n", Html.escape(layer.phrase())));
    }
    out.append("</header>\n");
  }

  /** A line for each layer, and what can be set. */
  private static String legend(AnnotatedDocument document, Palette colours) {
    StringBuilder out = new StringBuilder("<nav aria-label=\"Legend\">\n");
    for (int layer = 0; layer < document.layers().size(); layer++) {
      appendKeys(document, layer, colours, out);
    }
    return out.append(format(CONTROLS, document.layers().size() == 1 ? "" : layers(document)))
        .toString();
  }

  /** Shows one layer at a time: at first the one with the fewest segments, which would drown. */
  private static String layers(AnnotatedDocument document) {
    int first =
        IntStream.range(0, document.layers().size())
            .boxed()
            .filter(layer -> ofLayer(document, layer).findAny().isPresent())
            .min(Comparator.comparing(layer -> ofLayer(document, layer).count()))
            .orElse(0);
    String choice = "<label><input type=\"radio\" name=\"layer\" value=\"%s\"%s> %s</label>\n";
    StringBuilder out = new StringBuilder("<span class=\"layers\">\n");
    for (int layer = 0; layer < document.layers().size(); layer++) {
      String model = Html.escape(document.layers().get(layer).model());
      out.append(format(choice, layer, layer == first ? " checked" : "", model));
    }
    return out.append(format(choice, "", "", "together")).append("</span>\n").toString();
  }

  private static void appendKeys(
      AnnotatedDocument document, int layer, Palette colours, StringBuilder out) {
    Map<String, DoubleSummaryStatistics> types = new TreeMap<>();
    ofLayer(document, layer)
        .forEach(
            segment ->
                types
                    .computeIfAbsent(segment.type(), type -> new DoubleSummaryStatistics())
                    .accept(segment.probability()));
    out.append(format("<div class=\"keys\" data-l=\"%d\">\n", layer));
    if (document.layers().size() > 1) {
      out.append("<b class=\"layer\">")
          .append(Html.escape(document.layers().get(layer).model()))
          .append("</b>\n");
    }
    String key =
        "<label class=\"key %1$s\"><input type=\"checkbox\" checked data-l=\"%2$d\" value=\"%3$s\">"
            + "<span class=\"swatch\"></span>%3$s <b>%4$d</b> <small>mean %5$s</small></label>\n";
    types.forEach(
        (type, probabilities) ->
            out.append(
                format(
                    key,
                    colours.of(type),
                    layer,
                    Html.escape(type),
                    probabilities.getCount(),
                    Numbers.percent(probabilities.getAverage(), 1))));
    out.append(types.size() > 1 ? EVERY : "");
    out.append("</div>\n");
  }

  /** The least certain segments, with links into the text. */
  private static String doubts(AnnotatedDocument document, Palette colours) {
    List<Segment> segments = document.segments();
    if (segments.isEmpty()) {
      return "";
    }
    StringBuilder out = new StringBuilder("<aside>\n<h2>Least certain first</h2>\n");
    List<Integer> doubts =
        IntStream.range(0, document.layers().size())
            .boxed()
            .flatMap(layer -> leastCertain(segments, layer))
            .sorted(Comparator.comparing(i -> segments.get(i).probability()))
            .toList();
    if (doubts.size() < segments.size()) {
      boolean one = document.layers().size() == 1;
      out.append(format("<p>%d of %s.</p>\n", DOUBTS, one ? segments.size() : "each, at most"));
    }
    out.append("<ol>\n");
    doubts.forEach(i -> appendDoubt(document.text(), segments.get(i), i, colours, out));
    return out.append("</ol>\n</aside>\n").toString();
  }

  private static Stream<Integer> leastCertain(List<Segment> segments, int layer) {
    return IntStream.range(0, segments.size())
        .boxed()
        .filter(i -> segments.get(i).layer() == layer)
        .sorted(Comparator.comparing(i -> segments.get(i).probability()))
        .limit(DOUBTS);
  }

  private static void appendDoubt(
      String text, Segment segment, int number, Palette colours, StringBuilder out) {
    out.append(
        format(
            "<li class=\"%s\"%s><a href=\"#s%d\" dir=\"auto\">%s</a> <b>%s</b> %s",
            colours.of(segment.type()),
            data(segment),
            number,
            Html.escape(text.substring(segment.begin(), segment.end())),
            Html.escape(segment.type()),
            Numbers.percent(segment.probability(), 1)));
    for (Segment other : segment.alternatives().stream().limit(ALTERNATIVES).toList()) {
      String words = Html.escape(PageText.alternative(segment, other, text));
      out.append(format(" <small>%s</small>", words));
    }
    out.append("</li>\n");
  }

  /** What scripts know of a segment. */
  static String data(Segment segment) {
    return format(
        " data-l=\"%d\" data-t=\"%s\" data-p=\"%.6f\"",
        segment.layer(), Html.escape(segment.type()), segment.probability());
  }
}
