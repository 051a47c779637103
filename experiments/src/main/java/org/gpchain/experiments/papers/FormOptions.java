package org.gpchain.experiments.papers;

import java.util.List;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.internal.training.bound.ScoreFunction.ControlVariate;
import picocli.CommandLine.Option;

/** Options of the gray-box methods and GP-ESS, which have the same kernels. */
final class FormOptions {
  private static final String DEFAULT = " Default: ${DEFAULT-VALUE}.";

  @Option(
      names = "--kernel",
      paramLabel = "FORM",
      defaultValue = "learned",
      description =
          "Kernel: ${COMPLETION-CANDIDATES} (linear: one variance for all features; unit: the"
              + " variance 1; groups: one variance per template line; learned: groups with"
              + " variances that were learned beforehand by cross-validated likelihood; others: see"
              + " experiments/docs/kernel-learning.md). Except for unit and learned, the"
              + " hyper-parameters are learned with the bound."
              + DEFAULT)
  private GrayBoxForm.GrayBoxKernel kernel;

  @Option(
      names = "--embeddings",
      paramLabel = "FILE",
      description =
          "Word vectors in the formats of word2vec: binary if the name ends with .bin, otherwise"
              + " text. Adds an RBF kernel of the word vectors for each line in --word-lines.")
  private String embeddings;

  @Option(
      names = "--word-lines",
      split = ",",
      paramLabel = "LINE",
      defaultValue = "U00,U01,U02,U03,U04",
      description = "The template lines that consist of one word, for --embeddings." + DEFAULT)
  private List<String> wordLines;

  @Option(
      names = "--inducing",
      paramLabel = "M",
      description = "Number of inducing points. 0: all tokens (full Gaussian process)." + DEFAULT)
  private int inducing = 500;

  @Option(
      names = "--components",
      paramLabel = "K",
      description = "Number of Gaussians in the mixture." + DEFAULT)
  private int components = 1;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "Number of rounds of steps on unary functions, pairwise functions and hyper-parameters."
              + DEFAULT)
  private int rounds = 3;

  @Option(
      names = "--control-variate",
      paramLabel = "FORM",
      description =
          "Control variate of the score function estimator: ${COMPLETION-CANDIDATES}." + DEFAULT)
  private ControlVariate controlVariate = ControlVariate.SPLIT;

  @Option(
      names = "--samples",
      paramLabel = "S",
      description = "Number of Monte Carlo samples per sentence." + DEFAULT)
  private int samples = 4000;

  @Option(
      names = "--ess-steps",
      paramLabel = "N",
      description =
          "Number of steps of elliptical slice sampling. The first third is burn-in." + DEFAULT)
  private long steps = 250_000;

  @Option(
      names = "--ess-thinning",
      paramLabel = "N",
      description = "Number of steps per sample." + DEFAULT)
  private int thinning = 1000;

  @Option(
      names = "--ess-chains",
      paramLabel = "N",
      description =
          "Number of chains. The marginals are averages over all chains. With several chains, R-hat"
              + " is printed."
              + DEFAULT)
  private int chains = 1;

  @Option(
      names = "--ess-hyper",
      paramLabel = "WHICH",
      description =
          "Hyper-parameters to sample every 1000 steps with prior whitening:"
              + " ${COMPLETION-CANDIDATES}."
              + DEFAULT)
  private EssForm.Hyper hyper = EssForm.Hyper.FIXED;

  /** Returns a table row with these options. */
  PaperRow row(GpstructMethod method, List<GpstructTask> tasks, boolean large) {
    GrayBoxForm form =
        new GrayBoxForm(
            kernel, inducing, components, rounds, controlVariate, embeddings, wordLines);
    EssForm ess = new EssForm(steps, thinning, chains, hyper);
    return new PaperRow(method.toString(), "", method, tasks, large, samples, form, ess);
  }
}
