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

/** Options of the learner: each {@link Setting} under its name. */
final class LearnerOptions extends CommandPart {
  /** Largest R-hat of chains that are taken to have mixed. */
  private static final double MIXED = 1.1;

  @Mixin private final CommandSpec settings = CommandSpec.create();

  @Option(
      names = {"-l", "--language"},
      paramLabel = "CODE",
      description = "ISO 639 code of the language, stored in the model.")
  String language = Task.ANY_LANGUAGE;

  @Option(
      names = "--embeddings",
      description =
          "Word vectors in word2vec's format, binary if the name ends in .bin, otherwise text: an"
              + " RBF kernel of the vectors is added to a sparse posterior's kernel for each of the"
              + " --word-lines.")
  private Path embeddings;

  @Option(
      names = "--word-lines",
      split = ",",
      paramLabel = "LINE",
      description = {
        "Template lines whose features are looked up among the word vectors, by the text before"
            + " their cell, such as U00.",
        "Default: all that are just %%x[k,word] with k from -1 to 1."
      })
  private List<String> wordLines;

  LearnerOptions() {
    add(
        option(Setting.POSTERIOR),
        "FAMILY",
        "Family of the posterior: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.",
        "decoupled: a mean weight for each feature; a covariance in inducing points if"
            + " --inducing is not 0.",
        "sparse: mean and covariance in inducing points, with any --kernel.",
        "samples: samples of the posterior, over which predictions average; for small corpora.");
    add(
        option(Setting.INDUCING),
        "M",
        "Inducing points of the posterior covariance; 0: no covariance, a MAP estimate, which is"
            + " fast. Default: ${DEFAULT-VALUE}. Of a sparse posterior: "
            + SparseSettings.INDUCING
            + "; 0: all tokens.");
    add(
        option(Setting.SAMPLES),
        "S",
        "Monte-Carlo samples per sentence for the evidence lower bound, if there is a"
            + " covariance. Default: ${DEFAULT-VALUE}. Of a sparse posterior: "
            + SparseSettings.SAMPLES
            + ".");
    add(
        option(Setting.ROUNDS),
        "R",
        "Rounds of updates of covariance and mean, if there is a covariance. Default:"
            + " ${DEFAULT-VALUE}. Of a sparse posterior: "
            + Schedule.PATHWISE_ROUNDS
            + ", each of means, covariances and hyper-parameters.");
    add(
        option(Setting.VARIANCE),
        "σ²",
        "Prior variance of the weights before kernel learning; smaller is smoother. Default:"
            + " ${DEFAULT-VALUE}.");
    add(
        option(Setting.PAIRWISE_VARIANCE),
        "σ²",
        "Prior variance of the label transitions before kernel learning. Default:"
            + " ${DEFAULT-VALUE}.");
    addHidden(
        option(Setting.KERNEL_ROUNDS),
        "N",
        "Maximum number of rounds of kernel learning, which finds a variance for each template"
            + " line and one for the transitions; 0: keep those given. Default: ${DEFAULT-VALUE}.");
    add(
        option(Setting.CUTOFF),
        "N",
        "Leave out features that occur fewer than N times. Default: ${DEFAULT-VALUE}.");
    addHidden(
        option(Setting.ITERATIONS),
        "N",
        "Maximum number of passes over the corpus. Default: ${DEFAULT-VALUE}. Of a sparse"
            + " posterior: "
            + Schedule.PATHWISE_STEPS
            + " on the means in each round.");
    addHidden(
        option(Setting.PRUNING, "--prune"),
        "W",
        "Drop weights closer to zero than W from the model, unless it has a covariance; 0: keep"
            + " all. Default: ${DEFAULT-VALUE}.");
    add(
        option(Setting.DOCUMENT_CONTEXT),
        "WHEN",
        "Let the model read what the rest of a document says of a word:"
            + " ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.",
        "on: if held-out tokens are likelier with it; without marks of documents, of 1,500"
            + " tokens on either side; auto: as on for names (--task ne) in several documents.");
    add(
        option(Setting.CALIBRATION_FOLDS),
        "N",
        "Calibrate the probabilities on folds: the training corpus is divided into N, and as"
            + " many of them are held out as it takes to see enough segments. 0: no calibration,"
            + " as always with --inducing, unless the posterior is sparse. Default:"
            + " ${DEFAULT-VALUE}.");
    add(
        option(Setting.THREADS, "-j"),
        "N",
        "Threads; the model does not depend on them. Default: the processors.");
    add(option(Setting.SEED), "N", "Seed of the random numbers. Default: ${DEFAULT-VALUE}.");
    add(
        option(SparseSettings.KERNEL),
        "FORM",
        "Kernel of a sparse posterior over the features: ${COMPLETION-CANDIDATES}. The linear"
            + " kernel keeps the variances of kernel learning; the others are built on it, and"
            + " their hyper-parameters are learned with the evidence lower bound. Default:"
            + " ${DEFAULT-VALUE}.");
    add(
        option(SparseSettings.EMBEDDING_WORDS),
        "N",
        "Words, the first of the file, whose vectors are stored in the model even if the"
            + " training corpus does not have them. Default: ${DEFAULT-VALUE}.");
    add(
        option(SampleSettings.STEPS),
        "N",
        "Steps of elliptical slice sampling of each chain, for --posterior samples; the first"
            + " third gives no sample. Default: ${DEFAULT-VALUE}.");
    add(
        option(SampleSettings.KEPT),
        "S",
        "Samples that the model keeps, of all chains together. Default: ${DEFAULT-VALUE}.");
    add(
        option(SampleSettings.CHAINS),
        "N",
        "Chains: they show whether each has gone far enough. Default: ${DEFAULT-VALUE}.");
    add(
        option(SampleSettings.MEGABYTES),
        "MB",
        "Size of the samples in memory and, uncompressed, in the model file at most: fewer are"
            + " kept if they would take more. Default: ${DEFAULT-VALUE}.");
  }

  private void add(OptionSpec.Builder option, String label, String... description) {
    settings.addOption(option.paramLabel(label).description(description).build());
  }

  private void addHidden(OptionSpec.Builder option, String label, String... description) {
    add(option.hidden(true), label, description);
  }

  /**
   * Returns the option of a setting, with its type and default.
   *
   * @param aliases other names of the option, before that of the setting
   */
  private static OptionSpec.Builder option(Setting<?> setting, String... aliases) {
    String[] names = Arrays.copyOf(aliases, aliases.length + 1);
    names[aliases.length] = setting.option();
    return OptionSpec.builder(names).type(setting.type()).defaultValue(setting.usual().toString());
  }

  /** Returns the plan that the options describe; {@link #withVectors} adds word vectors. */
  TrainingPlan plan() {
    TrainingPlan.Builder plan = TrainingPlan.builder(Setting::option);
    for (Setting<?> setting : Setting.ALL) {
      set(plan, setting);
    }

    set(plan, SparseSettings.KERNEL);
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

  /** Returns the value that the user has given to a setting without a field; null for none. */
  @SuppressWarnings("unchecked") // the option has the type of the setting
  private <T> T given(Setting<T> setting) {
    return (T) commandLine().getParseResult().matchedOptionValue(setting.option(), null);
  }

  /**
   * Returns a plan with word vectors, or the plan itself if the user has given none. All words of
   * the corpus are kept.
   *
   * @param plan a plan of {@link #plan}
   * @param train the training sentences
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

  /** Prints how well the chains of a model have mixed, if its posterior is sampled. */
  static void reportSamples(Model model, PrintWriter out) {
    if (model.posterior() instanceof SampledPosterior posterior) {
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
            "The chains have not come together yet (R-hat above "
                + MIXED
                + "): more --mcmc-steps would make the averages better.");
      }
    }
  }
}
