package org.gpchain.experiments.papers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.gpstruct.GrayBoxForm.GrayBoxKernel;
import org.gpchain.experiments.report.PairedTTest;
import org.gpchain.experiments.report.Spread;

/** The page of all tables, in Markdown, from the results that are there. */
final class PaperPage {
  private static final String NONE = "–";

  private final PaperResults results;
  private final Path images;
  private final String embeddings;
  private final boolean quick;
  private final long seed;
  private final StringBuilder page = new StringBuilder();

  /**
   * @param images the folder for plots, which is beside the page and is called so there
   */
  PaperPage(PaperResults results, Path images, String embeddings, boolean quick, long seed) {
    this.results = results;
    this.images = images;
    this.embeddings = embeddings;
    this.quick = quick;
    this.seed = seed;
  }

  /** The page. */
  String text() throws IOException {
    line("# The papers' tables");
    line("");
    line(
        "Written by `gpchain experiment papers`; do not edit. Published figures, ours on the same");
    line("sentences, features and folds, the difference, and whether it is within one published");
    line(
        "standard deviation. Error: tokens whose likeliest label is wrong, in %. p: paired t-test");
    line("over folds against the MAP estimate with the same variances, of error and nll. Time:");
    line("processor time of a fold. Standard deviations over folds in brackets.");
    for (PaperTable table : PaperTable.values()) {
      table(table);
    }
    distances();
    courses();
    return page.toString();
  }

  private void table(PaperTable table) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    TreeSet<String> commits = new TreeSet<>();
    for (PaperRow row : rows(table)) {
      for (GpstructTask task : row.tasks()) {
        Optional<PaperResult> found = results.find(row, task, seed);
        if (found.isPresent()) {
          rows.add(cells(row, task, found.get()));
          found.get().folds().stream()
              .filter(fold -> fold.commit() != null)
              .forEach(fold -> commits.add(fold.commit()));
        }
      }
    }
    line("");
    line("## " + table.title());
    line("");
    boolean withVectors = rows(table).stream().anyMatch(PaperRow::needsEmbeddings);
    line(
        "    bin/gpchain experiment papers --data ../shared/data/gpstruct --table "
            + table
            + (withVectors ? " --embeddings " + embeddings : ""));
    line("");
    if (rows.isEmpty()) {
      line("Not run yet.");
      return;
    }
    row(
        List.of(
            "task",
            "method",
            "published",
            "error %",
            "difference",
            "within",
            "nll",
            "ece %",
            "time, s",
            "folds",
            "p: error, nll"));
    row(List.of("---", "---", "---", "---", "---", "---", "---", "---", "---", "---", "---"));
    rows.forEach(this::row);
    if (!commits.isEmpty()) {
      line("");
      line("Commits: " + String.join(", ", commits) + ".");
    }
  }

  private List<PaperRow> rows(PaperTable table) {
    return table.rows(embeddings).stream().map(row -> quick ? row.quick() : row).toList();
  }

  private List<String> cells(PaperRow row, GpstructTask task, PaperResult result)
      throws IOException {
    Spread error = result.spread(PaperResult.Fold::error).times(100);
    Optional<Spread> published =
        row.method().published().flatMap(method -> method.error(task, row.large()));
    return List.of(
        task.displayName(),
        row.method() + ", " + row.description(),
        published.map(spread -> spread.text(2)).orElse(NONE),
        error.text(2),
        published
            .map(spread -> String.format(Locale.ROOT, "%+.2f", error.mean() - spread.mean()))
            .orElse(NONE),
        published
            .filter(spread -> !Double.isNaN(spread.sd()))
            .map(
                spread ->
                    Math.abs(error.mean() - spread.mean()) <= spread.sd()
                        ? "yes"
                        : within(error, spread))
            .orElse(NONE),
        result.spread(PaperResult.Fold::nll).text(4),
        result.spread(PaperResult.Fold::ece).times(100).text(2),
        result.spread(PaperResult.Fold::seconds).text(0),
        Integer.toString(result.folds().size()),
        tests(row, task, result));
  }

  private static String within(Spread error, Spread published) {
    return error.mean() < published.mean() ? "better" : "no";
  }

  private String tests(PaperRow row, GpstructTask task, PaperResult result) throws IOException {
    PaperRow reference = reference(row);
    Optional<PaperResult> map = results.find(reference, task, seed);
    if (map.isEmpty() || reference.name().equals(row.name())) {
      return NONE;
    }
    Optional<PairedTTest> error = result.against(map.get(), PaperResult.Fold::error);
    Optional<PairedTTest> nll = result.against(map.get(), PaperResult.Fold::nll);
    return error.isEmpty() || nll.isEmpty()
        ? NONE
        : String.format(Locale.ROOT, "%.3f, %.3f", error.get().p(), nll.get().p());
  }

  /** The MAP estimate with the same variances. */
  private PaperRow reference(PaperRow row) {
    boolean learned = row.form().kernel() == GrayBoxKernel.LEARNED;
    return rows(row.large() ? PaperTable.LARGE : PaperTable.REFERENCE).get(learned ? 1 : 0);
  }

  private void distances() throws IOException {
    List<List<String>> lines = new ArrayList<>();
    for (PaperTable table :
        List.of(
            PaperTable.SAMPLER,
            PaperTable.REFERENCE,
            PaperTable.VARIATIONAL,
            PaperTable.UNIT_VARIANCE,
            PaperTable.LEARNED_VARIANCES)) {
      for (PaperRow row : rows(table)) {
        for (GpstructTask task : row.tasks()) {
          distance(row, task).ifPresent(lines::add);
        }
      }
    }
    line("");
    line("## How far each approximation is from the sampler");
    line("");
    line(
        "The mean absolute difference of the marginals of all labels and test tokens from those of");
    line(
        "GP-ESS with variances by kernel learning for the rows that have these, with h_p = 1 for the");
    line(
        "others; the tokens whose likeliest label differs, and differences of the figures (the row's");
    line("less the sampler's).");
    line("");
    if (lines.isEmpty()) {
      line("Not run yet.");
      return;
    }
    row(List.of("task", "method", "marginals", "other label %", "nll", "ece, points", "folds"));
    row(List.of("---", "---", "---", "---", "---", "---", "---"));
    lines.forEach(this::row);
  }

  private Optional<List<String>> distance(PaperRow row, GpstructTask task) throws IOException {
    List<PaperRow> samplers = rows(PaperTable.SAMPLER);
    boolean learned = row.form().kernel() == GrayBoxKernel.LEARNED;
    PaperRow sampler = samplers.get(learned ? 2 : 0);
    Optional<PaperResult> theirs = results.find(sampler, task, seed);
    Optional<PaperResult> ours = results.find(row, task, seed);
    if (sampler.name().equals(row.name()) || theirs.isEmpty() || ours.isEmpty()) {
      return Optional.empty();
    }
    return results
        .distance(row, sampler, task, seed)
        .map(
            distance ->
                List.of(
                    task.displayName(),
                    row.method() + ", " + row.description(),
                    number("%.4f", distance.mean()),
                    number("%.2f", 100 * distance.share()),
                    difference("%+.4f", ours.get(), theirs.get(), PaperResult.Fold::nll, 1),
                    difference("%+.2f", ours.get(), theirs.get(), PaperResult.Fold::ece, 100),
                    Integer.toString(distance.folds())));
  }

  private void courses() throws IOException {
    List<PaperRow> shown = new ArrayList<>();
    shown.add(rows(PaperTable.REFERENCE).get(0));
    shown.add(rows(PaperTable.SAMPLER).get(0));
    shown.addAll(rows(PaperTable.VARIATIONAL));
    line("");
    line("## Error and nll while learning goes on (the gray-box paper's figure 1)");
    line("");
    line(
        "On test sentences of fold "
            + CourseFigure.FOLD
            + ", against the processor time of learning; all");
    line(
        "variances are 1 at first. A line begins with the first prediction: the sampler leaves out a");
    line("third of its steps.");
    boolean any = false;
    for (GpstructTask task : GpstructTask.values()) {
      Optional<CourseFigure> figure = CourseFigure.of(results, shown, task, seed);
      if (figure.isPresent()) {
        any = true;
        String error = "papers-" + task + "-error.svg";
        String nll = "papers-" + task + "-nll.svg";
        figure.get().error(images.resolve(error));
        figure.get().nll(images.resolve(nll));
        line("");
        line(image("error", task, error));
        line(image("nll", task, nll));
      }
    }
    if (!any) {
      line("");
      line("Not run yet.");
    }
  }

  private String image(String figure, GpstructTask task, String file) {
    return String.format(
        "![%s: %s against processor time](%s/%s)",
        task.displayName(), figure, images.getFileName(), file);
  }

  private static String difference(
      String format,
      PaperResult ours,
      PaperResult theirs,
      ToDoubleFunction<PaperResult.Fold> figure,
      double factor) {
    return ours.against(theirs, figure)
        .map(test -> number(format, factor * test.difference()))
        .orElse(NONE);
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  private void row(List<String> cells) {
    line("| " + String.join(" | ", cells) + " |");
  }

  private void line(String text) {
    page.append(text).append('\n');
  }
}
