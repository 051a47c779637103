package org.gpchain.experiments.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

class PlotsTest {
  private static final double[] X = {0, 1, 2, 3};
  private static final List<String> GROUPS = List.of("none", "split", "pathwise");
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
    Plots.lines(file, "Bound < 0 & more", x, y, points, Point::x, Point::y, Point::series);
  }

  @SafeVarargs
  private Document plot(Axis x, Axis y, List<Point>... lines) throws Exception {
    Path file = directory.resolve("new/plot.svg");
    lines(file, x, y, lines);
    assertThat(file.getParent().toFile().list()).containsExactly("plot.svg");
    return Svg.read(file);
  }

  @Test
  void linesHaveTheirNamesAsText() throws Exception {
    Document svg =
        plot(
            Axis.linear("passes"),
            Axis.linear("bound"),
            Point.of("SAGA & <SGD>", X, 4, 3, 2, 1),
            Point.of("Adam", X, 4, 3, 3, 1));
    assertThat(Svg.text(svg, "title")).isEqualTo("Bound < 0 & more");
    assertThat(Svg.text(svg, "desc")).isEqualTo("SAGA & <SGD>; Adam");
  }

  /** Each of the two has as many segments as the thick line, which is in the legend too. */
  @Test
  void drawsThinLinesThatTheLegendDoesNotName() throws Exception {
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

  /** What cannot be shown is left out, whatever the axes; also if nothing is left. */
  @ParameterizedTest
  @CsvSource({"false, false", "false, true", "true, false", "true, true"})
  void leavesOutWhatCannotBeShown(boolean logX, boolean logY) throws Exception {
    double inf = Double.POSITIVE_INFINITY;
    plot(
        new Axis("x", logX, NONE),
        new Axis("y", logY, 3),
        Point.of("some", X, 1e300, 2, NONE, 1),
        Point.of("none", X, NONE, NONE, inf, -inf),
        Point.of("low", X, 0, -1, 2, 3),
        Point.of("point", new double[] {1}, 2));
  }

  @Test
  void sameFiguresMakeTheSameFile() throws Exception {
    for (String name : List.of("a", "b")) {
      lines(
          directory.resolve(name),
          Axis.linear("x"),
          Axis.logarithmic("y"),
          Point.of("a", X, 4, 3, 2, 1));
    }
    assertThat(directory.resolve("a")).hasSameBinaryContentAs(directory.resolve("b"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void barsHaveTheirNamesAsText(boolean logarithmic) throws Exception {
    Path file = directory.resolve("bars.svg");
    Map<String, double[]> bars = new LinkedHashMap<>();
    bars.put("mean & more", new double[] {1, 0.01, 3e-4});
    bars.put("covariance", new double[] {1, NONE, 0});
    Plots.bars(file, "Variance", GROUPS, new Axis("ratio", logarithmic, NONE), bars);
    Document svg = Svg.read(file);
    assertThat(Svg.text(svg, "title")).isEqualTo("Variance");
    assertThat(Svg.text(svg, "desc")).isEqualTo("mean & more; covariance");
    assertThat(directory.toFile().list()).containsExactly("bars.svg");
  }

  /** Names that would not fit side by side stand upright, in a plot that has room for them. */
  @Test
  void longNamesHaveRoom() throws Exception {
    Path small = directory.resolve("small.svg");
    Path large = directory.resolve("large.svg");
    for (Path file : List.of(small, large)) {
      List<String> groups =
          IntStream.range(0, 40)
              .mapToObj(i -> file.equals(small) ? "" + i : "U" + i + ":%x[-1,word]/%x[0,word]")
              .toList();
      double[] heights = IntStream.range(0, 40).mapToDouble(i -> 1 + i).toArray();
      Plots.bars(file, "t", groups, Axis.logarithmic("y"), Map.of("b", heights));
    }
    assertThat(size(large, "width")).isGreaterThan(size(small, "width"));
    assertThat(size(large, "height")).isGreaterThan(size(small, "height"));
  }

  private static double size(Path file, String attribute) throws Exception {
    String size = Svg.read(file).getDocumentElement().getAttribute(attribute);
    return Double.parseDouble(size.replaceAll("[a-z]", ""));
  }

  /** A lone power of ten still has a bar; with no figure at all there is still a plot. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 1e-9, 1e9, NONE, 0, -1})
  void anyHeightWillDo(double figure) throws Exception {
    Path file = directory.resolve("bars.svg");
    Axis axis = new Axis("y", true, 1e10);
    Plots.bars(file, "t", List.of("only"), axis, Map.of("a", new double[] {figure}));
    Svg.read(file);
  }

  @Test
  void aFailureLeavesWhatWasThere() throws IOException {
    Path file = Files.writeString(directory.resolve("plot.svg"), "old");
    Axis axis = Axis.linear("y");
    Map<String, double[]> two = Map.of("two", new double[2]);
    assertThatThrownBy(() -> lines(file, axis, axis))
        .hasMessageContaining("number of rows must be at least 1");
    assertThatThrownBy(() -> Plots.bars(file, "t", List.of(), axis, two))
        .hasMessageContaining("number of groups");
    assertThatThrownBy(() -> Plots.bars(file, "t", GROUPS, axis, Map.of()))
        .hasMessageContaining("number of bars");
    assertThatThrownBy(() -> Plots.bars(file, "t", GROUPS, axis, two))
        .hasMessageContaining("heights of two");
    assertThat(file).hasContent("old");
    assertThat(directory.toFile().list()).containsExactly("plot.svg");
  }
}
