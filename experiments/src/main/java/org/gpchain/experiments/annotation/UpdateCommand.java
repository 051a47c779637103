package org.gpchain.experiments.annotation;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.gpchain.cli.options.BootstrapOption;
import org.gpchain.core.math.Checks;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.corpora.Corpus;
import org.gpchain.experiments.lab.Context;
import org.gpchain.experiments.lab.RowCommand;
import org.gpchain.experiments.lab.Tables;
import org.gpchain.experiments.lab.TrainTestOptions;
import org.gpchain.training.Progress;
import org.gpchain.training.TrainerSettings;
import org.gpchain.training.data.Task;
import org.gpchain.training.data.TrainingData;
import org.gpchain.training.decoupled.Update;
import org.gpchain.training.trainers.Trainers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain experiment update}: portion by portion, or all at once. */
@Command(
    name = "update",
    sortOptions = false,
    description = {
      "Learns from the first portion of a corpus as gpchain train does, updates the model with one"
          + " portion after the other as gpchain train --update does, and compares it with a model"
          + " that has learned from all portions at once.",
      "Differences in F1 have their 95 %% interval by a paired bootstrap over the sentences; a tie"
          + " if it contains 0. Forgetting is the F1 on the first portion's own sentences, before"
          + " and after the others."
    },
    footer = {
      "",
      "Example:",
      "  gpchain experiment update --train train.txt --test dev.txt --task ne --format conll2002"
    })
public final class UpdateCommand extends RowCommand<Measured> {
  @Mixin private TrainTestOptions corpora;

  @Option(
      names = "--portions",
      paramLabel = "N",
      defaultValue = "10",
      description = "Number of portions. Default: ${DEFAULT-VALUE}.")
  private int portions;

  @Option(
      names = "--size",
      paramLabel = "N",
      defaultValue = "100",
      description = "Sentences of a portion. Default: ${DEFAULT-VALUE}.")
  private int size;

  @Mixin private BootstrapOption resampling;

  @Override
  public Stream<Measured> run(Context context) throws IOException {
    context.check(() -> Checks.atLeast("--portions", portions, 2));
    context.check(() -> Checks.atLeast("--size", size, 1));
    return context.rows(Measured.class).all(row -> true, () -> learn(context)).stream();
  }

  private List<Measured> learn(Context context) throws IOException {
    TrainTestOptions.Read read = corpora.read(reader -> reader.withLimit(portions * size));
    Corpus train = read.train();
    train.checkLearnable(Math.min(size, train.sentences().size()));
    List<LabeledSequence> all = train.sentences();
    List<LabeledSequence> first = all.subList(0, Math.min(size, all.size()));
    TrainerSettings trainer = TrainerSettings.DEFAULT.with(context.run());
    Measured.Series series = new Measured.Series(0, read.test().sentences(), first);
    long begin = System.nanoTime();
    Model model =
        Trainers.updatable(trainer).train(TrainingData.of(first, read.what()), Progress.NONE);
    series.add("1 portion", model, first, since(begin));
    int count = 1;
    for (int from = size; from < all.size(); from += size) {
      int to = Math.min(all.size(), from + size);
      begin = System.nanoTime();
      model = new Update(model, context.run()).with(all.subList(from, to), Task.of(model));
      double seconds = since(begin);
      count++;
      double f1 = series.add(count + " portions", model, all.subList(0, to), seconds);
      context.tell(Tables.format("%s: F1 %.2f", to, f1));
    }
    begin = System.nanoTime();
    Model whole = Trainers.of(trainer).train(TrainingData.of(all, read.what()), Progress.NONE);
    series.add("all at once", whole, all, since(begin));
    return series.against(count, resampling.bootstrap(context.run().seed()));
  }

  private static double since(long begin) {
    return (System.nanoTime() - begin) / 1e9;
  }

  @Override
  protected String table(List<Measured> rows, Context context) {
    List<Measured> updates = rows.subList(1, rows.size() - 1);
    return Measured.table(rows)
        + Tables.format(
            "First portion's own sentences: F1 %.2f after it, %.2f after the last, %.2f all at"
                + " once. Seconds of a portion: mean %.2f, largest %.2f.%n",
            100 * rows.get(0).firstF1(),
            100 * rows.get(rows.size() - 2).firstF1(),
            100 * rows.get(rows.size() - 1).firstF1(),
            updates.stream().mapToDouble(Measured::seconds).average().orElse(0),
            updates.stream().mapToDouble(Measured::seconds).max().orElse(0));
  }
}
