package org.gpchain.internal.cli;

import static org.gpchain.core.text.Numbers.plural;

import java.io.IOException;
import java.nio.file.Path;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.model.Model;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.cli.console.ProgressDisplay;
import org.gpchain.internal.cli.options.DecodingOption;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.evaluation.crossvalidation.CorpusFolds;
import org.gpchain.internal.evaluation.crossvalidation.CrossValidationResult;
import org.gpchain.internal.evaluation.crossvalidation.CrossValidator;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.io.AtomicFile;
import org.gpchain.internal.training.trainers.TrainingPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain crossval}: how good a model of a corpus would be on more text like it. */
@Command(
    name = "crossval",
    description = {
      "Divides an annotated corpus into folds, and evaluates for each of them a model that was"
          + " learned from the others, with the options of train.",
      "A document is in one fold as a whole where the corpus says where documents end: -DOCSTART-"
          + " lines, several files, or UIMA documents; not if there are fewer documents than folds."
    },
    footer = {
      "",
      "The figures are explained in docs/evaluate.md.",
      "Examples:",
      "  gpchain crossval --task ne --train names.txt --folds 10",
      "  gpchain crossval --task ne --train export/ --format xmi --predictions held-out.txt"
    })
final class CrossvalCommand extends ConsoleCommand {
  @Option(names = "--folds", paramLabel = "K", description = "Number of folds, at least 2.")
  private int folds = 5;

  @Option(
      names = "--predictions",
      description =
          "Write each sentence there with the labels of the model that did not see it: word,"
              + " gold label, predicted label. Two such files can be compared (compare --labelled)."
              + " An existing file is replaced.")
  private Path predictions;

  @Option(names = "--json", description = "Print a JSON object instead of a table.")
  private boolean json;

  @Mixin private DecodingOption decoding;

  @Mixin private LearningOptions learning;

  @Override
  public Integer call() throws IOException {
    checkAtLeast("--folds", folds, 2);
    if (predictions != null) {
      checkOutput(predictions);
    }
    learning.check();
    DecodingOptions options = decoding.options();
    Corpus corpus =
        progress().during("reading", () -> learning.read(reader -> reader, null, remarks()));
    corpus.checkLearnable(corpus.sentences().size());
    CorpusFolds parts = folds(corpus);
    Task what = learning.task(corpus);
    LearnerOptions learner = learning.learner;
    TrainingPlan plan = learner.plan();
    CrossValidator validation =
        new CrossValidator(
            (sentences, progress) -> {
              TrainingPlan own = learner.withVectors(plan, sentences);
              Model model = own.learn(own.data(sentences, what), sentences, progress);
              orWrongUse(() -> model.tagger(options));
              return model;
            },
            options,
            plan.settings().run().threads());
    CrossValidationResult result;
    try (ProgressDisplay.Training progress = progress().training()) {
      result = validation.run(corpus, parts, progress);
    }
    if (predictions != null) {
      AtomicFile.write(predictions, validation.predictions(corpus));
    }
    print(json ? result.toJson() + "\n" : result.toText());
    return 0;
  }

  private CorpusFolds folds(Corpus corpus) throws IOException {
    int sentences = corpus.sentences().size();
    if (sentences < folds) {
      throw corpus.problemAt(
          sentences - 1,
          0,
          "the corpus has " + plural(sentences, "sentence") + ", fewer than --folds " + folds,
          "give a larger corpus, or fewer folds");
    }
    int documents = corpus.documents()[sentences - 1] + 1;
    if (documents > 1 && documents < folds) {
      note(
          "folds divide documents, as there are fewer; --folds " + documents + " keeps them whole");
    }
    return CorpusFolds.of(corpus, folds);
  }
}
