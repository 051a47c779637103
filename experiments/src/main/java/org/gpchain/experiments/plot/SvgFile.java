package org.gpchain.experiments.plot;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.training.io.AtomicFile;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.internal.chartpart.IChart;

/** Writes a chart as SVG. */
final class SvgFile {
  private static final String DECLARATION = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

  private SvgFile() {}

  /**
   * Writes a file, as a whole or not at all.
   *
   * @param title of the chart
   * @param names of its series
   */
  static void write(Path file, IChart chart, String title, List<String> names) throws IOException {
    String svg = new String(ChartEncoder.getBytes(chart, "svg"), StandardCharsets.UTF_8);
    // Letters are drawn as outlines: programs and screen readers need the words.
    int root = svg.indexOf("<svg");
    int content = svg.indexOf('>', root) + 1;
    String words =
        "\n  <title>"
            + escape(title)
            + "</title>\n  <desc>"
            + escape(String.join("; ", names))
            + "</desc>";
    // Without the document type, whose address every reader of the file would have to ask for.
    String whole = DECLARATION + svg.substring(root, content) + words + svg.substring(content);
    AtomicFile.write(file, out -> out.write(whole.getBytes(StandardCharsets.UTF_8)));
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
