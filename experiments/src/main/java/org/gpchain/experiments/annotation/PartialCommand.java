package org.gpchain.experiments.annotation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.gpchain.cli.options.BootstrapOption;
import org.gpchain.cli.options.LimitOption;
import org.gpchain.core.math.Checks;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.experiments.options.RunOptions;
import org.gpchain.experiments.options.TrainDevOptions;
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
      "  gpchain experiment partial --train train.txt --dev dev.txt --task ne --format conll2002"
          + " \\",
      "      --kept 0.3 --seeds 1,2"
    })
public final class PartialCommand implements Callable<Integer> {
  @Mixin private RunOptions run;

  @Mixin private TrainDevOptions corpora;

  @Mixin private LimitOption limit;

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

  private Task what;
  private List<LabeledSequence> dev;

  @Override
  public Integer call() throws IOException {
    run.orWrongUse(() -> Checks.positive("--kept", kept));
    TrainDevOptions.Read read = corpora.read(limit::limited);
    dev = read.dev().sentences();
    Task plain = read.what();
    what = entityRatio == null ? plain : run.orWrongUse(() -> plain.withEntityRatio(entityRatio));
    List<LabeledSequence> all = read.train().sentences();
    if (first != null) {
      run.orWrongUse(() -> Checks.index("--first", first - 1, all.size()));
      print(firstOnly(all));
      return 0;
    }
    for (long seed : seeds) {
      Withheld withheld = new Withheld(all, kept, seed);
      run.print(String.format(Locale.ROOT, "Seed %d:%n", seed));
      print(segmentsKept(withheld));
    }
    return 0;
  }

  private List<Measured> firstOnly(List<LabeledSequence> all) {
    List<LabeledSequence> some = Withheld.afterFirst(all, first);
    return List.of(
        learned("first", all.subList(0, first), Annotated.ALL),
        learned("all", some, Annotated.ALL),
        learned("sentences", some, Annotated.SENTENCES));
  }

  private List<Measured> segmentsKept(Withheld withheld) {
    return List.of(
        learned("as many", withheld.asManyAtRandom(), Annotated.ALL),
        learned("as many, first", withheld.asManyFirst(), Annotated.ALL),
        learned("plain", withheld.kept(), Annotated.ALL),
        learned("segments", withheld.kept(), Annotated.SEGMENTS));
  }

  private Measured learned(String name, List<LabeledSequence> corpus, Annotated annotated) {
    List<LabeledSequence> sentences = new ArrayList<>();
    corpus.forEach(sentence -> annotated.of(sentence, false).ifPresent(sentences::add));
    long begin = System.nanoTime();
    Task expecting =
        entityRatio == null
            ? what.withEntityRatio(Repetitions.entityRatio(sentences, what.scheme()))
            : what;
    var model =
        Trainers.of(TrainerSettings.DEFAULT.with(run.run()))
            .train(TrainingData.of(sentences, expecting), Progress.NONE);
    Measured measured = Measured.of(name, model, sentences, (System.nanoTime() - begin) / 1e9, dev);
    run.tell(String.format(Locale.ROOT, "%s: F1 %.2f", name, 100 * measured.f1()));
    return measured;
  }

  /** The first one is what the others are compared with. */
  private void print(List<Measured> rows) {
    run.print(MeasuredTable.of(rows, rows.get(0), resampling.bootstrap(run.run().seed())));
  }
}
