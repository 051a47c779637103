package org.gpchain.internal.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.Provenance;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.internal.cli.options.CommandPart;
import org.gpchain.internal.corpora.words.WordVectorFile;
import org.gpchain.internal.gp.posterior.SampledPosterior;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.data.WordVectors;
import org.gpchain.internal.training.graybox.GrayBoxSettings.Schedule;
import org.gpchain.internal.training.graybox.SparseSettings;
import org.gpchain.internal.training.mcmc.SampleSettings;
import org.gpchain.internal.training.mcmc.SampleTrainer;
import org.gpchain.internal.training.trainers.Setting;
import org.gpchain.internal.training.trainers.TrainingPlan;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** Options of the learner. Each {@link Setting} is an option of the same name. */
final class LearnerOptions extends CommandPart {
  /** Largest R-hat (a convergence measure without unit) of chains that count as converged. */
  private static final double MIXED = 1.1;

  @Mixin private final CommandSpec settings = CommandSpec.create();

  @Option(
      names = {"-l", "--language"},
      paramLabel = "CODE",
      description = "ISO 639 code of the language of the corpus, which is stored in the model.")
  String language = Task.ANY_LANGUAGE;

  @Option(
      names = "--embeddings",
      description =
          "Word vectors in word2vec's format: binary if the name ends in .bin, otherwise text. For"
              + " each of the --word-lines, an RBF kernel of the vectors is added to the kernel of"
              + " a sparse posterior.")
  private Path embeddings;

  @Option(
      names = "--word-lines",
      split = ",",
      paramLabel = "LINE",
      description = {
        "Template lines whose feature is a word that is looked up in the word vectors, given by"
            + " the text before their cell, such as U00.",
        "Default: all lines of the form %%x[k,word] with k from -1 to 1."
      })
  private List<String> wordLines;

  LearnerOptions() {
    // The order of the options is their order in the reference page.
    addPosteriorOptions();
    addPriorOptions();
    addModelOptions();
    addRunOptions();
    addSparseOptions();
    addSampleOptions();
  }

  private void addPosteriorOptions() {
    add(
        option(Setting.POSTERIOR),
        "FAMILY",
        "Posterior family: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.",
        "decoupled: a mean weight for each feature, and a covariance in inducing points if"
            + " --inducing is not 0.",
        "sparse: mean and covariance in inducing points, with any --kernel.",
        "samples: samples of the posterior, over which predictions are averaged; for small"
            + " corpora.");
    add(
        option(Setting.INDUCING),
        "M",
        "Number of inducing points of the posterior covariance. 0: no covariance, a MAP estimate,"
            + " which is fast. Default: ${DEFAULT-VALUE}. For a sparse posterior, the default is "
            + SparseSettings.INDUCING
            + ", and 0 means all tokens.");
    add(
        option(Setting.SAMPLES),
        "S",
        "Number of Monte Carlo samples per sentence for the evidence lower bound, if there is a"
            + " covariance. Default: ${DEFAULT-VALUE}; for a sparse posterior "
            + SparseSettings.SAMPLES
            + ".");
    add(
        option(Setting.ROUNDS),
        "R",
        "Number of rounds of updates of covariance and mean, if there is a covariance. Default:"
            + " ${DEFAULT-VALUE}; for a sparse posterior "
            + Schedule.PATHWISE_ROUNDS
            + " rounds of updates of means, covariances and hyperparameters.");
  }

  private void addPriorOptions() {
    add(
        option(Setting.VARIANCE),
        "σ²",
        "Prior variance of the weights before kernel learning. A smaller variance gives smoother"
            + " models. Default: ${DEFAULT-VALUE}.");
    add(
        option(Setting.PAIRWISE_VARIANCE),
        "σ²",
        "Prior variance of the transitions between labels before kernel learning. Default:"
            + " ${DEFAULT-VALUE}.");
    addHidden(
        option(Setting.KERNEL_ROUNDS),
        "N",
        "Maximum number of rounds of kernel learning, which learns a variance for each template"
            + " line and one for the transitions. 0: keep the given variances. Default:"
            + " ${DEFAULT-VALUE}.");
  }

  private void addModelOptions() {
    add(
        option(Setting.CUTOFF),
        "N",
        "Ignore features that occur fewer than N times. Default: ${DEFAULT-VALUE}.");
    addHidden(
        option(Setting.ITERATIONS),
        "N",
        "Maximum number of passes over the corpus. Default: ${DEFAULT-VALUE}; for a sparse"
            + " posterior "
            + Schedule.PATHWISE_STEPS
            + " passes for the means in each round.");
    addHidden(
        option(Setting.PRUNING, "--prune"),
        "W",
        "Remove weights with an absolute value below W from the model, unless it has a covariance."
            + " 0: keep all weights. Default: ${DEFAULT-VALUE}.");
    add(
        option(Setting.DOCUMENT_CONTEXT),
        "WHEN",
        "Let the model use other occurrences of a word in the same document:"
            + " ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.",
        "on: use them if this makes held-out tokens more probable. In a corpus without document"
            + " boundaries, the 1,500 tokens on either side are used instead. auto: like on for"
            + " named entities (--task ne) in several documents, otherwise off.");
    add(
        option(Setting.CALIBRATION_FOLDS),
        "N",
        "Calibrate the probabilities on held-out folds. The training corpus is divided into N"
            + " folds, and as many of them are held out as necessary to see enough segments. 0: no"
            + " calibration. Models with --inducing are not calibrated, unless the posterior is"
            + " sparse. Default: ${DEFAULT-VALUE}.");
  }

  private void addRunOptions() {
    add(
        option(Setting.THREADS, "-j"),
        "N",
        "Number of threads. It does not change the model. Default: the number of processors.");
    add(option(Setting.SEED), "N", "Seed of the random numbers. Default: ${DEFAULT-VALUE}.");
  }

  private void addSparseOptions() {
    add(
        option(SparseSettings.KERNEL),
        "FORM",
        "Kernel of a sparse posterior over the features: ${COMPLETION-CANDIDATES}. The linear"
            + " kernel keeps the variances from kernel learning. The other kernels are built on the"
            + " linear one, and their hyperparameters maximize the evidence lower bound. Default:"
            + " ${DEFAULT-VALUE}.");
    add(
        option(SparseSettings.ENCODER_KERNEL),
        "KERNEL",
        "Kernel of a sparse posterior over the vectors of an --encoder: ${COMPLETION-CANDIDATES}."
            + " It is added to the kernel over the features. Default: ${DEFAULT-VALUE}.");
    add(
        option(SparseSettings.EMBEDDING_WORDS),
        "N",
        "Number of words, from the start of the file, whose vectors are stored in the model even if"
            + " they do not occur in the training corpus. Default: ${DEFAULT-VALUE}.");
  }

  private void addSampleOptions() {
    add(
        option(SampleSettings.STEPS),
        "N",
        "Number of steps of elliptical slice sampling in each chain, for --posterior samples. The"
            + " first third (burn-in) gives no samples. Default: ${DEFAULT-VALUE}.");
    add(
        option(SampleSettings.KEPT),
        "S",
        "Number of samples that the model keeps, from all chains together. Default:"
            + " ${DEFAULT-VALUE}.");
    add(
        option(SampleSettings.CHAINS),
        "N",
        "Number of chains, whose comparison shows whether they have converged. Default:"
            + " ${DEFAULT-VALUE}.");
    add(
        option(SampleSettings.MEGABYTES),
        "MB",
        "Maximum size of the samples in memory and, uncompressed, in the model file. If necessary,"
            + " fewer samples are kept. Default: ${DEFAULT-VALUE}.");
  }

  private void add(OptionSpec.Builder option, String label, String... description) {
    settings.addOption(option.paramLabel(label).description(description).build());
  }

  private void addHidden(OptionSpec.Builder option, String label, String... description) {
    add(option.hidden(true), label, description);
  }

  /**
   * Returns the option of a setting, with its type and default value.
   *
   * @param aliases further names of the option
   */
  private static OptionSpec.Builder option(Setting<?> setting, String... aliases) {
    String[] names = Arrays.copyOf(aliases, aliases.length + 1);
    names[aliases.length] = setting.option();
    return OptionSpec.builder(names).type(setting.type()).defaultValue(setting.usual().toString());
  }

  /**
   * Returns the plan that the options describe, without the word vectors of {@link #withVectors}.
   */
  TrainingPlan plan() {
    TrainingPlan.Builder plan = TrainingPlan.builder(Setting::option);
    for (Setting<?> setting : Setting.ALL) {
      set(plan, setting);
    }

    set(plan, SparseSettings.KERNEL);
    set(plan, SparseSettings.ENCODER_KERNEL);
    plan.set(SparseSettings.EMBEDDINGS, embeddings);
    set(plan, SparseSettings.EMBEDDING_WORDS);
    plan.set(SparseSettings.WORD_LINES, wordLines);

    for (Setting<?> setting : SampleSettings.ALL) {
      set(plan, setting);
    }
    return orWrongUse(plan::build);
  }

  private <T> void set(TrainingPlan.Builder plan, Setting<T> setting) {
    plan.set(setting, given(setting));
  }

  /** Returns the value that the user has given to a setting, or null if it is not given. */
  @SuppressWarnings("unchecked") // the option has the type of the setting
  private <T> T given(Setting<T> setting) {
    return (T) commandLine().getParseResult().matchedOptionValue(setting.option(), null);
  }

  /**
   * Returns a plan with word vectors, or the plan itself if {@code --embeddings} is not given. The
   * vectors of all words of the corpus are kept.
   *
   * @param plan result of {@link #plan}
   * @param train training sentences
   */
  TrainingPlan withVectors(TrainingPlan plan, List<LabeledSequence> train) throws IOException {
    if (embeddings == null) {
      return plan;
    }

    Set<String> cells =
        train.stream()
            .flatMap(sentence -> sentence.tokens().columns().stream())
            .flatMap(Collection::stream)
            .collect(Collectors.toSet());
    SparseSettings sparse = (SparseSettings) plan.posterior();
    WordVectors words = WordVectorFile.read(embeddings, cells, sparse.extraWords());
    return plan.with(sparse.withVectors(words));
  }

  /** Returns whether kernel learning is on. */
  boolean learnsKernels() {
    Integer rounds = given(Setting.KERNEL_ROUNDS);
    return rounds == null || rounds > 0;
  }

  /** Prints how well the chains of a sampled posterior have mixed. Ignores other models. */
  static void reportSamples(Model model, PrintWriter out) {
    if (!(model.posterior() instanceof SampledPosterior posterior)) {
      return;
    }

    Provenance origin = model.provenance();
    double rHat = origin.get(SampleTrainer.R_HAT).orElse(Double.NaN);
    double effective = origin.get(SampleTrainer.EFFECTIVE_SAMPLES).orElse(Double.NaN);
    out.printf(
        Locale.ROOT,
        "Samples: %d; R-hat of 20 scores at most %.3f, effective samples of these at least %.0f.%n",
        posterior.ownSamples(),
        rHat,
        effective);
    if (!(rHat <= MIXED)) {
      out.println(
          "The chains have not converged yet (R-hat above "
              + MIXED
              + "): more --mcmc-steps would make the averages better.");
    }
  }
}
