package org.gpchain.experiments.papers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gpchain.experiments.data.GpstructData;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.lab.MeanSd;
import org.gpchain.experiments.lab.PairedTest;
import org.gpchain.experiments.lab.Plots;
import org.gpchain.experiments.lab.Plots.Axis;
import org.gpchain.experiments.lab.Tables;
import org.gpchain.experiments.lab.Tables.Column;
import org.gpchain.experiments.papers.GrayBoxForm.GrayBoxKernel;

/** The page of the papers' tables, in Markdown, from the stored results. */
final class PaperPage {
  /** The fold whose course is shown. */
  static final int COURSE_FOLD = 1;

  /** Largest p-value of a difference that is marked as significant. */
  private static final double SIGNIFICANT = 0.05;

  /** The tables on the papers' small training sets. */
  private static final Set<PaperTable> SMALL = EnumSet.complementOf(EnumSet.of(PaperTable.LARGE));

  /** The tables whose rows have the posterior that GP-ESS samples, or approximate it. */
  private static final Set<PaperTable> COMPARED_WITH_SAMPLER =
      EnumSet.of(
          PaperTable.REFERENCE,
          PaperTable.SAMPLER,
          PaperTable.VARIATIONAL,
          PaperTable.UNIT_VARIANCE,
          PaperTable.LEARNED_VARIANCES);

  private final PaperResults results;
  private final Path images;
  private final String embeddings;
  private final boolean quick;
  private final StringBuilder page = new StringBuilder();

  /**
   * Creates a page.
   *
   * @param images the folder for plots, a sibling of the page
   * @param embeddings file of word vectors, or null if there is none
   * @param quick whether to show the results of {@link PaperRow#quick()}
   */
  PaperPage(PaperResults results, Path images, String embeddings, boolean quick) {
    this.results = results;
    this.images = images;
    this.embeddings = embeddings;
    this.quick = quick;
  }

  /** The results of a row on a task, maybe of no fold. */
  private record Cell(PaperRow row, GpstructTask task, List<FoldRow> folds) {
    MeanSd error() {
      return MeanSd.of(folds, FoldRow::error).times(100);
    }
  }

  /**
   * A line of a table on the page: a published method or a row of ours.
   *
   * @param figures a text for each task that has figures
   * @param otherLabels distance from the sampler; empty if it was not measured
   */
  private record TableLine(String name, Map<GpstructTask, String> figures, String otherLabels) {}

  /** Returns the page, and writes its plots. */
  String text() throws IOException {
    page.append(
        """
        # The papers' tables

        Written by `gpchain experiment papers --page-only`; do not edit. Token error in percent:
        published (lines in bold; standard deviation over folds in brackets), and ours with nll,
        means over the papers' %d folds. Each fold, with ece and processor time:
        `experiments/results/papers/folds.jsonl`.

        - ↑, ↓: above, below the published error by more than a published standard deviation.
        - \\*: differs from the MAP estimate with the same variances (paired t-test over folds,
          p < 0.05). †: not tested, since older results lack the sizes of folds.
        - Other label: tokens, in percent, whose likeliest label is not that of `ess-learned`
          (learned or sampled variances) or `ess` (others); least and most of the tasks measured.
        - Learned variances: one for each template line, by kernel learning. h_p: the variance of
          transitions, 1 in `ess`.
        """
            .formatted(GpstructData.FOLDS));
    section("Small training sets (GPstruct's table 2, gray-box paper's table 1)", SMALL);
    section("500 training sentences (gray-box paper's table 2)", EnumSet.of(PaperTable.LARGE));
    courses();
    return page.toString();
  }

  /** Appends a section with one table for some tables of the command. */
  private void section(String heading, Set<PaperTable> tables) throws IOException {
    String names = tables.stream().map(PaperTable::toString).collect(Collectors.joining(","));
    boolean withVectors = embeddings != null && tables.contains(PaperTable.WORDS);
    String vectors = withVectors ? " --embeddings " + embeddings : "";
    line("\n## " + heading + "\n");
    line(
        "    bin/gpchain experiment papers --data ../shared/data/gpstruct --table "
            + names
            + vectors
            + "\n");

    List<Cell> cells = tables.stream().flatMap(this::cells).toList();
    if (cells.isEmpty()) {
      line("Not run yet.");
      return;
    }
    List<Column<TableLine>> columns = new ArrayList<>();
    columns.add(new Column<>("method", TableLine::name));
    for (GpstructTask task : GpstructTask.values()) {
      if (cells.stream().anyMatch(cell -> cell.task() == task)) {
        columns.add(
            new Column<>(
                task.displayName(), tableLine -> tableLine.figures().getOrDefault(task, "")));
      }
    }
    List<TableLine> lines = lines(tables);
    if (lines.stream().anyMatch(tableLine -> !tableLine.otherLabels().isEmpty())) {
      columns.add(new Column<>("other label", TableLine::otherLabels));
    }
    page.append(Tables.markdown(lines, columns));
    commits(cells);
  }

  /** Appends the commits that the results are of. */
  private void commits(List<Cell> cells) {
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

  /** Returns the lines of a table: each published method is followed by our rows of it. */
  private List<TableLine> lines(Set<PaperTable> tables) throws IOException {
    Map<Optional<PublishedMethod>, List<TableLine>> groups = new LinkedHashMap<>();
    for (PaperTable table : tables) {
      for (PaperRow row : rows(table)) {
        List<Cell> cells = cells(row).toList();
        if (!cells.isEmpty()) {
          Optional<PublishedMethod> published = row.method().published();
          groups
              .computeIfAbsent(published, method -> publishedLine(method, row.large()))
              .add(rowLine(row, cells, COMPARED_WITH_SAMPLER.contains(table)));
        }
      }
    }
    return groups.values().stream().flatMap(List::stream).toList();
  }

  /** Returns a list with the line of a published method, or an empty one without a method. */
  private static List<TableLine> publishedLine(Optional<PublishedMethod> published, boolean large) {
    List<TableLine> lines = new ArrayList<>();
    if (published.isPresent()) {
      PublishedMethod method = published.get();
      Map<GpstructTask, String> figures = new EnumMap<>(GpstructTask.class);
      for (GpstructTask task : GpstructTask.values()) {
        method.error(task, large).ifPresent(error -> figures.put(task, error.text(2)));
      }
      lines.add(new TableLine("**" + method.displayName + "**", figures, ""));
    }
    return lines;
  }

  private TableLine rowLine(PaperRow row, List<Cell> cells, boolean comparedWithSampler)
      throws IOException {
    Map<GpstructTask, String> figures = new EnumMap<>(GpstructTask.class);
    cells.forEach(cell -> figures.put(cell.task(), figures(cell)));
    String name = "`" + row.name() + "`: " + row.description();
    return new TableLine(name, figures, comparedWithSampler ? otherLabels(cells) : "");
  }

  /** Returns the results of a table that exist. */
  private Stream<Cell> cells(PaperTable table) {
    return rows(table).stream().flatMap(this::cells);
  }

  private Stream<Cell> cells(PaperRow row) {
    return row.tasks().stream()
        .map(task -> new Cell(row, task, results.find(row, task)))
        .filter(cell -> !cell.folds().isEmpty());
  }

  private List<PaperRow> rows(PaperTable table) {
    return table.rows(embeddings).stream().map(row -> quick ? row.quick() : row).toList();
  }

  /** Returns error and nll with their marks, such as {@code 7.00↓, 0.2704*}. */
  private String figures(Cell cell) {
    String error = Tables.number(cell.error().mean(), 2) + deviation(cell);
    String nll = Tables.number(MeanSd.of(cell.folds(), FoldRow::nll).mean(), 4);

    String text;
    PaperRow reference = reference(cell.row());
    if (reference.name().equals(cell.row().name())) {
      text = error + ", " + nll;
    } else {
      List<FoldRow> map = results.find(reference, cell.task());
      Optional<PairedTest> errors = FoldRow.compare(cell.folds(), map, FoldRow::error);
      Optional<PairedTest> nlls = FoldRow.compare(cell.folds(), map, FoldRow::nll);
      boolean tested = errors.isPresent() && nlls.isPresent();
      text = error + star(errors) + ", " + nll + star(nlls) + (tested ? "" : "†");
    }

    int folds = cell.folds().size();
    return folds == GpstructData.FOLDS ? text : text + " (folds: " + folds + ")";
  }

  /** Returns an arrow if the error is not within a standard deviation of the published one. */
  private static String deviation(Cell cell) {
    Optional<MeanSd> published =
        cell.row()
            .method()
            .published()
            .flatMap(method -> method.error(cell.task(), cell.row().large()));
    if (published.isEmpty()) {
      return "";
    }
    double difference = cell.error().mean() - published.get().mean();
    double sd = published.get().sd();
    // Without a published standard deviation, which is NaN then, there is no arrow.
    if (difference > sd) {
      return "↑";
    }
    return difference < -sd ? "↓" : "";
  }

  private static String star(Optional<PairedTest> test) {
    return test.filter(difference -> difference.p() < SIGNIFICANT).isPresent() ? "*" : "";
  }

  /** Returns the MAP estimate with the same variances. */
  private PaperRow reference(PaperRow row) {
    boolean learned = row.form().kernel() == GrayBoxKernel.LEARNED;
    return rows(row.large() ? PaperTable.LARGE : PaperTable.REFERENCE).get(learned ? 1 : 0);
  }

  /**
   * Returns the percentage of tokens whose likeliest label is not the sampler's: the least and the
   * most of the tasks. Empty if it was not measured.
   */
  private String otherLabels(List<Cell> cells) throws IOException {
    DoubleSummaryStatistics percentages = new DoubleSummaryStatistics();
    for (Cell cell : cells) {
      distance(cell).ifPresent(distance -> percentages.accept(100 * distance.share()));
    }
    if (percentages.getCount() == 0) {
      return "";
    }
    String least = Tables.number(percentages.getMin(), 2);
    String most = Tables.number(percentages.getMax(), 2);
    return percentages.getCount() == 1 ? least : least + "–" + most;
  }

  private Optional<PaperResults.Distance> distance(Cell cell) throws IOException {
    boolean learned = cell.row().form().kernel() == GrayBoxKernel.LEARNED;
    PaperRow sampler = rows(PaperTable.SAMPLER).get(learned ? 2 : 0);
    boolean isSampler = sampler.name().equals(cell.row().name());
    if (isSampler || results.find(sampler, cell.task()).isEmpty()) {
      return Optional.empty();
    }
    return results.distance(cell.row(), sampler, cell.task());
  }

  private void courses() throws IOException {
    List<PaperRow> shown = new ArrayList<>();
    shown.add(rows(PaperTable.REFERENCE).get(0));
    shown.add(rows(PaperTable.SAMPLER).get(0));
    shown.addAll(rows(PaperTable.VARIATIONAL));
    page.append(
        """

        ## Error and nll during learning (gray-box paper's figure 1)

        Test sentences of fold %d, against processor time. All variances are 1 at first. The sampler
        predicts after a third of its steps.
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
    line(String.format("![%s: %s](%s/%s)", task.displayName(), figure, images.getFileName(), file));
  }

  private void line(String text) {
    page.append(text).append('\n');
  }
}
