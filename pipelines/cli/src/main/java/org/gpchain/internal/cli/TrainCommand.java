package org.gpchain.internal.cli;

import static org.gpchain.core.text.Numbers.plural;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.cli.console.ProgressDisplay;
import org.gpchain.internal.cli.options.AnnotatedOptions;
import org.gpchain.internal.cli.options.VoicesOptions;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.CorpusReader;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.ModelLocation;
import org.gpchain.internal.corpora.SentenceFile;
import org.gpchain.internal.corpora.plaintext.Detokenizer;
import org.gpchain.internal.evaluation.inspection.KernelReport;
import org.gpchain.internal.evaluation.inspection.ModelDescription.CalibrationSummary;
import org.gpchain.internal.training.HeldOutProgress;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.TrainerSettings.KernelLearning;
import org.gpchain.internal.training.calibration.Jackknife;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.decoupled.DecoupledTrainer;
import org.gpchain.internal.training.io.AtomicFile;
import org.gpchain.internal.training.trainers.Trainers;
import org.gpchain.internal.training.trainers.TrainingPlan;
import org.gpchain.internal.training.trainers.WithoutVoices;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpchain train}: from an annotated corpus to a model file. */
@Command(
    name = "train",
    description = "Learns a model from an annotated corpus.",
    footer = {
      "",
      "Examples:",
      "  gpchain train --task chunk --train train.txt --model chunk.gpchain",
      "  gpchain train --task ne --train eng.train --format conll2003 --dev eng.testa \\",
      "      --words en.words --model ne.gpchain",
      "  gpchain train --task ne --train export/ --format xmi --model ne.gpchain",
      "  gpchain train --task ne --train names.txt --posterior sparse \\",
      "      --embeddings vectors.txt --model ne.gpchain",
      "docs/train.md describes corpora from annotation tools."
    })
final class TrainCommand extends ConsoleCommand {
  /** Of processor time: what takes longer is asked about. */
  private static final double MOST_SECONDS = 300;

  @Option(
      names = "--dev",
      description =
          "A corpus to measure F1 on during training; it does not influence the model. Read like"
              + " the training corpus, but without --limit.")
  private Path devFile;

  @Option(
      names = {"-m", "--model"},
      required = true,
      description = "Where to write the model; an existing file is replaced.")
  private Path modelFile;

  @Option(
      names = "--jackknife-pos",
      description =
          "Tag each of N parts of the training corpus with a tagger trained on the other"
              + " parts, so that the model meets the mistakes that the tagger makes in use. For a"
              + " tagger (--tag-pos MODEL) that was trained on the column pos of this corpus.")
  private Integer jackknifeParts;

  @Option(
      names = "--update",
      paramLabel = "MODEL",
      description =
          "Learn from the sentences that were kept with this model (--keep-sentences) and from the"
              + " new ones together. Give the same options as for that model.")
  private Path earlier;

  @Option(
      names = "--keep-sentences",
      description =
          "Keep the sentences in a file next to the model, FILE.sentences, so that --update can"
              + " learn from them again: as good as all sentences at once, and as slow.")
  private boolean keepsSentences;

  @Option(
      names = "--hold-out-corpora",
      description =
          "Calibrate on whole corpora, each --train in turn, with models of the others: for text of"
              + " another kind than all of them. In text like theirs, probabilities are too near to"
              + " even then.")
  private boolean holdsOutCorpora;

  @Option(
      names = "--yes",
      description = "Learn even if it takes more than five minutes of processor time.")
  private boolean yes;

  @Option(
      names = "--variances",
      description =
          "Also write a table (TSV) of the learned prior variances of all template lines, the"
              + " largest first. Needs kernel learning.")
  private Path variances;

  @Mixin private LearningOptions learning;

  private final CorpusTexts texts = new CorpusTexts(Detokenizer.MAX_SENTENCES);

  private final CorpusTexts devTexts = new CorpusTexts(Integer.MAX_VALUE);

  @Mixin private AnnotatedOptions annotated;

  @Mixin private VoicesOptions voices;

  @Override
  public Integer call() throws IOException {
    checkOutput(modelFile);
    boolean isUpdate = earlier != null;
    if (isUpdate && !Files.exists(SentenceFile.of(earlier))) {
      throw new InputException(
          SentenceFile.of(earlier),
          "there is no such file: no sentences were kept with the model",
          "train the model with --keep-sentences, or train on all sentences at once");
    }
    if (!isUpdate && !keepsSentences && Files.exists(SentenceFile.of(modelFile))) {
      throw new InputException(
          SentenceFile.of(modelFile),
          "these kept sentences are of an earlier model of this name",
          "remove or rename them, or keep others (--keep-sentences)");
    }
    LearnerOptions learner = learning.learner;
    checkVariances(learner);
    learning.check();
    if (holdsOutCorpora && (isUpdate || voices.areGiven() || !learner.plan().isCalibrated())) {
      throw wrongUse(
          "--hold-out-corpora is for models with calibration; --update, voices and"
              + " --document-context on do not go with it");
    }
    Corpus train = read();
    if (!isUpdate && !voices.areGiven()) {
      train.checkLearnable(train.sentences().size());
    }
    Corpus dev = devFile == null ? null : dev(train);
    List<LabeledSequence> sentences = isUpdate ? afterKept(train) : train.sentences();
    Task what = annotated.expecting(learning.task(train), sentences);
    TrainingPlan own = learner.withVectors(learner.plan(), sentences);
    TrainingPlan plan =
        holdsOutCorpora ? own.with(own.settings().holdingOut(learning.corpora(train))) : own;
    TrainingData data = progress().during("finding features", () -> plan.data(sentences, what));
    checkVariances(plan.settings(), sentences.size(), train);
    checkCost(plan, data);
    Model model;
    try (ProgressDisplay.Training progress = progress().training()) {
      List<LabeledSequence> heldOut = dev == null ? List.of() : dev.sentences();
      model = plan.learn(data, sentences, new HeldOutProgress(heldOut, progress));
    }
    checkFeatures(train, model);
    learning.template.unused(model.vocabulary().templates()).ifPresent(this::warn);
    AtomicFile.write(
        modelFile,
        out -> {
          ModelWriter.write(learning.template.keep(model), out);
          if (isUpdate || keepsSentences) {
            // Each is replaced only once there has been room for both.
            out.flush();
            SentenceFile.write(
                WithoutVoices.isOf(model) ? WithoutVoices.annotated(sentences) : sentences,
                SentenceFile.of(modelFile));
          }
        });
    if (model.posTags() == PosTags.POSSIBLE) {
      summarise("Parts of speech: all that are possible for a token, with their probabilities.%n");
    }
    if (WithoutVoices.isOf(model)) {
      note(
          "voices are left out: the annotated sentences alone find more in those that were held"
              + " out");
    }
    annotated.report(what, sentences, model, summary());
    printCalibration(model);
    LearnerOptions.reportSamples(model, summary());
    if (plan.settings().prior().learning().isDone(data.sentenceCount())) {
      reportVariances(model, what.templates());
    }
    if (!voices.areGiven()) {
      noteRawText(model, train, dev);
    }
    printNextSteps(sentences, model);
    String advice = learning.advice(train);
    summary().print(advice == null ? "" : "What would help most: %s.%n".formatted(advice));
    return 0;
  }

  /** Says if the model will find less in raw text than on the tokens of its corpora. */
  private void noteRawText(Model model, Corpus train, Corpus dev) throws IOException {
    List<Path> files = new ArrayList<>(List.of(modelFile));
    learning.corpora.posModel().ifPresent(files::add);
    RawTextCheck check = new RawTextCheck(model, files, learning.template.locations());
    if (dev != null) {
      try {
        check.ofHeldOut(dev, devTexts).ifPresent(this::note);
        return;
      } catch (InputException e) {
        // Raw text lacks what the model uses, which annotate will say; tokens can be compared.
        note("F1 from raw text is not known: " + e.getMessage());
      }
    }
    check.ofTraining(train, texts).ifPresent(this::note);
  }

  /** The sentences that were kept with the earlier model, and those of a corpus behind them. */
  private List<LabeledSequence> afterKept(Corpus train) throws IOException {
    Path file = SentenceFile.of(earlier);
    List<LabeledSequence> all = new ArrayList<>(SentenceFile.read(file));
    Model before = ModelLocation.of(earlier).withWords(learning.template.locations()).load();
    learning.checkTask(before);
    long tokens = all.stream().mapToLong(LabeledSequence::length).sum();
    if (all.size() != before.provenance().sentences() || tokens != before.provenance().tokens()) {
      throw new InputException(
          file,
          "these %s sentences are not those that the model has learned from".formatted(all.size()),
          "restore those, or train on all of them again");
    }
    List<String> columns = all.get(0).tokens().columnNames();
    if (!Set.copyOf(columns).equals(Set.copyOf(train.columns()))) {
      throw train.problem(
          "the columns are %s, those of the kept sentences %s".formatted(train.columns(), columns),
          "give the same options as for the model before");
    }
    int documents = all.get(all.size() - 1).document() + 1;
    train.sentences().forEach(one -> all.add(one.inDocument(documents + one.document())));
    return all;
  }

  private Corpus dev(Corpus train) throws IOException {
    CorpusReader reader = devTexts.collecting(learning.reader());
    Corpus dev = learning.corpora.readLike(train, reader, devFile, learning.posTags());
    dev.checkGoesWith(train);
    return dev;
  }

  private Corpus read() throws IOException {
    if (voices.areGiven()) {
      return progress().during("asking voices", () -> learning.readWeak(voices));
    }
    if (jackknifeParts == null) {
      return progress().during("reading", () -> learning.read(this::applied, null, remarks()));
    }
    checkAtLeast("--jackknife-pos", jackknifeParts, 2);
    try (ProgressDisplay.Training progress = progress().training()) {
      return learning.read(
          this::applied,
          new Jackknife(
              new DecoupledTrainer(
                  TrainerSettings.DEFAULT.with(learning.learner.plan().settings().run())),
              jackknifeParts,
              progress),
          remarks());
    }
  }

  /** Returns a reader of annotated corpora that also collects their texts. */
  private CorpusReader applied(CorpusReader reader) {
    return texts.collecting(annotated.applied(reader));
  }

  private static void checkFeatures(Corpus train, Model model) throws InputException {
    if (model.vocabulary().featureCount() == 0) {
      throw new InputException(
          train.file(),
          "no feature occurs as often as --cutoff demands, so nothing was learned",
          "give a smaller cut-off or a larger file");
    }
  }

  private void printCalibration(Model model) {
    if (model.calibration().hasLearnedScales()) {
      summarise(
          "Calibration on held-out folds: %s.%n",
          CalibrationSummary.of(model).scales(model.scheme() != TagScheme.TOKEN));
    } else if (learning.learner.plan().isCalibrated()) {
      note(
          "probabilities are not calibrated: there are too few sentences for the folds, or no known"
              + " segments");
    }
  }

  private void printNextSteps(List<LabeledSequence> sentences, Model model) throws IOException {
    summarise(
        """
        Next:
          %1$s evaluate --model %2$s --test FILE%3$s
          %1$s annotate --model %2$s --input TEXTS --output DIR%4$s
        %5$s
        """,
        Main.command(),
        quoted(modelFile),
        learning.corpora.asArguments(),
        model.features().annotationColumns().isEmpty() ? "" : " --format xmi",
        Trainers.summary(sentences, model, modelFile));
  }

  /**
   * Checks, before anything is read, that variances will be learned and that the file can be
   * written.
   */
  private void checkVariances(LearnerOptions learner) throws IOException {
    if (variances == null) {
      return;
    }
    if (!learner.learnsKernels()) {
      throw wrongUse(
          "--variances shows what kernel learning finds, which --kernel-rounds 0 turns off");
    }
    checkOutput(variances);
  }

  /** Says how long learning will take, 0 if that is not known, and asks for --yes if it is long. */
  private void checkCost(TrainingPlan plan, TrainingData data) {
    double seconds = plan.seconds(data);
    String time =
        seconds < 90
            ? plural(Math.round(seconds), "second")
            : plural(Math.round(seconds / 60), "minute");
    if (seconds > MOST_SECONDS && !yes && plan.isSparse()) {
      throw wrongUse(
          "learning this sparse posterior takes about %s of processor time: give --yes to go on, or"
                  .formatted(time)
              + " a smaller --limit or --inducing");
    }
    if (seconds > 0) {
      String labels = plural(data.labels().size(), "label");
      note("learning takes about " + time + " of processor time, with " + labels);
    }
  }

  /** Checks, before anything is learned, that there are enough sentences. */
  private void checkVariances(TrainerSettings settings, int sentences, Corpus train)
      throws InputException {
    KernelLearning learning = settings.prior().learning();
    if (variances != null && !learning.isDone(sentences)) {
      throw train.problem(
          "kernel learning needs at least %s sentences, there are %s, so there are no learned"
                  .formatted(learning.folds(), sentences)
              + " variances to write",
          "give a larger file, or leave out --variances");
    }
  }

  /** Prints what was learned, and writes it if requested. */
  private void reportVariances(Model model, TemplateSet templates) throws IOException {
    KernelReport report = KernelReport.of(model, templates);
    summary().print(report.text());
    if (variances != null) {
      report.write(variances);
      summary().println("All of them: " + variances);
    }
  }
}
