package org.gpchain.experiments.lab;

import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.training.io.AtomicFile;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Plots of an experiment's rows, as SVG files that are written as a whole or not at all. */
public final class Plots {
  private static final int WIDTH = 800;
  private static final int HEIGHT = 500;
  private static final float THICK = 2.2f;
  private static final float THIN = 0.7f;

  /** Of a logarithmic axis, which has one for each digit, more would lie on one another. */
  private static final int MAX_LABELS = 14;

  private static final MathContext DIGITS = new MathContext(4);
  private static final double SMALLEST_PLAIN = 1e-3;
  private static final double LARGEST_PLAIN = 1e6;

  /** The colours of Okabe and Ito (2008), which people with colour blindness can tell apart. */
  private static final int[] COLOURS = {
    0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x000000
  };

  private static final Color GRID = new Color(0xDDDDDD);
  private static final BasicStroke GRID_STROKE = new BasicStroke(0.6f);
  private static final String DECLARATION = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

  private Plots() {}

  /**
   * An axis of a plot, up to the largest figure.
   *
   * @param name what is measured, and its unit
   * @param logarithmic whether equal ratios are equally far apart; figures that are not positive
   *     are left out then
   */
  public record Axis(String name, boolean logarithmic) {
    /** An axis on which equal differences are equally far apart. */
    public static Axis linear(String name) {
      return new Axis(name, false);
    }

    /** An axis on which equal ratios are equally far apart. */
    public static Axis logarithmic(String name) {
      return new Axis(name, true);
    }

    /** Whether a figure can be shown. */
    boolean shows(double figure) {
      return Double.isFinite(figure) && !(logarithmic && figure <= 0);
    }
  }

  /** The points of a line: at each x, in the order of the rows, the heights that rows give it. */
  private record Line(String name, Map<Double, List<Double>> heights) {
    double[] x() {
      return heights.keySet().stream().mapToDouble(Double::doubleValue).toArray();
    }

    double[] mean() {
      return heights.values().stream()
          .mapToDouble(all -> all.stream().mapToDouble(y -> y / all.size()).sum())
          .toArray();
    }

    /** The heights that the k-th rows give. */
    double[] single(int k) {
      return heights.values().stream()
          .mapToDouble(all -> k < all.size() ? all.get(k) : Double.NaN)
          .toArray();
    }

    int repetitions() {
      return heights.values().stream().mapToInt(List::size).max().orElse(0);
    }
  }

  /**
   * Draws a line for each series of rows. Where several rows of a series have the same x, the line
   * is their mean, and each repetition is a thin line.
   *
   * @param file where to; missing directories are made
   * @param rows at least one
   * @param x where a row's point is, finite
   * @param y how high it is; one that is not finite leaves a gap
   * @param series the name of a row's line, for the legend
   */
  public static <R> void lines(
      Path file,
      String title,
      Axis xAxis,
      Axis yAxis,
      List<R> rows,
      ToDoubleFunction<R> x,
      ToDoubleFunction<R> y,
      Function<R, String> series)
      throws IOException {
    Checks.atLeast("number of rows", rows.size(), 1);
    Map<String, Line> lines = new LinkedHashMap<>();
    for (R row : rows) {
      lines
          .computeIfAbsent(series.apply(row), name -> new Line(name, new LinkedHashMap<>()))
          .heights()
          .computeIfAbsent(x.applyAsDouble(row), place -> new ArrayList<>())
          .add(y.applyAsDouble(row));
    }
    XYChart chart = new XYChart(WIDTH, HEIGHT);
    chart.setTitle(title);
    chart.setXAxisTitle(xAxis.name());
    chart.setYAxisTitle(yAxis.name());
    style(chart.getStyler(), xAxis, yAxis);
    int number = 0;
    for (Line line : lines.values()) {
      Color pale = pale(colour(number++));
      for (int k = 0; k < line.repetitions() && line.repetitions() > 1; k++) {
        String name = line.name() + " " + (k + 1);
        XYSeries thin = add(chart, name, line.x(), line.single(k), xAxis, yAxis);
        look(thin, pale, THIN);
        thin.setShowInLegend(false);
      }
    }
    number = 0;
    for (Line line : lines.values()) {
      look(add(chart, line.name(), line.x(), line.mean(), xAxis, yAxis), colour(number++), THICK);
    }
    write(file, chart, title, List.copyOf(lines.keySet()));
  }

  private static void style(XYStyler styler, Axis xAxis, Axis yAxis) {
    styler.setLocale(Locale.ROOT);
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotBorderColor(Color.GRAY);
    styler.setPlotGridLinesColor(GRID);
    styler.setPlotGridLinesStroke(GRID_STROKE);
    styler.setLegendBorderColor(Color.WHITE);
    styler.setLegendPosition(LegendPosition.OutsideE);
    styler.setYAxisTickLabelsFormattingFunction(Plots::number);
    styler.setXAxisTickLabelsFormattingFunction(Plots::number);
    styler.setXAxisLogarithmic(xAxis.logarithmic());
    styler.setYAxisLogarithmic(yAxis.logarithmic());
    styler.setXAxisLogarithmicDecadeOnly(false);
    styler.setYAxisLogarithmicDecadeOnly(false);
    styler.setXAxisMaxLabelCount(MAX_LABELS);
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

  /** Such as 6000, 0.25 or 1E-9: ends of an axis may have digits without end. */
  private static String number(double tick) {
    double size = Math.abs(tick);
    return tick == 0 || (size >= SMALLEST_PLAIN && size < LARGEST_PLAIN)
        ? BigDecimal.valueOf(tick).round(DIGITS).stripTrailingZeros().toPlainString()
        : new DecimalFormat("0.##E0", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(tick);
  }

  private static Color colour(int number) {
    return new Color(COLOURS[number % COLOURS.length]);
  }

  /** Half as strong. */
  private static Color pale(Color colour) {
    return new Color(
        128 + colour.getRed() / 2, 128 + colour.getGreen() / 2, 128 + colour.getBlue() / 2);
  }

  private static void write(Path file, XYChart chart, String title, List<String> names)
      throws IOException {
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
    AtomicFile.write(file, whole);
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
