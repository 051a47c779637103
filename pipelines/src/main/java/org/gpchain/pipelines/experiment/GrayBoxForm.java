package org.gpchain.pipelines.experiment;

import java.util.List;
import java.util.Locale;
import org.gpchain.core.math.Checks;
import org.gpchain.training.vi.ControlVariate;
import org.gpchain.training.vi.CovarianceForm;

/**
 * What the posterior of the gray-box methods is like, and how it is estimated.
 *
 * @param kernel which kernel
 * @param inducing number of inducing points M; 0 for all tokens
 * @param components number of Gaussians K in the mixture
 * @param covariance form of the covariance of inducing values
 * @param controlVariate of the score function estimator
 * @param embeddings file of word vectors whose RBF kernels are added; null for none
 * @param wordLines the template lines whose features are words that may have vectors
 */
record GrayBoxForm(
    KernelForm kernel,
    int inducing,
    int components,
    CovarianceForm covariance,
    ControlVariate controlVariate,
    String embeddings,
    List<String> wordLines) {
  /** Which kernel. Unless said otherwise its hyper-parameters are learned with the bound. */
  enum KernelForm {
    /** Linear, one variance for all features, as in the papers. */
    LINEAR,
    /** Linear, a variance for each template line. */
    GROUPS,
    /** The same by kernel learning before anything else; then fixed if there is no other part. */
    LEARNED,
    /** Squared exponential of the number of features that two tokens do not share. */
    RBF,
    /** Polynomial of the cosine between the features of two tokens. */
    COSINE,
    /** The sum of two of them. */
    LINEAR_RBF;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '+');
    }
  }

  /** Checks the numbers. */
  GrayBoxForm {
    Checks.atLeast("--inducing", inducing, 0);
    Checks.atLeast("--components", components, 1);
    wordLines = List.copyOf(wordLines);
  }
}
