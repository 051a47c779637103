package org.gpchain.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.gpchain.cli.progress.TrainingProgress;
import org.gpchain.core.predict.DecodingOptions;
import org.gpchain.corpora.Corpus;
import org.gpchain.evaluation.crossvalidation.CorpusFolds;
import org.gpchain.evaluation.crossvalidation.CrossValidation;
import org.gpchain.evaluation.crossvalidation.CrossValidationResult;
import org.gpchain.evaluation.crossvalidation.CrossValidationTable;
import org.gpchain.training.data.Task;
import org.gpchain.training.data.TrainingData;
import org.gpchain.training.io.AtomicFile;
import org.gpchain.training.trainers.TrainingPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code gpchain crossval}: how good a model of a corpus would be on more text like it. */
@Command(
    name = "crossval",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    defaultValueProvider = LearnerOptions.Defaults.class,
    description = {
      "Divides an annotated corpus into folds, and evaluates for each of them a model that was"
          + " learned from the others, with the options of train.",
      "A document is in one fold as a whole where the corpus says where documents end: -DOCSTART-"
          + " lines, several files, or UIMA documents."
    },
    footer = {
      "",
      "The figures are explained in docs/evaluation.md.",
      "Examples:",
      "  gpchain crossval --task ne --train names.txt --folds 10",
      "  gpchain crossval --task ne --train export/ --format xmi --predictions held-out.txt"
    })
final class CrossvalCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @ParentCommand private Main main;

  @Option(
      names = "--folds",
      paramLabel = "K",
      defaultValue = "5",
      description = "Number of folds, at least 2. Default: ${DEFAULT-VALUE}.")
  private int folds;

  @Option(
      names = "--predictions",
      paramLabel = "FILE",
      description =
          "Write each sentence there with the labels that the model without it gives: word, gold"
              + " label, predicted label. Two such files can be compared (compare --labelled). An"
              + " existing file is replaced.")
  private Path predictions;

  @Option(names = "--json", description = "Print a JSON object instead of a table.")
  private boolean json;

  @Mixin private DecodingOption decoding;

  @Mixin private LearningOptions learning;

  @Override
  public Integer call() throws IOException {
    if (folds < 2) {
      throw new ParameterException(spec.commandLine(), "--folds must be at least 2, was " + folds);
    }
    if (predictions != null) {
      ModelFiles.checkTarget(predictions);
    }
    learning.check();
    DecodingOptions options = decoding.options();
    Corpus corpus = main.progress().during("reading", () -> learning.read(null, main.remarks()));
    CorpusFolds parts = folds(corpus);
    Task what = learning.task(corpus);
    LearnerOptions learner = learning.learner();
    TrainingPlan plan = learner.plan();
    CrossValidation validation =
        new CrossValidation(
            (sentences, progress) -> {
              TrainingPlan own = learner.withVectors(plan, sentences);
              TrainingData data = own.data(sentences, what);
              return own.with(learner.chosen(own.settings(), data, corpus, main.remarks()))
                  .trainer()
                  .train(data, progress);
            },
            options,
            plan.settings().run().threads());
    CrossValidationResult result;
    try (TrainingProgress progress = main.progress().training()) {
      result = validation.run(corpus, parts, progress);
    }
    if (predictions != null) {
      String text = validation.predictions(corpus);
      AtomicFile.write(predictions, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? result.toJson() + "\n" : CrossValidationTable.of(result));
    out.flush();
    return 0;
  }

  private CorpusFolds folds(Corpus corpus) throws IOException {
    int sentences = corpus.sentences().size();
    if (sentences < folds) {
      throw corpus.problemAt(
          sentences - 1,
          0,
          "the corpus has " + sentences + " sentences, fewer than --folds " + folds,
          "give a larger corpus, or fewer folds");
    }
    return CorpusFolds.of(corpus, folds);
  }
}
