package org.gpchain.experiments.curves;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.gpchain.experiments.plot.Axis;
import org.gpchain.experiments.plot.LinePlot;
import org.gpchain.experiments.plot.LinePlot.Line;

/** The plots of a learning curve: each draws one figure against the number of sentences. */
enum LearningCurvePlot {
  F1("phrase F1 (%)"),
  NLL("nll (nats a token)"),
  ECE("expected calibration error (%)");

  private static final String SVG = ".svg";

  private final String axis;

  LearningCurvePlot(String axis) {
    this.axis = axis;
  }

  /** The file of this plot: {@code NAME-f1.svg} for {@code NAME.svg}. */
  Path file(Path named) {
    String name = named.getFileName().toString();
    String stem = name.endsWith(SVG) ? name.substring(0, name.length() - SVG.length()) : name;
    return named.resolveSibling(stem + "-" + this + SVG);
  }

  /**
   * Draws a line for each method.
   *
   * @param named as the user named the files
   * @param results all methods at each size, sizes ascending
   */
  void write(Path named, List<LearningCurveResult> results) throws IOException {
    LinePlot.write(
        file(named),
        "Learning curve: " + axis,
        Axis.logarithmic("training sentences"),
        Axis.linear(axis),
        Arrays.stream(LearningCurveMethod.values()).map(method -> line(method, results)).toList());
  }

  private Line line(LearningCurveMethod method, List<LearningCurveResult> results) {
    List<LearningCurveResult> own = results.stream().filter(r -> r.method() == method).toList();
    return Line.of(
        method.displayName(),
        own.stream().mapToDouble(LearningCurveResult::sentences).toArray(),
        own.stream().mapToDouble(this::figure).toArray());
  }

  private double figure(LearningCurveResult result) {
    return switch (this) {
      case F1 -> 100 * result.figures().f1();
      case NLL -> result.nll();
      case ECE -> 100 * result.ece();
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
