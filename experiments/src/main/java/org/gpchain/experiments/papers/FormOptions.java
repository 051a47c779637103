package org.gpchain.experiments.papers;

import java.util.List;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.training.objective.ParameterLayout.CovarianceForm;
import org.gpchain.training.objective.ScoreFunction.ControlVariate;
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
      defaultValue = "500",
      description = "Inducing points; 0: all tokens, the full Gaussian process." + DEFAULT)
  private int inducing;

  @Option(
      names = "--components",
      paramLabel = "K",
      defaultValue = "1",
      description = "Gaussians in the mixture." + DEFAULT)
  private int components;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "Rounds of steps on the unary functions, the pairwise ones and the hyper-parameters."
              + DEFAULT)
  private int rounds;

  @Option(
      names = "--covariance",
      paramLabel = "FORM",
      defaultValue = "DIAGONAL",
      description =
          "Covariance of inducing values, along the principal axes of the training tokens:"
              + " ${COMPLETION-CANDIDATES}."
              + DEFAULT)
  private CovarianceForm covariance;

  @Option(
      names = "--control-variate",
      paramLabel = "FORM",
      defaultValue = "SPLIT",
      description = "Of the score function estimator: ${COMPLETION-CANDIDATES}." + DEFAULT)
  private ControlVariate controlVariate;

  @Option(
      names = "--samples",
      paramLabel = "S",
      defaultValue = "4000",
      description = "Monte-Carlo samples of a sentence, for methods that draw some." + DEFAULT)
  private int samples;

  @Option(
      names = "--ess-steps",
      paramLabel = "N",
      defaultValue = "250000",
      description =
          "Steps of elliptical slice sampling; the first third gives no sample." + DEFAULT)
  private long steps;

  @Option(
      names = "--ess-thinning",
      paramLabel = "N",
      defaultValue = "1000",
      description = "One step in so many gives a sample." + DEFAULT)
  private int thinning;

  @Option(
      names = "--ess-chains",
      paramLabel = "N",
      defaultValue = "1",
      description = "Chains whose samples are averaged; with several, R-hat is printed." + DEFAULT)
  private int chains;

  @Option(
      names = "--ess-hyper",
      paramLabel = "WHICH",
      defaultValue = "fixed",
      description =
          "Hyper-parameters that are sampled every 1000 steps, by prior whitening:"
              + " ${COMPLETION-CANDIDATES}."
              + DEFAULT)
  private EssForm.Hyper hyper;

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
            kernel,
            inducing,
            components,
            rounds,
            covariance,
            controlVariate,
            embeddings,
            wordLines),
        new EssForm(steps, thinning, chains, hyper));
  }
}
