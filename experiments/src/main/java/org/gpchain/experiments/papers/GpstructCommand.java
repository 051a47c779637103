package org.gpchain.experiments.papers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.lab.Context;
import org.gpchain.experiments.lab.Experiment;
import org.gpchain.experiments.lab.MeanSd;
import org.gpchain.experiments.lab.PairedTest;
import org.gpchain.experiments.lab.RowFile;
import org.gpchain.experiments.lab.Tables;
import org.gpchain.experiments.lab.Tables.Column;
import org.gpchain.internal.corpora.InputException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain experiment gpstruct}: the four tasks of the GPstruct papers. */
@Command(
    name = "gpstruct",
    sortOptions = false,
    description = {
      "Learns and measures the four small tasks of the GPstruct papers, on their sentences,"
          + " features and folds, and shows the figures beside the published ones.",
      "error: share of tokens whose likeliest label is wrong. nll: mean -log marginal probability"
          + " of the gold label. ece: expected calibration error, 15 bins."
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
      description = "500 training and 323 test sentences; base NP and chunking only.")
  private boolean large;

  @Option(
      names = "--from",
      paramLabel = "N",
      description =
          "The sentence that counts as the first: with 101 or 301 the sentences after those of the"
              + " small experiments, to make choices with. Published figures are of the first."
              + " Default: ${DEFAULT-VALUE}.")
  private int from = 1;

  @Mixin private FormOptions form;

  @Option(
      names = "--against",
      paramLabel = "FILE",
      description =
          "Also compare each method with its rows in this file, which --rows has written, perhaps"
              + " by another version: by a paired t-test over the folds that both have.")
  private Path against;

  @Override
  protected Stream<FoldRow> run(Context context) throws IOException {
    if (against != null && !Files.exists(against)) {
      throw new InputException(against, "there is no such file", "give a file of --rows");
    }
    FoldBench bench =
        context.orWrongUse(
            () -> FoldBench.of(chosen.directory, from, context.run(), context::tell));
    List<FoldBench.Cell> cells = new ArrayList<>();
    context.check(
        () -> {
          for (GpstructTask task : chosen.tasks(large)) {
            for (GpstructMethod method :
                methods.isEmpty() ? EnumSet.allOf(GpstructMethod.class) : methods) {
              PaperRow row = form.row(method, List.of(task), large);
              cells.add(new FoldBench.Cell(row, task, chosen.folds(), 0, null));
            }
          }
        });
    RowFile<FoldRow> file = RowFile.open(context.rowFile(null), FoldRow.class, null);
    int[] count = {0};
    int all = cells.size() * chosen.folds().size();
    return bench
        .run(
            cells,
            file,
            (row, marginals) -> {
              count[0]++;
              context.tell(count[0] + "/" + all + " " + row.line());
            })
        .stream();
  }

  @Override
  protected String table(List<FoldRow> rows, Context context) throws IOException {
    List<List<FoldRow>> groups = FoldRow.groups(rows);
    List<Comparison> pairs = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      for (int j = i + 1; j < groups.size(); j++) {
        String names = groups.get(i).get(0).row() + " - " + groups.get(j).get(0).row();
        Comparison.of(names, groups.get(i), groups.get(j)).ifPresent(pairs::add);
      }
    }
    StringBuilder text = new StringBuilder(ours(groups));
    text.append(comparisons("difference (paired t-test)", pairs)).append(System.lineSeparator());
    text.append(published(groups.stream().map(group -> group.get(0).task()).distinct().toList()));
    if (against != null) {
      List<Comparison> changes = new ArrayList<>();
      List<FoldRow> earlier = RowFile.open(against, FoldRow.class, null).all(row -> true);
      for (List<FoldRow> group : groups) {
        String name = group.get(0).row();
        List<FoldRow> same = earlier.stream().filter(row -> row.row().equals(name)).toList();
        Comparison.of(name, group, same).ifPresent(changes::add);
      }
      text.append(comparisons("against earlier results (paired t-test)", changes));
      if (changes.isEmpty()) {
        context.tell("gpchain: note: no method has two folds in common with " + against);
      }
    }
    return text.toString();
  }

  /** A row for each task and method, with means and, in brackets, standard deviations. */
  private String ours(List<List<FoldRow>> groups) {
    return Tables.of(
        groups,
        2,
        List.of(
            new Column<>("task", group -> group.get(0).task().displayName()),
            new Column<>("method", group -> group.get(0).row()),
            new Column<>("folds", List::size),
            new Column<>(
                "error % (sd)", group -> MeanSd.of(group, FoldRow::error).times(100).text(2)),
            new Column<>("published % (sd)", this::publishedError),
            new Column<>("nll (sd)", group -> MeanSd.of(group, FoldRow::nll).text(4)),
            new Column<>("ece % (sd)", group -> MeanSd.of(group, FoldRow::ece).times(100).text(2)),
            new Column<>(
                "seconds/fold (sd)", group -> MeanSd.of(group, FoldRow::seconds).text(2))));
  }

  private String publishedError(List<FoldRow> group) {
    return Stream.of(GpstructMethod.values())
        .filter(method -> method.toString().equals(group.get(0).row()))
        .flatMap(method -> method.published().stream())
        .flatMap(method -> method.error(group.get(0).task(), large).stream())
        .map(error -> error.text(2))
        .findFirst()
        .orElse(null);
  }

  /** Two methods, or two versions of one, on the folds of one task that both have learned. */
  private record Comparison(
      GpstructTask task, String name, long folds, PairedTest error, PairedTest nll) {
    static Optional<Comparison> of(String name, List<FoldRow> one, List<FoldRow> other) {
      return FoldRow.compare(one, other, FoldRow::error)
          .map(
              error ->
                  new Comparison(
                      one.get(0).task(),
                      name,
                      one.stream().filter(a -> other.stream().anyMatch(a::isSameFold)).count(),
                      error,
                      FoldRow.compare(one, other, FoldRow::nll).orElseThrow()));
    }
  }

  /** A blank line and a table; empty if there is nothing to compare. */
  private static String comparisons(String head, List<Comparison> comparisons) {
    return comparisons.isEmpty()
        ? ""
        : System.lineSeparator()
            + Tables.of(
                comparisons,
                2,
                List.of(
                    new Column<>("task", row -> row.task().displayName()),
                    new Column<>(head, Comparison::name),
                    new Column<>("folds", Comparison::folds),
                    new Column<>(
                        "error, percentage points",
                        row -> Tables.format("%+.2f", 100 * row.error().difference())),
                    Column.of("p", 3, row -> row.error().p()),
                    new Column<>("nll", row -> Tables.format("%+.4f", row.nll().difference())),
                    Column.of("p", 3, row -> row.nll().p())));
  }

  private String published(List<GpstructTask> tasks) {
    List<Column<GpstructTask>> columns = new ArrayList<>();
    columns.add(new Column<>("published error % (sd)", GpstructTask::displayName));
    for (PublishedMethod method : PublishedMethod.values()) {
      columns.add(
          new Column<>(
              method.displayName,
              task -> method.error(task, large).map(error -> error.text(2)).orElse(null)));
    }
    return Tables.of(tasks, 1, columns);
  }
}
