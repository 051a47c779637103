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
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.training.io.AtomicFile;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Plots of an experiment's rows, as SVG files that are written atomically. */
public final class Plots {
  private static final int WIDTH = 800;
  private static final int HEIGHT = 500;

  /** Line width of means (pixels). */
  private static final float THICK = 2.2f;

  /** Line width of single repetitions (pixels). */
  private static final float THIN = 0.7f;

  /** Maximum number of tick labels of an axis. More labels of a logarithmic axis would overlap. */
  private static final int MAX_LABELS = 14;

  /** Number of significant digits in a tick label. */
  private static final MathContext DIGITS = new MathContext(4);

  /** Ticks outside this range of absolute values have labels in scientific notation. */
  private static final double SMALLEST_PLAIN = 1e-3;

  private static final double LARGEST_PLAIN = 1e6;

  /** The color-blind safe colors of Okabe and Ito (2008). */
  private static final int[] COLORS = {
    0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x000000
  };

  private static final Color GRID = new Color(0xDDDDDD);
  private static final BasicStroke GRID_STROKE = new BasicStroke(0.6f);
  private static final String DECLARATION = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

  private Plots() {}

  /**
   * An axis of a plot.
   *
   * @param name name and unit of the figures
   * @param logarithmic whether the scale is logarithmic, which omits figures that are not positive
   */
  public record Axis(String name, boolean logarithmic) {
    /** Returns an axis with a linear scale. */
    public static Axis linear(String name) {
      return new Axis(name, false);
    }

    /** Returns an axis with a logarithmic scale. */
    public static Axis logarithmic(String name) {
      return new Axis(name, true);
    }

    /** Returns whether a figure can be shown. */
    boolean shows(double figure) {
      return Double.isFinite(figure) && !(logarithmic && figure <= 0);
    }
  }

  /**
   * The title and the axes of a plot.
   *
   * @param title the title
   * @param x horizontal axis
   * @param y vertical axis
   */
  public record Frame(String title, Axis x, Axis y) {}

  /**
   * The points of an experiment's rows.
   *
   * @param rows the rows, at least one
   * @param x returns the x coordinate of a row, which must be finite
   * @param y returns the y coordinate of a row; the line has a gap where it is not finite
   * @param series returns the name of a row's line, for the legend
   */
  public record Points<R>(
      List<R> rows, ToDoubleFunction<R> x, ToDoubleFunction<R> y, Function<R, String> series) {
    /** Checks that there are rows. */
    public Points {
      Checks.atLeast("number of rows", rows.size(), 1);
    }

    /** Returns the lines through the points, by their names. */
    private Map<String, Line> lines() {
      Map<String, Line> lines = new LinkedHashMap<>();
      for (R row : rows) {
        Line line = lines.computeIfAbsent(series.apply(row), Line::new);
        line.add(x.applyAsDouble(row), y.applyAsDouble(row));
      }
      return lines;
    }
  }

  /**
   * The points of a line.
   *
   * @param yValues for each x, the values of y in the order of the rows; more than one if the
   *     experiment was repeated
   */
  private record Line(String name, Map<Double, List<Double>> yValues) {
    Line(String name) {
      this(name, new LinkedHashMap<>());
    }

    void add(double x, double y) {
      yValues.computeIfAbsent(x, key -> new ArrayList<>()).add(y);
    }

    double[] x() {
      return yValues.keySet().stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** Returns the mean y at each x. */
    double[] mean() {
      return yValues.values().stream().mapToDouble(Line::mean).toArray();
    }

    private static double mean(List<Double> values) {
      return values.stream().mapToDouble(y -> y / values.size()).sum();
    }

    /** Returns y in the given repetition at each x, or NaN where there are fewer repetitions. */
    double[] single(int repetition) {
      double[] single = new double[yValues.size()];
      Arrays.fill(single, Double.NaN);
      int i = 0;
      for (List<Double> values : yValues.values()) {
        if (repetition < values.size()) {
          single[i] = values.get(repetition);
        }
        i++;
      }
      return single;
    }

    int repetitions() {
      return yValues.values().stream().mapToInt(List::size).max().orElse(0);
    }
  }

  /**
   * Plots a line for each series of rows. If several rows of a series have the same x, they are
   * repetitions: the line shows their mean, and thin lines show each repetition.
   *
   * @param file the SVG file to write; missing directories are created
   */
  public static <R> void lines(Path file, Frame frame, Points<R> points) throws IOException {
    Map<String, Line> lines = points.lines();
    XYChart chart = new XYChart(WIDTH, HEIGHT);
    chart.setTitle(frame.title());
    chart.setXAxisTitle(frame.x().name());
    chart.setYAxisTitle(frame.y().name());
    style(chart.getStyler(), frame);

    // Later series cover earlier ones, so the means come last.
    int number = 0;
    for (Line line : lines.values()) {
      Color pale = pale(color(number++));
      for (int k = 0; k < line.repetitions() && line.repetitions() > 1; k++) {
        String name = line.name() + " " + (k + 1);
        XYSeries thin = add(chart, name, line.x(), line.single(k), frame);
        setStyle(thin, pale, THIN);
        thin.setShowInLegend(false);
      }
    }
    number = 0;
    for (Line line : lines.values()) {
      XYSeries mean = add(chart, line.name(), line.x(), line.mean(), frame);
      setStyle(mean, color(number++), THICK);
    }

    write(file, chart, frame.title(), List.copyOf(lines.keySet()));
  }

  private static void style(XYStyler styler, Frame frame) {
    styler.setLocale(Locale.ROOT);
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotBorderColor(Color.GRAY);
    styler.setPlotGridLinesColor(GRID);
    styler.setPlotGridLinesStroke(GRID_STROKE);
    styler.setLegendBorderColor(Color.WHITE);
    styler.setLegendPosition(LegendPosition.OutsideE);
    styler.setYAxisTickLabelsFormattingFunction(Plots::number);
    styler.setXAxisTickLabelsFormattingFunction(Plots::number);
    styler.setXAxisLogarithmic(frame.x().logarithmic());
    styler.setYAxisLogarithmic(frame.y().logarithmic());
    styler.setXAxisLogarithmicDecadeOnly(false);
    styler.setYAxisLogarithmicDecadeOnly(false);
    styler.setXAxisMaxLabelCount(MAX_LABELS);
  }

  private static XYSeries add(XYChart chart, String name, double[] x, double[] y, Frame frame) {
    double[] shownX = new double[x.length];
    double[] shownY = new double[x.length];
    int count = 0;
    for (int i = 0; i < x.length; i++) {
      if (frame.x().shows(x[i])) {
        shownX[count] = x[i];
        shownY[count] = frame.y().shows(y[i]) ? y[i] : Double.NaN;
        count++;
      }
    }
    return chart.addSeries(name, Arrays.copyOf(shownX, count), Arrays.copyOf(shownY, count));
  }

  private static void setStyle(XYSeries series, Color color, float width) {
    series.setMarker(SeriesMarkers.NONE);
    series.setLineColor(color);
    series.setLineWidth(width);
  }

  /** Returns a tick label such as 6000, 0.25 or 1E-9. Ends of an axis may be long fractions. */
  private static String number(double tick) {
    double size = Math.abs(tick);
    if (tick == 0 || (size >= SMALLEST_PLAIN && size < LARGEST_PLAIN)) {
      return BigDecimal.valueOf(tick).round(DIGITS).stripTrailingZeros().toPlainString();
    }
    DecimalFormatSymbols symbols = DecimalFormatSymbols.getInstance(Locale.ROOT);
    return new DecimalFormat("0.##E0", symbols).format(tick);
  }

  private static Color color(int number) {
    return new Color(COLORS[number % COLORS.length]);
  }

  /** Returns a color halfway to white. */
  private static Color pale(Color color) {
    return new Color(
        128 + color.getRed() / 2, 128 + color.getGreen() / 2, 128 + color.getBlue() / 2);
  }

  private static void write(Path file, XYChart chart, String title, List<String> names)
      throws IOException {
    String svg = new String(ChartEncoder.getBytes(chart, "svg"), StandardCharsets.UTF_8);
    int root = svg.indexOf("<svg");
    int content = svg.indexOf('>', root) + 1;

    // The chart draws letters as outlines. Screen readers and searches need text.
    String titleElement = "\n  <title>" + escape(title) + "</title>";
    String description = "\n  <desc>" + escape(String.join("; ", names)) + "</desc>";

    // Skip the document type, because XML parsers would download it.
    String document =
        DECLARATION
            + svg.substring(root, content)
            + titleElement
            + description
            + svg.substring(content);
    AtomicFile.write(file, document);
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
