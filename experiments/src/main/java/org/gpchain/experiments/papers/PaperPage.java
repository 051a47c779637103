package org.gpchain.experiments.papers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.lab.MeanSd;
import org.gpchain.experiments.lab.PairedTest;
import org.gpchain.experiments.lab.Plots;
import org.gpchain.experiments.lab.Plots.Axis;
import org.gpchain.experiments.lab.Tables;
import org.gpchain.experiments.lab.Tables.Column;
import org.gpchain.experiments.papers.GrayBoxForm.GrayBoxKernel;

/** The page of all tables, in Markdown, from the results that are there. */
final class PaperPage {
  /** The fold whose course is shown. */
  static final int COURSE_FOLD = 1;

  private static final String NONE = "–";

  private static final List<PaperTable> DISTANCES =
      List.of(
          PaperTable.SAMPLER,
          PaperTable.REFERENCE,
          PaperTable.VARIATIONAL,
          PaperTable.UNIT_VARIANCE,
          PaperTable.LEARNED_VARIANCES);

  private final PaperResults results;
  private final Path images;
  private final String embeddings;
  private final boolean quick;
  private final StringBuilder page = new StringBuilder();

  /**
   * @param images the folder for plots, which is beside the page and is called so there
   */
  PaperPage(PaperResults results, Path images, String embeddings, boolean quick) {
    this.results = results;
    this.images = images;
    this.embeddings = embeddings;
    this.quick = quick;
  }

  /** What came of a row on a task. */
  private record Cell(PaperRow row, GpstructTask task, List<FoldRow> folds) {
    String name() {
      return row.method() + ", " + row.description();
    }

    MeanSd error() {
      return MeanSd.of(folds, FoldRow::error).times(100);
    }
  }

  /** The page. */
  String text() throws IOException {
    page.append(
        """
        # The papers' tables

        Written by `gpchain experiment papers`; do not edit. Published figures, ours on the same
        sentences, features and folds, the difference, and whether it is within one published
        standard deviation. Error: tokens whose likeliest label is wrong, in %. p: paired t-test
        over folds against the MAP estimate with the same variances, of error and nll. Time:
        processor time of a fold. Standard deviations over folds in brackets.
        """);
    for (PaperTable table : PaperTable.values()) {
      table(table);
    }
    distances();
    courses();
    return page.toString();
  }

  private void table(PaperTable table) {
    List<Cell> cells = cells(table).toList();
    line("\n## " + table.title + "\n");
    boolean withVectors = rows(table).stream().anyMatch(row -> row.form().embeddings() != null);
    line(
        "    bin/gpchain experiment papers --data ../shared/data/gpstruct --table "
            + table
            + (withVectors ? " --embeddings " + embeddings : ""));
    line("");
    if (cells.isEmpty()) {
      line("Not run yet.");
      return;
    }
    page.append(
        Tables.markdown(
            cells,
            List.of(
                new Column<>("task", cell -> cell.task().displayName()),
                new Column<>("method", Cell::name),
                new Column<>("published", cell -> published(cell, error -> error.text(2))),
                new Column<>("error %", cell -> cell.error().text(2)),
                new Column<>(
                    "difference",
                    cell ->
                        published(
                            cell,
                            error -> Tables.format("%+.2f", cell.error().mean() - error.mean()))),
                new Column<>("within", cell -> published(cell, error -> within(cell, error))),
                new Column<>("nll", cell -> MeanSd.of(cell.folds(), FoldRow::nll).text(4)),
                new Column<>(
                    "ece %", cell -> MeanSd.of(cell.folds(), FoldRow::ece).times(100).text(2)),
                new Column<>("time, s", cell -> MeanSd.of(cell.folds(), FoldRow::seconds).text(0)),
                new Column<>("folds", cell -> cell.folds().size()),
                new Column<>("p: error, nll", this::tests))));
    String commits =
        cells.stream()
            .flatMap(cell -> cell.folds().stream())
            .map(FoldRow::commit)
            .filter(Objects::nonNull)
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    if (!commits.isEmpty()) {
      line("\nCommits: " + commits + ".");
    }
  }

  /** What has been run of a table. */
  private Stream<Cell> cells(PaperTable table) {
    return rows(table).stream()
        .flatMap(
            row -> row.tasks().stream().map(task -> new Cell(row, task, results.find(row, task))))
        .filter(cell -> !cell.folds().isEmpty());
  }

  private List<PaperRow> rows(PaperTable table) {
    return table.rows(embeddings).stream().map(row -> quick ? row.quick() : row).toList();
  }

  private static String published(Cell cell, Function<MeanSd, String> text) {
    return cell.row()
        .method()
        .published()
        .flatMap(method -> method.error(cell.task(), cell.row().large()))
        .map(text)
        .orElse(NONE);
  }

  private static String within(Cell cell, MeanSd published) {
    if (Double.isNaN(published.sd())) {
      return NONE;
    }
    double mean = cell.error().mean();
    if (Math.abs(mean - published.mean()) <= published.sd()) {
      return "yes";
    }
    return mean < published.mean() ? "better" : "no";
  }

  private String tests(Cell cell) {
    PaperRow reference = reference(cell.row());
    List<FoldRow> map = results.find(reference, cell.task());
    if (reference.name().equals(cell.row().name())) {
      return NONE;
    }
    Optional<PairedTest> error = FoldRow.compare(cell.folds(), map, FoldRow::error);
    Optional<PairedTest> nll = FoldRow.compare(cell.folds(), map, FoldRow::nll);
    return error.isEmpty() || nll.isEmpty()
        ? NONE
        : Tables.format("%.3f, %.3f", error.get().p(), nll.get().p());
  }

  /** The MAP estimate with the same variances. */
  private PaperRow reference(PaperRow row) {
    boolean learned = row.form().kernel() == GrayBoxKernel.LEARNED;
    return rows(row.large() ? PaperTable.LARGE : PaperTable.REFERENCE).get(learned ? 1 : 0);
  }

  /** A row on a task, and the sampler's that it is compared with. */
  private record Compared(Cell ours, List<FoldRow> theirs, PaperResults.Distance distance) {
    String difference(String format, ToDoubleFunction<FoldRow> figure, double factor) {
      return FoldRow.compare(ours.folds(), theirs, figure)
          .map(test -> Tables.format(format, factor * test.difference()))
          .orElse(NONE);
    }
  }

  private void distances() throws IOException {
    List<Compared> compared = new ArrayList<>();
    for (PaperTable table : DISTANCES) {
      for (Cell cell : cells(table).toList()) {
        distance(cell).ifPresent(compared::add);
      }
    }
    page.append(
        """

        ## How far each approximation is from the sampler

        The mean absolute difference of the marginals of all labels and test tokens from those of
        GP-ESS with variances by kernel learning for the rows that have these, with h_p = 1 for the
        others; the tokens whose likeliest label differs, and differences of the figures (the row's
        less the sampler's).

        """);
    if (compared.isEmpty()) {
      line("Not run yet.");
      return;
    }
    page.append(
        Tables.markdown(
            compared,
            List.of(
                new Column<>("task", row -> row.ours().task().displayName()),
                new Column<>("method", row -> row.ours().name()),
                Column.of("marginals", 4, row -> row.distance().mean()),
                Column.of("other label %", 2, row -> 100 * row.distance().share()),
                new Column<>("nll", row -> row.difference("%+.4f", FoldRow::nll, 1)),
                new Column<>("ece, points", row -> row.difference("%+.2f", FoldRow::ece, 100)),
                new Column<>("folds", row -> row.distance().folds()))));
  }

  private Optional<Compared> distance(Cell cell) throws IOException {
    boolean learned = cell.row().form().kernel() == GrayBoxKernel.LEARNED;
    PaperRow sampler = rows(PaperTable.SAMPLER).get(learned ? 2 : 0);
    List<FoldRow> theirs = results.find(sampler, cell.task());
    return sampler.name().equals(cell.row().name()) || theirs.isEmpty()
        ? Optional.empty()
        : results
            .distance(cell.row(), sampler, cell.task())
            .map(distance -> new Compared(cell, theirs, distance));
  }

  private void courses() throws IOException {
    List<PaperRow> shown = new ArrayList<>();
    shown.add(rows(PaperTable.REFERENCE).get(0));
    shown.add(rows(PaperTable.SAMPLER).get(0));
    shown.addAll(rows(PaperTable.VARIATIONAL));
    page.append(
        """

        ## Error and nll while learning goes on (the gray-box paper's figure 1)

        On test sentences of fold %d, against the processor time of learning; all
        variances are 1 at first. A line begins with the first prediction: the sampler leaves out a
        third of its steps.
        """
            .formatted(COURSE_FOLD));
    int none = page.length();
    for (GpstructTask task : GpstructTask.values()) {
      List<Point> points = points(shown, task);
      if (!points.isEmpty()) {
        line("");
        plot(points, task, "error", "tokens whose likeliest label is wrong, %", Point::error);
        plot(points, task, "nll", "−log probability of the gold label", Point::nll);
      }
    }
    if (page.length() == none) {
      line("\nNot run yet.");
    }
  }

  /** How good predictions of a method were after some time. */
  private record Point(String method, double seconds, double error, double nll) {}

  /** The courses of the methods; the MAP estimate, which is there at once, is a level. */
  private List<Point> points(List<PaperRow> shown, GpstructTask task) {
    Map<String, List<Point>> courses = new LinkedHashMap<>();
    for (PaperRow row : shown) {
      for (FoldRow fold : results.find(row, task)) {
        if (fold.fold() == COURSE_FOLD) {
          String name = row.method().toString();
          List<Point> course = courses.computeIfAbsent(name, key -> new ArrayList<>());
          fold.stages()
              .forEach(s -> course.add(new Point(name, s.seconds(), 100 * s.error(), s.nll())));
          course.add(new Point(name, fold.seconds(), 100 * fold.error(), fold.nll()));
        }
      }
    }
    OptionalDouble begin =
        courses.values().stream()
            .filter(course -> course.size() > 1)
            .mapToDouble(course -> course.get(0).seconds())
            .min();
    if (begin.isEmpty()) {
      return List.of();
    }
    double end =
        courses.values().stream()
            .mapToDouble(course -> course.get(course.size() - 1).seconds())
            .max()
            .orElseThrow();
    List<Point> points = new ArrayList<>();
    for (List<Point> course : courses.values()) {
      Point only = course.get(0);
      points.addAll(
          course.size() > 1
              ? course
              : List.of(
                  new Point(only.method(), begin.getAsDouble(), only.error(), only.nll()),
                  new Point(only.method(), end, only.error(), only.nll())));
    }
    return points;
  }

  private void plot(
      List<Point> points, GpstructTask task, String figure, String axis, ToDoubleFunction<Point> y)
      throws IOException {
    String file = "papers-" + task + "-" + figure + ".svg";
    Plots.lines(
        images.resolve(file),
        task.displayName() + ", fold " + COURSE_FOLD,
        Axis.logarithmic("processor time, s"),
        Axis.linear(axis),
        points,
        Point::seconds,
        y,
        Point::method);
    line(
        String.format(
            "![%s: %s against processor time](%s/%s)",
            task.displayName(), figure, images.getFileName(), file));
  }

  private void line(String text) {
    page.append(text).append('\n');
  }
}
