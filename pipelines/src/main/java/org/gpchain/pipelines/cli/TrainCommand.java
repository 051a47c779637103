package org.gpchain.pipelines.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.gpchain.core.model.Model;
import org.gpchain.core.predict.Calibration;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.words.WordResource;
import org.gpchain.pipelines.cli.options.CorpusOptions;
import org.gpchain.pipelines.cli.options.LimitOption;
import org.gpchain.pipelines.cli.options.TemplateOption;
import org.gpchain.pipelines.cli.progress.TrainingProgress;
import org.gpchain.pipelines.corpus.Corpus;
import org.gpchain.pipelines.corpus.CorpusReader;
import org.gpchain.pipelines.corpus.InputException;
import org.gpchain.training.HeldOutProgress;
import org.gpchain.training.TrainerSettings;
import org.gpchain.training.calibration.Jackknife;
import org.gpchain.training.data.Task;
import org.gpchain.training.data.TrainingData;
import org.gpchain.training.graybox.SparseSettings;
import org.gpchain.training.product.Trainers;
import org.gpchain.training.product.TrainingSummary;
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
      "      --inducing 500 --model ne.gpchain",
      "  gpchain train --task ne --train export/ --format xmi --model ne.gpchain",
      "  gpchain train --task ne --train names.txt --posterior sparse \\",
      "      --embeddings vectors.txt --model ne.gpchain",
      "docs/training.md describes corpora from annotation tools."
    })
final class TrainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @ParentCommand private Main main;

  @Option(
      names = "--task",
      required = true,
      paramLabel = "TASK",
      description = {
        "chunk: chunks of all types; np: base noun phrases (only chunks of type NP are learned);"
            + " ne: named entities; pos: parts of speech. Any other name needs --template."
      })
  private String task;

  @Option(
      names = "--train",
      required = true,
      paramLabel = "FILE",
      description = {
        "The corpus to learn from. May be repeated, for files with the same columns; --limit then"
            + " applies to each."
      })
  private List<Path> trainFiles;

  @Option(
      names = "--dev",
      paramLabel = "FILE",
      description =
          "A corpus to measure F1 on during training; it does not influence the model. Read like"
              + " the training corpus, but without --limit.")
  private Path devFile;

  @Option(
      names = "--model",
      required = true,
      paramLabel = "FILE",
      description = "Where to write the model; an existing file is replaced.")
  private Path modelFile;

  @Option(
      names = "--scheme",
      paramLabel = "SCHEME",
      description = {
        "How the model encodes segments as labels, whatever the corpus does: IOB1, IOB2 or IOBES.",
        "TOKEN: no segments, but a label for each token, such as its part of speech.",
        "Default: TOKEN for pos, otherwise IOB2."
      })
  private TagScheme scheme;

  @Option(
      names = "--jackknife-pos",
      paramLabel = "N",
      description =
          "For a tagger (--tag-pos MODEL) that was trained on the column pos of the training"
              + " corpus: tag each of N parts of the corpus with a tagger trained like this one on"
              + " the other parts, so that the model meets the mistakes that the tagger makes in"
              + " use.")
  private Integer jackknifeParts;

  @Option(
      names = "--best-pos",
      description = {
        "Learn from the best part of speech of each token only. Default: from every one that the"
            + " tagger holds possible, weighted by its probability, where a GPChain model tags"
            + " (--tag-pos MODEL) or documents have its probabilities; the model then wants them in"
            + " use, too, and gets them by the same ways. Posteriors in inducing points always"
            + " learn from the best one."
      })
  private boolean bestPos;

  @Mixin private VariancesOption variances;

  @Mixin private TemplateOption template;

  @Mixin private CorpusOptions corpora;

  @Mixin private LimitOption limit;

  @Mixin private LearnerOptions learner;

  @Mixin private SparseOptions sparse;

  @Override
  public Integer call() throws IOException {
    if (scheme == null) {
      scheme = task.equals("pos") ? TagScheme.TOKEN : TagScheme.IOB2;
    }
    template.check(task);
    WordResource words = template.words(learner.language());
    CorpusReader reader =
        corpora
            .reader(task, columns -> template.requiredColumns(task, columns))
            .withTokenLabels(scheme == TagScheme.TOKEN);
    CorpusReader trainReader = limit.limited(reader);
    ModelFiles.checkTarget(modelFile);
    variances.check(learner);
    learner.check();
    sparse.check(learner.isSparse());
    TrainerSettings given = learner.settings();
    Corpus train = read(trainReader);
    train.checkLearnable(train.sentences().size());
    List<LabeledSequence> dev = devFile == null ? List.of() : dev(reader, train);
    List<LabeledSequence> sentences = train.sentences();
    Task what =
        learner
            .task(task, template.read(task, train))
            .withScheme(train.scheme() == TagScheme.TOKEN ? TagScheme.TOKEN : scheme)
            .withWords(words);
    SparseSettings sparsely = learner.isSparse() ? sparse.settings(sentences) : null;
    TrainingData data =
        main.progress()
            .during(
                "finding features",
                () ->
                    sparsely == null
                        ? TrainingData.of(sentences, what)
                        : TrainingData.of(sentences, what, sparsely::extended));
    TrainerSettings settings = learner.chosen(given, data, train, main.remarks());
    variances.check(settings, train);
    Model model;
    try (TrainingProgress progress = main.progress().training()) {
      model =
          (sparsely == null ? Trainers.of(settings) : Trainers.sparse(settings, sparsely))
              .train(data, new HeldOutProgress(dev, progress));
    }
    checkFeatures(train, model);
    ModelFiles.save(template.keep(model), modelFile);
    printTags(model);
    printCalibration(model.calibration(), model.scheme());
    if (settings.prior().learning().isDone(data.sentenceCount())) {
      variances.report(model, what.templates(), main.summary());
    }
    printNextSteps();
    printSummary(train, model);
    return 0;
  }

  private List<LabeledSequence> dev(CorpusReader reader, Corpus train) throws IOException {
    Corpus dev = corpora.readLike(train, reader, devFile, posTags());
    dev.checkGoesWith(train);
    return dev.sentences();
  }

  /** Inducing points have no weights. */
  private PosTags posTags() {
    return bestPos || learner.hasInducingPoints() ? PosTags.BEST : PosTags.POSSIBLE;
  }

  private void remarkOnPosTags() throws IOException {
    if (!bestPos && posTags() == PosTags.BEST && corpora.makeProbableTags()) {
      main.remarks()
          .println(
              "gpchain: posteriors in inducing points learn from one part of speech for each token:"
                  + " the best one, as with --best-pos");
      main.remarks().flush();
    }
  }

  private Corpus read(CorpusReader reader) throws IOException {
    remarkOnPosTags();
    if (jackknifeParts == null) {
      return main.progress()
          .during("reading", () -> corpora.readAll(reader, trainFiles, null, posTags()));
    }
    if (jackknifeParts < 2) {
      throw new ParameterException(
          spec.commandLine(), "--jackknife-pos must be at least 2, was " + jackknifeParts);
    }
    try (TrainingProgress progress = main.progress().training()) {
      return corpora.readAll(
          reader,
          trainFiles,
          new Jackknife(
              Trainers.ofMeans(TrainerSettings.DEFAULT.with(learner.run())),
              jackknifeParts,
              progress),
          posTags());
    }
  }

  private static void checkFeatures(Corpus train, Model model) throws InputException {
    if (model.vocabulary().featureCount() == 0) {
      throw new InputException(
          train.file(),
          0,
          "no feature occurs as often as --cutoff demands, so nothing was learned",
          "give a smaller cut-off or a larger file");
    }
  }

  private void printTags(Model model) {
    if (model.posTags() == PosTags.POSSIBLE) {
      main.summary()
          .println("Parts of speech: all that are possible for a token, with their probabilities.");
    }
  }

  private void printCalibration(Calibration calibration, TagScheme scheme) {
    if (calibration.hasLearnedScales()) {
      main.summary()
          .printf(
              Locale.ROOT,
              "Calibration on held-out folds: scores × %.2f, transitions × %.2f%s.%n",
              calibration.scaling().unary(),
              calibration.scaling().transitions(),
              scheme == TagScheme.TOKEN
                  ? ""
                  : String.format(
                      Locale.ROOT,
                      "; segments decoded above %.0f %%",
                      100 * calibration.segments().threshold()));
    }
  }

  private void printSummary(Corpus train, Model model) throws IOException {
    PrintWriter out = main.summary();
    out.println(TrainingSummary.of(train.sentences(), model, modelFile));
    out.flush();
  }

  private void printNextSteps() {
    PrintWriter out = main.summary();
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
