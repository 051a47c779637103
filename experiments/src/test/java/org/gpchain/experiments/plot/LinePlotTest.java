package org.gpchain.experiments.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.experiments.plot.LinePlot.Line;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;

class LinePlotTest {
  private static final double[] X = {0, 1, 2, 3};

  @TempDir private Path directory;

  private Document plot(Axis x, Axis y, Line... lines) throws Exception {
    Path file = directory.resolve("new/plot.svg");
    LinePlot.write(file, "Bound < 0 & more", x, y, List.of(lines));
    assertThat(file.getParent().toFile().list()).containsExactly("plot.svg");
    return Svg.read(file);
  }

  @Test
  void hasTheNamesAsText() throws Exception {
    Document svg =
        plot(
            Axis.linear("passes"),
            Axis.linear("bound"),
            Line.of("SAGA & <SGD>", X, new double[] {4, 3, 2, 1}),
            Line.of("Adam", X, new double[] {4, 3, 3, 1}));
    assertThat(Svg.text(svg, "title")).isEqualTo("Bound < 0 & more");
    assertThat(Svg.text(svg, "desc")).isEqualTo("SAGA & <SGD>; Adam");
  }

  /** Each of the two has as many segments as the thick line, which is in the legend too. */
  @Test
  void drawsThinLinesThatTheLegendDoesNotName() throws Exception {
    Line line =
        new Line(
            "mean",
            X,
            new double[] {4, 3, 2, 1},
            List.of(new double[] {5, 4, 3, 2}, new double[] {3, 2, 1, 0.5}));
    Document svg = plot(Axis.linear("x"), Axis.logarithmic("y"), line);
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
        new Axis("x", logX, Double.NaN),
        new Axis("y", logY, 3),
        Line.of("some", X, new double[] {1e300, 2, Double.NaN, 1}),
        Line.of("none", X, new double[] {Double.NaN, Double.NaN, inf, -inf}),
        Line.of("low", X, new double[] {0, -1, 2, 3}),
        Line.of("point", new double[] {1}, new double[] {2}));
  }

  @Test
  void sameFiguresMakeTheSameFile() throws Exception {
    Line line = Line.of("a", X, new double[] {4, 3, 2, 1});
    for (String name : List.of("a", "b")) {
      LinePlot.write(
          directory.resolve(name), "t", Axis.linear("x"), Axis.logarithmic("y"), List.of(line));
    }
    assertThat(directory.resolve("a")).hasSameBinaryContentAs(directory.resolve("b"));
  }

  @Test
  void aFailureLeavesWhatWasThere() throws IOException {
    Path file = directory.resolve("plot.svg");
    Files.writeString(file, "old");
    Line line = Line.of("same name", X, X);
    assertThatThrownBy(
            () ->
                LinePlot.write(file, "t", Axis.linear("x"), Axis.linear("y"), List.of(line, line)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(file).hasContent("old");
    assertThat(directory.toFile().list()).containsExactly("plot.svg");
  }

  @Test
  void refusesWhatIsNoPlot() {
    assertThatThrownBy(
            () -> LinePlot.write(directory, "t", Axis.linear("x"), Axis.linear("y"), List.of()))
        .hasMessageContaining("number of lines must be at least 1");
    assertThatThrownBy(() -> Line.of("short", X, new double[3])).hasMessageContaining("short");
    assertThatThrownBy(() -> Line.of("empty", new double[0], new double[0]))
        .hasMessageContaining("points of empty");
    assertThatThrownBy(() -> new Line("thin", X, X, List.of(new double[5])))
        .hasMessageContaining("single line of thin");
    assertThatThrownBy(() -> Axis.logarithmic("y").upTo(0)).hasMessageContaining("end");
  }
}
