package org.gpchain.experiments.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.experiments.plot.BarPlot.Bars;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

class BarPlotTest {
  private static final List<String> GROUPS = List.of("none", "split", "pathwise");

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void hasTheNamesAsText(boolean logarithmic) throws Exception {
    Path file = directory.resolve("bars.svg");
    BarPlot.write(
        file,
        "Variance",
        GROUPS,
        new Axis("ratio", logarithmic, Double.NaN),
        List.of(
            new Bars("mean & more", new double[] {1, 0.01, 3e-4}),
            new Bars("covariance", new double[] {1, Double.NaN, 0})));
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
      Bars bars = new Bars("b", IntStream.range(0, 40).mapToDouble(i -> 1 + i).toArray());
      BarPlot.write(file, "t", groups, Axis.logarithmic("y"), List.of(bars));
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
  @ValueSource(doubles = {1, 1e-9, 1e9, Double.NaN, 0, -1})
  void anyFigureWill(double figure) throws Exception {
    Path file = directory.resolve("bars.svg");
    BarPlot.write(
        file,
        "t",
        List.of("only"),
        Axis.logarithmic("y").upTo(1e10),
        List.of(new Bars("a", new double[] {figure})));
    Svg.read(file);
  }

  @Test
  void refusesWhatIsNoPlot() {
    Path file = directory.resolve("bars.svg");
    Axis axis = Axis.linear("y");
    Bars two = new Bars("two", new double[2]);
    assertThatThrownBy(() -> BarPlot.write(file, "t", List.of(), axis, List.of(two)))
        .hasMessageContaining("number of groups");
    assertThatThrownBy(() -> BarPlot.write(file, "t", GROUPS, axis, List.of()))
        .hasMessageContaining("number of bars");
    assertThatThrownBy(() -> BarPlot.write(file, "t", GROUPS, axis, List.of(two)))
        .hasMessageContaining("heights of two");
    assertThat(file).doesNotExist();
  }
}
