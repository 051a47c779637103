package org.gpchain.experiments.plot;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.math.Checks;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Figures as lines. */
public final class LinePlot {
  private static final float THICK = 2.2f;
  private static final float THIN = 0.7f;

  /** Of a logarithmic axis, which has one for each digit, more would lie on one another. */
  private static final int MAX_LABELS = 14;

  private LinePlot() {}

  /**
   * A line, and maybe thin lines that it sums up.
   *
   * @param name in the legend, no other line's
   * @param x where its points are, {@code [n]}, n at least 1, finite; not modified
   * @param y how high they are, {@code [n]}; a point that is not finite leaves a gap; not modified
   * @param single heights of thin lines at the same places, each {@code [n]}; not modified
   */
  public record Line(String name, double[] x, double[] y, List<double[]> single) {
    /** Checks the lengths. */
    public Line {
      Checks.atLeast("points of " + name, x.length, 1);
      Checks.length("y of " + name, y.length, x.length, "[x]");
      single.forEach(thin -> Checks.length("single line of " + name, thin.length, x.length, "[x]"));
    }

    /** A line without thin ones. */
    public static Line of(String name, double[] x, double[] y) {
      return new Line(name, x, y, List.of());
    }
  }

  /**
   * Writes an SVG file, as a whole or not at all.
   *
   * @param file where to; missing directories are made
   * @param title above the plot
   * @param xAxis what x is
   * @param yAxis what y is
   * @param lines at least one
   */
  public static void write(Path file, String title, Axis xAxis, Axis yAxis, List<Line> lines)
      throws IOException {
    Checks.atLeast("number of lines", lines.size(), 1);
    XYChart chart = new XYChart(Style.WIDTH, Style.HEIGHT);
    chart.setTitle(title);
    chart.setXAxisTitle(xAxis.name());
    chart.setYAxisTitle(yAxis.name());
    style(chart.getStyler(), xAxis, yAxis);
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      for (int k = 0; k < line.single().size(); k++) {
        XYSeries thin =
            add(chart, line.name() + " " + (k + 1), line.x(), line.single().get(k), xAxis, yAxis);
        look(thin, Style.pale(Style.colour(i)), THIN);
        thin.setShowInLegend(false);
      }
    }
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      look(add(chart, line.name(), line.x(), line.y(), xAxis, yAxis), Style.colour(i), THICK);
    }
    SvgFile.write(file, chart, title, lines.stream().map(Line::name).toList());
  }

  private static void style(XYStyler styler, Axis xAxis, Axis yAxis) {
    Style.apply(styler);
    styler.setXAxisTickLabelsFormattingFunction(Style::number);
    styler.setXAxisLogarithmic(xAxis.logarithmic());
    styler.setYAxisLogarithmic(yAxis.logarithmic());
    styler.setXAxisLogarithmicDecadeOnly(false);
    styler.setYAxisLogarithmicDecadeOnly(false);
    styler.setXAxisMaxLabelCount(MAX_LABELS);
    if (!Double.isNaN(xAxis.max())) {
      styler.setXAxisMax(xAxis.max());
    }
    if (!Double.isNaN(yAxis.max())) {
      styler.setYAxisMax(yAxis.max());
    }
  }

  private static XYSeries add(
      XYChart chart, String name, double[] x, double[] y, Axis xAxis, Axis yAxis) {
    int[] places = IntStream.range(0, x.length).filter(i -> xAxis.shows(x[i])).toArray();
    return chart.addSeries(
        name,
        Arrays.stream(places).mapToDouble(i -> x[i]).toArray(),
        Arrays.stream(places).mapToDouble(i -> yAxis.shows(y[i]) ? y[i] : Double.NaN).toArray());
  }

  private static void look(XYSeries series, Color colour, float width) {
    series.setMarker(SeriesMarkers.NONE);
    series.setLineColor(colour);
    series.setLineWidth(width);
  }
}
