package org.gpchain.internal.evaluation.report;

import static org.gpchain.core.text.Numbers.format;

import java.util.List;
import org.gpchain.internal.documents.page.Html;

/**
 * A diagram as inline SVG. Both axes are shares from 0 to 100 %. The style sheet defines the colors
 * of the CSS classes.
 */
final class Plot {
  /** Left margin (pixels). */
  private static final int LEFT = 56;

  /** Top margin (pixels). */
  private static final int TOP = 12;

  /** Width of the plotting area (pixels). */
  private static final int WIDTH = 374;

  /** Height of the plotting area (pixels). */
  private static final int HEIGHT = 300;

  /** Number of intervals between grid lines. */
  private static final int STEPS = 5;

  private final StringBuilder out = new StringBuilder();

  /** A point, with both coordinates in [0, 1]. */
  record Point(double x, double y) {}

  /**
   * Creates an empty diagram.
   *
   * @param id identifier that is unique in the page
   * @param title title of the diagram
   * @param description description of the diagram for screen readers
   */
  Plot(String id, String title, String description) {
    out.append(
        format(
            "<svg role=\"img\" viewBox=\"0 0 %d %d\""
                + " aria-labelledby=\"%3$s-title %3$s-desc\">\n"
                + "<title id=\"%3$s-title\">%4$s</title>"
                + "<desc id=\"%3$s-desc\">%5$s</desc>\n",
            LEFT + WIDTH + 30, HEIGHT + 58, id, Html.escape(title), Html.escape(description)));
  }

  /** Draws the axes with their grid lines and names. */
  void axes(String nameX, String nameY) {
    for (int i = 0; i <= STEPS; i++) {
      double share = (double) i / STEPS;
      String percent = format("%.0f %%", 100 * share);
      line("grid", List.of(new Point(share, 0), new Point(share, 1)));
      text("tick", px(share), py(0) + 16, percent);
      line("grid", List.of(new Point(0, share), new Point(1, share)));
      text("end", px(0) - 6, py(share) + 4, percent);
    }
    text("axis", px(0.5), py(0) + 36, nameX);
    String turn = "<g transform=\"translate(13 %.1f) rotate(-90)\">";
    out.append(format(turn, py(0.5)));
    text("axis", 0, 0, nameY);
    out.append("</g>\n");
  }

  /** Draws lines from point to point. */
  void line(String style, List<Point> points) {
    out.append("<path class=\"" + style + "\" d=\"");
    for (int i = 0; i < points.size(); i++) {
      Point point = points.get(i);
      String command = i == 0 ? "M" : "L";
      out.append(format("%s%.1f %.1f", command, px(point.x()), py(point.y())));
    }
    out.append("\"/>\n");
  }

  /** Fills a rectangle, which is at least two pixels tall so that it is always visible. */
  void box(String style, double fromX, double toX, double fromY, double toY) {
    double tall = Math.max(2, py(fromY) - py(toY));
    String box = "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n";
    double y = (py(fromY) + py(toY) - tall) / 2;
    out.append(format(box, style, px(fromX), y, px(toX) - px(fromX), tall));
  }

  /** Draws a dot. */
  void dot(String style, double x, double y) {
    String dot = "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>\n";
    out.append(format(dot, style, px(x), py(y)));
  }

  private void text(String style, double x, double y, String text) {
    String element = "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>\n";
    out.append(format(element, style, x, y, Html.escape(text)));
  }

  private double px(double x) {
    return LEFT + WIDTH * x;
  }

  private double py(double y) {
    return TOP + HEIGHT * (1 - y);
  }

  @Override
  public String toString() {
    return out + "</svg>\n";
  }
}
