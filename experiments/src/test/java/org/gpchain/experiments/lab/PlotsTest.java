package org.gpchain.experiments.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.experiments.lab.Plots.Axis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;

class PlotsTest {
  private static final double[] X = {0, 1, 2, 3};
  private static final double NONE = Double.NaN;

  @TempDir private Path directory;

  private record Point(String series, double x, double y) {
    static List<Point> of(String series, double[] x, double... y) {
      return IntStream.range(0, x.length).mapToObj(i -> new Point(series, x[i], y[i])).toList();
    }
  }

  @SafeVarargs
  private static void lines(Path file, Axis x, Axis y, List<Point>... lines) throws IOException {
    List<Point> points = new ArrayList<>();
    for (List<Point> line : lines) {
      points.addAll(line);
    }
    Plots.lines(
        file,
        new Plots.Frame("Bound < 0 & more", x, y),
        new Plots.Points<>(points, Point::x, Point::y, Point::series));
  }

  @SafeVarargs
  private Document plot(Axis x, Axis y, List<Point>... lines) throws Exception {
    Path file = directory.resolve("new/plot.svg");
    lines(file, x, y, lines);
    assertThat(file.getParent().toFile().list()).containsExactly("plot.svg");
    return Svg.read(file);
  }

  @Test
  void svgContainsTheNamesOfLines() throws Exception {
    Document svg =
        plot(
            Axis.linear("passes"),
            Axis.linear("bound"),
            Point.of("SAGA & <SGD>", X, 4, 3, 2, 1),
            Point.of("Adam", X, 4, 3, 3, 1));
    assertThat(Svg.text(svg, "title")).isEqualTo("Bound < 0 & more");
    assertThat(Svg.text(svg, "desc")).isEqualTo("SAGA & <SGD>; Adam");
  }

  /** Each thin line has as many segments as the thick line, without the sample in the legend. */
  @Test
  void drawsThinLinesOutsideTheLegend() throws Exception {
    Document svg =
        plot(
            Axis.linear("x"),
            Axis.logarithmic("y"),
            Point.of("mean", X, 5, 4, 3, 2),
            Point.of("mean", X, 3, 2, 1, 0.5));
    long thick = Svg.strokes(svg, "rgb(0,114,178)");
    assertThat(thick).isGreaterThan(1);
    assertThat(Svg.strokes(svg, "rgb(128,185,217)")).isEqualTo(2 * (thick - 1));
    assertThat(Svg.text(svg, "desc")).isEqualTo("mean");
  }

  /** Points that cannot be shown are omitted on all kinds of axes, even if no points remain. */
  @ParameterizedTest
  @CsvSource({"false, false", "false, true", "true, false", "true, true"})
  void omitsPointsThatCannotBeShown(boolean logX, boolean logY) throws Exception {
    double inf = Double.POSITIVE_INFINITY;
    plot(
        new Axis("x", logX),
        new Axis("y", logY),
        Point.of("some", X, 1e300, 2, NONE, 1),
        Point.of("none", X, NONE, NONE, inf, -inf),
        Point.of("low", X, 0, -1, 2, 3),
        Point.of("point", new double[] {1}, 2));
  }

  @Test
  void sameFiguresGiveTheSameFile() throws Exception {
    for (String name : List.of("a", "b")) {
      lines(
          directory.resolve(name),
          Axis.linear("x"),
          Axis.logarithmic("y"),
          Point.of("a", X, 4, 3, 2, 1));
    }
    assertThat(directory.resolve("a")).hasSameBinaryContentAs(directory.resolve("b"));
  }

  @Test
  void failureKeepsTheExistingFile() throws IOException {
    Path file = Files.writeString(directory.resolve("plot.svg"), "old");
    Axis axis = Axis.linear("y");
    assertThatThrownBy(() -> lines(file, axis, axis))
        .hasMessageContaining("number of rows must be at least 1");
    assertThat(file).hasContent("old");
    assertThat(directory.toFile().list()).containsExactly("plot.svg");
  }
}
