package org.gpchain.experiments.gpstruct;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.plot.Axis;
import org.gpchain.experiments.plot.LinePlot;
import org.gpchain.experiments.plot.LinePlot.Line;
import org.gpchain.training.mcmc.SampleTrace;

/** What the chains of GP-ESS passed through, as plots. */
final class EssTraces {
  private static final Axis SAMPLES = Axis.linear("sample");

  private EssTraces() {}

  /**
   * Writes two SVG files for a fold: the log-likelihood, and the variance of the transitions.
   *
   * @param traces of the chains
   */
  static void write(Path folder, GpstructTask task, int fold, SampleTrace[] traces)
      throws IOException {
    String name = task + "-gp-ess-" + fold;
    String title = task.displayName() + ", fold " + fold;
    LinePlot.write(
        folder.resolve(name + "-likelihood.svg"),
        title,
        SAMPLES,
        Axis.linear("log-likelihood of the training labels"),
        lines(traces, SampleTrace::logLikelihood));
    if (Arrays.stream(traces[0].transitionVariance()).distinct().count() > 1) {
      LinePlot.write(
          folder.resolve(name + "-transitions.svg"),
          title,
          SAMPLES,
          Axis.logarithmic("variance of the transitions"),
          lines(traces, SampleTrace::transitionVariance));
    }
  }

  private static List<Line> lines(SampleTrace[] traces, Function<SampleTrace, double[]> figure) {
    double[] x = IntStream.rangeClosed(1, traces[0].length()).asDoubleStream().toArray();
    List<Line> lines = new ArrayList<>();
    for (int c = 0; c < traces.length; c++) {
      lines.add(Line.of("chain " + (c + 1), x, figure.apply(traces[c])));
    }
    return lines;
  }
}
