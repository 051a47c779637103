package org.gpchain.experiments.activelearning;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.experiments.plot.Axis;
import org.gpchain.experiments.plot.LinePlot;
import org.gpchain.experiments.plot.LinePlot.Line;

/** A plot of F1 against the number of annotated tokens: means, and each seed as a thin line. */
final class ActiveLearningPlot {
  private ActiveLearningPlot() {}

  /** Draws a line for each strategy. */
  static void write(Path file, ActiveLearningResult result) throws IOException {
    LinePlot.write(
        file,
        "What to annotate next",
        Axis.logarithmic("annotated tokens"),
        Axis.linear("phrase F1 (%)"),
        result.curves().keySet().stream().map(name -> line(name, result)).toList());
  }

  private static Line line(String name, ActiveLearningResult result) {
    AnnotationCurve mean = result.mean(name);
    return new Line(
        name,
        mean.points().stream().mapToDouble(AnnotationCurve.Point::tokens).toArray(),
        percent(mean),
        result.seeds() == 1
            ? List.of()
            : result.curves().get(name).stream().map(ActiveLearningPlot::percent).toList());
  }

  private static double[] percent(AnnotationCurve curve) {
    return curve.points().stream().mapToDouble(point -> 100 * point.f1()).toArray();
  }
}
