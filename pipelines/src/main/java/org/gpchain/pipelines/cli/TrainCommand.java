package org.gpchain.pipelines.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.gpchain.core.features.TemplateException;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.predict.TagScheme;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.pipelines.corpus.ColumnReader;
import org.gpchain.pipelines.corpus.Corpus;
import org.gpchain.pipelines.corpus.InputException;
import org.gpchain.pipelines.corpus.Utf8Lines;
import org.gpchain.training.learn.DefaultTemplates;
import org.gpchain.training.learn.Learner;
import org.gpchain.training.learn.LearnerSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code gpchain train}: from an annotated corpus to a model file. */
@Command(
    name = "train",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    defaultValueProvider = LearnerDefaults.class,
    description = "Learns a model from an annotated corpus.",
    footer = {
      "",
      "Examples:",
      "  gpchain train --task chunk --train train.txt --model chunk.gpchain",
      "  gpchain train --task ne --train eng.train --format conll2003 --dev eng.testa \\",
      "      --inducing 500 --model ne.gpchain"
    })
final class TrainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @ParentCommand private Main main;

  @Option(
      names = "--task",
      required = true,
      paramLabel = "TASK",
      description = {
        "chunk: chunks of all types; np: base noun phrases (of the chunks, only NP is learned);"
            + " ne: named entities. Any other name is fine together with --template."
      })
  private String task;

  @Option(
      names = "--train",
      required = true,
      paramLabel = "FILE",
      description = "The corpus to learn from.")
  private Path trainFile;

  @Option(
      names = "--dev",
      paramLabel = "FILE",
      description =
          "A corpus to measure on while learning; it does not influence the model. Read as the"
              + " training corpus is, but without --limit.")
  private Path devFile;

  @Option(
      names = "--model",
      required = true,
      paramLabel = "FILE",
      description = "Where to write the model; a file that is there is replaced.")
  private Path modelFile;

  @Option(
      names = "--template",
      paramLabel = "FILE",
      description =
          "Feature templates in the syntax of CRF++, columns by number or name. Default: those of"
              + " the task.")
  private Path templateFile;

  @Mixin private CorpusOptions corpora;

  @Mixin private LearnerOptions learner;

  @Override
  public Integer call() throws IOException {
    if (templateFile == null && !DefaultTemplates.tasks().contains(task)) {
      throw new ParameterException(
          spec.commandLine(),
          "there are no default templates for the task '"
              + task
              + "': choose one of "
              + DefaultTemplates.tasks()
              + ", or give --template");
    }
    ColumnReader reader = corpora.reader(task);
    ColumnReader trainReader = corpora.limited(reader);
    ModelFiles.checkTarget(modelFile);
    Corpus train = corpora.read(trainReader, trainFile);
    checkLabels(train);
    List<LabeledSequence> dev = devFile == null ? List.of() : dev(reader, train).sentences();
    LearnerSettings settings =
        learner.chosen(
            learner.settings(task, templates(train)), train, spec.commandLine().getErr());
    Model model;
    try (TrainingProgress progress = main.progress()) {
      model = new Learner(settings, progress).learn(train.sentences(), dev);
    }
    checkFeatures(model);
    ModelFiles.save(model, modelFile);
    printSummary(train, model);
    return 0;
  }

  private void checkLabels(Corpus train) throws InputException {
    if (train.labelCount() < 2) {
      throw train.problemAt(
          0,
          0,
          "all tokens of this file have the label "
              + train.sentences().get(0).labels().get(0)
              + ", so there is nothing to learn",
          "give a file with segments, or say with --columns which column has the label");
    }
  }

  private void checkFeatures(Model model) throws InputException {
    if (model.vocabulary().featureCount() == 0) {
      throw new InputException(
          trainFile,
          0,
          "no feature occurs as often as --cutoff demands, so nothing was learned",
          "give a smaller cut-off or a larger file");
    }
  }

  private Corpus dev(ColumnReader reader, Corpus train) throws IOException {
    Corpus dev = corpora.read(reader.withTokenLabels(train.scheme() == TagScheme.TOKEN), devFile);
    if (!dev.columns().equals(train.columns())) {
      throw new InputException(
          devFile,
          dev.lines().get(0),
          "this file has the columns " + dev.columns() + ", " + trainFile + " " + train.columns(),
          "give both files the same columns");
    }
    return dev;
  }

  private TemplateSet templates(Corpus train) throws IOException {
    if (templateFile == null) {
      try {
        return DefaultTemplates.of(task, train.columns());
      } catch (IllegalArgumentException e) {
        throw new InputException(trainFile, train.lines().get(0), e.getMessage(), e);
      }
    }
    String text = Utf8Lines.text(templateFile);
    try {
      return TemplateSet.parse(text, train.columns());
    } catch (TemplateException e) {
      String prefix = "line " + e.line() + ": ";
      throw new InputException(
          templateFile, e.line(), e.getMessage().substring(prefix.length()), e);
    }
  }

  private void printSummary(Corpus train, Model model) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        Locale.ROOT,
        "Learned %d labels with %d features from %d sentences, %d tokens, in %.1f s.%n",
        model.labels().size(),
        model.vocabulary().featureCount(),
        train.sentences().size(),
        train.tokenCount(),
        model.run().seconds());
    out.printf(Locale.ROOT, "Model: %s (%.1f MB).%n", modelFile, Files.size(modelFile) / 1e6);
    out.println("Next:");
    out.println(
        "  "
            + Main.command()
            + " evaluate --model "
            + modelFile
            + " --test FILE"
            + corpora.asArguments());
    out.println(
        "  " + Main.command() + " annotate --model " + modelFile + " --input TEXTS --output DIR");
    out.flush();
  }
}
