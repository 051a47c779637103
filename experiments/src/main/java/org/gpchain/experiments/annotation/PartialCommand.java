package org.gpchain.experiments.annotation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.gpchain.cli.options.BootstrapOption;
import org.gpchain.core.math.Checks;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.evaluation.comparison.PairedBootstrap;
import org.gpchain.experiments.lab.Context;
import org.gpchain.experiments.lab.RowCommand;
import org.gpchain.experiments.lab.RowFile;
import org.gpchain.experiments.lab.Tables;
import org.gpchain.experiments.lab.TrainTestOptions;
import org.gpchain.training.Progress;
import org.gpchain.training.TrainerSettings;
import org.gpchain.training.data.Annotated;
import org.gpchain.training.data.Repetitions;
import org.gpchain.training.data.Task;
import org.gpchain.training.data.TrainingData;
import org.gpchain.training.trainers.Trainers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain experiment partial}: what is lost where annotation is not complete. */
@Command(
    name = "partial",
    sortOptions = false,
    description = {
      "Takes annotation away from a corpus, and learns from what is left.",
      "--first N: only the first N sentences keep theirs. 'first': they alone, the reference;"
          + " 'all': all sentences, as if the others had none; 'sentences': with --annotated"
          + " sentences.",
      "--kept R: each segment is kept with the probability R, by --seeds. 'as many': complete"
          + " sentences drawn at random with as many segments, the reference; 'as many, first': the"
          + " first sentences; 'plain': as if there were no others; 'segments': with --annotated"
          + " segments.",
      "Differences in F1 have their 95 %% interval by a paired bootstrap over the sentences; a tie"
          + " if it contains 0."
    },
    footer = {
      "",
      "Example:",
      "  gpchain experiment partial --train train.txt --test dev.txt --task ne --format conll2002"
          + " \\",
      "      --kept 0.3 --seeds 1,2"
    })
public final class PartialCommand extends RowCommand<Measured> {
  @Mixin private TrainTestOptions corpora;

  @Option(
      names = "--first",
      paramLabel = "N",
      description = "Only the first sentences keep their annotation.")
  private Integer first;

  @Option(
      names = "--kept",
      paramLabel = "R",
      defaultValue = "0.3",
      description =
          "Part of the segments that is kept, without --first. Default: ${DEFAULT-VALUE}.")
  private double kept;

  @Option(
      names = "--seeds",
      split = ",",
      paramLabel = "N",
      defaultValue = "1",
      description = "Which segments are kept, once for each seed. Default: ${DEFAULT-VALUE}.")
  private TreeSet<Long> seeds;

  @Option(
      names = "--entity-ratio",
      paramLabel = "SHARE",
      description =
          "Part of the tokens that 'segments' expects to be in segments. Default: as train"
              + " estimates it.")
  private Double entityRatio;

  @Mixin private BootstrapOption resampling;

  @Override
  public Stream<Measured> run(Context context) throws IOException {
    context.check(() -> Checks.positive("--kept", kept));
    TrainTestOptions.Read read = corpora.read();
    Task plain = read.what();
    Task what =
        entityRatio == null ? plain : context.orWrongUse(() -> plain.withEntityRatio(entityRatio));
    List<LabeledSequence> all = read.train().sentences();
    if (first != null) {
      context.check(() -> Checks.index("--first", first - 1, all.size()));
      seeds = new TreeSet<>(List.of(0L));
    }
    PairedBootstrap bootstrap = resampling.bootstrap(context.run().seed());
    RowFile<Measured> file = context.rows(Measured.class, "--seeds");
    List<Measured> rows = new ArrayList<>();
    for (long seed : seeds) {
      Learning learning =
          new Learning(
              what, new Measured.Series(seed, read.test().sentences(), List.of()), context);
      rows.addAll(
          file.all(
              row -> row.seed() == seed,
              () -> {
                if (first == null) {
                  segments(learning, new Withheld(all, kept, seed));
                } else {
                  first(learning, all);
                }
                return learning.series().against(0, bootstrap);
              }));
    }
    return rows.stream();
  }

  private void first(Learning learning, List<LabeledSequence> all) {
    List<LabeledSequence> some = Withheld.afterFirst(all, first);
    learn(learning, "first", all.subList(0, first), Annotated.ALL);
    learn(learning, "all", some, Annotated.ALL);
    learn(learning, "sentences", some, Annotated.SENTENCES);
  }

  private void segments(Learning learning, Withheld withheld) {
    learn(learning, "as many", withheld.asManyAtRandom(), Annotated.ALL);
    learn(learning, "as many, first", withheld.asManyFirst(), Annotated.ALL);
    learn(learning, "plain", withheld.kept(), Annotated.ALL);
    learn(learning, "segments", withheld.kept(), Annotated.SEGMENTS);
  }

  /** What models are learned and measured with. */
  private record Learning(Task what, Measured.Series series, Context context) {}

  private void learn(
      Learning learning, String name, List<LabeledSequence> corpus, Annotated annotated) {
    List<LabeledSequence> sentences = new ArrayList<>();
    corpus.forEach(sentence -> annotated.of(sentence, false).ifPresent(sentences::add));
    long begin = System.nanoTime();
    Task what = learning.what();
    Task expecting =
        entityRatio == null
            ? what.withEntityRatio(Repetitions.entityRatio(sentences, what.scheme()))
            : what;
    var model =
        Trainers.of(TrainerSettings.DEFAULT.with(learning.context().run()))
            .train(TrainingData.of(sentences, expecting), Progress.NONE);
    double seconds = (System.nanoTime() - begin) / 1e9;
    double f1 = learning.series().add(name, model, sentences, seconds);
    learning.context().tell(Tables.format("%s: F1 %.2f", name, f1));
  }

  @Override
  protected String table(List<Measured> rows, Context context) {
    StringBuilder out = new StringBuilder();
    for (long seed : seeds) {
      out.append(first == null ? "Seed " + seed + ":" + System.lineSeparator() : "");
      out.append(Measured.table(rows.stream().filter(row -> row.seed() == seed).toList()));
    }
    return out.toString();
  }
}
