package org.gpchain.experiments.papers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.gpstruct.FoldStage;
import org.gpchain.experiments.plot.Axis;
import org.gpchain.experiments.plot.LinePlot;
import org.gpchain.experiments.plot.LinePlot.Line;

/**
 * Error and nll on test sentences against the processor time of learning, as in figure 1 of the
 * gray-box paper. The MAP estimate, which is there at once, is a level.
 */
final class CourseFigure {
  /** The fold that is shown. */
  static final int FOLD = 1;

  private final List<Course> courses = new ArrayList<>();
  private final GpstructTask task;

  /**
   * How one way to learn went.
   *
   * @param name for the legend
   * @param stages by ascending time
   */
  private record Course(String name, List<FoldStage> stages) {}

  private CourseFigure(GpstructTask task) {
    this.task = task;
  }

  /** What is there of a task; empty if there is nothing to show. */
  static Optional<CourseFigure> of(
      PaperResults results, List<PaperRow> rows, GpstructTask task, long seed) throws IOException {
    CourseFigure figure = new CourseFigure(task);
    for (PaperRow row : rows) {
      Optional<PaperResult> result = results.find(row, task, seed);
      if (result.isPresent() && result.get().has(FOLD)) {
        PaperResult.Fold fold = result.get().fold(FOLD);
        List<FoldStage> stages = new ArrayList<>(fold.stages());
        stages.add(new FoldStage(fold.seconds(), fold.error(), fold.nll()));
        figure.courses.add(new Course(row.method().toString(), stages));
      }
    }
    return figure.courses.stream().anyMatch(course -> course.stages().size() > 1)
        ? Optional.of(figure)
        : Optional.empty();
  }

  /** Writes a plot of the error, in %. */
  void error(Path file) throws IOException {
    write(file, "tokens whose likeliest label is wrong, %", stage -> 100 * stage.error());
  }

  /** Writes a plot of the nll. */
  void nll(Path file) throws IOException {
    write(file, "−log probability of the gold label", FoldStage::nll);
  }

  private void write(Path file, String figure, ToDoubleFunction<FoldStage> y) throws IOException {
    double begin =
        courses.stream()
            .filter(course -> course.stages().size() > 1)
            .mapToDouble(c -> time(c, 0))
            .min()
            .orElseThrow();
    double end =
        courses.stream().mapToDouble(c -> time(c, c.stages().size() - 1)).max().orElseThrow();
    List<Line> lines = new ArrayList<>();
    for (Course course : courses) {
      List<FoldStage> stages = course.stages();
      if (stages.size() == 1) {
        double level = y.applyAsDouble(stages.get(0));
        lines.add(Line.of(course.name(), new double[] {begin, end}, new double[] {level, level}));
      } else {
        lines.add(
            Line.of(
                course.name(),
                stages.stream().mapToDouble(FoldStage::seconds).toArray(),
                stages.stream().mapToDouble(y).toArray()));
      }
    }
    LinePlot.write(
        file,
        task.displayName() + ", fold " + FOLD,
        Axis.logarithmic("processor time, s"),
        Axis.linear(figure),
        lines);
  }

  private static double time(Course course, int stage) {
    return course.stages().get(stage).seconds();
  }
}
