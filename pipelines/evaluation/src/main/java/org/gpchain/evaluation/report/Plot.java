package org.gpchain.evaluation.report;

import static org.gpchain.core.text.Numbers.format;

import java.util.List;
import org.gpchain.documents.page.Html;

/**
 * A diagram as inline SVG. Its axes are in percent and begin at 0, the x axis ends at 1; what is
 * drawn has the colours of the style sheet's classes.
 */
final class Plot {
  private static final int LEFT = 56;
  private static final int WIDTH = 374;
  private static final int STEPS = 5;

  private final StringBuilder out = new StringBuilder();
  private final int height;
  private final double largestY;

  record Point(double x, double y) {}

  /**
   * @param id unique in the page
   * @param description what is to be seen in it, for those who cannot see it
   * @param height of the area of the data, in pixels
   * @param largestY upper end of the y axis
   */
  Plot(String id, String title, String description, int height, double largestY) {
    this.height = height;
    this.largestY = largestY;
    out.append(
        format(
            "<svg role=\"img\" viewBox=\"0 0 %d %d\""
                + " aria-labelledby=\"%3$s-title %3$s-desc\">\n"
                + "<title id=\"%3$s-title\">%4$s</title>"
                + "<desc id=\"%3$s-desc\">%5$s</desc>\n",
            LEFT + WIDTH + 30, height + 58, id, Html.escape(title), Html.escape(description)));
  }

  /** The smallest limit of an axis that is at least {@code value}, has simple ticks, and is ≤ 1. */
  static double limit(double value) {
    return List.of(0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5).stream()
        .filter(limit -> limit >= value)
        .findFirst()
        .orElse(1.0);
  }

  /** Draws the axes; without a name the y axis has no ticks. */
  Plot axes(String nameX, String nameY) {
    for (int i = 0; i <= STEPS; i++) {
      double x = (double) i / STEPS;
      double y = x * largestY;
      line("grid", List.of(new Point(x, 0), new Point(x, largestY)));
      text("tick", px(x), py(0) + 16, format("%.0f %%", 100 * x));
      if (!nameY.isEmpty()) {
        line("grid", List.of(new Point(0, y), new Point(1, y)));
        text("end", px(0) - 6, py(y) + 4, format(largestY < 0.05 ? "%.1f %%" : "%.0f %%", 100 * y));
      }
    }
    text("axis", px(0.5), py(0) + 36, nameX);
    String turn = "<g transform=\"translate(13 %.1f) rotate(-90)\">";
    out.append(format(turn, py(largestY / 2)));
    text("axis", 0, 0, nameY);
    out.append("</g>\n");
    return this;
  }

  /** Draws lines from point to point, or fills the area between them if its class says so. */
  Plot line(String style, List<Point> points) {
    out.append("<path class=\"" + style + "\" d=\"");
    for (int i = 0; i < points.size(); i++) {
      Point point = points.get(i);
      out.append(format("%s%.1f %.1f", i == 0 ? "M" : "L", px(point.x()), py(point.y())));
    }
    out.append("\"/>\n");
    return this;
  }

  /** Fills a rectangle, however flat, visibly. */
  void box(String style, double fromX, double toX, double fromY, double toY) {
    double tall = Math.max(2, py(fromY) - py(toY));
    String box = "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n";
    double y = (py(fromY) + py(toY) - tall) / 2;
    out.append(format(box, style, px(fromX), y, px(toX) - px(fromX), tall));
  }

  void dot(String style, double x, double y) {
    String dot = "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>\n";
    out.append(format(dot, style, px(x), py(y)));
  }

  /** Writes a word above a point. */
  void label(double x, double y, String text) {
    text("tick", px(x), py(y) - 4, text);
  }

  private void text(String style, double x, double y, String text) {
    String element = "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>\n";
    out.append(format(element, style, x, y, Html.escape(text)));
  }

  private double px(double x) {
    return LEFT + WIDTH * x;
  }

  private double py(double y) {
    return 12 + height * (1 - Math.min(1, y / largestY));
  }

  @Override
  public String toString() {
    return out + "</svg>\n";
  }
}
