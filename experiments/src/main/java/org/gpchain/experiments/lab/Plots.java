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
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.gpchain.core.math.Checks;
import org.gpchain.training.io.AtomicFile;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.IChart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.AxesChartStyler.TextAlignment;
import org.knowm.xchart.style.CategoryStyler;
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

  private static final double ROOM_FOR_BARS = 0.85;

  /** Width of a letter, about; and of a name that stands upright. */
  private static final int LETTER = 8;

  private static final int UPRIGHT_LINE = 22;
  private static final int UPRIGHT = 90;

  /** Room for the axis and the legend. */
  private static final int BESIDE_BARS = 200;

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
   * @param title above the plot
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
    apply(styler);
    styler.setXAxisTickLabelsFormattingFunction(Plots::number);
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

  /**
   * Draws upright bars in groups. Names of groups stand upright where they are too long.
   *
   * @param file where to; missing directories are made
   * @param title above the plot
   * @param groups names of the groups, at least one
   * @param axis what the heights are
   * @param bars by their name in the legend, one height for each group; one that cannot be shown
   *     has no bar
   */
  public static void bars(
      Path file, String title, List<String> groups, Axis axis, Map<String, double[]> bars)
      throws IOException {
    Checks.atLeast("number of groups", groups.size(), 1);
    Checks.atLeast("number of bars in a group", bars.size(), 1);
    double floor = axis.logarithmic() ? decadeBelow(bars, axis) : 0;
    int longest = groups.stream().mapToInt(String::length).max().orElseThrow();
    boolean upright = longest * groups.size() * LETTER > WIDTH;
    CategoryChart chart =
        upright
            ? new CategoryChart(
                Math.max(WIDTH, BESIDE_BARS + groups.size() * UPRIGHT_LINE),
                HEIGHT + longest * LETTER)
            : new CategoryChart(WIDTH, HEIGHT);
    chart.setTitle(title);
    chart.setYAxisTitle(axis.name());
    style(chart.getStyler(), axis, floor);
    if (upright) {
      chart.getStyler().setXAxisLabelRotation(UPRIGHT);
      chart.getStyler().setXAxisLabelAlignmentVertical(TextAlignment.Right);
    }
    chart.getStyler().setLegendVisible(bars.size() > 1);
    int number = 0;
    for (Map.Entry<String, double[]> next : bars.entrySet()) {
      Checks.length(
          "heights of " + next.getKey(), next.getValue().length, groups.size(), "[groups]");
      List<Double> heights =
          Arrays.stream(next.getValue()).map(h -> axis.shows(h) ? h : floor).boxed().toList();
      chart.addSeries(next.getKey(), groups, heights).setFillColor(colour(number++));
    }
    write(file, chart, title, List.copyOf(bars.keySet()));
  }

  private static void style(CategoryStyler styler, Axis axis, double floor) {
    apply(styler);
    styler.setPlotGridVerticalLinesVisible(false);
    styler.setAvailableSpaceFill(ROOM_FOR_BARS);
    // Every name, and not only some of them.
    styler.setXAxisTickMarkSpacingHint(1);
    if (axis.logarithmic()) {
      styler.setYAxisLogarithmic(true);
      // Or else bars would begin at zero, which a logarithmic axis has not.
      styler.setYAxisMin(floor);
    }
    if (!Double.isNaN(axis.max())) {
      styler.setYAxisMax(axis.max());
    }
  }

  /** The power of ten below the lowest bar. */
  private static double decadeBelow(Map<String, double[]> bars, Axis axis) {
    double lowest =
        bars.values().stream()
            .flatMapToDouble(DoubleStream::of)
            .filter(axis::shows)
            .min()
            .orElse(1);
    return Math.pow(10, Math.ceil(Math.log10(lowest)) - 1);
  }

  private static void apply(AxesChartStyler styler) {
    styler.setLocale(Locale.ROOT);
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotBorderColor(Color.GRAY);
    styler.setPlotGridLinesColor(GRID);
    styler.setPlotGridLinesStroke(GRID_STROKE);
    styler.setLegendBorderColor(Color.WHITE);
    styler.setLegendPosition(LegendPosition.OutsideE);
    styler.setYAxisTickLabelsFormattingFunction(Plots::number);
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

  private static void write(Path file, IChart chart, String title, List<String> names)
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
    AtomicFile.write(file, out -> out.write(whole.getBytes(StandardCharsets.UTF_8)));
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
