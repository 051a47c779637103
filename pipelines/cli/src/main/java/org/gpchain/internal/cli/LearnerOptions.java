package org.gpchain.internal.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.internal.cli.options.CommandPart;
import org.gpchain.internal.corpora.words.WordVectorFile;
import org.gpchain.internal.gp.posterior.SampledPosterior;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.graybox.GrayBoxSettings.Schedule;
import org.gpchain.internal.training.graybox.SparseSettings;
import org.gpchain.internal.training.mcmc.SampleTrainer;
import org.gpchain.internal.training.trainers.Setting;
import org.gpchain.internal.training.trainers.Setting.PosteriorFamily;
import org.gpchain.internal.training.trainers.TrainingPlan;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** Options of the learner: each {@link Setting} under its name. */
@SuppressWarnings("UnusedVariable") // given() reads the options of settings by their names
final class LearnerOptions extends CommandPart {
  private static final Map<Setting, Object> USUAL =
      TrainingPlan.defaults(PosteriorFamily.DECOUPLED);

  /** Up to here chains are taken to be mixed, as a rule. */
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
        "--posterior",
        "FAMILY",
        "Family of the posterior: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.",
        "decoupled: a mean weight for each feature; a covariance in inducing points if"
            + " --inducing is not 0.",
        "sparse: mean and covariance in inducing points, with any --kernel.",
        "samples: samples of the posterior, over which predictions average; for small corpora.");
    add(
        "--inducing",
        "M",
        "Inducing points of the posterior covariance; 0: no covariance, a MAP estimate, which is"
            + " fast. Default: ${DEFAULT-VALUE}. Of a sparse posterior: "
            + SparseSettings.INDUCING
            + "; 0: all tokens.");
    add(
        "--samples",
        "S",
        "Monte-Carlo samples per sentence for the evidence lower bound, if there is a"
            + " covariance. Default: ${DEFAULT-VALUE}. Of a sparse posterior: "
            + SparseSettings.SAMPLES
            + ".");
    add(
        "--rounds",
        "R",
        "Rounds of updates of covariance and mean, if there is a covariance. Default:"
            + " ${DEFAULT-VALUE}. Of a sparse posterior: "
            + Schedule.PATHWISE_ROUNDS
            + ", each of means, covariances and hyper-parameters.");
    add(
        "--variance",
        "σ²",
        "Prior variance of the weights before kernel learning; smaller is smoother. Default:"
            + " ${DEFAULT-VALUE}.");
    add(
        "--pairwise-variance",
        "σ²",
        "Prior variance of the label transitions before kernel learning. Default:"
            + " ${DEFAULT-VALUE}.");
    addHidden(
        "--kernel-rounds",
        "N",
        "Maximum number of rounds of kernel learning, which finds a variance for each template"
            + " line and one for the transitions; 0: keep those given. Default: ${DEFAULT-VALUE}.");
    add(
        "--cutoff",
        "N",
        "Leave out features that occur fewer than N times. Default: ${DEFAULT-VALUE}.");
    addHidden(
        "--iterations",
        "N",
        "Maximum number of passes over the corpus. Default: ${DEFAULT-VALUE}. Of a sparse"
            + " posterior: "
            + Schedule.PATHWISE_STEPS
            + " on the means in each round.");
    addHidden(
        "--prune --pruning",
        "W",
        "Drop weights closer to zero than W from the model, unless it has a covariance; 0: keep"
            + " all. Default: ${DEFAULT-VALUE}.");
    add(
        "--document-context",
        "WHEN",
        "Let the model read what the rest of a document says of a word:"
            + " ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.",
        "on: if held-out tokens are likelier with it; without marks of documents, of 1,500"
            + " tokens on either side; auto: as on for names (--task ne) in several documents.");
    add(
        "--calibration-folds",
        "N",
        "Calibrate the probabilities on folds: the training corpus is divided into N, and as"
            + " many of them are held out as it takes to see enough segments. 0: no calibration,"
            + " as always with --inducing, unless the posterior is sparse. Default:"
            + " ${DEFAULT-VALUE}.");
    add(
        "-j --threads",
        "N",
        "Threads; the model does not depend on them. Default: the processors.");
    add("--seed", "N", "Seed of the random numbers. Default: ${DEFAULT-VALUE}.");
    add(
        "--kernel",
        "FORM",
        "Kernel of a sparse posterior over the features: ${COMPLETION-CANDIDATES}. The linear"
            + " kernel keeps the variances of kernel learning; the others are built on it, and"
            + " their hyper-parameters are learned with the evidence lower bound. Default:"
            + " ${DEFAULT-VALUE}.");
    add(
        "--embedding-words",
        "N",
        "Words, the first of the file, whose vectors are stored in the model even if the"
            + " training corpus does not have them. Default: ${DEFAULT-VALUE}.");
    add(
        "--mcmc-steps",
        "N",
        "Steps of elliptical slice sampling of each chain, for --posterior samples; the first"
            + " third gives no sample. Default: ${DEFAULT-VALUE}.");
    add(
        "--mcmc-samples",
        "S",
        "Samples that the model keeps, of all chains together. Default: ${DEFAULT-VALUE}.");
    add(
        "--mcmc-chains",
        "N",
        "Chains: they show whether each has gone far enough. Default: ${DEFAULT-VALUE}.");
    add(
        "--mcmc-megabytes",
        "MB",
        "Size of the samples in memory and, uncompressed, in the model file at most: fewer are"
            + " kept if they would take more. Default: ${DEFAULT-VALUE}.");
  }

  private void add(String names, String label, String... description) {
    settings.addOption(option(names, label, description).build());
  }

  private void addHidden(String names, String label, String... description) {
    settings.addOption(option(names, label, description).hidden(true).build());
  }

  /** The option of a setting, with the type and the default that the plan gives it. */
  private static OptionSpec.Builder option(String names, String label, String... description) {
    String[] all = names.split(" ", -1);
    Object usual = USUAL.get(Setting.ofOption(all[all.length - 1]).orElseThrow());
    return OptionSpec.builder(all)
        .type(usual instanceof Enum<?> one ? one.getDeclaringClass() : usual.getClass())
        .defaultValue(usual.toString())
        .paramLabel(label)
        .description(description);
  }

  /** The plan that the options describe; word vectors come when the corpus is there. */
  TrainingPlan plan() {
    return orWrongUse(() -> TrainingPlan.of(given(), Setting::option));
  }

  private Map<Setting, Object> given() {
    Map<Setting, Object> given = new EnumMap<>(Setting.class);
    for (OptionSpec option : commandLine().getParseResult().matchedOptions()) {
      Setting.ofOption(option.longestName())
          .ifPresent(setting -> given.put(setting, option.getValue()));
    }
    return given;
  }

  private Object value(Setting setting) {
    return given().getOrDefault(setting, USUAL.get(setting));
  }

  /** A plan with the word vectors of a corpus, of whose words all are kept, if there are any. */
  TrainingPlan withVectors(TrainingPlan plan, List<LabeledSequence> train) throws IOException {
    if (embeddings == null) {
      return plan;
    }
    Set<String> cells =
        train.stream()
            .flatMap(sentence -> sentence.tokens().columns().stream())
            .flatMap(Collection::stream)
            .collect(Collectors.toSet());
    return plan.with(WordVectorFile.read(embeddings, cells, (int) value(Setting.EMBEDDING_WORDS)));
  }

  boolean learnsKernels() {
    return !value(Setting.KERNEL_ROUNDS).equals(0);
  }

  /** Prints how well the chains of a model have mixed, if it was sampled. */
  static void reportSamples(Model model, PrintWriter out) {
    if (model.posterior() instanceof SampledPosterior posterior) {
      Map<String, String> origin = model.provenance().settings();
      String rHat = origin.get(SampleTrainer.R_HAT);
      out.printf(
          Locale.ROOT,
          "Samples: %d; R-hat of 20 scores at most %s, effective samples of these at least %s.%n",
          posterior.ownSamples(),
          rHat,
          origin.get(SampleTrainer.EFFECTIVE_SAMPLES));
      if (!(Double.parseDouble(rHat) <= MIXED)) {
        out.println(
            "The chains have not come together yet (R-hat above "
                + MIXED
                + "): more --mcmc-steps would make the averages better.");
      }
    }
  }
}
