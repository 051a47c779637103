package org.gpchain.internal.cli;

import static org.gpchain.core.text.Numbers.plural;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.core.model.Provenance;
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

/** Command {@code gpchain train}: trains a model on an annotated corpus. */
@Command(
    name = "train",
    description = "Trains a model on an annotated corpus.",
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
  /**
   * Estimated time of training above which {@code --yes} is required (seconds of processor time).
   */
  private static final double MAX_SECONDS = 300;

  /** Estimated time of encoding from which it is announced (seconds of processor time). */
  private static final double MIN_ENCODING_SECONDS = 10;

  @Option(
      names = "--dev",
      description =
          "A development corpus to measure F1 on during training. It does not influence the model."
              + " It is read like the training corpus, but without --limit.")
  private Path devFile;

  @Option(
      names = {"-m", "--model"},
      required = true,
      description = "File to write the model to. An existing file is replaced.")
  private Path modelFile;

  @Option(
      names = "--jackknife-pos",
      description =
          "Divide the training corpus into N parts, and tag the parts of speech of each with a"
              + " tagger trained on the other parts. The model then sees the errors that the tagger"
              + " makes in use. Necessary if the tagger (--tag-pos MODEL) was trained on the column"
              + " pos of this corpus.")
  private Integer jackknifeParts;

  @Option(
      names = "--update",
      paramLabel = "MODEL",
      description =
          "Train on the sentences that were kept with this model (--keep-sentences) together with"
              + " the new ones. Give the same options as for that model.")
  private Path earlier;

  @Option(
      names = "--keep-sentences",
      description =
          "Keep the training sentences in the file MODEL.sentences next to the model, for --update."
              + " An update gives the same quality as training on all sentences at once, and takes"
              + " as long.")
  private boolean keepsSentences;

  @Option(
      names = "--hold-out-corpora",
      description =
          "Calibrate on whole corpora: hold out each file of --train in turn, and train on the"
              + " others. Use this if the model is for text of another kind than all its corpora."
              + " For text like the corpora themselves, the probabilities are then too cautious.")
  private boolean holdsOutCorpora;

  @Option(
      names = "--yes",
      description = "Train even if this takes more than five minutes of processor time.")
  private boolean yes;

  @Option(
      names = "--variances",
      description =
          "Also write a table (TSV) of the learned prior variances of all template lines, in"
              + " descending order. Needs kernel learning.")
  private Path variances;

  @Mixin private LearningOptions learning;

  private final CorpusTexts texts = new CorpusTexts(Detokenizer.MAX_SENTENCES);

  private final CorpusTexts devTexts = new CorpusTexts(Integer.MAX_VALUE);

  @Mixin private AnnotatedOptions annotated;

  @Mixin private VoicesOptions voices;

  @Override
  public Integer call() throws IOException {
    checkOutput(modelFile);
    checkKeptSentences();
    LearnerOptions learner = learning.learner;
    checkVariances(learner);
    learning.check();
    checkHeldOutCorpora(learner);

    Corpus train = read();
    if (!isUpdate() && !voices.areGiven()) {
      train.checkLearnable(train.sentences().size());
    }
    Corpus dev = devFile == null ? null : dev(train);
    List<LabeledSequence> sentences = isUpdate() ? withKeptSentences(train) : train.sentences();

    Task task = annotated.withEntityRatio(learning.task(train), sentences);
    TrainingPlan plan = plan(learner, train, sentences);
    noteEncoding(TrainingPlan.encodingSeconds(sentences, task));
    TrainingData data = progress().during("finding features", () -> plan.data(sentences, task));
    checkVariances(plan.settings(), sentences.size(), train);
    checkCost(plan, data);

    Model model;
    try (ProgressDisplay.Training progress = progress().training()) {
      List<LabeledSequence> heldOut = dev == null ? List.of() : dev.sentences();
      model = plan.learn(data, sentences, new HeldOutProgress(heldOut, progress));
    }
    checkFeatures(train, model);
    learning.template.unused(model.vocabulary().templates()).ifPresent(this::warn);
    AtomicFile.write(modelFile, out -> write(model, sentences, out));

    if (model.posTags() == PosTags.POSSIBLE) {
      summarise("Parts of speech: all possible ones of each token, with their probabilities.%n");
    }
    if (WithoutVoices.isOf(model)) {
      note(
          "voices are not used, because a model trained only on the annotated"
              + " sentences finds more in held-out sentences");
    }
    annotated.report(task, sentences, model, summary());
    printCalibration(model);
    LearnerOptions.reportSamples(model, summary());
    if (plan.settings().prior().learning().isDone(data.sentenceCount())) {
      reportVariances(model, task.templates());
    }
    if (!voices.areGiven()) {
      noteRawText(model, train, dev);
    }
    printNextSteps(sentences, model);
    learning.advice(train).ifPresent(advice -> summarise("What would help most: %s.%n", advice));
    return 0;
  }

  private boolean isUpdate() {
    return earlier != null;
  }

  /**
   * Checks that the sentences of an earlier model exist for an update, and that otherwise no
   * sentences of another model are next to the new one.
   */
  private void checkKeptSentences() throws InputException {
    if (isUpdate() && !Files.exists(SentenceFile.of(earlier))) {
      throw new InputException(
          SentenceFile.of(earlier),
          "there is no such file: no sentences were kept with the model",
          "train the model with --keep-sentences, or train on all sentences at once");
    }
    if (!isUpdate() && !keepsSentences && Files.exists(SentenceFile.of(modelFile))) {
      throw new InputException(
          SentenceFile.of(modelFile),
          "these sentences were kept with an earlier model of this name",
          "remove or rename the file, or replace it with --keep-sentences");
    }
  }

  private void checkHeldOutCorpora(LearnerOptions learner) {
    if (!holdsOutCorpora) {
      return;
    }
    if (isUpdate() || voices.areGiven() || !learner.plan().isCalibrated()) {
      throw wrongUse(
          "--hold-out-corpora needs calibration, and cannot be combined with"
              + " --update, voices and --document-context on");
    }
  }

  private TrainingPlan plan(LearnerOptions learner, Corpus train, List<LabeledSequence> sentences)
      throws IOException {
    TrainingPlan plan = learner.withVectors(learner.plan(), sentences);
    if (!holdsOutCorpora) {
      return plan;
    }
    return plan.with(plan.settings().holdingOut(learning.corpora(train)));
  }

  /** Writes the model and, if requested, its sentences. */
  private void write(Model model, List<LabeledSequence> sentences, OutputStream out)
      throws IOException {
    ModelWriter.write(learning.template.forSaving(model), out);
    if (isUpdate() || keepsSentences) {
      // Flushing first makes sure that the disk has space for the model before the sentences are
      // replaced. The model file itself is replaced last.
      out.flush();
      writeSentences(model, sentences);
    }
  }

  private void writeSentences(Model model, List<LabeledSequence> sentences) throws IOException {
    List<LabeledSequence> keptSentences = sentences;
    if (WithoutVoices.isOf(model)) {
      keptSentences = WithoutVoices.annotated(sentences);
    }
    SentenceFile.write(keptSentences, SentenceFile.of(modelFile));
  }

  /** Prints a note if the model will find less in raw text than on the tokens of its corpora. */
  private void noteRawText(Model model, Corpus train, Corpus dev) throws IOException {
    List<Path> files = new ArrayList<>(List.of(modelFile));
    learning.corpora.posModel().ifPresent(files::add);
    RawTextCheck check = new RawTextCheck(model, files, learning.template.locations());
    if (dev != null) {
      try {
        check.ofHeldOut(dev, devTexts).ifPresent(this::note);
        return;
      } catch (InputException e) {
        // Raw text lacks something that the model needs, so that F1 cannot be measured. The tokens
        // of the training corpus can still be compared with the tokens of its raw text.
        note("F1 from raw text is unknown: " + e.getMessage());
      }
    }
    check.ofTraining(train, texts).ifPresent(this::note);
  }

  /** Returns the sentences of a corpus after those kept with the earlier model. */
  private List<LabeledSequence> withKeptSentences(Corpus train) throws IOException {
    Path file = SentenceFile.of(earlier);
    List<LabeledSequence> sentences = new ArrayList<>(SentenceFile.read(file));
    int keptCount = sentences.size();
    long keptTokens = sentences.stream().mapToLong(LabeledSequence::length).sum();

    Model earlierModel = ModelLocation.of(earlier).withWords(learning.template.locations()).load();
    learning.checkTask(earlierModel);
    Provenance provenance = earlierModel.provenance();
    if (keptCount != provenance.sentences() || keptTokens != provenance.tokens()) {
      throw new InputException(
          file,
          "these %s sentences are not those on which the model was trained".formatted(keptCount),
          "restore the file, or train on all sentences again");
    }
    List<String> columns = sentences.get(0).tokens().columnNames();
    if (!Set.copyOf(columns).equals(Set.copyOf(train.columns()))) {
      throw train.problem(
          "the columns are %s, but those of the kept sentences are %s"
              .formatted(train.columns(), columns),
          "use the same options as for the earlier model");
    }

    int documents = sentences.get(keptCount - 1).document() + 1;
    for (LabeledSequence sentence : train.sentences()) {
      sentences.add(sentence.inDocument(documents + sentence.document()));
    }
    return sentences;
  }

  private Corpus dev(Corpus train) throws IOException {
    CorpusReader reader = devTexts.collecting(learning.reader());
    Corpus dev = learning.corpora.readLike(train, reader, devFile, learning.posTags());
    dev.checkGoesWith(train);
    return dev;
  }

  /** Reads the training corpus, or the text that voices label. */
  private Corpus read() throws IOException {
    if (voices.areGiven()) {
      return progress().during("applying voices", () -> learning.readWeak(voices));
    }
    if (jackknifeParts == null) {
      return progress().during("reading", () -> learning.read(this::decorated, null, remarks()));
    }

    checkAtLeast("--jackknife-pos", jackknifeParts, 2);
    TrainerSettings settings =
        TrainerSettings.DEFAULT.with(learning.learner.plan().settings().run());
    try (ProgressDisplay.Training progress = progress().training()) {
      Jackknife jackknife = new Jackknife(new DecoupledTrainer(settings), jackknifeParts, progress);
      return learning.read(this::decorated, jackknife, remarks());
    }
  }

  /** Returns a reader that keeps only annotated parts of a corpus and collects its texts. */
  private CorpusReader decorated(CorpusReader reader) {
    return texts.collecting(annotated.applyTo(reader));
  }

  private static void checkFeatures(Corpus train, Model model) throws InputException {
    if (model.vocabulary().featureCount() == 0) {
      throw new InputException(
          train.file(),
          "no feature occurs as often as --cutoff requires, so nothing was learned",
          "use a smaller --cutoff or a larger file");
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
    boolean readsDocuments = !model.features().annotationColumns().isEmpty();
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
        readsDocuments ? " --format xmi" : "",
        Trainers.summary(sentences, model, modelFile));
  }

  /** Checks, before the corpus is read, that variances will be learned and can be written. */
  private void checkVariances(LearnerOptions learner) throws IOException {
    if (variances == null) {
      return;
    }
    if (!learner.learnsKernels()) {
      throw wrongUse(
          "--variances writes the result of kernel learning, which --kernel-rounds 0 turns off");
    }
    checkOutput(variances);
  }

  /** Announces that an encoder takes long, before it is used. */
  private void noteEncoding(double seconds) {
    if (seconds >= MIN_ENCODING_SECONDS) {
      note("encoding the sentences takes about " + time(seconds) + " of processor time");
    }
  }

  private static String time(double seconds) {
    if (seconds >= 90) {
      return plural(Math.round(seconds / 60), "minute");
    }
    return plural(Math.round(seconds), "second");
  }

  /**
   * Prints the estimated time of training, if known. Sparse posteriors that take long need {@code
   * --yes}.
   */
  private void checkCost(TrainingPlan plan, TrainingData data) {
    double seconds = plan.seconds(data);
    String time = time(seconds);
    if (seconds > MAX_SECONDS && !yes && plan.isSparse()) {
      throw wrongUse(
          ("learning this sparse posterior takes about %s of processor time; add"
                      + " --yes to continue, or use")
                  .formatted(time)
              + " a smaller --limit or --inducing");
    }
    if (seconds > 0) {
      String labels = plural(data.labels().size(), "label");
      note("learning takes about " + time + " of processor time, with " + labels);
    }
  }

  /** Checks, before training, that there are enough sentences to learn variances. */
  private void checkVariances(TrainerSettings settings, int sentences, Corpus train)
      throws InputException {
    KernelLearning learning = settings.prior().learning();
    if (variances != null && !learning.isDone(sentences)) {
      throw train.problem(
          "kernel learning needs at least %s sentences, but there are %s, so there are no learned"
                  .formatted(learning.folds(), sentences)
              + " variances to write",
          "use a larger file, or remove --variances");
    }
  }

  /** Prints the learned variances, and writes them if requested. */
  private void reportVariances(Model model, TemplateSet templates) throws IOException {
    KernelReport report = KernelReport.of(model, templates);
    summary().print(report.text());
    if (variances != null) {
      report.write(variances);
      summary().println("All of them: " + variances);
    }
  }
}
