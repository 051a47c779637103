package org.gpchain.experiments.annotation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.gpchain.cli.options.BootstrapOption;
import org.gpchain.core.math.Checks;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.corpora.Corpus;
import org.gpchain.experiments.options.RunOptions;
import org.gpchain.experiments.options.TrainDevOptions;
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
      "  gpchain experiment update --train train.txt --dev dev.txt --task ne --format conll2002"
    })
public final class UpdateCommand implements Callable<Integer> {
  @Mixin private RunOptions run;

  @Mixin private TrainDevOptions corpora;

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
  public Integer call() throws IOException {
    run.orWrongUse(() -> Checks.atLeast("--portions", portions, 2));
    run.orWrongUse(() -> Checks.atLeast("--size", size, 1));
    TrainDevOptions.Read read = corpora.read(reader -> reader.withLimit(portions * size));
    Corpus train = read.train();
    train.checkLearnable(Math.min(size, train.sentences().size()));
    List<LabeledSequence> dev = read.dev().sentences();
    Task what = read.what();
    List<LabeledSequence> all = train.sentences();
    List<LabeledSequence> first = all.subList(0, Math.min(size, all.size()));
    List<Measured> rows = new ArrayList<>();
    List<Double> seconds = new ArrayList<>();
    long begin = System.nanoTime();
    Model model =
        Trainers.updatable(TrainerSettings.DEFAULT.with(run.run()))
            .train(TrainingData.of(first, what), Progress.NONE);
    rows.add(Measured.of("1 portion", model, first, since(begin), dev));
    Measured before = Measured.of("1 portion", model, first, 0, first);
    for (int from = size; from < all.size(); from += size) {
      int to = Math.min(all.size(), from + size);
      begin = System.nanoTime();
      model = new Update(model, run.run()).with(all.subList(from, to), Task.of(model));
      seconds.add(since(begin));
      rows.add(
          Measured.of(
              (to + size - 1) / size + " portions",
              model,
              all.subList(0, to),
              seconds.get(seconds.size() - 1),
              dev));
      run.tell(String.format(Locale.ROOT, "%s: F1 %.2f", to, 100 * rows.get(rows.size() - 1).f1()));
    }
    Measured after = Measured.of("updated", model, all, 0, first);
    begin = System.nanoTime();
    Model whole =
        Trainers.of(TrainerSettings.DEFAULT.with(run.run()))
            .train(TrainingData.of(all, what), Progress.NONE);
    Measured atOnce = Measured.of("all at once", whole, all, since(begin), dev);
    rows.add(atOnce);
    run.print(MeasuredTable.of(rows, atOnce, resampling.bootstrap(run.run().seed())));
    run.print(
        String.format(
            Locale.ROOT,
            "First portion's own sentences: F1 %.2f after it, %.2f after the last, %.2f all at"
                + " once. Seconds of a portion: mean %.2f, largest %.2f.%n",
            100 * before.f1(),
            100 * after.f1(),
            100 * Measured.of("all at once", whole, all, 0, first).f1(),
            seconds.stream().mapToDouble(s -> s).average().orElse(0),
            seconds.stream().mapToDouble(s -> s).max().orElse(0)));
    return 0;
  }

  private static double since(long begin) {
    return (System.nanoTime() - begin) / 1e9;
  }
}
