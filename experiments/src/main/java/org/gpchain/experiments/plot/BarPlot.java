package org.gpchain.experiments.plot;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.gpchain.core.math.Checks;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.style.AxesChartStyler.TextAlignment;
import org.knowm.xchart.style.CategoryStyler;

/** Figures as upright bars, in groups. Names of groups stand upright where they are too long. */
public final class BarPlot {
  private static final double ROOM_FOR_BARS = 0.85;

  /** Width of a letter, about; and of a name that stands upright. */
  private static final int LETTER = 8;

  private static final int UPRIGHT_LINE = 22;
  private static final int UPRIGHT = 90;

  /** Room for the axis and the legend. */
  private static final int BESIDE_BARS = 200;

  private BarPlot() {}

  /**
   * Bars of one colour.
   *
   * @param name in the legend, no other bars'
   * @param heights one for each group; one that cannot be shown has no bar; not modified
   */
  public record Bars(String name, double[] heights) {}

  /**
   * Writes an SVG file, as a whole or not at all.
   *
   * @param file where to; missing directories are made
   * @param title above the plot
   * @param groups names of the groups, at least one
   * @param axis what the heights are
   * @param bars at least one
   */
  public static void write(Path file, String title, List<String> groups, Axis axis, List<Bars> bars)
      throws IOException {
    Checks.atLeast("number of groups", groups.size(), 1);
    Checks.atLeast("number of bars in a group", bars.size(), 1);
    double floor = axis.logarithmic() ? decadeBelow(bars, axis) : 0;
    int longest = groups.stream().mapToInt(String::length).max().orElseThrow();
    boolean upright = longest * groups.size() * LETTER > Style.WIDTH;
    CategoryChart chart =
        upright
            ? new CategoryChart(
                Math.max(Style.WIDTH, BESIDE_BARS + groups.size() * UPRIGHT_LINE),
                Style.HEIGHT + longest * LETTER)
            : new CategoryChart(Style.WIDTH, Style.HEIGHT);
    chart.setTitle(title);
    chart.setYAxisTitle(axis.name());
    style(chart.getStyler(), axis, floor);
    if (upright) {
      chart.getStyler().setXAxisLabelRotation(UPRIGHT);
      chart.getStyler().setXAxisLabelAlignmentVertical(TextAlignment.Right);
    }
    chart.getStyler().setLegendVisible(bars.size() > 1);
    for (int i = 0; i < bars.size(); i++) {
      Bars next = bars.get(i);
      Checks.length("heights of " + next.name(), next.heights().length, groups.size(), "[groups]");
      List<Double> heights =
          Arrays.stream(next.heights()).map(h -> axis.shows(h) ? h : floor).boxed().toList();
      chart.addSeries(next.name(), groups, heights).setFillColor(Style.colour(i));
    }
    SvgFile.write(file, chart, title, bars.stream().map(Bars::name).toList());
  }

  private static void style(CategoryStyler styler, Axis axis, double floor) {
    Style.apply(styler);
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
  private static double decadeBelow(List<Bars> bars, Axis axis) {
    double lowest =
        bars.stream()
            .flatMapToDouble(b -> DoubleStream.of(b.heights()))
            .filter(axis::shows)
            .min()
            .orElse(1);
    return Math.pow(10, Math.ceil(Math.log10(lowest)) - 1);
  }
}
