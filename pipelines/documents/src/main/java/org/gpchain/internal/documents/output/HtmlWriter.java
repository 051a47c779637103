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
 * Writes an HTML page with the text, in which segments are colored, and a list of the least certain
 * segments. The more probable a segment, the stronger its color. The page needs no network. Without
 * JavaScript, only the controls are missing.
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

  /** Maximum number of segments of each layer in the list. */
  private static final int MAX_DOUBTS = 50;

  /** Maximum number of alternatives of a segment in the list. */
  private static final int MAX_ALTERNATIVES = 2;

  private HtmlWriter() {}

  /** Writes the page of a document. */
  static void write(AnnotatedDocument document, OutputStream out) throws IOException {
    Palette colors = colors(document);
    StringBuilder page = new StringBuilder();
    page.append(
        Html.head(
            language(document),
            document.name(),
            "style-src 'unsafe-inline'; script-src 'unsafe-inline'",
            STYLE + colors.css()));
    appendHeader(document, page);
    page.append(legend(document, colors));
    page.append("<div class=\"text\">\n").append(doubts(document, colors));
    if (document.sentences().isEmpty()) {
      page.append("<p class=\"empty\">There are no sentences in this document.</p>\n");
    }
    page.append(PageText.of(document, colors));
    page.append("</div>\n<script>\n").append(SCRIPT).append("</script>\n</body>\n</html>\n");
    out.write(page.toString().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns the colors of the types. The types of the models' cards come first, so that a type has
   * the same color in all documents.
   */
  private static Palette colors(AnnotatedDocument document) {
    List<Stream<String>> models = new ArrayList<>();
    for (int layer = 0; layer < document.layers().size(); layer++) {
      List<String> types = new ArrayList<>();
      ModelCard card = document.layers().get(layer).card();
      if (card != null) {
        types.addAll(card.types());
      }
      for (Segment segment : ofLayer(document, layer)) {
        types.add(segment.type());
      }
      models.add(types.stream());
    }
    return new Palette(models);
  }

  private static List<Segment> ofLayer(AnnotatedDocument document, int layer) {
    return document.segments().stream().filter(segment -> segment.layer() == layer).toList();
  }

  /** Returns the language of a document, or null if it is unknown. */
  private static String language(AnnotatedDocument document) {
    String language = document.language();
    if (language == null || language.equals(Languages.UNSPECIFIED)) {
      return null;
    }
    return language;
  }

  /** Appends the name, the numbers of sentences, tokens and segments, and the models. */
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
      String expectation =
          document.layers().size() == 1 ? "the model expects" : "the models expect";
      out.append(
          format(
              ", of which %s <span id=\"expected\">%.1f</span> to be right",
              expectation, probabilities.getSum()));
    }

    out.append(".</p>\n");

    for (Layer layer : document.layers()) {
      out.append(format("<p class=\"model\">Model: %s.</p>\n", Html.escape(layer.phrase())));
    }
    out.append("</header>\n");
  }

  /** Returns the types of each layer and the controls. */
  private static String legend(AnnotatedDocument document, Palette colors) {
    StringBuilder out = new StringBuilder("<nav aria-label=\"Legend\">\n");
    for (int layer = 0; layer < document.layers().size(); layer++) {
      appendKeys(document, layer, colors, out);
    }
    String layers = document.layers().size() == 1 ? "" : layers(document);
    return out.append(format(CONTROLS, layers)).toString();
  }

  /**
   * Returns a choice between the layers. At first, the page shows the layer with the fewest
   * segments, which would be hard to see among the others.
   */
  private static String layers(AnnotatedDocument document) {
    int first = smallestLayer(document);
    String choice = "<label><input type=\"radio\" name=\"layer\" value=\"%s\"%s> %s</label>\n";
    StringBuilder out = new StringBuilder("<span class=\"layers\">\n");
    for (int layer = 0; layer < document.layers().size(); layer++) {
      String model = Html.escape(document.layers().get(layer).model());
      out.append(format(choice, layer, layer == first ? " checked" : "", model));
    }
    return out.append(format(choice, "", "", "together")).append("</span>\n").toString();
  }

  /** Returns the index of the layer with the fewest segments, at least one. */
  private static int smallestLayer(AnnotatedDocument document) {
    int smallest = 0;
    int smallestSize = Integer.MAX_VALUE;
    for (int layer = 0; layer < document.layers().size(); layer++) {
      int size = ofLayer(document, layer).size();
      if (size > 0 && size < smallestSize) {
        smallest = layer;
        smallestSize = size;
      }
    }
    return smallest;
  }

  /** Appends the types of a layer with their colors and figures. */
  private static void appendKeys(
      AnnotatedDocument document, int layer, Palette colors, StringBuilder out) {
    Map<String, DoubleSummaryStatistics> types = new TreeMap<>();
    for (Segment segment : ofLayer(document, layer)) {
      types
          .computeIfAbsent(segment.type(), type -> new DoubleSummaryStatistics())
          .accept(segment.probability());
    }

    out.append(format("<div class=\"keys\" data-l=\"%d\">\n", layer));
    if (document.layers().size() > 1) {
      out.append("<b class=\"layer\">")
          .append(Html.escape(document.layers().get(layer).model()))
          .append("</b>\n");
    }
    String key =
        "<label class=\"key %1$s\"><input type=\"checkbox\" checked data-l=\"%2$d\" value=\"%3$s\">"
            + "<span class=\"swatch\"></span>%3$s <b>%4$d</b> <small>mean %5$s</small></label>\n";
    for (Map.Entry<String, DoubleSummaryStatistics> entry : types.entrySet()) {
      String type = entry.getKey();
      DoubleSummaryStatistics probabilities = entry.getValue();
      String mean = Numbers.percent(probabilities.getAverage(), 1);
      out.append(
          format(key, colors.of(type), layer, Html.escape(type), probabilities.getCount(), mean));
    }
    if (types.size() > 1) {
      out.append(EVERY);
    }
    out.append("</div>\n");
  }

  /** Returns the list of the least certain segments, with links into the text. */
  private static String doubts(AnnotatedDocument document, Palette colors) {
    List<Segment> segments = document.segments();
    if (segments.isEmpty()) {
      return "";
    }

    List<Integer> doubts = new ArrayList<>();
    for (int layer = 0; layer < document.layers().size(); layer++) {
      doubts.addAll(leastCertain(segments, layer));
    }
    doubts.sort(Comparator.comparing(i -> segments.get(i).probability()));

    StringBuilder out = new StringBuilder("<aside>\n<h2>Least certain first</h2>\n");
    if (doubts.size() < segments.size()) {
      boolean isOneLayer = document.layers().size() == 1;
      Object total = isOneLayer ? segments.size() : "each, at most";
      out.append(format("<p>%d of %s.</p>\n", MAX_DOUBTS, total));
    }
    out.append("<ol>\n");
    for (int i : doubts) {
      appendDoubt(document.text(), segments.get(i), i, colors, out);
    }
    return out.append("</ol>\n</aside>\n").toString();
  }

  /** Returns the indices of the least certain segments of a layer, the least certain first. */
  private static List<Integer> leastCertain(List<Segment> segments, int layer) {
    return IntStream.range(0, segments.size())
        .boxed()
        .filter(i -> segments.get(i).layer() == layer)
        .sorted(Comparator.comparing(i -> segments.get(i).probability()))
        .limit(MAX_DOUBTS)
        .toList();
  }

  private static void appendDoubt(
      String text, Segment segment, int number, Palette colors, StringBuilder out) {
    out.append(
        format(
            "<li class=\"%s\"%s><a href=\"#s%d\" dir=\"auto\">%s</a> <b>%s</b> %s",
            colors.of(segment.type()),
            data(segment),
            number,
            Html.escape(text.substring(segment.begin(), segment.end())),
            Html.escape(segment.type()),
            Numbers.percent(segment.probability(), 1)));
    for (Segment other : segment.alternatives().stream().limit(MAX_ALTERNATIVES).toList()) {
      String words = Html.escape(PageText.alternative(segment, other, text));
      out.append(format(" <small>%s</small>", words));
    }
    out.append("</li>\n");
  }

  /** Returns the attributes of a segment that the script reads. */
  static String data(Segment segment) {
    return format(
        " data-l=\"%d\" data-t=\"%s\" data-p=\"%.6f\"",
        segment.layer(), Html.escape(segment.type()), segment.probability());
  }
}
