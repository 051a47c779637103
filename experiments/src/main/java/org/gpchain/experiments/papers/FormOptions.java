package org.gpchain.experiments.papers;

import java.util.List;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.internal.training.bound.ScoreFunction.ControlVariate;
import picocli.CommandLine.Option;

/** Options of the gray-box methods and of GP-ESS, which share the kernel. */
final class FormOptions {
  private static final String DEFAULT = " Default: ${DEFAULT-VALUE}.";

  @Option(
      names = "--kernel",
      paramLabel = "FORM",
      defaultValue = "learned",
      description =
          "Kernel: ${COMPLETION-CANDIDATES} (linear: one variance for all features; unit: the same,"
              + " and it is 1; groups: one for each template line; learned: the same, by"
              + " cross-validated likelihood beforehand; the others:"
              + " experiments/docs/kernel-learning.md). All but unit and learned are learned with"
              + " the bound."
              + DEFAULT)
  private GrayBoxForm.GrayBoxKernel kernel;

  @Option(
      names = "--embeddings",
      paramLabel = "FILE",
      description =
          "Word vectors of word2vec, binary if the name ends with .bin, otherwise text. For each of"
              + " the lines of --word-lines an RBF kernel of the vectors of its words is added.")
  private String embeddings;

  @Option(
      names = "--word-lines",
      split = ",",
      paramLabel = "LINE",
      defaultValue = "U00,U01,U02,U03,U04",
      description = "The template lines that expand to one word, for --embeddings." + DEFAULT)
  private List<String> wordLines;

  @Option(
      names = "--inducing",
      paramLabel = "M",
      description = "Inducing points; 0: all tokens, the full Gaussian process." + DEFAULT)
  private int inducing = 500;

  @Option(
      names = "--components",
      paramLabel = "K",
      description = "Gaussians in the mixture." + DEFAULT)
  private int components = 1;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "Rounds of steps on the unary functions, the pairwise ones and the hyper-parameters."
              + DEFAULT)
  private int rounds = 3;

  @Option(
      names = "--control-variate",
      paramLabel = "FORM",
      description = "Of the score function estimator: ${COMPLETION-CANDIDATES}." + DEFAULT)
  private ControlVariate controlVariate = ControlVariate.SPLIT;

  @Option(
      names = "--samples",
      paramLabel = "S",
      description = "Monte-Carlo samples of a sentence, for methods that draw some." + DEFAULT)
  private int samples = 4000;

  @Option(
      names = "--ess-steps",
      paramLabel = "N",
      description =
          "Steps of elliptical slice sampling; the first third gives no sample." + DEFAULT)
  private long steps = 250_000;

  @Option(
      names = "--ess-thinning",
      paramLabel = "N",
      description = "One step in so many gives a sample." + DEFAULT)
  private int thinning = 1000;

  @Option(
      names = "--ess-chains",
      paramLabel = "N",
      description = "Chains whose samples are averaged; with several, R-hat is printed." + DEFAULT)
  private int chains = 1;

  @Option(
      names = "--ess-hyper",
      paramLabel = "WHICH",
      description =
          "Hyper-parameters that are sampled every 1000 steps, by prior whitening:"
              + " ${COMPLETION-CANDIDATES}."
              + DEFAULT)
  private EssForm.Hyper hyper = EssForm.Hyper.FIXED;

  /** A way to learn on some tasks with these options. */
  PaperRow row(GpstructMethod method, List<GpstructTask> tasks, boolean large) {
    return new PaperRow(
        method.toString(),
        "",
        method,
        tasks,
        large,
        samples,
        new GrayBoxForm(
            kernel, inducing, components, rounds, controlVariate, embeddings, wordLines),
        new EssForm(steps, thinning, chains, hyper));
  }
}
