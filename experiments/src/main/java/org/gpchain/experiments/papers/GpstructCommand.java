package org.gpchain.experiments.papers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.lab.Context;
import org.gpchain.experiments.lab.Experiment;
import org.gpchain.experiments.lab.MeanSd;
import org.gpchain.experiments.lab.PairedTest;
import org.gpchain.experiments.lab.RowFile;
import org.gpchain.experiments.lab.Tables;
import org.gpchain.experiments.lab.Tables.Column;
import org.gpchain.experiments.papers.FoldRow.FoldScores;
import org.gpchain.experiments.papers.FoldRow.TaskFold;
import org.gpchain.internal.corpora.InputException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain experiment gpstruct}: the four tasks of the GPstruct papers. */
@Command(
    name = "gpstruct",
    sortOptions = false,
    description = {
      "Trains and evaluates methods on the four small tasks of the GPstruct papers, with their"
          + " sentences, features and folds, and shows the results next to the published ones.",
      "error: share of tokens whose most probable label is wrong. nll: mean -log marginal"
          + " probability of the gold label. ece: expected calibration error, 15 bins."
    },
    footer = {
      "",
      "Example:",
      "  gpchain experiment gpstruct --data DIR --task basenp --method decoupled"
    })
public final class GpstructCommand extends Experiment<FoldRow> {
  @Mixin private TaskOptions chosen;

  @Option(
      names = "--method",
      split = ",",
      paramLabel = "NAME",
      description = "One or more of: ${COMPLETION-CANDIDATES}. Default: all.")
  private Set<GpstructMethod> methods = EnumSet.noneOf(GpstructMethod.class);

  @Option(
      names = "--large",
      description = "Use 500 training and 323 test sentences (base NP and chunking only).")
  private boolean large;

  @Option(
      names = "--from",
      paramLabel = "N",
      description =
          "Number of the first sentence of the folds. Published results start at 1. To choose"
              + " settings, start after the sentences of the small experiments, at 101 or 301."
              + " Default: ${DEFAULT-VALUE}.")
  private int from = 1;

  @Mixin private FormOptions form;

  @Option(
      names = "--against",
      paramLabel = "FILE",
      description =
          "Compare each method with its rows in this file by a paired t-test over common folds. The"
              + " file was written by --rows, for example by another version.")
  private Path against;

  @Override
  protected Stream<FoldRow> run(Context context) throws IOException {
    if (against != null && !Files.exists(against)) {
      throw new InputException(against, "there is no such file", "give a file of --rows");
    }
    FoldBench bench =
        context.orWrongUse(() -> FoldBench.of(chosen.directory, from, context.run(), context::log));
    List<FoldBench.Cell> cells = new ArrayList<>();
    context.check(() -> cells.addAll(cells()));
    RowFile<FoldRow> file = RowFile.open(context.rowFile(null), FoldRow.class, null);

    int folds = cells.size() * chosen.folds().size();
    AtomicInteger count = new AtomicInteger();
    List<FoldRow> rows =
        bench.run(
            cells,
            file,
            (row, marginals) ->
                context.log(count.incrementAndGet() + "/" + folds + " " + row.line()));
    return rows.stream();
  }

  private List<FoldBench.Cell> cells() {
    List<FoldBench.Cell> cells = new ArrayList<>();
    Set<GpstructMethod> chosenMethods =
        methods.isEmpty() ? EnumSet.allOf(GpstructMethod.class) : methods;
    for (GpstructTask task : chosen.tasks(large)) {
      for (GpstructMethod method : chosenMethods) {
        PaperRow row = form.row(method, List.of(task), large);
        cells.add(new FoldBench.Cell(row, task, chosen.folds(), 0, null));
      }
    }
    return cells;
  }

  @Override
  protected String table(List<FoldRow> rows, Context context) throws IOException {
    List<Group> groups = FoldRow.groups(rows).stream().map(Group::new).toList();
    List<GpstructTask> tasks = groups.stream().map(Group::task).distinct().toList();
    StringBuilder text = new StringBuilder(results(groups));
    text.append(comparisons("difference (paired t-test)", pairs(groups)));
    text.append(System.lineSeparator());
    text.append(published(tasks));

    if (against != null) {
      List<Comparison> changes = changes(groups);
      text.append(comparisons("against earlier results (paired t-test)", changes));
      if (changes.isEmpty()) {
        context.log("gpchain: note: no method has two folds in common with " + against);
      }
    }
    return text.toString();
  }

  /** Compares all pairs of methods. */
  private static List<Comparison> pairs(List<Group> groups) {
    List<Comparison> pairs = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      for (int j = i + 1; j < groups.size(); j++) {
        String names = groups.get(i).method() + " - " + groups.get(j).method();
        Comparison.of(names, groups.get(i).rows(), groups.get(j).rows()).ifPresent(pairs::add);
      }
    }
    return pairs;
  }

  /** Compares each method with its earlier results. */
  private List<Comparison> changes(List<Group> groups) throws IOException {
    List<FoldRow> earlierRows = RowFile.open(against, FoldRow.class, null).all();
    List<Comparison> changes = new ArrayList<>();
    for (Group group : groups) {
      List<FoldRow> earlier = new ArrayList<>(earlierRows);
      earlier.removeIf(row -> !row.row().equals(group.method()));
      Comparison.of(group.method(), group.rows(), earlier).ifPresent(changes::add);
    }
    return changes;
  }

  /**
   * The mean results of a method on a task.
   *
   * @param rows the results of the folds
   */
  private record Group(List<FoldRow> rows) {
    GpstructTask task() {
      return rows.get(0).taskFold().task();
    }

    String taskName() {
      return task().displayName();
    }

    String method() {
      return rows.get(0).row();
    }

    int folds() {
      return rows.size();
    }

    String error() {
      return MeanSd.of(rows, row -> row.scores().error()).times(100).text(2);
    }

    String nll() {
      return MeanSd.of(rows, row -> row.scores().nll()).text(4);
    }

    String ece() {
      return MeanSd.of(rows, row -> row.scores().ece()).times(100).text(2);
    }

    String seconds() {
      return MeanSd.of(rows, FoldRow::seconds).text(2);
    }
  }

  /** Returns a table with means and standard deviations for each task and method. */
  private String results(List<Group> groups) {
    List<Column<Group>> columns =
        List.of(
            new Column<>("task", Group::taskName),
            new Column<>("method", Group::method),
            new Column<>("folds", Group::folds),
            new Column<>("error % (sd)", Group::error),
            new Column<>("published % (sd)", this::publishedError),
            new Column<>("nll (sd)", Group::nll),
            new Column<>("ece % (sd)", Group::ece),
            new Column<>("seconds/fold (sd)", Group::seconds));
    return Tables.of(groups, 2, columns);
  }

  /** Returns the published error of a method on a task, or null for none. */
  private String publishedError(Group group) {
    for (GpstructMethod method : GpstructMethod.values()) {
      Optional<PublishedMethod> published = method.published();
      if (method.toString().equals(group.method()) && published.isPresent()) {
        return error(published.get(), group.task());
      }
    }
    return null;
  }

  /** Returns the published error as text, or null for none. */
  private String error(PublishedMethod method, GpstructTask task) {
    return method.error(task, large).map(error -> error.text(2)).orElse(null);
  }

  /**
   * A comparison of two methods, or of two versions of a method, on the common folds of a task.
   *
   * @param task the task
   * @param name names of the methods
   * @param folds number of common folds
   * @param error test of the token errors
   * @param nll test of the negative log-likelihoods
   */
  private record Comparison(
      GpstructTask task, String name, long folds, PairedTest error, PairedTest nll) {
    /** Returns a comparison, or empty if there are fewer than two common folds. */
    static Optional<Comparison> of(String name, List<FoldRow> first, List<FoldRow> second) {
      Optional<PairedTest> error = FoldRow.compare(first, second, FoldScores::error);
      Optional<PairedTest> nll = FoldRow.compare(first, second, FoldScores::nll);
      if (error.isEmpty() || nll.isEmpty()) {
        return Optional.empty();
      }

      Set<TaskFold> secondFolds =
          second.stream().map(FoldRow::taskFold).collect(Collectors.toSet());
      long folds = first.stream().filter(row -> secondFolds.contains(row.taskFold())).count();
      GpstructTask task = first.get(0).taskFold().task();
      return Optional.of(new Comparison(task, name, folds, error.get(), nll.get()));
    }

    String taskName() {
      return task.displayName();
    }

    String errorText() {
      return Tables.format("%+.2f", 100 * error.difference());
    }

    double errorP() {
      return error.p();
    }

    double nllP() {
      return nll.p();
    }

    String nllText() {
      return Tables.format("%+.4f", nll.difference());
    }
  }

  /** Returns a blank line and a table, or an empty text for no comparisons. */
  private static String comparisons(String head, List<Comparison> comparisons) {
    if (comparisons.isEmpty()) {
      return "";
    }
    List<Column<Comparison>> columns =
        List.of(
            new Column<>("task", Comparison::taskName),
            new Column<>(head, Comparison::name),
            new Column<>("folds", Comparison::folds),
            new Column<>("error, percentage points", Comparison::errorText),
            Column.of("p", 3, Comparison::errorP),
            new Column<>("nll", Comparison::nllText),
            Column.of("p", 3, Comparison::nllP));
    return System.lineSeparator() + Tables.of(comparisons, 2, columns);
  }

  /** Returns a table of the published errors. */
  private String published(List<GpstructTask> tasks) {
    List<Column<GpstructTask>> columns = new ArrayList<>();
    columns.add(new Column<>("published error % (sd)", GpstructTask::displayName));
    for (PublishedMethod method : PublishedMethod.values()) {
      columns.add(new Column<>(method.displayName, task -> error(method, task)));
    }
    return Tables.of(tasks, 1, columns);
  }
}
