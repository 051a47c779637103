package org.gpchain.internal.documents.batch.sink;

import static org.gpchain.core.text.Numbers.format;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.gpchain.core.decode.NoveltyCount;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.core.text.Numbers;
import org.gpchain.internal.documents.output.AnnotatedDocument.Layer;
import org.gpchain.internal.documents.output.OutputFormat;
import org.gpchain.internal.documents.page.Html;

/**
 * The page with the figures of a run and links to its documents. The documents are listed only if
 * there are not too many.
 */
final class IndexPage {
  /** Maximum number of documents that are listed. */
  private static final int MAX_LISTED = 1000;

  private static final String STYLE = Html.resource(IndexPage.class, "index.css");

  private final List<Layer> layers;
  private final OutputLayout layout;
  private final List<Entry> listed = new ArrayList<>();
  private final StringBuilder out = new StringBuilder();
  private long count;

  private record Entry(String id, boolean failed) {}

  IndexPage(List<Layer> layers, OutputLayout layout) {
    this.layers = layers;
    this.layout = layout;
  }

  /** Adds the next document. */
  void add(String id, boolean failed) {
    if (count < MAX_LISTED) {
      listed.add(new Entry(id, failed));
    }
    count++;
  }

  /**
   * Returns the page in UTF-8.
   *
   * @param promises status of the models' promises for all documents, by the file of the model
   */
  byte[] of(Statistics statistics, SortedMap<Path, PromiseCheck.Status> promises) {
    out.append(Html.head("en", "Annotated documents", "style-src 'unsafe-inline'", STYLE));
    out.append(
        format(
            "<header>\n<h1>Annotated documents</h1>\n<p>%s, %s, %s, %s.</p>\n",
            Numbers.grouped(statistics.documents(), "document"),
            Numbers.grouped(statistics.sentences(), "sentence"),
            Numbers.grouped(statistics.tokens(), "token"),
            Numbers.grouped(statistics.segments(), "segment")));
    for (Layer layer : layers) {
      out.append(format("<p>Model: %s.</p>\n", Html.escape(layer.card().phrase())));
    }
    for (Map.Entry<Path, PromiseCheck.Status> promise : promises.entrySet()) {
      String model = promise.getKey().getFileName().toString();
      String status = promise.getValue().toString();
      out.append(format("<p>%s: %s.</p>\n", Html.escape(model), Html.escape(status)));
    }
    for (Map.Entry<String, NoveltyCount> model : statistics.novelty(layers).entrySet()) {
      String name = Html.escape(model.getKey());
      out.append(format("<p>%s: %s; 1 %% is expected.</p>\n", name, model.getValue().phrase()));
    }
    out.append("</header>\n<main>\n");

    appendTypes(statistics);
    appendFailures(statistics);
    appendLeastCertain(statistics);
    appendDocuments(statistics);
    out.append("</main>\n</body>\n</html>\n");
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void appendTypes(Statistics statistics) {
    if (statistics.types.isEmpty()) {
      return;
    }
    out.append("<h2>Segments</h2>\n<table>\n<tr><th>Model<th>Type");
    appendNumbers("th", "Segments", "Mean probability");
    for (Map.Entry<String, SortedMap<String, Statistics.Sum>> model : statistics.types.entrySet()) {
      for (Map.Entry<String, Statistics.Sum> type : model.getValue().entrySet()) {
        Statistics.Sum sum = type.getValue();
        out.append("<tr><td>").append(Html.escape(model.getKey()));
        out.append("<td>").append(Html.escape(type.getKey()));
        appendNumbers("td", Numbers.count(sum.count()), Numbers.percent(sum.mean(), 1));
      }
    }
    out.append("</table>\n");
  }

  private void appendFailures(Statistics statistics) {
    if (statistics.failed() == 0) {
      return;
    }
    out.append(
        format(
            "<h2>Failures</h2>\n"
                + "<p>%s could not be annotated: <a href=\"errors.jsonl\">errors.jsonl</a> has"
                + " them, with reasons; those in the folder <a href=\"failed/\">failed</a> have"
                + " copies of small ones.</p>\n"
                + "<table>\n"
                + "<tr><th>Reason",
            Numbers.grouped(statistics.failed(), "document")));
    appendNumbers("th", "Documents");

    List<Map.Entry<String, Long>> reasons = new ArrayList<>(statistics.reasons.entrySet());
    reasons.sort(Map.Entry.<String, Long>comparingByValue().reversed());
    for (Map.Entry<String, Long> reason : reasons) {
      out.append("<tr><td>").append(Html.escape(reason.getKey()));
      appendNumbers("td", Numbers.count(reason.getValue()));
    }
    out.append("</table>\n");
  }

  private void appendLeastCertain(Statistics statistics) {
    if (statistics.leastCertain.isEmpty()) {
      return;
    }
    out.append("<h2>Least certain documents</h2>\n<table>\n<tr><th>Document");
    appendNumbers("th", "Segments", "Mean probability");
    for (Statistics.Uncertain document : statistics.leastCertain) {
      out.append("<tr><td>");
      appendLinks(document.id(), document.number());
      appendNumbers("td", Numbers.count(document.segments()), Numbers.percent(document.mean(), 1));
    }
    out.append("</table>\n");
  }

  /** Appends cells with numbers, and ends the row. */
  private void appendNumbers(String tag, String... cells) {
    for (String cell : cells) {
      out.append('<').append(tag).append(" class=\"n\">").append(cell);
    }
    out.append("</tr>\n");
  }

  private void appendDocuments(Statistics statistics) {
    out.append("<h2>Documents</h2>\n");
    if (statistics.documents() == 0) {
      out.append("<p>There are none.</p>\n");
      return;
    }
    if (count > MAX_LISTED) {
      out.append("<p>There are too many to list here.</p>\n");
      return;
    }

    out.append("<ol>\n");
    for (int number = 0; number < listed.size(); number++) {
      Entry entry = listed.get(number);
      out.append("<li>");
      if (entry.failed()) {
        appendName(entry.id());
        out.append(" <b>failed</b>");
      } else {
        appendLinks(entry.id(), number);
      }
      out.append("</li>\n");
    }
    out.append("</ol>\n");
  }

  private void appendName(String id) {
    out.append("<span dir=\"auto\">").append(Html.escape(id)).append("</span>");
  }

  private void appendLinks(String id, long number) {
    appendName(id);
    for (OutputFormat format : layout.formats()) {
      String file = layout.fileName(id, number, format);
      out.append(format(" <a href=\"%s\">%s</a>", Html.escape(link(file)), format));
    }
  }

  /** Returns a path as a relative URI reference. */
  private static String link(String path) {
    try {
      return "./" + new URI(null, null, "/" + path, null).toASCIIString().substring(1);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
