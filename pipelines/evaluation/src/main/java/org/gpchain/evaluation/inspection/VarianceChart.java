package org.gpchain.evaluation.inspection;

import static org.gpchain.core.text.Numbers.format;

import java.util.List;
import org.gpchain.evaluation.inspection.ModelDescription.TemplateLine;

/**
 * A bar chart of prior variances as SVG: a bar for each template line, on a logarithmic axis, its
 * name on the left and its value on the right.
 */
final class VarianceChart {
  private static final int ROW = 20;
  private static final int TOP = 44;
  private static final int BOTTOM = 44;
  private static final int BAR_WIDTH = 420;
  private static final int VALUE_WIDTH = 70;

  /** Maximum width of a character of the labels, in pixels. */
  private static final double CHARACTER = 7.3;

  private final StringBuilder out = new StringBuilder();
  private final List<TemplateLine> lines;
  private final int lowest;
  private final int highest;
  private final int left;

  /**
   * @param lines at least one
   */
  VarianceChart(List<TemplateLine> lines) {
    this.lines = lines;
    double least = lines.stream().mapToDouble(TemplateLine::variance).min().orElseThrow();
    double most = lines.stream().mapToDouble(TemplateLine::variance).max().orElseThrow();
    this.lowest = (int) Math.ceil(Math.log10(least)) - 1;
    this.highest = (int) Math.floor(Math.log10(most)) + 1;
    int longest = lines.stream().mapToInt(line -> line.line().length()).max().orElseThrow();
    this.left = 24 + (int) Math.ceil(CHARACTER * longest);
  }

  /** The chart, in UTF-8 when it is written. */
  String toSvg() {
    int width = left + BAR_WIDTH + VALUE_WIDTH;
    int height = TOP + ROW * lines.size() + BOTTOM;
    out.append(
        format(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?><svg xmlns=\"http://www.w3.org/2000/svg\""
                + " width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" font-family=\"monospace\""
                + " font-size=\"12\"><rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>",
            width, height, width, height));
    text(left, 24, "start", "Prior variance of each template line");
    axis();
    for (int i = 0; i < lines.size(); i++) {
      bar(lines.get(i), TOP + ROW * i);
    }
    return out + "</svg>";
  }

  private void axis() {
    int bottom = TOP + ROW * lines.size();
    // No more than about eight labels, however wide the range is.
    int stride = 1 + (highest - lowest) / 8;
    for (int power = lowest; power <= highest; power += stride) {
      int x = position(power);
      String line = "<line x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\" stroke=\"#d8d8d8\"/>";
      out.append(format(line, x, x, TOP, bottom));
      text(x, bottom + 18, "middle", "1e" + power);
    }
  }

  private void bar(TemplateLine line, int y) {
    int end = position(Math.log10(line.variance()));
    text(left - 8, y + 14, "end", line.line());
    String bar = "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#3b6ea5\"/>";
    out.append(format(bar, left, y + 3, end - left, ROW - 6));
    text(end + 6, y + 14, "start", format("%.3g", line.variance()));
  }

  private int position(double power) {
    return left + (int) Math.round(BAR_WIDTH * (power - lowest) / (highest - lowest));
  }

  private void text(int x, int y, String anchor, String text) {
    // A template line may hold characters that XML does not allow.
    String allowed = text.replaceAll("[\\x00-\\x1f\\ufffe\\uffff]", " ");
    out.append(
        format(
            "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" xml:space=\"preserve\">%s</text>",
            x, y, anchor, allowed.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")));
  }
}
