package org.gpchain.experiments.papers;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.training.bound.ScoreFunction.ControlVariate;
import org.gpchain.internal.training.graybox.KernelForm;

/**
 * What the posterior of the gray-box methods is like, and how it is estimated.
 *
 * @param kernel which kernel
 * @param inducing number of inducing points M; 0 for all tokens
 * @param rounds of steps on the unary functions, the pairwise ones and the hyper-parameters
 * @param embeddings file of word vectors whose RBF kernels are added; null for none
 * @param wordLines the template lines whose features are words that may have vectors
 */
record GrayBoxForm(
    GrayBoxKernel kernel,
    int inducing,
    int components,
    int rounds,
    ControlVariate controlVariate,
    String embeddings,
    List<String> wordLines) {
  /**
   * Which kernel. Unless said otherwise, and with word vectors always, its hyper-parameters are
   * learned with the bound.
   */
  enum GrayBoxKernel {
    /** Linear, one variance for all features. */
    LINEAR(KernelForm.LINEAR),
    /** The same, and it stays at 1, as in the gray-box paper's stochastic experiments. */
    UNIT(KernelForm.LINEAR),
    /** Linear, a variance for each template line. */
    GROUPS(KernelForm.LINEAR),
    /** The same by kernel learning before anything else; then they stay. */
    LEARNED(KernelForm.LINEAR),
    /** Squared exponential of the number of features that two tokens do not share. */
    RBF(KernelForm.RBF),
    /** Polynomial of the cosine between the features of two tokens. */
    COSINE(KernelForm.COSINE),
    /** The sum of the linear kernel and the squared exponential. */
    LINEAR_RBF(KernelForm.LINEAR_RBF);

    private final KernelForm form;

    GrayBoxKernel(KernelForm form) {
      this.form = form;
    }

    /** Whether its hyper-parameters are there before the bound, which leaves them as they are. */
    boolean isFixed() {
      return this == UNIT || this == LEARNED;
    }

    /** The form over the linear kernel {@link #base}. */
    KernelForm form() {
      return form;
    }

    /**
     * The linear kernel.
     *
     * @param groupOfFeature {@code [D]}; kept
     * @param variances of the groups, {@code [G]}, or one for all of them; not modified
     */
    AdditiveLinearKernel base(int[] groupOfFeature, double[] variances) {
      boolean grouped = this == GROUPS || this == LEARNED;
      int[] groups = grouped ? groupOfFeature : new int[groupOfFeature.length];
      double[] variance = new double[Arrays.stream(groups).max().orElse(0) + 1];
      Arrays.setAll(variance, g -> variances[Math.min(g, variances.length - 1)]);
      return new AdditiveLinearKernel(groups, variance);
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '+');
    }
  }

  /** The template lines that are words. */
  private static final List<String> WORD_LINES = List.of("U00", "U01", "U02", "U03", "U04");

  /** The usual number of inducing points. */
  static final int INDUCING = 500;

  private static final int ROUNDS = 3;

  /** Checks the numbers. */
  GrayBoxForm {
    Checks.atLeast("--inducing", inducing, 0);
    Checks.atLeast("--components", components, 1);
    Checks.atLeast("--rounds", rounds, 1);
    wordLines = List.copyOf(wordLines);
  }

  /** The usual form: one Gaussian, diagonal covariance, the papers' control variate. */
  static GrayBoxForm of(GrayBoxKernel kernel) {
    return new GrayBoxForm(kernel, INDUCING, 1, ROUNDS, ControlVariate.SPLIT, null, WORD_LINES);
  }

  /** This form with another number of rounds. */
  GrayBoxForm withRounds(int number) {
    return with(inducing, components, number, controlVariate, embeddings);
  }

  /** This form with kernels of word vectors. */
  GrayBoxForm withEmbeddings(String file) {
    return with(inducing, components, rounds, controlVariate, file);
  }

  /** This form with another size. */
  GrayBoxForm withSize(int inducingPoints, int gaussians) {
    return with(inducingPoints, gaussians, rounds, controlVariate, embeddings);
  }

  /** This form without a control variate. */
  GrayBoxForm withoutControlVariate() {
    return with(inducing, components, rounds, ControlVariate.NONE, embeddings);
  }

  private GrayBoxForm with(int m, int k, int n, ControlVariate variate, String file) {
    return new GrayBoxForm(kernel, m, k, n, variate, file, wordLines);
  }
}
