package org.gpchain.experiments.papers;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.training.bound.ScoreFunction.ControlVariate;
import org.gpchain.internal.training.graybox.KernelForm;

/**
 * The posterior of the gray-box methods and its estimation.
 *
 * @param kernel the kernel
 * @param inducing number of inducing points M; 0 for all tokens
 * @param components number of Gaussians in the mixture
 * @param rounds number of rounds of steps on unary functions, pairwise functions, hyper-parameters
 * @param controlVariate control variate of the score function estimator
 * @param embeddings file of word vectors for additional RBF kernels; null for none
 * @param wordLines the template lines with word features, for the word vectors
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
   * A kernel. Its hyper-parameters are learned with the bound, except for {@link #UNIT} and {@link
   * #LEARNED} without word vectors.
   */
  enum GrayBoxKernel {
    /** Linear, with one variance for all features. */
    LINEAR(KernelForm.LINEAR),
    /** Linear, with the fixed variance 1, as in the gray-box paper's stochastic experiments. */
    UNIT(KernelForm.LINEAR),
    /** Linear, with one variance per template line. */
    GROUPS(KernelForm.LINEAR),
    /** Linear, with one variance per template line from kernel learning, then fixed. */
    LEARNED(KernelForm.LINEAR),
    /** Squared exponential of the number of features in which two tokens differ. */
    RBF(KernelForm.RBF),
    /** Polynomial of the cosine of the feature vectors of two tokens. */
    COSINE(KernelForm.COSINE),
    /** Sum of the linear kernel and the squared exponential. */
    LINEAR_RBF(KernelForm.LINEAR_RBF);

    private final KernelForm form;

    GrayBoxKernel(KernelForm form) {
      this.form = form;
    }

    /** Returns whether the hyper-parameters are fixed while the bound is maximized. */
    boolean isFixed() {
      return this == UNIT || this == LEARNED;
    }

    /** Returns the form of the kernel, for use with the linear kernel {@link #base}. */
    KernelForm form() {
      return form;
    }

    /**
     * Returns the linear kernel.
     *
     * @param groupOfFeature index of each feature's group, {@code [D]}; retained, not copied
     * @param variances variances of the groups, {@code [G]}, or one variance; not modified
     */
    AdditiveLinearKernel base(int[] groupOfFeature, double[] variances) {
      int[] groups = new int[groupOfFeature.length];
      if (this == GROUPS || this == LEARNED) {
        groups = groupOfFeature;
      }

      double[] variance = new double[Arrays.stream(groups).max().orElse(0) + 1];
      for (int g = 0; g < variance.length; g++) {
        variance[g] = variances[Math.min(g, variances.length - 1)];
      }
      return new AdditiveLinearKernel(groups, variance);
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '+');
    }
  }

  /** The default template lines with word features. */
  private static final List<String> WORD_LINES = List.of("U00", "U01", "U02", "U03", "U04");

  /** Default number of inducing points. */
  static final int INDUCING = 500;

  /** Default number of rounds. */
  private static final int ROUNDS = 3;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if a number is out of range
   */
  GrayBoxForm {
    Checks.atLeast("--inducing", inducing, 0);
    Checks.atLeast("--components", components, 1);
    Checks.atLeast("--rounds", rounds, 1);
    wordLines = List.copyOf(wordLines);
  }

  /** Returns the default form: one Gaussian and the papers' control variate. */
  static GrayBoxForm of(GrayBoxKernel kernel) {
    return new GrayBoxForm(kernel, INDUCING, 1, ROUNDS, ControlVariate.SPLIT, null, WORD_LINES);
  }

  /** Returns this form with another number of rounds. */
  GrayBoxForm withRounds(int number) {
    return with(inducing, components, number, controlVariate, embeddings);
  }

  /** Returns this form with kernels of word vectors. */
  GrayBoxForm withEmbeddings(String file) {
    return with(inducing, components, rounds, controlVariate, file);
  }

  /** Returns this form with other numbers of inducing points and Gaussians. */
  GrayBoxForm withSize(int inducingPoints, int gaussians) {
    return with(inducingPoints, gaussians, rounds, controlVariate, embeddings);
  }

  /** Returns this form without a control variate. */
  GrayBoxForm withoutControlVariate() {
    return with(inducing, components, rounds, ControlVariate.NONE, embeddings);
  }

  private GrayBoxForm with(int m, int k, int n, ControlVariate variate, String file) {
    return new GrayBoxForm(kernel, m, k, n, variate, file, wordLines);
  }
}
