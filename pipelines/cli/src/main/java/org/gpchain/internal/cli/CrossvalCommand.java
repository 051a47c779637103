package org.gpchain.internal.cli;

import static org.gpchain.core.text.Numbers.plural;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.cli.console.ProgressDisplay;
import org.gpchain.internal.cli.options.DecodingOption;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.evaluation.crossvalidation.CorpusFolds;
import org.gpchain.internal.evaluation.crossvalidation.CrossValidationResult;
import org.gpchain.internal.evaluation.crossvalidation.CrossValidator;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.io.AtomicFile;
import org.gpchain.internal.training.trainers.TrainingPlan;
import org.gpchain.training.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code gpchain crossval}: cross-validation on a corpus. */
@Command(
    name = "crossval",
    description = {
      "Estimates the quality of models by cross-validation: divides an annotated corpus into folds,"
          + " and evaluates on each of them a model that was trained on the others, with the"
          + " options of train.",
      "If the corpus has marked documents (-DOCSTART- lines, several files, or UIMA documents) and"
          + " at least as many documents as folds, a document is never divided between folds."
    },
    footer = {
      "",
      "docs/evaluate.md explains the measures.",
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
          "Write each sentence to this file, with the labels predicted by the model that was"
              + " trained without it: word, gold label, predicted label. compare --labelled"
              + " compares two such files. An existing file is replaced.")
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
    CorpusFolds corpusFolds = folds(corpus);

    Task task = learning.task(corpus);
    TrainingPlan plan = learning.learner.plan();
    CrossValidator validation =
        new CrossValidator(
            (sentences, progress) -> train(plan, task, sentences, options, progress),
            options,
            plan.settings().run().threads());
    CrossValidationResult result;
    try (ProgressDisplay.Training progress = progress().training()) {
      result = validation.run(corpus, corpusFolds, progress);
    }

    if (predictions != null) {
      AtomicFile.write(predictions, validation.predictions(corpus));
    }
    print(json ? result.toJson() + "\n" : result.toText());
    return 0;
  }

  /** Trains a model on the sentences of all folds but one, and checks that it can be decoded. */
  private Model train(
      TrainingPlan plan,
      Task task,
      List<LabeledSequence> sentences,
      DecodingOptions options,
      Progress progress)
      throws IOException {
    TrainingPlan planOfFold = learning.learner.withVectors(plan, sentences);
    TrainingData data = planOfFold.data(sentences, task);
    Model model = planOfFold.learn(data, sentences, progress);
    orWrongUse(() -> model.tagger(options));
    return model;
  }

  private CorpusFolds folds(Corpus corpus) throws IOException {
    int sentences = corpus.sentences().size();
    if (sentences < folds) {
      throw corpus.problemAt(
          sentences - 1,
          0,
          "the corpus has " + plural(sentences, "sentence") + ", fewer than --folds " + folds,
          "use a larger corpus, or fewer folds");
    }

    int documents = corpus.documents()[sentences - 1] + 1;
    if (documents > 1 && documents < folds) {
      note(
          "there are fewer documents than folds, so documents are divided between"
              + " folds; --folds "
              + documents
              + " keeps them whole");
    }
    return CorpusFolds.of(corpus, folds);
  }
}
